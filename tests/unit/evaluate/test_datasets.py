"""Data sets in their published forms come out as one corpus and questions with gold documents."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.datasets import Dataset, load_dataset

pytestmark = pytest.mark.unit

HOTPOTQA_OFFICIAL = {
    "_id": "h1",
    "question": "Where was the author of Dune born?",
    "answer": "Tacoma",
    "type": "bridge",
    "level": "hard",
    "supporting_facts": [["Dune", 0], ["Frank Herbert", 1]],
    "context": [
        ["Dune", ["Dune is a novel.", " It is by Frank Herbert."]],
        ["Frank Herbert", ["He was a writer. ", "He was born in Tacoma."]],
        ["Arrakis", ["Arrakis is a planet."]],
    ],
}
HOTPOTQA_PACK = {
    "id": "h1",
    "question": "Where was the author of Dune born?",
    "answer": "Tacoma",
    "type": "bridge",
    "supporting_facts": [["Dune", 0]],
    "paragraphs": [
        {"title": "Dune", "sentences": ["Dune is a novel.", " By Herbert."], "is_supporting": True},
        {"title": "Arrakis", "sentences": ["Arrakis is a planet."], "is_supporting": False},
    ],
}
MUSIQUE_OFFICIAL = {
    "id": "2hop__1_2",
    "question": "Who leads the town of A?",
    "answer": "Ann Lee",
    "answer_aliases": ["A. Lee", "Ann Lee"],
    "answerable": True,
    "question_decomposition": [],
    "paragraphs": [
        {"idx": 0, "title": "A", "paragraph_text": "A is in B.", "is_supporting": True},
        {"idx": 1, "title": "C", "paragraph_text": "C is not.", "is_supporting": False},
    ],
}
POPQA_PACK = {
    "id": 42,
    "question": "What is George Rankin's occupation?",
    "possible_answers": '["politician", "polit."]',
    "paragraphs": [{"title": "George Rankin", "text": "A soldier.", "is_supporting": True}],
}


def write_lines(path: Path, records: list[dict[str, Any]]) -> Path:
    text = "\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")
    return path


def gold_titles(dataset: Dataset) -> list[str]:
    return [d.title for d in dataset.corpus if d.id in dataset.questions[0].gold]


def write_beir(folder: Path, **changes: str) -> Path:
    files = {
        "corpus.jsonl": '{"_id": "d1", "title": "T", "text": "One."}\n'
        '{"_id": "d2", "title": "", "text": "Two."}\n',
        "queries.jsonl": '{"_id": "q1", "text": "First?", '
        '"metadata": {"answers": ["One"], "type": "bridge"}}\n'
        '{"_id": "q2", "text": "Not judged?"}\n',
        "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\n",
        **changes,
    }
    (folder / "qrels").mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def test_hotpotqa_published_form_marks_paragraphs_with_supporting_titles(tmp_path: Path) -> None:
    path = tmp_path / "dev.json"
    path.write_text(json.dumps([HOTPOTQA_OFFICIAL]), encoding="utf-8")
    dataset = load_dataset(path)
    assert gold_titles(dataset) == ["Dune", "Frank Herbert"]


def test_sentences_are_joined_by_one_space(tmp_path: Path) -> None:
    dataset = load_dataset(write_lines(tmp_path / "d.jsonl", [HOTPOTQA_OFFICIAL]))
    assert dataset.corpus[1].text == "He was a writer. He was born in Tacoma."


def test_hotpotqa_columns_read_as_rows(tmp_path: Path) -> None:
    columns = {
        **HOTPOTQA_OFFICIAL,
        "context": {"title": ["Dune", "Arrakis"], "sentences": [["A.", "B."], ["C."]]},
        "supporting_facts": {"title": ["Dune"], "sent_id": [0]},
    }
    dataset = load_dataset(write_lines(tmp_path / "d.jsonl", [columns]))
    assert [(d.title, d.text) for d in dataset.corpus] == [("Dune", "A. B."), ("Arrakis", "C.")]


@pytest.mark.parametrize(
    ("record", "answers"),
    [
        pytest.param(HOTPOTQA_PACK, ("Tacoma",), id="hotpotqa"),
        pytest.param({**HOTPOTQA_PACK, "evidences": []}, ("Tacoma",), id="2wiki"),
        pytest.param(MUSIQUE_OFFICIAL, ("Ann Lee", "A. Lee"), id="musique"),
        pytest.param(POPQA_PACK, ("politician", "polit."), id="popqa"),
    ],
)
def test_format_is_told_from_the_content(
    tmp_path: Path, record: dict[str, Any], answers: tuple[str, ...]
) -> None:
    dataset = load_dataset(write_lines(tmp_path / "d.jsonl.gz", [record]))
    assert dataset.questions[0].answers == answers


def test_equal_title_and_text_count_once(tmp_path: Path) -> None:
    records = [HOTPOTQA_PACK, {**HOTPOTQA_PACK, "id": "h2"}]
    dataset = load_dataset(write_lines(tmp_path / "d.jsonl", records))
    assert [d.title for d in dataset.corpus] == ["Dune", "Arrakis"]


def test_allowed_holds_all_own_paragraphs(tmp_path: Path) -> None:
    records = [HOTPOTQA_PACK, POPQA_PACK | {"answer": "politician"}]
    dataset = load_dataset(write_lines(tmp_path / "d.jsonl", records), format="hotpotqa")
    assert [len(question.allowed) for question in dataset.questions] == [2, 1]


def test_document_ids_do_not_depend_on_the_order_of_questions(tmp_path: Path) -> None:
    records = [HOTPOTQA_PACK, {**HOTPOTQA_OFFICIAL, "_id": "h2"}]
    forth = load_dataset(write_lines(tmp_path / "a.jsonl", records))
    back = load_dataset(write_lines(tmp_path / "b.jsonl", records[::-1]))
    assert set(forth.corpus) == set(back.corpus)


def test_name_is_the_file_without_suffixes(tmp_path: Path) -> None:
    assert load_dataset(write_lines(tmp_path / "pop.qa.jsonl.gz", [POPQA_PACK])).name == "pop.qa"


def test_hash_is_of_content_whatever_the_file_form(tmp_path: Path) -> None:
    packed = load_dataset(write_lines(tmp_path / "a.jsonl.gz", [MUSIQUE_OFFICIAL]))
    array = tmp_path / "b.json"
    array.write_text(json.dumps([MUSIQUE_OFFICIAL], indent=2), encoding="utf-8")
    assert packed.sha256 == load_dataset(array).sha256


def test_hash_changes_with_an_answer(tmp_path: Path) -> None:
    first = load_dataset(write_lines(tmp_path / "a.jsonl", [MUSIQUE_OFFICIAL]))
    other = {**MUSIQUE_OFFICIAL, "answer": "Bob"}
    assert first.sha256 != load_dataset(write_lines(tmp_path / "b.jsonl", [other])).sha256


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


def test_line_separator_inside_a_string_is_not_a_line_end(tmp_path: Path) -> None:
    record = {**POPQA_PACK, "question": "One\u2028two?"}
    assert (
        load_dataset(write_lines(tmp_path / "d.jsonl", [record])).questions[0].text[3] == "\u2028"
    )


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


@pytest.mark.parametrize(
    ("record", "word"),
    [
        pytest.param({"x": 1}, "--format", id="unknown format"),
        pytest.param({**HOTPOTQA_PACK, "question": None}, "question", id="no question"),
        pytest.param({**HOTPOTQA_PACK, "paragraphs": [{"title": "A"}]}, "h1", id="no text"),
        pytest.param({**HOTPOTQA_PACK, "paragraphs": []}, "supporting", id="no gold"),
        pytest.param(
            {**HOTPOTQA_OFFICIAL, "context": [["Dune", ["A."]]]}, "Frank Herbert", id="gold missing"
        ),
    ],
)
def test_malformed_record_is_refused(tmp_path: Path, record: dict[str, Any], word: str) -> None:
    with pytest.raises(EvaluationError, match=word):
        load_dataset(write_lines(tmp_path / "d.jsonl", [record]))


def test_repeated_question_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="twice"):
        load_dataset(write_lines(tmp_path / "d.jsonl", [POPQA_PACK, POPQA_PACK]))


def test_damaged_gz_is_refused(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "d.jsonl.gz", [POPQA_PACK])
    path.write_bytes(path.read_bytes()[:-12])
    with pytest.raises(EvaluationError, match="cannot be read"):
        load_dataset(path)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        pytest.param("absent", None, id="absent"),
        pytest.param("set", "musique", id="folder as file"),
        pytest.param("set/corpus.jsonl", "beir", id="file as folder"),
        pytest.param("set", "squad", id="unknown format"),
    ],
)
def test_path_that_does_not_fit_is_refused(tmp_path: Path, name: str, given: str | None) -> None:
    write_beir(tmp_path / "set")
    with pytest.raises(EvaluationError):
        load_dataset(tmp_path / name, format=given)
