from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from kgplatform.errors import BadReply, GraphUnavailable
from kgplatform.pipelines.plan.answering import (
    Answered,
    Answerer,
    SubQuestion,
    first_of,
    search_and_read,
)
from kgplatform.pipelines.plan.executor import execute
from kgplatform.pipelines.plan.outcome import Execution, ask_whole
from kgplatform.pipelines.plan.values import Item
from kgplatform.plan.language import PlanError
from kgplatform.plan.parser import parse_plan
from kgplatform.records import Citation, Evidence, ScoredPassage, ScoredStatement, Usage
from kgplatform.records.json import to_json
from tests.unit.plan.plans import NAMIBIA, ask, finish

pytestmark = pytest.mark.unit

FACTS = {
    "Who wrote A?": ("Ann", "Bo"),
    "Where was Ann born?": ("Oslo",),
    "Where was Bo born?": ("Oslo", "Bergen"),
    "Where is B?": ("Bergen", "Rome"),
}


def answer_from(facts: Mapping[str, Sequence[str]]) -> Answerer:
    def answer(question: SubQuestion) -> Answered:
        items = tuple(Item(text) for text in facts.get(question.text, ()))
        return Answered(items, usage=Usage(llm_calls=1), source="facts")

    return answer


def run(text: str, facts: Mapping[str, Sequence[str]] = FACTS, **options: Any) -> Execution:
    return execute(parse_plan(text), answer_from(facts), **options)


CHAIN = ask(1, "Who wrote A?") + ask(2, "Where was {Ans_1} born?")
BOTH = CHAIN + ask(3, "Where is B?")


def test_lists_go_in_and_come_out() -> None:
    execution = run(CHAIN + finish("Ans_2"))
    assert execution.answer == "Oslo; Bergen"
    assert execution.complete
    asked = [question.text for question, _ in execution.steps[1].asked]
    assert asked == ["Where was Ann born?", "Where was Bo born?"]
    assert execution.usage.llm_calls == 3


def test_lives_are_compared_by_birth_and_death() -> None:
    facts = {
        "When was Ann born?": ["1900"],
        "When did Ann die?": ["2 May 1950"],
        "When was Bo born?": ["1948"],
        "When did Bo die?": ["2017"],
    }
    steps = "".join(ask(number, asked) for number, asked in enumerate(facts, start=1))
    names = [[f"{kind}_{n}" for n in range(1, 5)] for kind in ("Sub_Question", "Ans")]
    compared = ", ".join(f"[{', '.join(each)}]" for each in names)
    execution = run(
        f'Q = "Who lived longer, Ann or Bo?"\n{steps}C = Compare(Q, {compared})\n{finish("C")}',
        facts,
    )
    assert execution.answer == "Bo"


@pytest.mark.parametrize(
    ("function", "answer"), [("Intersection", "Bergen"), ("Union", "Oslo; Bergen; Rome")]
)
def test_sets_are_computed(function: str, answer: str) -> None:
    assert run(f"{BOTH}X = {function}(Ans_2, Ans_3)\n{finish('X')}").answer == answer


def test_intersection_of_three() -> None:
    text = BOTH + "X = Intersection(Ans_3, Ans_2, Ans_2)\n" + finish("X")
    assert run(text).answer == "Bergen"


def test_comparison_answers_in_the_words_of_the_question() -> None:
    text = (
        'Q = "Which is larger, Vietnam or Halifax?"\n'
        + ask(1, "What is the population of Vietnam?")
        + ask(2, "What is the population of Halifax?")
        + "C = Compare(Q, [Sub_Question_1, Sub_Question_2], [Ans_1, Ans_2])\n"
        + finish("C")
    )
    facts = {
        "What is the population of Vietnam?": ("94,660,000",),
        "What is the population of Halifax?": ("424931",),
    }
    execution = run(text, facts)
    assert execution.answer == "Vietnam"
    assert dict(execution.steps[2].detail)["compared"] == {
        "Vietnam": "94,660,000",
        "Halifax": "424931",
    }


def test_comparison_over_two_hops_names_the_side_of_the_question() -> None:
    text = (
        'Q = "Whose author is older, Emma or Dracula?"\n'
        + ask(1, "Who wrote Emma?") + ask(2, "When was {Ans_1} born?")
        + ask(3, "Who wrote Dracula?") + ask(4, "When was {Ans_3} born?")
        + "C = Compare(Q, [Sub_Question_2, Sub_Question_4], [Ans_2, Ans_4])\n" + finish("C")
    )  # fmt: skip
    facts = {
        "Who wrote Emma?": ("Jane",), "When was Jane born?": ("16 December 1775",),
        "Who wrote Dracula?": ("Bram",), "When was Bram born?": ("8 November 1847",),
    }  # fmt: skip
    assert run(text, facts).answer == "Emma"


