from __future__ import annotations

import gzip
import json

import pytest

from kgplatform.errors import ModelUnavailable, UsageError
from kgplatform.ingest.schema.question_relations import (
    QuestionReading,
    load_questions,
    read_questions,
)
from kgplatform.progress import NO_PROGRESS
from kgplatform.question.syntax import read_triples
from kgplatform.testing import HashEmbedder, ScriptedChatModel

pytestmark = pytest.mark.unit

NOTHING_KNOWN = QuestionReading("")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "questions.txt"
    path.write_text("Who directed the film Solaris?\n\nWhere was Fridtjof Nansen born?\n")
    return path


def _read(path, *, known=NOTHING_KNOWN, linguistics=None, chat=None, limits="3 5000"):
    return read_questions(
        path,
        known=known,
        embedder=HashEmbedder(),
        linguistics=linguistics,
        chat=chat,
        limits=limits,
        progress=NO_PROGRESS,
    )


def _triples(linguistics, question):
    (tree,) = linguistics.parse([question])
    return read_triples(tree, linguistics.lemmatize)


@pytest.mark.parametrize(
    ("question", "triple"),
    [
        ("Who directed the film Solaris?", ("Work", "director", "Person")),
        ("Which film was directed by the actor?", ("Work", "director", "Person")),
        ("Which company was founded by Henry Ford?", ("Organization", "founded by", "Person")),
        ("Who is the director of the film Solaris?", ("Work", "director", "Person")),
        ("Where was the actor born?", ("Person", "place of birth", "Place")),
        ("In what year was the singer born?", ("Person", "date of birth", "Date")),
        (
            "Which band released an album produced by the singer?",
            ("Work", "producer", "Person"),
        ),
    ],
)
def test_syntax_of_a_question_tells_relation_and_types(linguistics, question, triple):
    assert triple in _triples(linguistics, question)


@pytest.mark.parametrize("question", ["What is it?", "What is the name of the type of thing?", ""])
def test_question_without_a_relation_gives_none(linguistics, question):
    assert _triples(linguistics, question) == set()


def test_questions_are_read_by_syntax_and_counted(file, linguistics):
    reading = _read(file, linguistics=linguistics)
    assert reading.questions_read == 2
    assert reading.triples["Work", "director", "Person"] == 1
    assert reading.triples["Person", "place of birth", "Place"] == 1
    assert reading.usage.llm_calls == 0


def test_same_questions_are_not_read_again(file, linguistics):
    first = _read(file, linguistics=linguistics)
    assert _read(file, known=first, linguistics=linguistics) is first
    assert _read(file, known=first, linguistics=linguistics, limits="1 9").questions_read == 2
    file.write_text("Who wrote the novel Pan?\n")
    assert _read(file, known=first, linguistics=linguistics).questions_read == 1


def test_chat_model_is_asked_once_a_group_and_its_triples_count_for_the_group(file):
    reply = {"triples": [{"subject": "Work", "relation": "directed  by", "object": "Person"}] * 2}
    chat = ScriptedChatModel([json.dumps(reply)])
    reading = _read(file, chat=chat)
    assert reading.triples == {("Work", "directed by", "Person"): 2}
    assert reading.usage.llm_calls == 1
    (request,) = chat.requests
    assert "- Where was Fridtjof Nansen born?\n- Who directed" in request.messages[-1]["content"]
    assert "Person, Organization" in request.messages[0]["content"]


def test_many_questions_are_clustered_into_few_calls(tmp_path):
    path = tmp_path / "questions.txt"
    topics = ("film director", "river length", "battle year", "capital country")
    path.write_text("".join(f"which {t} number {n}\n" for t in topics for n in range(100)))
    chat = ScriptedChatModel(['{"triples": []}'] * 40)
    reading = _read(path, chat=chat)
    assert 2 <= reading.usage.llm_calls <= 40
    shown = [r.messages[-1]["content"].count("\n- ") for r in chat.requests]
    assert max(shown) <= 6
    again = ScriptedChatModel(['{"triples": []}'] * 40)
    _read(path, chat=again)
    assert [r.messages for r in again.requests] == [r.messages for r in chat.requests]


def test_unusable_reply_is_told_and_the_rest_is_read(tmp_path):
    path = tmp_path / "questions.txt"
    path.write_text("".join(f"{w} {w} {w} {n}\n" for w in ("river", "film") for n in range(6)))
    good = '{"triples": [{"subject": "Person", "relation": "born in", "object": "Place"}]}'
    chat = ScriptedChatModel(["no idea", good])
    reading = _read(path, chat=chat)
    assert sum(reading.triples.values()) in range(1, 12)
    assert len(reading.failures) == 1
    assert "group of" in reading.failures[0]


def test_missing_model_is_not_taken_for_no_relations(file):
    with pytest.raises(ModelUnavailable):
        _read(file, chat=ScriptedChatModel([ModelUnavailable("it is away")]))


def test_without_any_reader_there_is_an_error(file):
    with pytest.raises(UsageError, match="chat model or linguistics"):
        _read(file)


def test_json_lines_are_read_and_bad_lines_told(tmp_path):
    path = tmp_path / "pack.jsonl.gz"
    lines = ['{"question": "Who?"}', "{broken", '{"Question": "Where?"}', "[1]", '{"answer": "x"}']
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    questions, failures = load_questions(path)
    assert questions == ["Who?", "Where?"]
    assert [failure.split("line ")[1][0] for failure in failures] == ["2", "4", "5"]


@pytest.mark.parametrize(
    ("name", "content"),
    [("none.txt", None), ("empty.txt", b"\n"), ("bad.txt", b"\xff\xfe"), ("bad.gz", b"not gzip")],
)
def test_file_without_questions_is_refused(tmp_path, name, content):
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UsageError, match=name):
        load_questions(path)
