"""A reader that may ask names what it misses; it is answered once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from kgplatform.answer.llm import choose_task, read_with_model
from kgplatform.answer.reader import Complement, read
from kgplatform.answer.reading import Reading
from kgplatform.models.linguistics import Linguistics
from kgplatform.models.prompts import load_prompt
from kgplatform.records import Evidence, EvidenceLine, Step
from kgplatform.testing import ScriptedChatModel
from tests.pipeline import heads
from tests.unit.answer.evidence import passage_of
from tests.unit.answer.splitter import split_at_full_stops

pytestmark = pytest.mark.unit

FRAM = passage_of("Fram", "The Fram was designed by Colin Archer.")
ARCHER = passage_of("Colin Archer", "Colin Archer died in Larvik.")
FIRST = EvidenceLine(FRAM, FRAM.text, 0, len(FRAM.text))
ADDED = EvidenceLine(ARCHER, ARCHER.text, 0, len(ARCHER.text))
EVIDENCE = Evidence((FRAM,), steps=(Step("prune"),), reads="lines", lines=(FIRST,))
QUESTION = "Where did the designer of the Fram die?"


class Archive:
    """Adds one document, and remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, ...]] = []

    def __call__(self, question: str, evidence: Evidence, missing: Sequence[str]) -> Evidence:
        self.asked.append(tuple(missing))
        told = Step("complement", {"missing": list(missing)})
        return replace(evidence, lines=(*evidence.lines, ADDED), steps=(*evidence.steps, told))


def reply_of(answer: str, **fields: Any) -> str:
    return json.dumps({"reason": "As told [1].", "answer": answer, **fields})


def ask(
    replies: Sequence[str], linguistics: Linguistics, complement: Complement | None
) -> tuple[Reading, ScriptedChatModel]:
    chat = ScriptedChatModel(replies)
    reading = read(
        QUESTION, EVIDENCE, linguistics=linguistics, heads=heads(), chat=chat, complement=complement
    )
    return reading, chat


def test_what_is_missing_is_added_and_all_is_read_again(linguistics: Linguistics) -> None:
    archive = Archive()
    replies = [reply_of("", missing=["Colin Archer"]), reply_of("Larvik")]
    reading, chat = ask(replies, linguistics, archive)
    assert archive.asked == [("Colin Archer",)]
    assert (reading.answer, reading.usage.llm_calls) == ("Larvik", 2)
    assert reading.citations[0].quote == "Colin Archer died in Larvik."
    assert ARCHER.text not in chat.requests[0].messages[-1]["content"]
    assert ARCHER.text in chat.requests[1].messages[-1]["content"]
    names = [step.name for step in reading.steps]
    assert names.index("complement") < len(names) - 1
    assert names.count("ask_model") == 2


def test_it_is_asked_for_once(linguistics: Linguistics) -> None:
    archive = Archive()
    reading, chat = ask([reply_of("", missing=["A"]), reply_of("")], linguistics, archive)
    assert reading.abstained
    assert (len(archive.asked), len(chat.requests)) == (1, 2)


def test_nothing_is_added_to_an_answer(linguistics: Linguistics) -> None:
    archive = Archive()
    reading, _ = ask([reply_of("Colin Archer", missing=["Larvik"])], linguistics, archive)
    assert (reading.answer, archive.asked, reading.missing) == ("Colin Archer", [], ())


def test_evidence_that_cannot_grow_is_not_read_again(linguistics: Linguistics) -> None:
    reading, chat = ask(
        [reply_of("", missing="Colin Archer; ")],
        linguistics,
        lambda _question, evidence, _: evidence,
    )
    assert (reading.abstained, len(chat.requests)) == (True, 1)
    assert reading.missing == ("Colin Archer",)


def test_a_model_that_names_nothing_misses_what_the_question_names(
    linguistics: Linguistics,
) -> None:
    archive = Archive()
    ask([reply_of(""), reply_of("Larvik")], linguistics, archive)
    assert archive.asked == [("Fram",)]


def test_extractive_reader_misses_the_names_that_stand_nowhere(linguistics: Linguistics) -> None:
    archive = Archive()
    question = "Where was Fridtjof Nansen born?"
    reading = read(question, EVIDENCE, linguistics=linguistics, heads=heads(), complement=archive)
    assert reading.abstained
    assert archive.asked == [("Fridtjof Nansen",)]


def test_only_a_reader_that_may_ask_is_told_to(linguistics: Linguistics) -> None:
    asked = []
    for may_ask in (False, True):
        chat = ScriptedChatModel([reply_of("", missing=["Colin Archer"])])
        reading = read_with_model(
            QUESTION, EVIDENCE, chat, split_sentences=split_at_full_stops, may_ask=may_ask
        )
        asked.append((reading.missing, '"missing"' in chat.requests[0].messages[0]["content"]))
    assert asked == [((), False), (("Colin Archer",), True)]


@pytest.mark.parametrize("thinks", [False, True])
def test_both_prompts_say_the_same_but_for_what_is_missing(*, thinks: bool) -> None:
    names = [choose_task(may_ask=may_ask, thinks=thinks) for may_ask in (False, True)]
    plain, asking = (load_prompt(name).turns[0][1].splitlines() for name in names)
    assert asking[: len(plain)] == plain
    assert "".join(asking[len(plain) :]).startswith('- "missing"')
