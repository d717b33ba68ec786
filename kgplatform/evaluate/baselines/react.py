"""The baseline `react`: thought, search and observation in turns (LPKG, section 5.1).

After Yao et al. (2023, section 3): the model writes a thought and an action; a search is answered
by the best passages, `Finish` ends with the answer. Departures: two worked examples where it has
six, and the platform's retrieval in place of Wikipedia's search and look-up.
"""

from __future__ import annotations

import re

from kgplatform.answer.reading import Reading
from kgplatform.evaluate.baselines.turns import (
    MOST_TURNS,
    TURNS,
    AnsweredByModel,
    ReadEvidence,
    Search,
    conclude,
    read_found,
    read_with,
    say,
    search_corpus,
)
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.models.conversation import ChatModel
from kgplatform.models.prompts import disarm
from kgplatform.records import Evidence, Usage

__all__ = ["REACT", "REACT_TASK", "React", "react"]

REACT = "react"  # as a method's name
REACT_TASK = "react"
SHOWN_CHARS = 2600  # of an observation: five passages, and a small model's window holds seven
TAG = "evidence"
ACTION = re.compile(r"\b(?P<name>Search|Finish)\s*\[(?P<what>.*?)\]", re.IGNORECASE | re.DOTALL)
LOOSE_ACTION = re.compile(
    r"^\W*Action\b[^:\n]*:\W*(?P<name>Search|Finish)\b(?: for\b)?+[^\w\n]*+(?P<what>.+)",
    re.IGNORECASE | re.MULTILINE,
)
"""As in "Action: Search for Norge", which small models write."""
OBSERVATION = re.compile(r"^\s*Observation\b", re.IGNORECASE | re.MULTILINE)


def react(
    question: str, chat: ChatModel, search: Search, read: ReadEvidence
) -> tuple[Evidence, Reading]:
    """Answer by thought and action in turns.

    Where the model does not finish, or searches for the same again, the answer is read from what
    was found.

    Args:
        question: in plain English.
        chat: writes each turn.
        search: answers its searches.
        read: answers the question where the model does not.

    Raises:
        ModelError: the model is not available.
    """
    history, usage = "", Usage()
    found: list[Evidence] = []
    turns, searched = list[str](), list[str]()
    for _ in range(MOST_TURNS):
        text, cost = say(REACT_TASK, chat, question=question, history=history)
        usage += cost
        own = OBSERVATION.split(text)[0].strip()  # what it observes by itself is made up
        turns.append(own)
        action = ACTION.search(own) or LOOSE_ACTION.search(own)
        what = action["what"].strip(' ."*\n') if action else ""
        if action is None or not what:
            break
        if action["name"].casefold() == "finish":
            return conclude(what, found, usage, turns)
        if what in searched:  # a model at temperature 0 goes on like that to the last turn
            break
        searched.append(what)
        found.append(search(what))
        usage += found[-1].usage
        history += f"{own[: action.end()]}\nObservation: {_show(found[-1])}\n"
    return read_found(question, found, usage, turns, read)


def _show(evidence: Evidence) -> str:
    """Return the passages found, long ones cut so that each has its share of the room."""
    share = SHOWN_CHARS // max(len(evidence.passages), 1)
    text = "\n".join(f"{p.title}: {p.text}"[:share] for p in evidence.passages)
    return f"<{TAG}>\n{disarm(text, TAG)}\n</{TAG}>"


class React(AnsweredByModel):
    """Thought, search and observation in turns."""

    settings = TURNS
    name = REACT

    def answer(self, question: EvaluationQuestion) -> tuple[Evidence, Reading]:
        """Return what was found and what the model finishes with."""
        search = search_corpus(self.corpus, question)
        return react(question.text, self.chat, search, read_with(self.corpus, self.chat))
