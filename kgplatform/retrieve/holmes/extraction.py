"""Reads documents that a question reaches and that state nothing yet, and writes what they state.

HOLMES, section 4.2.1, extracts triples from the documents that a traversal reaches. Here most were
read when they were ingested; the rest is read now by the chat model, as `ingest --extractor llm`
would read them, and is there for the next question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.llm import LlmExtractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.writer import write_readings
from kgplatform.models.conversation import ChatModel
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import ENTITY_TYPES, Usage
from kgplatform.retrieve.unread import list_unread

__all__ = ["MOST_READ", "Extracted", "read_unstated"]

MOST_READ = 5  # passages a question: each is a call of some hundred tokens
CALLS_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Extracted:
    """What was read for a question: titles of the passages, statements written, problems."""

    titles: tuple[str, ...] = ()
    statements: int = 0
    usage: Usage = field(default_factory=Usage)
    problems: tuple[str, ...] = ()


def read_unstated(
    passage_ids: Sequence[str], *, graph: Graph, chat: ChatModel, linguistics: Linguistics
) -> Extracted:
    """Read the first MOST_READ of those passages that state nothing and were not read before.

    One query; a model call a passage and one transaction where there are any.

    Raises:
        ModelError: the chat model is not available.
    """
    extractor = LlmExtractor(
        chat, linguistics=linguistics, entity_types=ENTITY_TYPES, concurrency=CALLS_AT_ONCE
    )
    unread = list_unread(passage_ids, extractor=extractor.name, graph=graph)[:MOST_READ]
    if not unread:
        return Extracted()
    passages = [item.passage for item in unread]
    names = sorted({mention.entity.name for item in unread for mention in item.mentions})
    readings = list(extractor.read(passages, gazetteer=Gazetteer.of_names(names)))
    write_readings(
        graph,
        mentions=[mention for reading in readings for mention in reading.mentions],
        statements=[statement for reading in readings for statement in reading.statements],
        unproven=[fact for reading in readings for fact in reading.unproven],
        passage_ids=[p.id for p, r in zip(passages, readings, strict=True) if r.failure is None],
        extractor=extractor.name,
    )
    return Extracted(
        tuple(passage.title for passage in passages),
        sum(len(reading.statements) for reading in readings),
        sum((reading.usage for reading in readings), Usage()),
        tuple(reading.failure for reading in readings if reading.failure is not None),
    )
