from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.evaluate.code_hash import hash_code, list_code, list_ingest_code
from kgplatform.evaluate.run_metadata import PLAN_CODE
from kgplatform.packaged import PACKAGE_DIR
from kgplatform.pipelines.methods import Shaping, find_shaping

pytestmark = pytest.mark.unit


def test_hash_changes_with_a_file_and_not_with_its_place(tmp_path: Path) -> None:
    here, there = tmp_path / "here/walk.py", tmp_path / "there/walk.py"
    for path in (here, there):
        path.parent.mkdir()
        path.write_text("DAMPING = 0.85\n")
    before = hash_code([here])
    assert hash_code([there]) == before
    there.write_text("DAMPING = 0.5\n")
    assert hash_code([there]) != before
    assert hash_code([here, there]) != before


@pytest.mark.parametrize(
    ("is_baseline", "retrieves", "is_read", "among", "not_among"),
    [
        (
            False,
            True,
            False,
            {"walk.py", "expand_passages.cypher", "linguistics.py", "gazetteer.py"},
            {"bm25.py", "extractive.py"},
        ),
        (False, True, True, {"walk.py", "extractive.py"}, {"bm25.py"}),
        (True, True, False, {"mdr.py", "encoder.py", "hops.npz"}, {"extractive.py"}),
        (True, False, False, {"bm25.py"}, {"walk.py", "expand_passages.cypher", "extractive.py"}),
    ],
)
def test_only_code_that_shapes_the_run_counts(
    is_baseline: bool, retrieves: bool, is_read: bool, among: set[str], not_among: set[str]
) -> None:
    files = list_code(is_baseline=is_baseline, retrieves=retrieves, is_read=is_read)
    names = {path.name for path in files}
    assert among <= names
    assert not names & not_among


def test_an_ingest_depends_on_what_splits_and_embeds_and_not_on_chat() -> None:
    names = {f"{path.parent.name}/{path.name}" for path in list_ingest_code()}
    wanted = ("sources/passages", "text/sentences", "models/linguistics", "models/embedding")
    assert {f"{name}.py" for name in wanted} <= names
    assert not names & {"models/chat.py", "retrieve/walk.py"}


def test_a_method_that_is_handed_other_rooms_depends_on_their_code() -> None:
    def list_names(method: str) -> set[str]:
        shaping = find_shaping(method)
        files = list_code(is_baseline=False, retrieves=True, is_read=False, shaping=shaping)
        return {path.name for path in files}

    more = list_names("divknow-text") - list_names("graph")
    assert {"translating.py", "planner.py", "extractive.py", "service.py"} <= more
    assert "answer_forward.rq" in more
    assert list_names("graph") - list_names("divknow-text") == set()
    assert "demonyms.txt" in {path.name for path in list_code(
        is_baseline=True, retrieves=False, is_read=True
    )}  # fmt: skip
    assert find_shaping("graph").settings == ()
    assert find_shaping("divknow").settings == ("cross_encoder", "sparql_endpoint")


def test_plans_depend_on_who_plans_and_who_answers() -> None:
    assert all((PACKAGE_DIR / name).exists() for name in PLAN_CODE)
    shaping = Shaping(code=PLAN_CODE)
    files = list_code(is_baseline=False, retrieves=True, is_read=True, shaping=shaping)
    names = {path.name for path in files}
    assert {"planning.py", "answerers.py", "executor.py", "plan.lark"} <= names


def test_what_writes_is_told() -> None:
    writing = ("holmes", "holmes-facts", "trace", "trace-doc", "trace-triple-chat")
    assert all(find_shaping(name).writes for name in writing)
    others = ("graph", "holmes-no-extraction", "trace-triple-embedding", "kgp-entity-chat")
    assert not any(find_shaping(name).writes for name in others)
