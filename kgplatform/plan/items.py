"""Items of planning data, and their files: chat format to train on, and the paper's code form.

A line of the JSON Lines file is a conversation (system, user, assistant) as trainers take it,
with what made it; the code form is one Python-like text a split, as the paper's appendix shows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgplatform.errors import EvaluationError
from kgplatform.models.prompts import load_prompt
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.printer import print_body

__all__ = [
    "CLQA_TYPES",
    "TASK",
    "PlanItem",
    "quote",
    "read_items",
    "to_conversation",
    "write_clqa",
    "write_items",
]

TASK = "plan"
RULE = "#" * 19
CLQA_TYPES = ("2p", "3p", "2i", "3i", "ip", "pi", "2u", "compare")


@dataclass(frozen=True, slots=True)
class PlanItem:
    """A question with its plan and answers.

    Attributes:
        id: of the question and its pattern.
        split: train or test.
        answers: labels, in alphabetical order; `answer_ids` go with them.
        plan: in the paper's code form.
        hops: (sub-question, entity or '', relation), what each sub-question asks of the graph.
        entities: ids of the entities named.
    """

    id: str
    pattern: str
    split: str
    question: str
    answers: tuple[str, ...]
    answer_ids: tuple[str, ...]
    plan: str
    hops: tuple[tuple[str, str, str], ...]
    entities: tuple[str, ...]


def quote(question: str) -> str:
    """Return a question as it stands between the quotes of the plan that the prompt begins."""
    return question.replace("\\", "\\\\").replace('"', '\\"')


def to_conversation(item: PlanItem) -> dict[str, Any]:
    """Return an item in chat format: the planner's prompt without examples, and the plan."""
    messages = load_prompt(TASK).render(question=quote(item.question))
    reply = {"role": "assistant", "content": print_body(parse_plan(item.plan))}
    return {
        "messages": [*messages, reply],
        "id": item.id,
        "pattern": item.pattern,
        "split": item.split,
        "question": item.question,
        "answers": list(item.answers),
        "answer_ids": list(item.answer_ids),
        "entities": list(item.entities),
        "hops": [list(hop) for hop in item.hops],
        "plan": item.plan,
    }


def write_items(items: Iterable[PlanItem], out: Path) -> dict[str, int]:
    """Write items to OUT (JSON Lines), and their code form to OUT's name with .py.txt.

    Returns:
        items by split.
    """
    counts: dict[str, int] = {}
    code = out.with_suffix(".py.txt")
    with out.open("w", encoding="utf-8") as lines, code.open("w", encoding="utf-8") as texts:
        for number, item in enumerate(items):
            lines.write(json.dumps(to_conversation(item), ensure_ascii=False) + "\n")
            texts.write(f"{RULE}\n# Example {number}:\n{RULE}\n{item.plan}\n")
            counts[item.split] = counts.get(item.split, 0) + 1
    return counts


def write_clqa(items: Iterable[PlanItem], out: Path) -> int:
    """Write items as a test set in the form of CLQA-Wiki: question, label, type a line."""
    count = 0
    with out.open("w", encoding="utf-8") as lines:
        for item in items:
            row = {"question": item.question, "label": list(item.answers), "type": item.pattern}
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def read_items(path: Path) -> Iterator[PlanItem]:
    """Yield the items of a file that `write_items` wrote; the conversations may be left out.

    Raises:
        EvaluationError: a line is not one of its items.
    """
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            try:
                row = json.loads(line)
                yield PlanItem(
                    row["id"],
                    row["pattern"],
                    row["split"],
                    row["question"],
                    tuple(row["answers"]),
                    tuple(row["answer_ids"]),
                    row["plan"],
                    tuple((name, thing, relation) for name, thing, relation in row["hops"]),
                    tuple(row["entities"]),
                )
            except (ValueError, KeyError, TypeError) as exc:
                raise EvaluationError(
                    f"{path}, line {number} is no item of planning data: "
                    "write the file with kgplatform plan dataset."
                ) from exc
