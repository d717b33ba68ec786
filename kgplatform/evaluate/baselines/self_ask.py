"""The baseline `self-ask`: follow-up questions, each searched for and read (LPKG, section 5.1).

After Press et al. (2023, section 3): the model asks itself a question for one fact, is given the
answer, and ends when it needs no more. Departures: two worked examples where it has four; they and
the follow-up questions are turns of a conversation, to whose form small models keep.
"""

from __future__ import annotations

import re

from kgplatform.answer.reading import Reading
from kgplatform.evaluate.baselines.turns import (
    FINAL_ANSWER,
    MOST_TURNS,
    TURNS,
    AnsweredByModel,
    ReadEvidence,
    Search,
    conclude,
    read_answer,
    read_found,
    read_with,
    say,
    search_corpus,
)
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.models.conversation import ChatModel, Message
from kgplatform.records import Evidence, Usage

__all__ = ["SELF_ASK", "SELF_ASK_TASK", "SelfAsk", "self_ask"]

SELF_ASK = "self-ask"  # as a method's name
SELF_ASK_TASK = "self_ask"
UNKNOWN = "unknown"
ASK = re.compile(r"Follow[- ]?up(?: question)?(?: \d+)?\W*:[\s*]*(?P<question>.+)", re.IGNORECASE)


def self_ask(
    question: str, chat: ChatModel, search: Search, read: ReadEvidence
) -> tuple[Evidence, Reading]:
    """Answer by follow-up questions.

    Where the model does not come to an end, or asks the same again, the answer is read from what
    was found; where it asks for nothing, from what the question itself finds.

    Args:
        question: in plain English.
        chat: asks the follow-up questions, and ends.
        search: finds evidence for one of them.
        read: answers it from that, and the whole question where the model does not.

    Raises:
        ModelError: the model is not available.
    """
    usage = Usage()
    history: list[Message] = []
    found: list[Evidence] = []
    turns, searched = list[str](), list[str]()
    for _ in range(MOST_TURNS):
        text, cost = say(SELF_ASK_TASK, chat, after=history, question=question)
        usage += cost
        stated = filter(None, (ASK.search(text), FINAL_ANSWER.search(text)))
        turn = min(stated, key=re.Match.start, default=None)
        turns.append(turn[0] if turn else text)
        if turn is None:
            break
        if turn.re is FINAL_ANSWER:
            return conclude(turn["answer"], found, usage, turns)
        asked = turn["question"].strip()
        if asked in searched:  # a model at temperature 0 goes on like that to the last turn
            break
        searched.append(asked)
        found.append(search(asked))
        answer, cost = read_answer(asked, found[-1], read)
        usage += found[-1].usage + cost
        history += [
            {"role": "assistant", "content": f"Follow up: {asked}"},
            {"role": "user", "content": f"Intermediate answer: {answer or UNKNOWN}"},
        ]
    if not found:
        found.append(search(question))
        usage += found[-1].usage
    return read_found(question, found, usage, turns, read)


class SelfAsk(AnsweredByModel):
    """Follow-up questions, each answered by the platform's own reader."""

    settings = TURNS
    name = SELF_ASK

    def answer(self, question: EvaluationQuestion) -> tuple[Evidence, Reading]:
        """Return what was found and what the model ends with."""
        search = search_corpus(self.corpus, question)
        return self_ask(question.text, self.chat, search, read_with(self.corpus, self.chat))
