from __future__ import annotations

import pytest

from kgplatform.plan.check import check_plan
from kgplatform.plan.language import Call, PlanError
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.printer import print_plan
from kgplatform.plan.repair import read_plan
from tests.unit.plan.plans import NAMIBIA, ask, finish

pytestmark = pytest.mark.unit

SLIPS = {
    "prose": (lambda p: f"Sure, here is the plan:\n{p}\nI hope this helps!", {"prose"}),
    "fence": (lambda p: f"Here:\n```python\n{p}```\nDone.", {"code fence"}),
    "open fence": (lambda p: f"```\n{p}", {"code fence"}),
    "numbered": (
        lambda p: "\n".join(f"{n}. {x}" for n, x in enumerate(p.splitlines(), 1) if x[0] != "#"),
        {"numbering"},
    ),
    "bullets": (
        lambda p: "\n".join(f"- {line}" for line in p.splitlines() if line[0] != "#"),
        {"numbering"},
    ),
    "no closing quote": (
        lambda p: p.replace('of Namibia?"\nI', "of Namibia?\nI"),
        {"missing quote"},
    ),
    "no opening quote": (lambda p: p.replace('= "Who is', "= Who is"), {"missing quote"}),
    "quotes within": (
        lambda p: p.replace("first President", 'first "President"'),
        {"quotation marks"},
    ),
    "curly quotes": (
        lambda p: p.replace('"Who is the first President of Namibia?"', "“Who is he?”"),
        {"missing quote"},
    ),
    "lower case": (lambda p: p.replace("Get_Answer", "get_answer"), set()),
    "names": (lambda p: p.replace("Answer = Ans_2", "Answer = ans2"), {"name"}),
    "no f": (lambda p: p.replace('f"Who', '"Who'), {"missing f"}),
    "open bracket": (lambda p: p.replace("info = Info_1)", "info = Info_1"), {"missing bracket"}),
    "no end": (lambda p: p.rsplit("Final", 1)[0], {"no end"}),
    "bare call": (lambda p: p.replace("Final_Answer: str = F", "F"), {"call without a name"}),
    "next question": (
        lambda p: p + 'Original_Question: str = "Another?"\nX: str = "y"\n',
        {"goes on after the end"},
    ),
}


@pytest.mark.parametrize("name", SLIPS)
def test_slip_is_set_right_and_recorded(name: str) -> None:
    spoil, slips = SLIPS[name]
    text = spoil(NAMIBIA)
    assert text != NAMIBIA
    found = read_plan(text, question="Who succeeded the first President of Namibia?")
    wanted = parse_plan(NAMIBIA)
    assert [s.name for s in found.plan.statements] == [s.name for s in wanted.statements]
    calls = {s.name: s.value for s in wanted.statements if s.name.startswith(("Ans", "Fin"))}
    assert {name: found.plan.find(name) for name in calls} == calls
    if name != "lower case":
        assert {repair.slip for repair in found.repairs} == slips
    else:
        assert [(r.before, r.after) for r in found.repairs] == [("get_answer", "Get_Answer")] * 2


NEXT = 'f"Where was {Ans_1} born?"'


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('"Where was " + Ans_1 + " born?"', NEXT),
        ("'Where was ' + str(Ans_1) + ' born?'", NEXT),
        ('"Where was {} born?".format(Ans_1)', NEXT),
        ('"Where was {0} born?".format(Ans_1)', NEXT),
        ('"Where was {who} born?".format(who=Ans_1)', NEXT),
        ("f”Where was {Ans_1} born?”", NEXT),
        ('"Where was {Ans_1} born?”', NEXT),
        ('"""Where was he born?"""', '"Where was he born?"'),
        ('f"""Where was {Ans_1} born?"""', NEXT),
        ('"Where was he born?" # a note', '"Where was he born?"'),
        ("“The “Sea”?”", '"The “Sea”?"'),
        ("Where was {Ans_1} born?", NEXT),
    ],
)
def test_text_means_what_its_python_means(written: str, meant: str) -> None:
    """The other bad line makes every line go through repair."""
    plan = (ask(1, "Who?") + ask(2, "PLACE") + finish("Ans_2")).replace('"Who?"', '"Who?')
    wanted = parse_plan(plan.replace('"PLACE"', meant).replace('"Who?', '"Who?"'))
    assert read_plan(plan.replace('"PLACE"', written)).plan == wanted