def test_failed_step_leaves_a_partial_answer_that_is_told() -> None:
    execution = run(NAMIBIA, {"Who is the first President of Namibia?": ("Sam Nujoma",)})
    assert execution.items == ()
    assert not execution.complete
    told = to_json(execution.describe()[-1])
    assert told == {
        "step": "partial_answer",
        "known": {"Ans_1": ["Sam Nujoma"]},
        "missing": ["Ans_2: nothing was found"],
    }


def test_a_plan_that_comes_to_nothing_has_its_question_asked() -> None:
    execution = run(NAMIBIA, {})
    whole = ask_whole(execution, "Where is B?", answer_from(FACTS))
    assert whole.answer == "Bergen; Rome"
    assert not whole.complete
    assert whole.usage.llm_calls == execution.usage.llm_calls + 1
    told = [to_json(step) for step in whole.describe()]
    assert told[-2]["step"] == "whole_question"
    assert told[-2]["answers"] == ["Bergen", "Rome"]
    assert told[-1]["missing"] == list(execution.problems)


def test_a_question_that_a_step_asked_is_not_asked_again() -> None:
    execution = run(ask(1, "Where is C?") + finish("Ans_1"), {})
    assert ask_whole(execution, "Where is C?", answer_from(FACTS)) is execution


def test_answer_that_one_of_two_lacks_is_told_to_be_partial() -> None:
    facts = {name: found for name, found in FACTS.items() if name != "Where was Bo born?"}
    execution = run(CHAIN + finish("Ans_2"), facts)
    assert (execution.answer, execution.complete) == ("Oslo", False)
    assert execution.problems == ("Ans_2: no answer for 1 of 2; nothing was found",)


def test_winner_of_a_comparison_is_asked_about() -> None:
    text = (
        'Q = "Where was the older of Ann and Bo born?"\n'
        + ask(1, "When was Ann born?") + ask(2, "When was Bo born?")
        + "C = Compare(Q, [Sub_Question_1, Sub_Question_2], [Ans_1, Ans_2])\n"
        + ask(3, "Where was {C} born?") + finish("Ans_3")
    )  # fmt: skip
    facts = {"When was Ann born?": ("1900",), "When was Bo born?": ("1890",)}
    assert run(text, facts | {"Where was Bo born?": ("Bergen",)}).answer == "Bergen"


def test_steps_after_a_failed_one_are_not_asked() -> None:
    execution = run(NAMIBIA, {})
    assert execution.problems == (
        "Ans_1: nothing was found",
        "Ans_2: not asked, because Ans_1 has no answer",
    )
    assert execution.steps[1].asked == ()


def test_union_keeps_what_one_side_has_and_intersection_nothing() -> None:
    facts = {"Where is B?": ("Rome",)}
    plan = ask(1, "Where is A?") + ask(2, "Where is B?")
    united = run(plan + "X = Union(Ans_1, Ans_2)\n" + finish("X"), facts)
    assert (united.answer, united.complete) == ("Rome", False)
    assert "the union may lack some" in united.problems[1]
    shared = run(plan + "X = Intersection(Ans_1, Ans_2)\n" + finish("X"), facts)
    assert shared.answer == ""
    assert shared.problems[1] == "X: Ans_1 has no answer"


def test_only_so_many_values_are_asked_for() -> None:
    facts = {"Who?": [f"P{n}" for n in range(5)]} | {f"Where {n}?": ("X",) for n in ("P0", "P1")}
    execution = run(
        ask(1, "Who?") + ask(2, "Where {Ans_1}?") + finish("Ans_2"), facts, most_values=2
    )
    assert len(execution.steps[1].asked) == 2
    assert execution.problems == ("Ans_2: asked for 2 of 5 answers before it",)


def test_independent_steps_run_at_once_and_no_more_than_the_pool() -> None:
    together, most, lock = threading.Barrier(2, timeout=5), [0, 0], threading.Lock()

    def answer(question: SubQuestion) -> Answered:
        with lock:
            most[0] += 1
            most[1] = max(most)
        together.wait()  # breaks unless two are asked at the same time
        with lock:
            most[0] -= 1
        return Answered((Item("x"),))

    plan = "".join(ask(n, f"{n}?") for n in (1, 2, 3, 4))
    text = plan + "X = Union(Ans_1, Ans_2, Ans_3, Ans_4)\n" + finish("X")
    assert execute(parse_plan(text), answer, workers=2).answer == "x"
    assert most[1] == 2


def test_unsound_plan_is_not_run() -> None:
    with pytest.raises(PlanError):
        run(ask(1, "A {Ans_1}?") + finish("Ans_1"))


