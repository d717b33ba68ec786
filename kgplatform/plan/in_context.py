"""The in-context planner (ICLPKG of Wang et al. 2024): a chat model, shown the nearest plans.

A model tuned on planning data (LPKG) is asked in the same words and needs to be shown none.
Demonstrations are items of planning data; those whose questions are nearest by the embedder are
shown, the nearest last, right before the question. Nearest is meant of their form: with names in
it, a question of two films is near to others of films, however differently they are taken apart.
A reply that is no plan is rejected once. A plan of one step that leaves something unasked is asked
for again, with the pattern of two hops given: small models follow a pattern better than they choose
one. A last step that asks the same as the one before it is left out.

Departure: demonstrations are turns of the conversation, asked and answered, where the paper has
one text with all of them before the question. Models made for chat answer in the form of the turns
before; shown one text, small ones write the functions themselves and an example of their use.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from kgplatform.errors import EvaluationError
from kgplatform.models.conversation import ChatModel, Message, NoReply, UnusableReply
from kgplatform.models.embedding import Embedder
from kgplatform.models.prompts import load_prompt
from kgplatform.packaged import PACKAGE_DIR
from kgplatform.plan.check import check_plan
from kgplatform.plan.items import TASK, PlanItem, quote, read_items, to_conversation
from kgplatform.plan.language import Plan, PlanError
from kgplatform.plan.patterns import PATTERNS
from kgplatform.plan.printer import QUESTION_TYPE
from kgplatform.plan.repair import read_plan
from kgplatform.plan.repair_repeats import cut_repeats
from kgplatform.plan.repaired import ReadPlan
from kgplatform.plan.shapes import CHAINS, pattern_of
from kgplatform.plan.syntax.masks import mask_names
from kgplatform.records import Usage

__all__ = ["DEMONSTRATIONS", "SHOWN", "FindGaps", "choose_demonstrations", "plan_in_context"]

DEMONSTRATIONS = PACKAGE_DIR / "plan" / "demonstrations.jsonl"
"""Four or five training items a pattern, made by `plan dataset` of a slice of Wikidata."""

SHOWN = 4  # about 1,300 tokens, so that prompt and plan fit a small model's window
MOST_OF_A_PATTERN = 2
MAX_TOKENS = 800  # eight steps
ATTEMPTS = 2
NAMED = "it"  # the right pattern is shown oftener than with letters or with the names themselves

FindGaps = Callable[[Plan], tuple[str, ...]]
"""From a plan to what it leaves unasked, in words."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """Demonstrations with their questions' vectors, (items, dimension)."""

    items: tuple[PlanItem, ...]
    vectors: np.ndarray


_LOADED: dict[tuple[Path, str], _Shown] = {}


def plan_in_context(
    question: str,
    chat: ChatModel,
    embedder: Embedder,
    *,
    demonstrations: Path = DEMONSTRATIONS,
    shown: int = SHOWN,
    find_gaps: FindGaps | None = None,
) -> tuple[ReadPlan, Usage]:
    """Return the plan that a chat model writes, and what it cost.

    Args:
        question: in plain English.
        chat: the model; one tuned on planning data needs no demonstrations.
        embedder: finds the nearest of them.
        demonstrations: a file of planning data.
        shown: how many of them.
        find_gaps: finds what a plan leaves unasked; None: a plan is taken as it is.

    Raises:
        EvaluationError: the file is no planning data, or has none for training.
        UnusableReply: no reply was a plan that can be run, or there was none; it counts what they
            cost.
        ModelError: the model is not available.
    """
    nearest = choose_demonstrations(question, embedder, demonstrations, shown) if shown else ()
    system, *asked = load_prompt(TASK).render(question=quote(question))
    turns: list[Message] = [system, *(turn for item in nearest for turn in _show(item)), *asked]
    found, usage = _ask_for_plan(turns, question, chat)
    shortest, longer, *_ = CHAINS
    if find_gaps is None or pattern_of(found.plan) != shortest:
        return found, usage
    gaps = find_gaps(found.plan)
    if not gaps:
        return found, usage
    try:
        again, cost = _ask_for_plan(_describe_pattern(turns, longer), question, chat)
    except UnusableReply as exc:
        return found, usage + exc.usage
    is_whole = pattern_of(again.plan) == longer and not find_gaps(again.plan)
    return replace(again, gaps=gaps) if is_whole else found, usage + cost


def _ask_for_plan(
    turns: Sequence[Message], question: str, chat: ChatModel
) -> tuple[ReadPlan, Usage]:
    """Return the first reply that is a plan, and what all cost."""
    usage, raw, fault = Usage(), "", ""
    for _ in range(ATTEMPTS):
        try:
            raw, cost = _ask(chat, turns)
        except NoReply as exc:
            fault, usage = exc.reason, usage + exc.usage
            break
        usage += cost
        try:
            found = read_plan(raw, question=question)
            check_plan(found.plan)
        except PlanError as exc:
            fault = str(exc)
            turns = [*turns, {"role": "assistant", "content": raw or "(empty)"}, _describe(fault)]
        else:
            return cut_repeats(found), usage
    raise UnusableReply(fault, task=TASK, raw=raw, usage=usage)


def _describe_pattern(turns: Sequence[Message], pattern: str) -> list[Message]:
    """Return turns whose last begins the code with its type: the rest is what is to be written."""
    *before, last = turns
    begun = f"{last['content']}\n{QUESTION_TYPE}{PATTERNS[pattern].title}"
    return [*before, {"role": "user", "content": begun}]


def _ask(chat: ChatModel, turns: Sequence[Message]) -> tuple[str, Usage]:
    """Return what the model writes; a reply is cut most often behind its plan."""
    try:
        reply = chat.complete(turns, task=TASK, max_tokens=MAX_TOKENS, may_be_cut=True)
    except NoReply:
        raise
    except UnusableReply as exc:
        return exc.raw, exc.usage
    return reply.text, reply.usage


def choose_demonstrations(
    question: str, embedder: Embedder, path: Path, count: int
) -> tuple[PlanItem, ...]:
    """Return the nearest demonstrations, the nearest last, at most two of a pattern."""
    known = _load(path, embedder)
    likeness = known.vectors @ embedder.embed_queries([_blank_names(question)])[0]
    chosen: list[PlanItem] = []
    for place in np.argsort(-likeness, kind="stable"):
        item = known.items[int(place)]
        if sum(one.pattern == item.pattern for one in chosen) < MOST_OF_A_PATTERN:
            chosen.append(item)
        if len(chosen) == count:
            break
    return tuple(reversed(chosen))


def _load(path: Path, embedder: Embedder) -> _Shown:
    """Return the demonstrations of a file; embedded once a process."""
    key = (path, embedder.name)
    if key not in _LOADED:
        items = tuple(item for item in read_items(path) if item.split == "train")
        if not items:
            raise EvaluationError(f"{path} has no item of the split train to show a planner.")
        vectors = embedder.embed_queries([_blank_names(item.question) for item in items])
        _LOADED[key] = _Shown(items, vectors)
    return _LOADED[key]


def _blank_names(question: str) -> str:
    """Return a question with one word in the place of each name."""
    text, masks = mask_names(question)
    return masks.blanked(text, NAMED)


def _show(item: PlanItem) -> list[Message]:
    """Return the turns in which an item's question is asked, and answered with its plan."""
    turns: list[Message] = to_conversation(item)["messages"]
    return turns[1:]


def _describe(fault: str) -> Message:
    return {"role": "user", "content": f"That cannot be run. {fault} Write the whole code again."}
