"""Data sets in their published forms come out as one corpus and questions with gold documents."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.datasets import Dataset, load_dataset
from kgplatform.evaluate.figures import score_text
from tests.unit.evaluate.made_files import (
    BAMBOOGLE,
    CLQA,
    HOTPOTQA_OFFICIAL,
    HOTPOTQA_PACK,
    MUSIQUE_OFFICIAL,
    POPQA_PACK,
    WIKI2_PACK,
    write_beir,
    write_lines,
)

pytestmark = pytest.mark.unit


def with_paragraph(**fields: Any) -> dict[str, Any]:
    return {**HOTPOTQA_PACK, "paragraphs": [{"title": "A", "is_supporting": True, **fields}]}


def gold_titles(dataset: Dataset) -> list[str]:
    return [d.title for d in dataset.corpus if d.id in dataset.questions[0].gold]


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
        pytest.param(WIKI2_PACK, ("South Shields",), id="2wiki"),
        pytest.param(MUSIQUE_OFFICIAL, ("Ann Lee", "A. Lee"), id="musique"),
        pytest.param(POPQA_PACK, ("politician", "polit."), id="popqa"),
        pytest.param(CLQA, ("Idaho", "Nevada"), id="clqa"),
        pytest.param(BAMBOOGLE, ("1863",), id="bamboogle"),
        pytest.param({"Question": "When?", "Answer": "1863"}, ("1863",), id="bamboogle published"),
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


def test_line_separator_inside_a_string_is_not_a_line_end(tmp_path: Path) -> None:
    record = {**POPQA_PACK, "question": "One\u2028two?"}
    assert (
        load_dataset(write_lines(tmp_path / "d.jsonl", [record])).questions[0].text[3] == "\u2028"
    )


@pytest.mark.parametrize(
    ("record", "word"),
    [
        pytest.param({"x": 1}, "--format", id="unknown format"),
        pytest.param({**HOTPOTQA_PACK, "id": None}, "no id", id="no id"),
        pytest.param({**HOTPOTQA_PACK, "answer": None}, ": answer: .*string", id="no answer"),
        pytest.param({**HOTPOTQA_PACK, "answer": " "}, ": answer: it is blank", id="blank answer"),
        pytest.param(
            {**HOTPOTQA_PACK, "answer": ["York"]}, ": answer: .*string", id="answer in a list"
        ),
        pytest.param(
            {**HOTPOTQA_PACK, "answer_aliases": "NYC"}, ": answer_aliases: .*list", id="one alias"
        ),
        pytest.param({**POPQA_PACK, "possible_answers": "[]"}, ": possible_answers: ", id="none"),
        pytest.param({**POPQA_PACK, "possible_answers": "[1"}, ": possible_answers: ", id="[1"),
        pytest.param({**POPQA_PACK, "possible_answers": 5}, ": possible_answers: ", id="5"),
        pytest.param({**CLQA, "label": "Idaho"}, ": label: .*list", id="label is no list"),
        pytest.param({**CLQA, "question": 7}, ": question: ", id="question is no text"),
        pytest.param({**CLQA, "question": "\ud800"}, ": question: half", id="half a character"),
        pytest.param(
            {**MUSIQUE_OFFICIAL, "question_decomposition": [{}]},
            "question_decomposition.0.question",
            id="no step",
        ),
        pytest.param({**HOTPOTQA_PACK, "question": None}, "question", id="no question"),
        pytest.param(with_paragraph(text=None), "'A' has neither", id="no text"),
        pytest.param(with_paragraph(text=5), "paragraphs.0.text", id="text is a number"),
        pytest.param(
            with_paragraph(sentences="Hello"), "paragraphs.0.sentences", id="sentences in one text"
        ),
        pytest.param(
            with_paragraph(text="A.", is_supporting="false"),
            "paragraphs.0.is_supporting",
            id="false in words",
        ),
        pytest.param(
            {**HOTPOTQA_OFFICIAL, "context": {"title": "Dune", "sentences": ["A."]}},
            ": context: its columns",
            id="column is a text",
        ),
        pytest.param(
            {**HOTPOTQA_OFFICIAL, "supporting_facts": [["Dune", "0"]]},
            "supporting_facts.0.1",
            id="number in words",
        ),
        pytest.param({**HOTPOTQA_PACK, "paragraphs": []}, "supporting", id="no gold"),
        pytest.param(
            {**HOTPOTQA_OFFICIAL, "context": [["Dune", ["A."]]]}, "Frank Herbert", id="gold missing"
        ),
    ],
)
def test_malformed_record_is_refused(tmp_path: Path, record: dict[str, Any], word: str) -> None:
    path = tmp_path / "d.jsonl"
    path.write_text(json.dumps(record))
    with pytest.raises(EvaluationError, match=word) as told:
        load_dataset(path)
    assert str(path) in str(told.value)
    assert word == "--format" or "Record 1 of" in str(told.value)


@pytest.mark.parametrize("name", ["d.jsonl", "d.json", "d.tsv"])
def test_byte_order_mark_and_windows_line_ends_change_nothing(tmp_path: Path, name: str) -> None:
    table = "id\tquestion\tpossible_answers\r\n1\tWho?\t[]\r\n".replace("[]", '"[""Ann""]"')
    lines = json.dumps({**CLQA, "id": 1}) + "\r\n" + json.dumps({**CLQA, "id": 2}) + "\r\n"
    array = json.dumps([{**CLQA, "id": 1}, {**CLQA, "id": 2}], indent=1).replace("\n", "\r\n")
    content = {"d.tsv": table, "d.jsonl": lines, "d.json": array}[name]
    (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + content.encode())
    first = load_dataset(tmp_path / name).questions[0]
    assert (first.id, len(first.answers)) == ("1", 1 if name == "d.tsv" else 2)


POPQA_TABLE = (
    "id\tsubj\tprop\tobj\ts_aliases\tquestion\tpossible_answers\n"
    '42\tGeorge Rankin\toccupation\tpolitician\t"[""George James""]"\t'
    'What is George Rankin\'s occupation?\t"[""politician"", ""polit.""]"\n'
)


@pytest.mark.parametrize("name", ["popQA.tsv", "popQA.tsv.gz"])
def test_popqa_is_read_as_published_without_paragraphs(tmp_path: Path, name: str) -> None:
    content = POPQA_TABLE.encode()
    (tmp_path / name).write_bytes(gzip.compress(content) if name.endswith("gz") else content)
    dataset = load_dataset(tmp_path / name)
    assert (dataset.name, dataset.form, dataset.corpus) == ("popQA", "popqa", ())
    (question,) = dataset.questions
    assert (question.id, question.answers) == ("42", ("politician", "polit."))
    assert question.text == "What is George Rankin's occupation?"
    assert question.gold == question.allowed == frozenset()


@pytest.mark.parametrize(
    ("content", "word"),
    [
        pytest.param(POPQA_TABLE + "43\tBob\n", "Line 3 of", id="too few columns"),
        pytest.param(POPQA_TABLE + '43\t"Bob', "Line 3 of", id="quotes not closed"),
        pytest.param(POPQA_TABLE.replace("possible_answers", "answers"), "--format", id="form"),
        pytest.param("", "no questions", id="empty"),
    ],
)
def test_malformed_table_is_refused(tmp_path: Path, content: str, word: str) -> None:
    (tmp_path / "d.tsv").write_text(content)
    with pytest.raises(EvaluationError, match=word):
        load_dataset(tmp_path / "d.tsv")


def test_bare_questions_have_no_corpus_and_ids_by_content(tmp_path: Path) -> None:
    records = [CLQA, {**CLQA, "question": "Which states border Iowa?"}]
    forth = load_dataset(write_lines(tmp_path / "a.jsonl", records))
    back = load_dataset(write_lines(tmp_path / "b.jsonl", records[::-1]))
    assert forth.corpus == ()
    assert [q.id for q in forth.questions] == [q.id for q in back.questions][::-1]


@pytest.mark.parametrize(("record", "wants_all"), [(CLQA, True), (BAMBOOGLE, False)])
def test_only_clqa_wants_all_of_its_answers(
    tmp_path: Path, record: dict[str, Any], wants_all: bool
) -> None:
    (question,) = load_dataset(write_lines(tmp_path / "d.jsonl", [record])).questions
    assert question.wants_all is wants_all


@pytest.mark.parametrize(
    ("record", "titles"),
    [
        pytest.param(MUSIQUE_OFFICIAL, [["A"], ["B"]], id="musique"),
        pytest.param(WIKI2_PACK, [["Alien (film)"], ["Ridley Scott"]], id="2wiki"),
        pytest.param({**WIKI2_PACK, "type": "comparison"}, [], id="2wiki comparison"),
        pytest.param(HOTPOTQA_OFFICIAL, [["Dune"], ["Frank Herbert"]], id="hotpotqa"),
        pytest.param({**HOTPOTQA_OFFICIAL, "type": "comparison"}, [], id="hotpotqa comparison"),
        pytest.param(POPQA_PACK, [], id="popqa"),
    ],
)
def test_hops_are_gold_documents_in_order(
    tmp_path: Path, record: dict[str, Any], titles: list[list[str]]
) -> None:
    dataset = load_dataset(write_lines(tmp_path / "d.jsonl", [record]))
    names = {document.id: document.title for document in dataset.corpus}
    (question,) = dataset.questions
    assert [[names[key] for key in hop] for hop in question.hops] == titles


def test_order_of_some_gold_paragraphs_is_none(tmp_path: Path) -> None:
    steps = MUSIQUE_OFFICIAL["question_decomposition"][:1]
    record = {**MUSIQUE_OFFICIAL, "question_decomposition": steps}
    (question,) = load_dataset(write_lines(tmp_path / "d.jsonl", [record])).questions
    assert question.hops == ()


def test_other_corpus_is_searched_and_its_equal_documents_are_gold(tmp_path: Path) -> None:
    lines = [
        {"_id": "d1", "title": "Dune", "text": "Dune is a novel. It is by Frank Herbert."},
        {"_id": "d2", "title": "Dune", "text": "Another text."},
    ]
    folder = tmp_path / "other"
    folder.mkdir()
    write_lines(folder / "corpus.jsonl", lines)
    data = write_lines(tmp_path / "d.jsonl", [HOTPOTQA_OFFICIAL])
    dataset = load_dataset(data, corpus=folder)
    (question,) = dataset.questions
    assert [document.id for document in dataset.corpus] == ["d1", "d2"]
    assert (question.gold & {"d1", "d2"}, len(question.gold)) == ({"d1"}, 2)
    assert question.hops[0] == question.allowed == {"d1"}


def test_corpus_without_any_gold_document_leaves_nothing_gold(tmp_path: Path) -> None:
    data = write_lines(tmp_path / "d.jsonl", [HOTPOTQA_PACK])
    other = write_lines(tmp_path / "c.jsonl", [POPQA_PACK])
    (question,) = load_dataset(data, corpus=other).questions
    assert (question.gold, question.allowed, question.hops) == (frozenset(), frozenset(), ())


def test_id_that_means_another_document_elsewhere_is_not_taken_for_it(tmp_path: Path) -> None:
    judged = write_beir(tmp_path / "set")  # d1 is gold there
    other = tmp_path / "other"
    other.mkdir()
    write_lines(other / "corpus.jsonl", [{"_id": "d1", "title": "", "text": "Else."}])
    assert load_dataset(judged, corpus=other).questions[0].gold == frozenset()


def test_bare_questions_are_asked_of_a_corpus(tmp_path: Path) -> None:
    data = write_lines(tmp_path / "d.jsonl", [BAMBOOGLE])
    dataset = load_dataset(data, corpus=write_lines(tmp_path / "c.jsonl.gz", [HOTPOTQA_PACK]))
    assert len(dataset.corpus) == 2
    assert dataset.sha256 != load_dataset(data).sha256


ALIASES = [
    {"Q_id": "Q1", "aliases": ["Caer Urfa", ""], "demonyms": ["Sand Dancer"]},
    {"Q_id": "Q2", "aliases": ["Else"], "demonyms": []},
]


def test_aliases_of_2wiki_are_right_as_well_and_leave_runs_valid(tmp_path: Path) -> None:
    data = write_lines(
        tmp_path / "d.jsonl",
        [{**WIKI2_PACK, "answer_id": "Q1"}, {**WIKI2_PACK, "id": "w2", "answer_id": None}],
    )
    aliases = write_lines(tmp_path / "id_aliases.json", ALIASES)
    dataset = load_dataset(data, aliases=aliases)
    first, second = dataset.questions
    assert first.accepted == ("South Shields", "Caer Urfa", "Sand Dancer")
    assert second.accepted == ("South Shields",)
    assert score_text(first, "Caer Urfa", form=dataset.form).em == 1
    assert dataset.sha256 == load_dataset(data).sha256


@pytest.mark.parametrize(
    ("record", "lines", "word"),
    [
        pytest.param(HOTPOTQA_PACK, ALIASES, "no file of 2WikiMultihopQA", id="another data set"),
        pytest.param(WIKI2_PACK, [{"aliases": []}], "Q_id: Field required", id="no item"),
    ],
)
def test_aliases_of_something_else_are_refused(
    tmp_path: Path, record: dict[str, Any], lines: list[dict[str, Any]], word: str
) -> None:
    data = write_lines(tmp_path / "d.jsonl", [record])
    with pytest.raises(EvaluationError, match=word):
        load_dataset(data, aliases=write_lines(tmp_path / "a.json", lines))


@pytest.mark.parametrize("name", ["absent", "d.jsonl"])
def test_corpus_without_documents_is_refused(tmp_path: Path, name: str) -> None:
    data = write_lines(tmp_path / "d.jsonl", [BAMBOOGLE])
    with pytest.raises(EvaluationError, match=name):
        load_dataset(data, corpus=tmp_path / name)


@pytest.mark.parametrize(
    ("name", "form", "questions", "documents", "two_hops"),
    [
        pytest.param("2wikimultihopqa", "2wiki", 664, 4_209, 308, id="2wiki"),
        pytest.param("clqa_wiki", "clqa", 600, 0, 0, id="clqa"),
        pytest.param("bamboogle", "bamboogle", 63, 0, 0, id="bamboogle"),
    ],
)
def test_packs_are_read_whole(
    data_dir: Path, name: str, form: str, questions: int, documents: int, two_hops: int
) -> None:
    dataset = load_dataset(data_dir / f"{name}.jsonl.gz")
    assert (dataset.form, len(dataset.questions), len(dataset.corpus)) == (
        form,
        questions,
        documents,
    )
    assert sum(len(question.hops) == 2 for question in dataset.questions) == two_hops


def test_repeated_question_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match="twice"):
        load_dataset(write_lines(tmp_path / "d.jsonl", [POPQA_PACK, POPQA_PACK]))


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda content: content[:-12], id="cut off"),
        pytest.param(lambda content: content[:12] + b"\xff" * 9 + content[21:], id="overwritten"),
        pytest.param(lambda _: b"plain", id="not packed"),
        pytest.param(lambda _: gzip.compress(b'{"question": "Caf\xe9?"}'), id="Latin-1"),
        pytest.param(lambda _: gzip.compress(b"[" * 100_000), id="without end"),
    ],
)
def test_damaged_file_is_refused(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    path = write_lines(tmp_path / "d.jsonl.gz", [POPQA_PACK])
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(EvaluationError, match=r"cannot be read as text|neither JSON"):
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