def test_outage_is_an_error_and_no_empty_answer() -> None:
    def answer(question: SubQuestion) -> Answered:
        raise GraphUnavailable("Neo4j does not answer.")

    with pytest.raises(GraphUnavailable):
        execute(parse_plan(NAMIBIA), answer)


def test_judge_decides_what_values_do_not() -> None:
    text = (
        'Q = "Which is nicer, A or B?"\n' + ask(1, "How is A?") + ask(2, "How is B?")
        + "C = Compare(Q, [Sub_Question_1, Sub_Question_2], [Ans_1, Ans_2])\n" + finish("C")
    )  # fmt: skip
    facts = {"How is A?": ("fair",), "How is B?": ("foul",)}
    assert run(text, facts).answer == ""
    seen = []

    def judge(question: str, known: Sequence[tuple[str, str]]) -> Answered:
        seen.append((question, list(known)))
        return Answered((Item("A"),))

    assert run(text, facts, judge=judge).answer == "A"
    assert seen == [("Which is nicer, A or B?", [("How is A?", "fair"), ("How is B?", "foul")])]


def test_citations_of_the_last_step_come_first_and_those_of_the_whole_question_alone() -> None:
    def cite(word: str) -> Citation:
        return Citation(f"p-{word}", "d", "T", "u", None, 0, 4, word, 1.0)

    def answer(question: SubQuestion) -> Answered:
        words = ("shared", "early") if "A" in question.text else ("shared", "late")
        return Answered((Item("x"),), citations=tuple(map(cite, words)))

    text = ask(1, "Who wrote A?") + ask(2, "Where was {Ans_1} born?") + finish("Ans_2")
    execution = execute(parse_plan(text), answer)
    assert [c.quote for c in execution.citations] == ["shared", "late", "early"]
    whole = ask_whole(execution, "Where was she born?", answer)
    cited = [c.quote for c in whole.citations]
    assert cited == ["shared", "late"]


class _Reading:
    def __init__(self, answer: str) -> None:
        self.answer, self.abstained = answer, not answer
        self.reader, self.citations, self.statements = "extractive", (), ()
        self.usage = Usage(llm_calls=1)


def test_reader_and_retriever_answer_with_lists() -> None:
    passage = ScoredPassage("p", "d", "T", "u", "text", 1.0)

    def read(question: str, evidence: Evidence) -> _Reading:
        assert evidence.passages == (passage,)
        return _Reading("Ann; Bo; Ann" if "wrote" in question else "")

    answer = search_and_read(lambda query: Evidence(passages=(passage,)), read)
    answered = answer(SubQuestion("S", "Who wrote A?", "Who wrote A?"))
    assert [item.text for item in answered.items] == ["Ann", "Bo"]
    assert answer(SubQuestion("S", "Why?", "Why?")).problem.startswith("the evidence does not")


def test_unusable_reply_is_a_problem_of_the_step() -> None:
    def read(question: str, evidence: Evidence) -> _Reading:
        raise BadReply("it is empty", task="answer", raw="")

    answered = search_and_read(lambda query: Evidence(), read)(SubQuestion("S", "Q?", "Q?"))
    assert "it is empty" in answered.problem


def test_facts_without_an_id_are_kept_apart_by_what_they_say() -> None:
    def answer(question: SubQuestion) -> Answered:
        facts = tuple(
            ScoredStatement("", "A", "author", name, (), "", 0, 0, 1.0) for name in ("Ann", "Bo")
        )
        known = ScoredStatement("s1", "A", "author", "Ann", (), "p", 0, 1, 1.0)
        return Answered(
            (Item("x"),), Evidence(statements=(*facts, known)), statements=(*facts, known)
        )

    execution = execute(parse_plan(ask(1, "Who?") + ask(2, "Where?") + finish("Ans_2")), answer)
    told = [("", "Ann"), ("", "Bo"), ("s1", "Ann")]  # of two steps, each once
    assert [(s.statement_id, s.object) for s in execution.statements] == told
    assert [(s.statement_id, s.object) for s in execution.evidence.statements] == told


def test_first_source_with_an_answer_is_taken_and_the_others_say_why_not() -> None:
    def facts(question: SubQuestion) -> Answered:
        known = question.text == "A?"
        return Answered((Item("fact"),)) if known else Answered(problem="no such fact")

    both = first_of([facts, answer_from({"A?": ("text",), "B?": ("text",)})])
    first, second = (both(SubQuestion("S", asked, asked)) for asked in ("A?", "B?"))
    assert (first.items, first.tried, first.usage.llm_calls) == ((Item("fact"),), (), 0)
    assert (second.items, second.tried) == ((Item("text"),), ("no such fact",))
    assert second.usage.llm_calls == 1
