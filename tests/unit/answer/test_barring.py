"""What the evidence denies, plans, claims or tells of another is no answer; the next one may be."""

from __future__ import annotations

import pytest

from kgplatform.answer import Reading, read
from kgplatform.models.linguistics import Linguistics
from tests.pipeline import heads
from tests.unit.answer.evidence import evidence_of

pytestmark = pytest.mark.unit


def ask(linguistics: Linguistics, question: str, *texts: str) -> Reading:
    evidence = evidence_of(*((f"Note {n}", text) for n, text in enumerate(texts, 1)))
    return read(question, evidence, linguistics=linguistics, heads=heads())


@pytest.mark.parametrize(
    ("question", "behind", "answer"),
    [
        ("Who bought the Lume weir?", "The town sold it.", ""),
        ("When was the Lume weir bought?", "The town has agreed on a sale.", ""),
        ("Who bought the Lume weir?", "Orr Steel has agreed to buy the Lume weir.", "Orr Steel"),
    ],
)
def test_who_wrote_the_text_and_when_is_no_answer_to_anything_else(
    linguistics: Linguistics, question: str, behind: str, answer: str
) -> None:
    evidence = evidence_of(("Lume weir bought", f"By Ida Holm, 3 March 2021\n\n{behind}"))
    assert read(question, evidence, linguistics=linguistics, heads=heads()).answer == answer


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        pytest.param(
            "Who built the Lume bridge?",
            "The Lume bridge was not built by Hale Iron. It was built by Orr Steel.",
            "Orr Steel",
            id="the next sentence asserts another",
        ),
        pytest.param(
            "Who designed the Lume weir?",
            "The Lume weir, which was not designed by Ida Holm, opened in 1931.",
            "",
            id="denied in a relative clause",
        ),
        pytest.param(
            "When did the Lume weir open?",
            "The Lume weir, which was not designed by Ida Holm, opened in 1931.",
            "1931",
            id="asserted around it",
        ),
        pytest.param(
            "When was the Lume weir closed?",
            "The proposal of 1931 to close the Lume weir was dropped.",
            "",
            id="a proposal",
        ),
        pytest.param(
            "When did the Lume bridge open?",
            "The Lume bridge was to be opened in 1931, but it opened in 1934.",
            "1934",
            id="later than planned",
        ),
        pytest.param(
            "When did Orr Steel close the Lume plant?",
            "Orr Steel denied that it closed the Lume plant in 1931.",
            "",
            id="a denial",
        ),
        pytest.param(
            "Who founded Orr Steel?",
            "Neighbours claimed that Orr Steel was founded by thieves.",
            "",
            id="who claims it did not do it",
        ),
        pytest.param(
            "When was the Lume crane built?",
            "An earlier version said that the Lume crane was built in 1931. It was built in 1934.",
            "1934",
            id="an error that is corrected",
        ),
        pytest.param(
            "When is the Lume fair planned?",
            "The Lume fair is planned for 3 May 2031.",
            "3 May 2031",
            id="a question for the plan",
        ),
    ],
)
def test_only_what_is_asserted_answers(
    linguistics: Linguistics, question: str, text: str, answer: str
) -> None:
    assert ask(linguistics, question, text).answer == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where was Dina Holm born?", "Hale"),
        ("Where was Dana Holm born?", "Orrby"),
        ("When was Bo Quist Jr. born?", "1931"),
        ("When was Bo Quist Sr. born?", "1901"),
        ("When was the Calista II launched?", ""),
        ("When was the Calista 3 launched?", ""),
        ("When was the Calista 1 launched?", "1950"),
    ],
)
def test_a_near_name_is_not_taken_for_the_asked_one(
    linguistics: Linguistics, question: str, answer: str
) -> None:
    text = (
        "Dana Holm was born in Orrby. Dina Holm was born in Hale. "
        "Bo Quist Sr. was born in 1901. Bo Quist Jr. was born in 1931. "
        "The Calista 1 was launched in 1950. The Calista 2 was launched in 1960. "
        "The Calista II was scrapped in 1990."
    )
    assert ask(linguistics, question, text).answer == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Was Orr Steel founded by Ida Holm?", ""),
        ("Was Orr Steel founded in 1931?", "yes"),
    ],
)
def test_a_claim_decides_nothing(linguistics: Linguistics, question: str, answer: str) -> None:
    text = "Neighbours claimed that Orr Steel was founded by Ida Holm. It was founded in 1931."
    assert ask(linguistics, question, text).answer == answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who is the director of Hale Iron?", "Ida Holm"),
        ("Who is the former director of Hale Iron?", "Bo Quist"),
    ],
)
def test_now_and_then_are_kept_apart(linguistics: Linguistics, question: str, answer: str) -> None:
    text = "Bo Quist, former director of Hale Iron, rows. Ida Holm is the director of Hale Iron."
    assert ask(linguistics, question, text).answer == answer


def test_a_figure_of_a_table_accounts_for_numbers_and_names(linguistics: Linguistics) -> None:
    table = "| Store | Staff |\n| --- | --- |\n| East | 14 |\n| West | 9 |"
    assert ask(linguistics, "How many staff does the East store have?", table).answer == "14"
    for besides in ("in 2019", "of Orr Steel"):
        question = f"How many staff {besides} does the East store have?"
        assert ask(linguistics, question, table).abstained


def test_an_abstention_says_what_bars_the_answer(linguistics: Linguistics) -> None:
    reading = ask(linguistics, "When was the Calista 3 launched?", "The Calista 1 sank in 1950.")
    assert reading.steps[-1].detail["reason"] == "the evidence does not mention Calista 3"


BEARERS = (
    "Ida Holm is the director of Hale Iron. Ida Holm was born in Lume in 1951.",
    "Ida Holm is a rower. Ida Holm was born in Orrby in 1983.",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("When was Ida Holm born?", {"1951 (Note 1)", "1983 (Note 2)"}),
        ("When was the director of Hale Iron born?", {"1951"}),
    ],
    ids=["two bearers", "what the question says besides"],
)
def test_two_bearers_of_a_name_are_both_told(
    linguistics: Linguistics, question: str, answer: set[str]
) -> None:
    reading = ask(linguistics, question, *BEARERS)
    assert set(reading.answer.split(" or ")) == answer
    assert len({citation.passage_id for citation in reading.citations}) >= len(answer)
