"""Questions for several things are answered by the whole list that a sentence gives."""

from __future__ import annotations

import pytest

from kgplatform.answer import read
from kgplatform.answer.spans.candidates import asks_for_several
from kgplatform.models.linguistics import Linguistics
from kgplatform.question.analysis import analyse
from tests.pipeline import heads
from tests.unit.answer.evidence import evidence_of

pytestmark = pytest.mark.unit

EVIDENCE = evidence_of(
    ("Keyring", "The services Ledgerlane, Dockyard and Pier Nine depend on Keyring."),
    ("Board", "The members of the board are Ann Lee, Bo Orr and Cy Poe. The chair is Ann Lee."),
    ("Fram", "The Fram called at Bergen, Hull & Oslo in 1893. Her captain was Otto Sverdrup."),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who are the members of the board?", "Ann Lee, Bo Orr and Cy Poe"),
        ("Who is the chair of the board?", "Ann Lee"),
        ("Who was the captain of the Fram?", "Otto Sverdrup"),
    ],
)
def test_a_list_is_the_answer(question: str, answer: str, linguistics: Linguistics) -> None:
    assert read(question, EVIDENCE, linguistics=linguistics, heads=heads()).answer == answer


@pytest.mark.parametrize(
    ("question", "several"),
    [
        ("Which teams own it?", True),
        ("What are the causes of it?", True),
        ("Who were the founders of it?", True),
        ("Which bus is late?", False),
        ("Which of the ships sank?", False),
        ("Who is the chair?", False),
        ("Which team owns it?", False),
    ],
)
def test_a_plural_asks_for_several(question: str, several: bool) -> None:
    assert asks_for_several(analyse(question)) is several
