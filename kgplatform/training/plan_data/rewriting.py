"""Words planning data by a chat model (Wang et al. 2024, section 3.2 and appendix C.1).

The model is given the templates' questions and writes them again. Names, placeholders and the plan
stay, so the answers computed of the graph stay true; a reply that changes them is not taken.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from kgplatform.errors import BadReply
from kgplatform.models.conversation import ChatModel
from kgplatform.models.prompts import load_prompt
from kgplatform.plan.items import PlanItem
from kgplatform.plan.language import (
    ORIGINAL_QUESTION,
    Plan,
    PlanError,
    Statement,
    Text,
    list_references,
)
from kgplatform.plan.parser import parse_plan, read_quoted
from kgplatform.plan.printer import print_plan
from kgplatform.records import Usage
from kgplatform.records.ids import content_id
from kgplatform.training.plan_data.facts import Facts

__all__ = ["KEPT", "Rewriter"]

TASK = "verbalise"
KEPT = "worded by the model"
MAX_TOKENS = 400  # five questions
MOST_CHARS = 300  # of a question
LINE = re.compile(r"^\s*(?:[-*]\s+)?(Sub_Question_\d+|Question)\s*:\s*(\S.*?)\s*$", re.MULTILINE)
SUB_QUESTION = re.compile(r"Sub_Question_\d+")
WHOLE = "Question"


@dataclass
class Rewriter:
    """Words items by a chat model; an item whose reply is not taken keeps the templates' words.

    Args:
        chat: the model.
        facts: that the items were made of.
        check: executes an item's plan and returns what is wrong with it, '' for nothing.
    """

    chat: ChatModel
    facts: Facts
    check: Callable[[PlanItem], str]
    counts: Counter[str] = field(default_factory=Counter)
    usage: Usage = field(default_factory=Usage)

    def rewrite(self, item: PlanItem) -> PlanItem:
        """Return an item in the model's words, or as it is; `counts` says why.

        Raises:
            ModelError: the model is not available.
        """
        plan = parse_plan(item.plan)
        asked = _list_questions(plan)
        lines = "\n".join(f"{name}: {text.words}" for name, text in asked.items())
        turns = load_prompt(TASK).render(pattern=plan.question_type, questions=lines)
        try:
            reply = self.chat.complete(turns, task=TASK, max_tokens=MAX_TOKENS)
        except BadReply:
            self.counts["an unusable reply"] += 1
            return item
        self.usage += reply.usage
        worded, fault = self._read(reply.text, asked, item)
        if worded and not fault:
            found = _with_questions(item, plan, worded)
            fault = "another answer" if self.check(found) else ""
            item = item if fault else found
        self.counts[fault or KEPT] += 1
        return item

    def _read(
        self, reply: str, asked: dict[str, Text], item: PlanItem
    ) -> tuple[dict[str, Text], str]:
        """Return the questions of a reply by name, or why they are not taken."""
        lines: dict[str, str] = dict(LINE.findall(reply))
        if list(lines) != list(asked):
            return {}, "not the lines asked for"
        try:
            worded = {name: _read_line(line) for name, line in lines.items()}
        except PlanError:
            return {}, "a brace that is no placeholder"
        return worded, next(self._list_faults(worded, asked, item), "")

    def _list_faults(
        self, worded: dict[str, Text], asked: dict[str, Text], item: PlanItem
    ) -> Iterator[str]:
        for name, text in worded.items():
            if not text.words.endswith("?") or len(text.words) > MOST_CHARS:
                yield "no question"
            if set(list_references(text)) != set(list_references(asked[name])):
                yield "another placeholder"
        labels = {thing: self.facts.things[thing].label for thing in item.entities}
        named = {name: [labels[thing]] for name, thing, _ in item.hops if thing}
        for name, found in (*named.items(), (WHOLE, list(labels.values()))):
            if any(label not in worded[name].words for label in found):
                yield "a name that is not kept"
        for answer in item.answers:
            if _stands_in(answer, worded[WHOLE].words) and not _stands_in(
                answer, asked[WHOLE].words
            ):
                yield "a question that gives away an answer"


def _list_questions(plan: Plan) -> dict[str, Text]:
    """Return the sub-questions by name, and last the whole question."""
    texts = {s.name: s.value for s in plan.statements if isinstance(s.value, Text)}
    asked = {name: text for name, text in texts.items() if SUB_QUESTION.fullmatch(name)}
    return {**asked, WHOLE: texts[ORIGINAL_QUESTION]}


def _read_line(line: str) -> Text:
    escaped = line.replace("\\", "\\\\").replace('"', '\\"')
    return read_quoted(f'f"{escaped}"')


def _stands_in(name: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE) is not None


def _with_questions(item: PlanItem, plan: Plan, worded: dict[str, Text]) -> PlanItem:
    """Return an item with other words, in its thoughts as well."""
    before = _list_questions(plan)
    stated = {text.words: worded[name].words for name, text in before.items() if text.is_plain}
    statements = []
    for statement in plan.statements:
        name, value = statement.name, statement.value
        if name == ORIGINAL_QUESTION or name in worded:
            value = worded[WHOLE if name == ORIGINAL_QUESTION else name]
        elif isinstance(value, Text):
            value = Text.of(_replace_question(value.words, stated))
        statements.append(Statement(name, value))
    question = worded[WHOLE].words
    return replace(
        item,
        id=content_id("plan item", item.pattern, question),
        question=question,
        plan=print_plan(Plan(tuple(statements), plan.question_type)),
    )


def _replace_question(thought: str, stated: dict[str, str]) -> str:
    for before, after in stated.items():
        if thought.endswith(before):
            return thought.removesuffix(before) + after
    return thought
