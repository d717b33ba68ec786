"""An answer as it is printed for people."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgplatform.cli.ask import MOST_QUOTED, print_answer
from kgplatform.records import Answer, Citation, ScoredStatement, Step, Usage

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


def test_a_fact_that_is_not_plain_is_printed_with_what_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    denied = ScoredStatement(
        *("s1", "Meridian", "bought", "Orlo", (("time", "1892"),), "p1", 20, 50, 0.7),
        polarity="denied",
        attribution="the union",
    )
    planned = replace(denied, polarity="affirmed", modality="planned", attribution="")
    print_answer(replace(answer_of("Orlo", ()), statements=(denied, planned)))
    assert [line for line in capsys.readouterr().out.splitlines() if "fact:" in line] == [
        "  fact: Meridian — bought — Orlo (time: 1892; denied, according to the union)  p1 [20:50]",
        "  fact: Meridian — bought — Orlo (time: 1892; planned)  p1 [20:50]",
    ]


def test_an_abstention_is_printed_with_its_reason_and_what_comes_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = replace(
        answer_of("", (), abstained=True),
        abstention="there is no page 9",
        nearest=(citation_of("The Fram sailed."),),
    )
    print_answer(answer)
    assert capsys.readouterr().out.splitlines()[:2] == [
        "No answer: there is no page 9.",
        "  nearest: Voyage [0:16]  “The Fram sailed.”  p1",
    ]


def test_a_quote_is_printed_with_its_place_and_passage(capsys: pytest.CaptureFixture[str]) -> None:
    cell = replace(
        citation_of("30"),
        page=3,
        section="Voyage > Crew",
        table="Ranks",
        row="Stokers",
        column="Number",
    )
    print_answer(replace(answer_of("30", ()), evidence=(cell,)))
    assert capsys.readouterr().out.splitlines()[1] == (
        "  [1] Voyage, page 3, section Crew, table Ranks, row “Stokers”, column “Number” [0:2]"
        "  “30”  p1"
    )


def test_a_place_is_named_once_and_what_came_from_outside_has_no_passage(
    capsys: pytest.CaptureFixture[str],
) -> None:
    same = replace(citation_of("30"), section="Voyage", table="Voyage", document_id="")
    print_answer(replace(answer_of("30", ()), evidence=(same,)))
    assert capsys.readouterr().out.splitlines()[1] == "  [1] Voyage [0:2]  “30”"


@pytest.mark.parametrize("word", ["stoker ", "航"], ids=["words", "without spaces"])
def test_a_long_quote_is_shortened(capsys: pytest.CaptureFixture[str], word: str) -> None:
    print_answer(replace(answer_of("all", ()), evidence=(citation_of(word * 400),)))
    line = capsys.readouterr().out.splitlines()[1]
    assert line.endswith(f"{word.strip()} …”  p1")
    assert len(line) < MOST_QUOTED + 50


def test_an_incomplete_answer_says_what_it_lacks(capsys: pytest.CaptureFixture[str]) -> None:
    partial = Step("partial_answer", {"known": {}, "missing": ["no answer for 1 of 2"]})
    print_answer(answer_of("Larvik", (partial,)))
    assert capsys.readouterr().out.splitlines()[:2] == [
        "Larvik",
        "  incomplete: no answer for 1 of 2",
    ]


def test_an_answer_of_the_whole_question_says_that_it_is_none_of_its_plan(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_answer(answer_of("Larvik", (Step("whole_question", {"answers": ["Larvik"]}),)))
    told = capsys.readouterr().out.splitlines()[1]
    assert told.startswith("  incomplete: the plan came to no answer")


def test_an_answer_found_without_a_source_says_which(capsys: pytest.CaptureFixture[str]) -> None:
    outage = Step("outage", {"source": "SPARQL", "problem": "gone on without it: it is down"})
    print_answer(answer_of("Larvik", (outage,)))
    told = capsys.readouterr().out.splitlines()[1]
    assert told == "  incomplete: SPARQL: gone on without it: it is down"


def answer_of(text: str, steps: tuple[Step, ...], *, abstained: bool = False) -> Answer:
    return Answer(
        "q1", "Who?", text, abstained, "plan", "extractive", (), (), steps, Usage(), {"total": 1.0}
    )


def citation_of(quote: str) -> Citation:
    return Citation("p1", "d1", "Voyage", "file:///v.md", None, 0, len(quote), quote, 1.0)
