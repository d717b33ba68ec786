"""The baselines of LPKG that ask a model in turns: CoT, ReAct and Self-Ask (section 5.1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from kgplatform.models.conversation import ChatModel
from kgplatform.models.prompts import read_prompt
from kgplatform.records import Evidence, Usage

PROMPTS = Path(__file__).parent / "prompts"
TURNS = 5  # as many searches as ReAct's authors allow on HotpotQA, less the two that end it
MAX_TOKENS = 300
SHOWN_CHARS = 1200  # of an observation: a small model's window holds five of them
ANSWER = re.compile(r"answer(?: is)?\s*:\s*(.+)", re.IGNORECASE)
FINISH = re.compile(r"Finish\s*\[(.*?)\]", re.IGNORECASE | re.DOTALL)
SEARCH = re.compile(r"Search\s*\[(.*?)\]", re.IGNORECASE | re.DOTALL)
FOLLOW_UP = re.compile(r"Follow[- ]up:\s*(.+)", re.IGNORECASE)

Search = Callable[[str], Evidence]
Read = Callable[[str, Evidence], tuple[str, Usage]]


def think(question: str, chat: ChatModel) -> tuple[str, Usage]:
    """CoT: the line after "Answer:", or the last line."""
    text, usage = _ask("chain_of_thought", chat, question=question)
    found = ANSWER.findall(text)
    return (found or text.strip().splitlines() or [""])[-1].strip(" .*"), usage


def react(question: str, chat: ChatModel, search: Search) -> tuple[str, Usage]:
    """ReAct: thought and action in turns; '' where it does not finish."""
    history, total = "", Usage()
    for _ in range(TURNS):
        text, usage = _ask("react", chat, question=question, history=history)
        total += usage
        said = text.split("Observation")[0].strip()
        finish, action = FINISH.search(said), SEARCH.search(said)
        if finish and (not action or finish.start() < action.start()):
            return finish[1].strip(), total
        if not action:
            return "", total
        found = "\n".join(f"{p.title}: {p.text}" for p in search(action[1]).passages)
        history += f"{said[: action.end()]}\nObservation: {found[:SHOWN_CHARS]}\n"
    return "", total


def self_ask(question: str, chat: ChatModel, search: Search, read: Read) -> tuple[str, Usage]:
    """Self-Ask: follow-up questions, each answered from what is found; '' where it does not end."""
    history, total = "", Usage()
    for _ in range(TURNS):
        text, usage = _ask("self_ask", chat, question=question, history=history)
        total += usage
        follow_up, final = FOLLOW_UP.search(text), ANSWER.search(text)
        if final and (not follow_up or final.start() < follow_up.start()):
            return final[1].strip(" ."), total
        if not follow_up:
            return "", total
        answer, usage = read(follow_up[1], search(follow_up[1]))
        total += usage
        history += f"Follow up: {follow_up[1]}\nIntermediate answer: {answer or 'unknown'}\n"
    return "", total


def _ask(task: str, chat: ChatModel, **values: str) -> tuple[str, Usage]:
    messages = read_prompt(PROMPTS / f"{task}.md").render(**values)
    reply = chat.complete(messages, task=task, max_tokens=MAX_TOKENS)
    return reply.text, reply.usage
