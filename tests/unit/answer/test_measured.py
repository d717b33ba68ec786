"""Two things compared by what stands with each of them: lines, sentences, table cells."""

from __future__ import annotations

import pytest

from kgplatform.answer import read
from kgplatform.models.linguistics import Linguistics
from kgplatform.text.quantities import Quantity, read_quantity
from tests.pipeline import heads
from tests.unit.answer.evidence import evidence_of

pytestmark = pytest.mark.unit

EVIDENCE = evidence_of(
    ("Depot Lowmoor", "Floor area: 9,400 m²\nOpened: 3 April 2011\nDocks: 12"),
    ("Depot Tarnfield", "Floor area: 10,200 m²\nOpened: 9 May 1998\nRent: EUR 90"),
    (
        "Prices",
        "1. Prices\nThe price of the KL-20 is EUR 1,200. The price of the KL-30 is EUR 980.",
    ),
    ("Sheet", "| Type | Weight (kg) |\n| --- | --- |\n| KL-20 | 31 |\n| KL-30 | 8.5 |"),
    (
        "Fault FX-31",
        "| Field | Value |\n| --- | --- |\n| Duration | 100 minutes |\n| Site | Ashby |",
    ),
    ("Fault FX-32", "The cause is not known. The duration was 1 hour 50 minutes."),
    ("Ama Peak", "Ama Peak is the third highest mountain of the range at 7,205 m."),
    ("Bor Peak", "Bor Peak is a mountain. It has an elevation of 6,035 m."),
    ("Budgets", "The budget of Lume is EUR 500. The budget of Gannet is SEK 900."),
)


@pytest.mark.parametrize(
    ("question", "answer", "value"),
    [
        ("Which depot has the larger floor area, Lowmoor or Tarnfield?", "Tarnfield", "9,400"),
        ("Which depot opened first, Lowmoor or Tarnfield?", "Tarnfield", "3 April 2011"),
        ("Which depot opened later, Lowmoor or Tarnfield?", "Lowmoor", "3 April 2011"),
        ("Which is more expensive, the KL-20 or the KL-30?", "KL-20", "EUR 1,200"),
        ("Which is heavier, the KL-20 or the KL-30?", "KL-20", "31"),
        ("Which is lighter, the KL-20 or the KL-30?", "KL-30", "31"),
        ("Which mountain is taller, Ama Peak or Bor Peak?", "Ama Peak", "7,205"),
        ("Which mountain is lower, Ama Peak or Bor Peak?", "Bor Peak", "6,035"),
        ("Which fault lasted longer, FX-31 or FX-32?", "FX-32", "100 minutes"),
    ],
)
def test_choice_by_measure(
    linguistics: Linguistics, question: str, answer: str, value: str
) -> None:
    reading = read(question, EVIDENCE, linguistics=linguistics, heads=heads())
    assert reading.answer == answer
    compared = [step.detail["compared"] for step in reading.steps if step.name == "compare"]
    assert not compared or value in compared[0].values()


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Is Lowmoor larger than Tarnfield?", "no"),
        ("Is the KL-20 heavier than the KL-30?", "yes"),
        ("Is the KL-20 cheaper than the KL-30?", "no"),
        ("Has Tarnfield a larger floor area than Lowmoor?", "yes"),
        ("Is Lowmoor's floor area larger than Tarnfield's?", "no"),
        ("Did Lowmoor open before Tarnfield?", "no"),
        ("Did Lowmoor open after Tarnfield?", "yes"),
        ("Did FX-31 last longer than FX-32?", "no"),
    ],
)
def test_yes_and_no_by_measure(linguistics: Linguistics, question: str, answer: str) -> None:
    reading = read(question, EVIDENCE, linguistics=linguistics, heads=heads())
    assert reading.answer == answer
    assert len({citation.passage_id for citation in reading.citations}) == 2 or "KL-" in question


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("Is the rent of Lowmoor higher than that of Tarnfield?", id="one side"),
        pytest.param("Does Lowmoor have more docks than Tarnfield?", id="a count of one side"),
        pytest.param("Is the budget of Lume larger than that of Gannet?", id="two currencies"),
        pytest.param("Is Lowmoor nicer than Tarnfield?", id="no measure"),
    ],
)
def test_neither_yes_nor_no_without_two_values(linguistics: Linguistics, question: str) -> None:
    assert read(question, EVIDENCE, linguistics=linguistics, heads=heads()).abstained


@pytest.mark.parametrize(
    "question",
    [
        pytest.param("Which depot has the higher rent, Lowmoor or Tarnfield?", id="one side"),
        pytest.param("Which has the larger budget, Lume or Gannet?", id="two currencies"),
    ],
)
def test_no_choice_without_two_values_of_one_unit(linguistics: Linguistics, question: str) -> None:
    assert read(question, EVIDENCE, linguistics=linguistics, heads=heads()).abstained


@pytest.mark.parametrize(
    ("text", "quantity"),
    [
        ("9,400 m²", Quantity(9400, "m²", "9,400")),
        ("took 2 hours 20 minutes", Quantity(140, "time", "2 hours 20 minutes")),
        ("EUR 980.50 each", Quantity(980.5, "EUR", "EUR 980.50")),
        ("in 2002 by Amigo Spiele", Quantity(2002 * 372, "date", "2002")),
        ("in early 2006 by Billy Morrison", Quantity(2006 * 372, "date", "2006")),
        ("2002 boxes", Quantity(2002, "boxe", "2002")),
        ("from 3 May 2020 to 4 May 2021", None),
        ("FX-31", None),
    ],
)
def test_read_quantity(text: str, quantity: Quantity | None) -> None:
    assert read_quantity(text) == quantity
