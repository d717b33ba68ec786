"""Planning data worded by a chat model: what of its replies is taken."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgplatform.errors import BadReply
from kgplatform.plan.items import PlanItem
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.shapes import pattern_of
from kgplatform.testing import ScriptedChatModel
from kgplatform.training.plan_data.facts import Facts, Thing
from kgplatform.training.plan_data.rewriting import KEPT, Rewriter

pytestmark = pytest.mark.unit

PLAN = """Original_Question: str = "Where was the cast member of Emma born?"
### Question Type: Two Projection
### Decompose the original question into sub-questions.
Thought1: str = "I need to know: Who is a cast member of Emma?"
Sub_Question_1: str = "Who is a cast member of Emma?"
Info_1: str = Search(query = Sub_Question_1, thought = Thought1)
Ans_1: str = Get_Answer(query = Sub_Question_1, info = Info_1)
Thought2: str = "After knowing the answer to that, I can ask the next question."
Sub_Question_2: str = f"Where was {Ans_1} born?"
Info_2: str = Search(query = Sub_Question_2, thought = Thought2)
Ans_2: str = Get_Answer(query = Sub_Question_2, info = Info_2)
Final_Answer: str = Finish_The_Plan(Answer = Ans_2)
"""
ITEM = PlanItem(
    "id", "2p", "train", "Where was the cast member of Emma born?", ("Oslo", "Rome"), ("o", "r"),
    PLAN, (("Sub_Question_1", "Emma", "cast"), ("Sub_Question_2", "", "born")), ("Emma",),
)  # fmt: skip
FIRST, SECOND = "Sub_Question_1: Who acted in Emma?", "Sub_Question_2: Where was {Ans_1} born?"
WHOLE = "Question: Where were the actors of Emma born?"


def _rewriter(reply: str | Exception, fault: str = "") -> Rewriter:
    facts = Facts()
    facts.add_entity(Thing("Emma", "Emma"))
    return Rewriter(ScriptedChatModel([reply]), facts, lambda item: fault)


def test_reply_that_keeps_names_and_placeholders_is_taken() -> None:
    rewriter = _rewriter("\n".join((FIRST, SECOND, WHOLE)))
    item = rewriter.rewrite(ITEM)
    assert item.question == "Where were the actors of Emma born?"
    assert item.id != ITEM.id
    assert replace(item, id="id", question=ITEM.question, plan=PLAN) == ITEM
    wanted = PLAN.replace("Who is a cast member of Emma?", "Who acted in Emma?")
    assert item.plan == wanted.replace(ITEM.question, item.question)
    assert pattern_of(parse_plan(item.plan)) == "2p"
    assert rewriter.counts == {KEPT: 1}
    assert rewriter.usage.llm_calls == 1


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ((FIRST, WHOLE), "not the lines asked for"),
        ((FIRST, SECOND, "Question: Where were they born?"), "a name that is not kept"),
        (("Sub_Question_1: Who acted in it?", SECOND, WHOLE), "a name that is not kept"),
        ((FIRST, "Sub_Question_2: Where was he born?", WHOLE), "another placeholder"),
        ((FIRST, "Sub_Question_2: Where was {Ans_2} born?", WHOLE), "another placeholder"),
        ((FIRST, "Sub_Question_2: Where was {Ans 1} born?", WHOLE), "a brace that is no"),
        ((FIRST, SECOND, "Question: Tell me of Emma."), "no question"),
        ((FIRST, SECOND, "Question: Who of Emma was born in Oslo?"), "gives away an answer"),
    ],
)
def test_other_replies_leave_the_words_of_the_templates(
    lines: tuple[str, ...], reason: str
) -> None:
    rewriter = _rewriter("\n".join(lines))
    assert rewriter.rewrite(ITEM) == ITEM
    (counted,) = rewriter.counts
    assert reason in counted


def test_wording_whose_plan_returns_another_answer_is_not_taken() -> None:
    rewriter = _rewriter("\n".join((FIRST, SECOND, WHOLE)), fault="Bergen")
    assert rewriter.rewrite(ITEM) == ITEM
    assert rewriter.counts == {"another answer": 1}


def test_unusable_reply_leaves_the_words_of_the_templates() -> None:
    rewriter = _rewriter(BadReply("it is empty", task="verbalise", raw=""))
    assert rewriter.rewrite(ITEM) == ITEM
    assert rewriter.counts == {"an unusable reply": 1}
