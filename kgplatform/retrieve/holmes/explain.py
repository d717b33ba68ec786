"""What the method did, as steps for people and programs: one fact a line, with its score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from kgplatform.models.conversation import ChatModel
from kgplatform.models.prompts import load_prompt
from kgplatform.question.syntax import Triple
from kgplatform.records import Entity, Step
from kgplatform.records.json import to_json
from kgplatform.retrieve.holmes.extraction import Extracted
from kgplatform.retrieve.holmes.pruning import Judged
from kgplatform.retrieve.holmes.question import TASK, ReadQuestion
from kgplatform.retrieve.holmes.schema import Schema
from kgplatform.retrieve.holmes.traversal import Reached
from kgplatform.retrieve.holmes.verbalise import verbalise

__all__ = [
    "describe_extraction",
    "describe_levels",
    "describe_pruning",
    "describe_question",
    "describe_schema",
]

SHOWN_DROPPED = 10  # the best of them: those that a larger p would keep


def describe_question(asked: ReadQuestion, chat: ChatModel | None) -> Step:
    """Return a step with what the question names and asks for, and who read it."""
    detail: dict[str, Any] = {
        "names": asked.names,
        "relations": [_write_triple(triple) for triple in asked.triples],
        "read_by": "words and syntax" if chat is None or asked.problem else chat.name,
    }
    if chat is not None:
        detail |= {"prompt": load_prompt(TASK).version, "usage": to_json(asked.usage)}
    if asked.problem:
        detail["problem"] = asked.problem
    return Step("read_question", detail)


def describe_extraction(extracted: Extracted) -> list[Step]:
    """Return a step with the documents that were read for this question, if any."""
    if not extracted.titles:
        return []
    detail = {
        "documents": list(extracted.titles),
        "statements": extracted.statements,
        "problems": list(extracted.problems),
        "usage": to_json(extracted.usage),
    }
    return [Step("extract", detail)]


def describe_levels(seeds: Iterable[Entity], reached: Sequence[Reached]) -> Step:
    """Return a step with where the traversal began, and how many statements each level brought."""
    counts = Counter(item.level for item in reached)
    levels = [{"level": level, "statements": counts[level]} for level in sorted(counts)]
    return Step("traverse", {"from": sorted({thing.name for thing in seeds}), "levels": levels})


def describe_schema(schema: Schema) -> Step:
    """Return a step with what the facts are compared with."""
    detail = {
        "question": [_write_triple(triple) for triple in schema.own],
        "auxiliary": [_write_triple(triple) for triple in schema.auxiliary],
    }
    return Step("align_schema", detail)


def describe_pruning(judged: Sequence[Judged], *, kept: int, passed_over: int) -> Step:
    """Return a step with the facts that were kept and, of those that were not, the best.

    Args:
        judged: all facts that were held against the question, best first.
        kept: how many of them, from the first.
        passed_over: statements reached that were dropped before, by their relation alone.
    """
    detail = {
        "kept": [_write_fact(item) for item in judged[:kept]],
        "dropped": len(judged) - kept + passed_over,
        "dropped_by_relation": passed_over,
        "best_dropped": [_write_fact(item) for item in judged[kept : kept + SHOWN_DROPPED]],
    }
    return Step("prune", detail)


def _write_fact(item: Judged) -> dict[str, Any]:
    stated: dict[str, Any] = {"score": round(item.score, 3), "fact": verbalise(item.fact)}
    if item.meant is not None:
        stated |= {"fit": round(item.fit, 3), "meant": _write_triple(item.meant)}
    fact = item.fact
    return stated | {
        "document": item.sentences[0].source.title,
        "level": fact.level,
        "statement_id": fact.id,
        "passage_id": fact.passage_id,
        "start": fact.start,
        "end": fact.end,
    }


def _write_triple(triple: Triple) -> str:
    subject, relation, object_ = triple
    return f"<{subject}> {relation} <{object_}>"
