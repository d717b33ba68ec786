"""BEIR folders come out as data sets; what is wrong with one is told."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.datasets import load_dataset
from tests.unit.evaluate.made_files import write_beir

pytestmark = pytest.mark.unit


def test_beir_takes_judged_questions_and_relevant_documents(tmp_path: Path) -> None:
    dataset = load_dataset(write_beir(tmp_path / "set"))
    (question,) = dataset.questions
    assert (question.id, question.answers, question.gold) == ("q1", ("One",), frozenset({"d1"}))


def test_beir_reads_gz_twins(tmp_path: Path) -> None:
    folder = write_beir(tmp_path / "set")
    for name in ("corpus.jsonl", "queries.jsonl", "qrels/test.tsv"):
        plain = folder / name
        plain.with_name(plain.name + ".gz").write_bytes(gzip.compress(plain.read_bytes()))
        plain.unlink()
    assert len(load_dataset(folder).corpus) == 2


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        pytest.param({"corpus.jsonl": '{"_id": "d1"}'}, "'text'", id="no text"),
        pytest.param({"corpus.jsonl": '{"_id": "d1"'}, "JSON Lines", id="not JSON"),
        pytest.param({"corpus.jsonl": "[1]"}, "JSON object", id="not objects"),
        pytest.param({"qrels/test.tsv": "q1\td1\n"}, "Line 1", id="two columns"),
        pytest.param({"qrels/test.tsv": "q9\td1\t1\n"}, "q9", id="unknown query"),
        pytest.param({"qrels/test.tsv": "q1\td1\t0\n"}, "relevant", id="nothing relevant"),
        pytest.param(
            {"corpus.jsonl": '{"_id": "d1", "text": "a"}\n' * 2}, "twice", id="repeated id"
        ),
    ],
)
def test_malformed_beir_folder_is_refused(
    tmp_path: Path, changes: dict[str, str], word: str
) -> None:
    with pytest.raises(EvaluationError, match=word):
        load_dataset(write_beir(tmp_path / "set", **changes))