@pytest.mark.parametrize(
    "written",
    [
        'f"Where was {Ans_1[0]} born?"',
        '"Where was %s born?" % Ans_1',
        '"Where was {} born?".format(Ans_1[0])',
        '"Where was {} born?".format()',
        '"Where was X born?".replace("X", Ans_1)',
        '"Where was " + Ans_1[0] + " born?"',
        'Ans_1.join("ab")',
        'input("Where?")',
        '"""Where was',
    ],
)
def test_other_code_is_refused_with_its_line(written: str) -> None:
    text = (ask(1, "Who?") + ask(2, "PLACE") + finish("Ans_2")).replace('"PLACE"', written)
    with pytest.raises(PlanError) as caught:
        read_plan(text)
    assert (caught.value.line, bool(caught.value.hint)) == (4, True)


def test_calls_within_calls_are_named() -> None:
    text = (
        'Sub_Question_1: str = "Who is in A, or Union(B)?"\n'
        "X = finish_the_plan(Answer = Union(Get_Answer(query = Sub_Question_1, "
        "info = Search(query = Sub_Question_1)), Get_Answer(Sub_Question_1, "
        'Search(query = "Who sang (Search(me)?"))))\n'
    )
    found = read_plan(text)
    check_plan(found.plan)
    calls = [s.value.function for s in found.plan.statements if isinstance(s.value, Call)]
    lifted = ["Search", "Get_Answer", "Search", "Get_Answer", "Union"]
    assert calls == [*lifted, "Finish_The_Plan"]
    told = [repair.before for repair in found.repairs if repair.slip == "nested call"]
    assert [call.partition("(")[0] for call in told] == lifted


@pytest.mark.parametrize(
    "line",
    [
        "Info_1 = search(query = Sub_Question_1) Ans_9 = Get_Answer(query = Sub_Question_1)",
        "Sub_Question_1: str = Who sang (Search(Union(me)))?",
    ],
    ids=["beside", "words"],
)
def test_only_what_stands_within_a_call_is_taken_for_a_nested_one(line: str) -> None:
    lines = ask(1, "Who?").splitlines()
    place = 1 if line.startswith("Info") else 0
    found = read_plan("\n".join([*lines[:place], line, *lines[place + 1 :], finish("Ans_1")]))
    check_plan(found.plan)
    assert "nested call" not in {repair.slip for repair in found.repairs}


def test_a_line_of_many_nested_calls_is_refused() -> None:
    with pytest.raises(PlanError):
        read_plan(ask(1, "Who?") + "X = " + "Union(" * 3_000)


def test_call_within_a_call_is_refused_with_its_line() -> None:
    text = 'A: str = "Who?"\nB: str = Compare(A, [A], [Search(query = A)])\n'
    with pytest.raises(PlanError) as refused:
        parse_plan(text)
    assert (refused.value.line, refused.value.column) == (2, 10)


def test_sound_plan_is_taken_as_it_is() -> None:
    found = read_plan(NAMIBIA)
    assert found.plan == parse_plan(NAMIBIA)
    assert found.repairs == ()


def test_repair_tells_the_line_of_the_text_as_it_came() -> None:
    text = "Well:\n\n" + ask(1, "Who?").replace('"Who?"', '"Who?') + finish("Ans_1")
    assert [(r.line, r.slip) for r in read_plan(text).repairs] == [
        (1, "prose"),
        (3, "missing quote"),
    ]


def test_repair_says_in_words_what_was_done() -> None:
    text = "Well:\n" + ask(1, "Who?").replace('"Who?"', '"Who?')
    assert [repair.describe() for repair in read_plan(text).repairs] == [
        "line 1: prose: 'Well:' left out",
        "line 2: missing quote: 'Sub_Question_1: str = \"Who?' read as "
        "'Sub_Question_1: str = \"Who?\"'",
        "line 4: no end: added 'Final_Answer = Finish_The_Plan(Answer = Ans_1)'",
    ]


def test_call_over_several_lines_is_one_statement() -> None:
    text = "Plan:\n" + ask(1, "Who?").replace("(query", "(\n    query") + finish("Ans_1")
    assert print_plan(read_plan(text).plan) == ask(1, "Who?") + finish("Ans_1")


@pytest.mark.parametrize(
    "text", ["", "I cannot plan this.", "```\n```", "A: str = Foo(1)", "Thought1: str ="]
)
def test_no_plan_is_made_up(text: str) -> None:
    with pytest.raises(PlanError):
        read_plan(text)


def test_question_is_put_first_where_it_is_not_told() -> None:
    assert read_plan(ask(1, "Who?") + finish("Ans_1"), question="Who?").plan.question == "Who?"
