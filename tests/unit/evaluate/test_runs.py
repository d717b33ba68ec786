"""A run file holds what was asked so far, whatever happened to the process that wrote it."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import EvaluationError, UsageError
from kgplatform.evaluate.runs import QuestionRun, Run, RunFile, RunHeader
from kgplatform.records import Usage

pytestmark = pytest.mark.unit

HEADER = RunHeader(
    dataset="tiny set",
    dataset_sha256="ab" * 32,
    setting="open",
    method="graph",
    reader="llm",
    depth=10,
    top_k=5,
    settings={"chat_model": "small", "prompt": "0123"},
    version="1.0",
)


def make_result(key: str, **changes: Any) -> QuestionRun:
    result = QuestionRun(
        id=key,
        ranking=("a", "b"),
        answer="Oslo",
        abstained=False,
        confidence=0.5,
        rejected="",
        usage=Usage(1, 20, 3, 0),
        timings_ms={"retrieve": 1.5, "read": 2.0, "total": 3.5},
    )
    return dataclasses.replace(result, **changes)


def write(folder: Path, *results: QuestionRun, header: RunHeader = HEADER) -> Path:
    with RunFile(folder, header) as file:
        for result in results:
            file.append(result)
    return file.path


def test_run_reads_back_as_written(tmp_path: Path) -> None:
    results = (
        make_result("q1"),
        make_result("q2", answer=None, confidence=None, ranking=()),
        make_result("q3", answer="", abstained=True, rejected="Bergen"),
        make_result("q4", reader_usage=Usage(1, 15, 2), steps=("plan", "Get_Answer")),
    )
    assert Run.load(write(tmp_path / "new", *results)) == Run(HEADER, results)


def test_line_written_before_the_reader_was_told_apart_is_still_read(tmp_path: Path) -> None:
    path = write(tmp_path, make_result("q1", reader_usage=Usage(1, 15, 2)))
    header, line = path.read_text(encoding="utf-8").splitlines()
    older = {name: value for name, value in json.loads(line).items() if name != "reader_usage"}
    path.write_text(f"{header}\n{json.dumps(older)}\n", encoding="utf-8")
    assert Run.load(path).questions == (make_result("q1", reader_usage=None),)


def test_line_written_before_times_were_tells_none_of_remembered_replies(tmp_path: Path) -> None:
    path = write(tmp_path, make_result("q1", usage=Usage(cached_calls=1), reader_usage=Usage()))
    header, line = path.read_text(encoding="utf-8").splitlines()
    fields = json.loads(line)
    for usage in (fields["usage"], fields["reader_usage"]):
        del usage["cached_ms"]
    path.write_text(f"{header}\n{json.dumps(fields)}\n", encoding="utf-8")
    [result] = Run.load(path).questions
    assert result.usage.cached_ms is None
    assert result.reader_usage == Usage()
    assert result.compute_ms("total") is None
    assert result.compute_ms("read") == result.timings_ms["read"]


def test_file_is_named_after_what_was_measured(tmp_path: Path) -> None:
    name = write(tmp_path).name
    assert name.startswith("tiny-set-open-graph-llm-")
    assert len(name) == len("tiny-set-open-graph-llm-") + 8 + len(".jsonl")


@pytest.mark.parametrize("field", ["dataset_sha256", "depth", "top_k", "version"])
def test_other_header_gets_another_file(field: str) -> None:
    value = getattr(HEADER, field)
    other = dataclasses.replace(HEADER, **{field: value + (1 if isinstance(value, int) else "0")})
    assert other.file_name != HEADER.file_name


def test_order_of_settings_does_not_matter() -> None:
    turned = dict(reversed(HEADER.settings.items()))
    assert list(turned) != list(HEADER.settings)
    assert dataclasses.replace(HEADER, settings=turned).file_name == HEADER.file_name


def test_each_result_can_be_read_before_the_next_is_written(tmp_path: Path) -> None:
    with RunFile(tmp_path, HEADER) as file:
        for number in range(1, 4):
            file.append(make_result(f"q{number}"))
            assert len(Run.load(file.path).questions) == number


def test_run_is_continued(tmp_path: Path) -> None:
    write(tmp_path, make_result("q1"))
    assert RunFile(tmp_path, HEADER).answered == {"q1"}
    path = write(tmp_path, make_result("q2"))
    assert [result.id for result in Run.load(path).questions] == ["q1", "q2"]


@pytest.mark.parametrize("lost", [1, 2, 40], ids=["the line's end", "a bracket", "half a line"])
def test_torn_last_line_is_dropped_and_counted(tmp_path: Path, lost: int) -> None:
    path = write(tmp_path, make_result("q1"), make_result("q2"))
    path.write_bytes(path.read_bytes()[:-lost])
    torn = Run.load(path)
    assert ([result.id for result in torn.questions], torn.torn_lines) == (["q1"], 1)
    assert RunFile(tmp_path, HEADER).answered == {"q1"}
    write(tmp_path, make_result("q2"))
    assert Run.load(path) == Run(HEADER, (make_result("q1"), make_result("q2")))


@pytest.mark.parametrize("kept", [0, 30], ids=["empty", "half a header"])
def test_file_cut_off_in_its_header_is_begun_again(tmp_path: Path, kept: int) -> None:
    path = write(tmp_path)
    path.write_bytes(path.read_bytes()[:kept])
    assert write(tmp_path, make_result("q1")) == path
    assert Run.load(path) == Run(HEADER, (make_result("q1"),))


def test_failed_question_is_not_answered_and_its_later_result_counts(tmp_path: Path) -> None:
    failed = make_result("q1", answer="", error="The model's reply cannot be used.")
    path = write(tmp_path, failed, make_result("q2"))
    assert RunFile(tmp_path, HEADER).answered == {"q2"}
    write(tmp_path, make_result("q1"))
    assert Run.load(path).questions == (make_result("q1"), make_result("q2"))


def test_text_beyond_ascii_and_half_a_character_survive(tmp_path: Path) -> None:
    results = (make_result("q1", answer="Gjøa"), make_result("q2", answer="\ud83d"))
    path = write(tmp_path, *results)
    assert "Gjøa" in path.read_bytes().decode("utf-8", "surrogatepass")
    assert Run.load(path).questions == results


def test_damaged_line_is_named(tmp_path: Path) -> None:
    path = write(tmp_path, make_result("q1"), make_result("q2"))
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join([lines[0], "{}\n", lines[2]]))
    with pytest.raises(EvaluationError, match="line 2 is damaged"):
        Run.load(path)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("", id="empty"),
        pytest.param("{\n", id="not JSON"),
        pytest.param("[]\n", id="not an object"),
        pytest.param('{"kgplatform_run": 2}\n', id="no fields"),
        pytest.param(json.dumps({"kgplatform_run": 1, "questions": []}) + "\n", id="older form"),
    ],
)
def test_file_that_is_no_run_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "run.jsonl"
    path.write_text(content)
    with pytest.raises(EvaluationError, match=r"run\.jsonl"):
        Run.load(path)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match=r"absent\.jsonl"):
        Run.load(tmp_path / "absent.jsonl")


def test_other_run_under_the_same_name_is_left_alone(tmp_path: Path) -> None:
    other = write(tmp_path / "other", header=dataclasses.replace(HEADER, depth=20))
    content = other.read_bytes()
    path = other.rename(tmp_path / HEADER.file_name)
    with pytest.raises(EvaluationError, match="another run"):
        RunFile(tmp_path, HEADER)
    assert path.read_bytes() == content


def test_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be written"):
        RunFile(tmp_path / "file", HEADER)
