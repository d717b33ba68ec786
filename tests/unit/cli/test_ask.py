"""An answer as it is printed for people."""

from __future__ import annotations

import pytest

from kgplatform.cli.ask import print_answer
from kgplatform.records import Answer, ScoredStatement, Step, Usage

pytestmark = pytest.mark.unit


def test_a_fact_is_printed_with_the_span_that_states_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    fact = ScoredStatement(
        "s1", "Fram", "built by", "Colin Archer", (("time", "1892"),), "p1", 20, 50, 0.7
    )
    answer = Answer(
        question_id="q1",
        question="Who built the Fram?",
        answer="Colin Archer",
        abstained=False,
        method="trace",
        reader="llm",
        evidence=(),
        statements=(fact,),
        steps=(),
        usage=Usage(1, 100, 10),
        timings_ms={"total": 12.0},
    )
    print_answer(answer)
    assert capsys.readouterr().out.splitlines() == [
        "Colin Archer",
        "  fact: Fram — built by — Colin Archer (time: 1892)  p1 [20:50]",
        "  trace, llm reader, 110 tokens, 12 ms, question q1",
    ]


@pytest.mark.parametrize(
    ("steps", "told"),
    [
        pytest.param((), "No answer: the evidence does not hold it.", id="no reason"),
        pytest.param(
            (Step("abstain", {"reason": "there is no page 9"}),),
            "No answer: there is no page 9.",
            id="reason",
        ),
    ],
)
def test_an_abstention_is_printed_with_its_reason(
    capsys: pytest.CaptureFixture[str], steps: tuple[Step, ...], told: str
) -> None:
    print_answer(answer_of("", steps, abstained=True))
    assert capsys.readouterr().out.splitlines()[0] == told


def test_an_incomplete_answer_says_what_it_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    partial = Step("partial_answer", {"known": {}, "missing": ["no answer for 1 of 2"]})
    print_answer(answer_of("Larvik", (partial,)))
    assert capsys.readouterr().out.splitlines()[:2] == [
        "Larvik",
        "  incomplete: no answer for 1 of 2",
    ]


def test_an_answer_found_without_a_source_says_which(capsys: pytest.CaptureFixture[str]) -> None:
    outage = Step("outage", {"source": "SPARQL", "problem": "gone on without it: it is down"})
    print_answer(answer_of("Larvik", (outage,)))
    told = capsys.readouterr().out.splitlines()[1]
    assert told == "  incomplete: SPARQL: gone on without it: it is down"


def answer_of(text: str, steps: tuple[Step, ...], *, abstained: bool = False) -> Answer:
    return Answer(
        "q1", "Who?", text, abstained, "plan", "extractive", (), (), steps, Usage(), {"total": 1.0}
    )
