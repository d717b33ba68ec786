"""Reads documents that a question reaches and that state nothing yet, and writes what they state.

HOLMES, section 4.2.1, extracts triples from the documents that a traversal reaches. Here most were
read when they were ingested; the rest is read now by the chat model, as `ingest --extractor llm`
would read them, and is there for the next question.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.llm import LlmExtractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.writer import write_readings
from kgplatform.models.conversation import ChatModel
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import ENTITY_TYPES, Usage
from kgplatform.retrieve.documents import list_documents
from kgplatform.retrieve.holmes.traversal import LIMITS, Reached
from kgplatform.retrieve.on_demand import list_unread

__all__ = ["MOST_READ", "Extracted", "OnDemand"]

MOST_READ = 5  # passages a question: each is a call of some hundred tokens
CALLS_AT_ONCE = 4


@dataclass(frozen=True, slots=True)
class Extracted:
    """What was read for a question: titles of the passages, statements written, problems."""

    titles: tuple[str, ...] = ()
    statements: int = 0
    usage: Usage = field(default_factory=Usage)
    problems: tuple[str, ...] = ()

    def __add__(self, other: Extracted) -> Extracted:
        return Extracted(
            self.titles + other.titles,
            self.statements + other.statements,
            self.usage + other.usage,
            self.problems + other.problems,
        )


class OnDemand:
    """The extractor of one question, which reads MOST_READ passages at most.

    Args:
        graph: where passages are, and statements are written.
        chat: reads.
        linguistics: proves what it says.
    """

    def __init__(self, graph: Graph, chat: ChatModel, linguistics: Linguistics) -> None:
        self._graph = graph
        self._extractor = LlmExtractor(
            chat, linguistics=linguistics, entity_types=ENTITY_TYPES, concurrency=CALLS_AT_ONCE
        )
        self._left = MOST_READ

    def read(self, passage_ids: Sequence[str]) -> Extracted:
        """Read the first of those passages that state nothing and were not read before.

        One query; a model call a passage and one transaction where there are any.

        Raises:
            ModelError: the chat model is not available.
        """
        extractor = self._extractor
        unread = list_unread(passage_ids, extractor=extractor.name, graph=self._graph)
        unread = unread[: self._left]
        if not unread:
            return Extracted()
        self._left -= len(unread)
        passages = [item.passage for item in unread]
        names = sorted({mention.entity.name for item in unread for mention in item.mentions})
        readings = list(extractor.read(passages, gazetteer=Gazetteer.of_names(names)))
        read = [p.id for p, r in zip(passages, readings, strict=True) if r.failure is None]
        write_readings(
            self._graph,
            mentions=[mention for reading in readings for mention in reading.mentions],
            statements=[statement for reading in readings for statement in reading.statements],
            unproven=[fact for reading in readings for fact in reading.unproven],
            passage_ids=read,
            extractor=extractor.name,
        )
        return Extracted(
            tuple(passage.title for passage in passages),
            sum(len(reading.statements) for reading in readings),
            sum((reading.usage for reading in readings), Usage()),
            tuple(reading.failure for reading in readings if reading.failure is not None),
        )

    def read_reached(
        self,
        things: Sequence[str],
        reached: Sequence[Reached],
        *,
        within: Collection[str] | None = None,
    ) -> Extracted:
        """Read such passages that name what a traversal came to, nearest first.

        One query in addition to those of `read`.

        Args:
            things: ids of the entities that it began with.
            reached: the statements that it found.
            within: ids of the only documents to be read; None: all.

        Raises:
            ModelError: the chat model is not available.
        """
        rows = self._graph.read(
            "list_unread_reached",
            entities=list(things),
            ids=[item.id for item in reached],
            levels=[item.level for item in reached],
            documents=list_documents(within),
            extractor=self._extractor.name,
            hub=LIMITS["hub"],
            limit=self._left,
        )
        return self.read([row["id"] for row in rows])
