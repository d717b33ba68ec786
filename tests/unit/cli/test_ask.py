"""An answer as it is printed for people."""

from __future__ import annotations

import pytest

from kgplatform.cli.ask import print_answer
from kgplatform.records import Answer, ScoredStatement, Usage

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
