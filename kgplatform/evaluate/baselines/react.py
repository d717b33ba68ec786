"""The baseline `react`: thought, search and observation in turns (LPKG, section 5.1).

After Yao et al. (2023, section 3): the model writes a thought and an action; a search is answered
by the best passages, `Finish` ends with the answer. Departures: instructions in place of worked
examples, and the platform's retrieval in place of Wikipedia's search and look-up.
"""

from __future__ import annotations

import re

from kgplatform.answer.reading import Reading
from kgplatform.evaluate.baselines.turns import (
    MOST_TURNS,
    TURNS,
    AnsweredByModel,
    Search,
    conclude,
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
ACTION = re.compile(r"\b(Search|Finish)\s*\[(.*?)\]", re.IGNORECASE | re.DOTALL)
OBSERVATION = re.compile(r"^\s*Observation\b", re.IGNORECASE | re.MULTILINE)


def react(question: str, chat: ChatModel, search: Search) -> tuple[Evidence, Reading]:
    """Answer by thought and action in turns; no answer where the model does not finish.

    Args:
        question: in plain English.
        chat: writes each turn.
        search: answers its searches.

    Raises:
        ModelError: the model is not available.
    """
    history, usage = "", Usage()
    found: list[Evidence] = []
    turns: list[str] = []
    for _ in range(MOST_TURNS):
        text, cost = say(REACT_TASK, chat, question=question, history=history)
        usage += cost
        own = OBSERVATION.split(text)[0].strip()  # what it observes by itself is made up
        turns.append(own)
        action = ACTION.search(own)
        if action is None or not action[2].strip():
            break
        if action[1].casefold() == "finish":
            return conclude(action[2], found, usage, turns)
        found.append(search(action[2].strip()))
        usage += found[-1].usage
        history += f"{own[: action.end()]}\nObservation: {_show(found[-1])}\n"
    return conclude("", found, usage, turns)


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
        return react(question.text, self.chat, search)
