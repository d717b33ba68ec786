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


@pytest.mark.parametrize(
    ("qrels", "grades"),
    [
        pytest.param("q1\td1\t1\nq1\td2\t2\n", (("d1", 1), ("d2", 2)), id="graded"),
        pytest.param("q1\td1\t1.0\nq1\td2\t-1\n", (), id="one grade"),
        pytest.param("q1\td1\t1\nq1\td1\t3\n", (("d1", 3),), id="judged again"),
    ],
)
def test_beir_keeps_grades(tmp_path: Path, qrels: str, grades: tuple[tuple[str, int], ...]) -> None:
    folder = write_beir(tmp_path / "set", **{"qrels/test.tsv": qrels})
    (question,) = load_dataset(folder).questions
    assert question.grades == grades
    assert question.relevance == (dict(grades) or {"d1": 1})
    assert question.gold == frozenset(question.relevance)


def test_grades_go_along_to_another_corpus(tmp_path: Path) -> None:
    qrels = "q1\td1\t1\nq1\td2\t2\n"
    folder = write_beir(tmp_path / "set", **{"qrels/test.tsv": qrels})
    other = tmp_path / "other"
    other.mkdir()
    (other / "corpus.jsonl").write_text('{"_id": "x", "title": "", "text": "Two."}')
    (question,) = load_dataset(folder, corpus=other).questions
    assert dict(question.grades)["x"] == 2
    assert question.relevance.keys() == question.gold


def test_beir_with_byte_order_marks_and_windows_line_ends_is_the_same(tmp_path: Path) -> None:
    plain, windows = write_beir(tmp_path / "a" / "set"), write_beir(tmp_path / "b" / "set")
    for name in ("corpus.jsonl", "queries.jsonl", "qrels/test.tsv"):
        content = (plain / name).read_bytes().replace(b"\n", b"\r\n")
        (windows / name).write_bytes(b"\xef\xbb\xbf" + content)
    assert load_dataset(windows) == load_dataset(plain)


@pytest.mark.parametrize(
    ("suffix", "content"),
    [
        pytest.param("", "q1\tdé\t1\n".encode("latin-1"), id="Latin-1"),
        pytest.param(".gz", gzip.compress(b"q1\td1\t1\n" * 9)[:-12], id="cut off"),
    ],
)
def test_damaged_qrels_are_refused(tmp_path: Path, suffix: str, content: bytes) -> None:
    qrels = write_beir(tmp_path / "set") / "qrels"
    (qrels / "test.tsv").unlink()
    (qrels / f"test.tsv{suffix}").write_bytes(content)
    with pytest.raises(EvaluationError, match=r"test\.tsv.* cannot be read as text"):
        load_dataset(tmp_path / "set")


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
        pytest.param({"corpus.jsonl": '{"_id": "d1"}'}, "text: Field required", id="no text"),
        pytest.param({"corpus.jsonl": '{"_id": "d1"'}, "JSON Lines", id="not JSON"),
        pytest.param({"corpus.jsonl": "[1]"}, "JSON object", id="not objects"),
        pytest.param({"qrels/test.tsv": "q1\td1\n"}, "Line 1", id="two columns"),
        pytest.param({"qrels/test.tsv": "q9\td1\t1\n"}, "q9", id="unknown query"),
        pytest.param({"qrels/test.tsv": "q1\td1\t0\n"}, "relevant", id="nothing relevant"),
        pytest.param({"corpus.jsonl": '{"_id": "d1", "text": null}'}, ": text: ", id="null"),
        pytest.param({"corpus.jsonl": '{"_id": "d1", "text": 5}'}, ": text: ", id="number"),
        pytest.param(
            {"corpus.jsonl": '{"_id": "d1", "text": "\\ud800"}'}, ": text: half", id="half a letter"
        ),
        pytest.param(
            {"queries.jsonl": '{"_id": "q1", "text": "?", "metadata": "x"}'},
            ": metadata: ",
            id="metadata is a text",
        ),
        pytest.param(
            {"queries.jsonl": '{"_id": "q1", "text": "?", "metadata": {"answers": "York"}}'},
            "metadata.answers: ",
            id="answers are a text",
        ),
        pytest.param(
            {"queries.jsonl": '{"_id": "q1", "text": "?", "metadata": {"answers": 5}}'},
            "metadata.answers: ",
            id="answers are a number",
        ),
        pytest.param({"qrels/test.tsv": "q1\td1\t0.5\n"}, "Line 1", id="broken grade"),
        pytest.param({"qrels/test.tsv": "q1\td1\tnan\n"}, "Line 1", id="no number"),
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
