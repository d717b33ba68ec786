"""The syntactic planner: from a question to a plan, without a model, by rules over its parse.

Names are masked; what is described by a name ("the producer of Jaws") is asked for first and its
answer put in its place, innermost first, which gives chains; what is asked of several entities is
split and put together again, which gives intersections and unions; comparisons ask the same of
both sides. The nine patterns of the paper are combinations of these three moves.
"""

from __future__ import annotations

from typing import Any

from kgplatform.models.linguistics import Linguistics
from kgplatform.plan.builder import PlanBuilder
from kgplatform.plan.language import INTERSECTION, Plan, Reference
from kgplatform.plan.syntax.asking import clean
from kgplatform.plan.syntax.comparisons import Comparison, find_comparison, is_beyond_syntax
from kgplatform.plan.syntax.masks import Masks, mask_names
from kgplatform.plan.syntax.phrases import find_description, find_own_person
from kgplatform.plan.syntax.rewording import reword
from kgplatform.plan.syntax.splitting import (
    Split,
    ask_phrase,
    split_phrases,
    split_question,
    strip_request,
)
from kgplatform.plan.syntax.whether import find_whether, is_of_pair

__all__ = ["plan_by_syntax"]

MOST_STEPS = 8  # longer chains are parses gone wrong; the paper's longest has three hops
MOST_DEPTH = 6  # of descriptions within descriptions


def plan_by_syntax(question: str, linguistics: Linguistics) -> Plan:
    """Return the plan that a question's syntax shows; at worst the question itself as one step."""
    masked, masks = mask_names(question.strip())
    text = reword(masked)
    planner = _Planner(PlanBuilder(question), masks, linguistics)
    comparison = find_comparison(text)
    if comparison is not None:
        return planner.compare(comparison)
    whether = find_whether(text, masks, linguistics)
    if whether is not None:
        return planner.compare(whether)
    if is_of_pair(text) or is_beyond_syntax(text):
        return planner.ask_whole(text)
    stripped, is_request = strip_request(text)
    return planner.finish(stripped, is_request=is_request)


class _Planner:
    """Plans one question."""

    def __init__(self, builder: PlanBuilder, masks: Masks, linguistics: Linguistics) -> None:
        self._builder = builder
        self._masks = masks
        self._linguistics = linguistics
        self._steps = 0
        self._depth = 0

    def compare(self, comparison: Comparison) -> Plan:
        """Ask the same of both sides."""
        answers: list[Reference] = []
        for side in comparison.sides:
            asked: str | Reference = side
            for question in comparison.roles:
                asked = self._ask(question.replace("{}", self._mask(asked)))
            answers += [
                self._ask(value.replace("{}", self._mask(asked))) for value in comparison.values
            ]
        return self._builder.finish(self._builder.compare(answers))

    def ask_whole(self, text: str) -> Plan:
        """Ask the question itself."""
        return self._builder.finish(self._ask(text))

    def finish(self, text: str, *, is_request: bool) -> Plan:
        """Plan a whole question."""
        split = split_phrases(text, is_request=is_request)
        if split is None:
            asked = ask_phrase(text) if is_request else text
            return self._builder.finish(self._plan(asked, is_request=is_request))
        parts = [self._plan(question) for question in split.questions]
        return self._builder.finish(self._builder.combine(split.function, parts))

    def _mask(self, side: str | Reference) -> str:
        return side if isinstance(side, str) else self._masks.add(side)

    def _plan(self, text: str, *, is_request: bool = False) -> Reference:
        """Return the answer of a masked question, everything it needs planned before."""
        function, references = self._plan_parts(text, is_request=is_request)
        if len(references) == 1:
            return references[0]
        return self._builder.combine(function, references)

    def _plan_parts(self, text: str, *, is_request: bool = False) -> tuple[str, list[Reference]]:
        """Return the answers that make up a question's answer, and the set operation."""
        text = self._find_first(clean(text))
        split = split_question(text, self._parse(text), is_request=is_request)
        if split is None or self._steps >= MOST_STEPS or _grows(split, text):
            return INTERSECTION, [self._ask(text)]
        references: list[Reference] = []
        for question in split.questions:
            function, parts = self._plan_parts(question)
            joins = len(parts) == 1 or function == split.function
            references += parts if joins else [self._builder.combine(function, parts)]
        return split.function, references

    def _find_first(self, text: str) -> str:
        """Plan what must be known before a question can be asked; return it with the answers in."""
        while self._steps < MOST_STEPS and self._depth < MOST_DEPTH:
            phrase = find_own_person(text) or find_description(self._parse(text))
            if phrase is None:
                return text
            self._depth += 1
            answer = self._plan(phrase.question)
            self._depth -= 1
            text = text[: phrase.start] + self._masks.add(answer) + text[phrase.end :]
        return text

    def _ask(self, text: str) -> Reference:
        known = self._masks.meanings.get(text.strip(" ?"))
        if isinstance(known, Reference):
            return known
        self._steps += 1
        question = clean(text)
        return self._builder.ask(*self._masks.unmask(question[:1].upper() + question[1:]))

    def _parse(self, text: str) -> Any:
        """Return spaCy's Doc of a text."""
        return next(iter(self._linguistics.parse([text])))


def _grows(split: Split, text: str) -> bool:
    """Return whether a split goes nowhere: a part is as long as the whole."""
    return any(len(question) > len(text) for question in split.questions) or text in split.questions
