from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgplatform.plan.check import check_plan
from kgplatform.plan.language import FUNCTIONS, Call, Plan, PlanError, Reference, Statement, Text
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.printer import print_body, print_plan
from kgplatform.plan.repair import read_plan
from kgplatform.plan.shapes import pattern_of, shape_of
from tests.unit.plan.plans import NAMIBIA, ask, finish

pytestmark = pytest.mark.unit

SOON = 5.0  # seconds of one processor; without limits the same texts take from 20 up

names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,12}", fullmatch=True)
references = names.map(Reference)
# A line break of another script ends no line of a plan, but lone surrogates are no text at all.
words = st.text(st.characters(codec="utf-8"), max_size=30)
texts = st.lists(words | references, max_size=4).map(lambda parts: Text.of(*parts))
arguments = references | texts | st.lists(references | texts, max_size=3).map(tuple)
calls = st.sampled_from(sorted(FUNCTIONS)).flatmap(
    lambda function: st.lists(st.tuples(names, arguments), max_size=3).map(
        lambda given_arguments: Call(function, tuple(given_arguments))
    )
)
statements = st.builds(Statement, names, calls | texts | references)
plans = st.lists(statements, min_size=1, max_size=6).map(lambda s: Plan(tuple(s)))


def test_plan_of_the_paper_is_read_and_printed_as_it_is() -> None:
    plan = parse_plan(NAMIBIA)
    assert plan.question == "Who succeeded the first President of Namibia?"
    assert plan.question_type == "Two Projection"
    assert plan.find("Sub_Question_2") == Text(("Who succeeded ", Reference("Ans_1"), "?"))
    assert print_plan(plan) == NAMIBIA
    assert print_body(plan) == NAMIBIA.split("\n", 1)[1]


@given(plans)
def test_what_is_printed_parses_to_the_same_plan(plan: Plan) -> None:
    assert parse_plan(print_plan(plan)) == plan


def _errors(text: str) -> list[PlanError]:
    """Return what keeps a text from being a plan; any other error is a fault of the reader."""
    found = []
    for read in (parse_plan, read_plan):
        try:
            read(text)
        except PlanError as error:
            found.append(error)
    return found


@given(st.text(max_size=300))
def test_any_text_is_a_plan_or_a_plan_error(text: str) -> None:
    lines = text.count("\n") + text.count("\r") + 1
    assert all(error.hint and error.line <= lines for error in _errors(text))


@pytest.mark.parametrize("mark", ["\f", "\v", "\x1c", "\x85", "\u2028"])
def test_lines_are_those_that_an_editor_counts(mark: str) -> None:
    [by_grammar, by_repair] = _errors(f"# {mark} a remark\nA = {mark} ==")
    assert (by_grammar.line, by_repair.line) == (2, 2)


@given(st.integers(0, len(NAMIBIA)), st.integers(0, 40), words)
def test_a_plan_with_a_piece_replaced_is_read_or_told(start: int, length: int, piece: str) -> None:
    broken = NAMIBIA[:start] + piece + NAMIBIA[start + length :]
    assert all(error.problem for error in _errors(broken))


@pytest.mark.parametrize(
    ("text", "line", "column", "hint"),
    [
        ('A = "one"\nB = "two', 2, 5, "close the text"),
        ('A = Serch(query = "x")', 1, 5, "Search"),
        ("A = Get_Answer(", 1, 16, r"\)"),
        ('A = f"{"', 1, 5, "{{"),
        ("A = [B, C]", 1, 1, "Compare"),
        ("A = Union(Union(B, C), D)", 1, 5, "line of its own"),
    ],
    ids=["quote", "function", "end", "brace", "list", "nested"],
)
def test_error_tells_line_column_and_hint(text: str, line: int, column: int, hint: str) -> None:
    with pytest.raises(PlanError, match=hint) as caught:
        parse_plan(text)
    assert (caught.value.line, caught.value.column) == (line, column)


def test_arguments_by_place_get_their_names() -> None:
    plan = parse_plan('A = "Who?"\nB = Search(A)\nC = Get_Answer(A, B)')
    assert plan.find("C") == Call(
        "Get_Answer", (("query", Reference("A")), ("info", Reference("B")))
    )


@pytest.mark.parametrize(
    ("lines", "shape", "pattern"),
    [
        (ask(1, "A?") + finish("Ans_1"), "p(e)", "1p"),
        (ask(1, "A?") + ask(2, "B {Ans_1}?") + finish("Ans_2"), "p(p(e))", "2p"),
        (
            ask(1, "A?") + ask(2, "B {Ans_1}?") + ask(3, "C?")
            + "X = Intersection(Ans_2, Ans_3)\n" + finish("X"),
            "i(p(e),p(p(e)))",
            "pi",
        ),
        (
            ask(1, "A?") + ask(2, "B?") + "X = Intersection(Ans_1, Ans_2)\n" + ask(3, "C {X}?")
            + finish("Ans_3"),
            "p(i(p(e),p(e)))",
            "ip",
        ),
        (ask(1, "A?") + ask(2, "B?") + "X = Union(Ans_1, Ans_2)\n" + finish("X"),
         "u(p(e),p(e))", "2u"),
        (ask(1, "A?") + ask(2, "B {Ans_1}, {Ans_1}?") + ask(3, "C {Ans_2} {Ans_1}?")
         + finish("Ans_3"), "p(p(e),p(p(e)))", ""),
    ],
    ids=["1p", "2p", "pi", "ip", "2u", "other"],
)  # fmt: skip
def test_shape_is_that_of_the_pattern(lines: str, shape: str, pattern: str) -> None:
    plan = parse_plan(lines)
    assert (shape_of(plan), pattern_of(plan)) == (shape, pattern)


UNIONS = "X0 = Union(Ans_1, Ans_1)\n" + "".join(
    f"X{n + 1} = Union(X{n}, X{n})\n" for n in range(30)
)
HOSTILE = {
    "calls": "A = " + "Union(" * 300,
    "lists": "A = " + "[" * 600,
    "lists in a reply": "Sure:\nA = Union(" + "[" * 600 + "\nDone.",
    "aliases": "A0 = Ans_1\n" + "".join(f"A{n + 1} = A{n}\n" for n in range(1100)),
    "placeholders": 'A = f"' + "".join(f"{{b{n}}}" for n in range(2500)) + '"\n',
    "type line": "### Question Type:" + " " * 19_000 + "x\nA =",
    "spaces": "A =" + " " * 19_000 + "x y",
    "annotation": "A :" + " " * 19_000 + "x y",
    "open line": "A = Union(\n" + "b\n" * 9_000,
    "long": "A" * 200_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_refused_soon(name: str) -> None:
    started = time.process_time()
    with pytest.raises(PlanError):
        check_plan(read_plan(HOSTILE[name]).plan)
    assert time.process_time() - started < SOON


def test_plan_that_doubles_at_each_step_is_followed_soon() -> None:
    plan = parse_plan(ask(1, "A?") + UNIONS + finish("X30"))
    started = time.process_time()
    check_plan(plan)
    assert pattern_of(plan) == ""
    assert "?" in shape_of(plan)
    assert time.process_time() - started < SOON
