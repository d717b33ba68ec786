"""Analyses a group of passages: what its text says, what it means as a vector, what is written.

`read_group` and `embed_group` are all the model work of an ingest; engines decide where they run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from threadpoolctl import ThreadpoolController

from kgplatform.extract.extractors import KnownNames
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.given import is_given, read_given
from kgplatform.extract.reading import GIVEN, Extractor, PassageReading, read_scored
from kgplatform.extract.structure.reading import add_structure
from kgplatform.extract.topic import make_subject, make_topic
from kgplatform.extract.typing import restrict_reading
from kgplatform.graph.writer import Batch
from kgplatform.ingest.groups import Group
from kgplatform.models.embedding import Embedder, OnnxEmbedder
from kgplatform.models.entity_head.head import EntityHead, WordScores
from kgplatform.models.entity_head.words import Spans
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import ENTITY_TYPES, Document, Passage
from kgplatform.text.languages import LANGUAGES

__all__ = ["Embedded", "IngestModels", "Vectors", "embed_group", "make_batch", "read_group"]

Vectors = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class IngestModels:
    """The models an ingest needs.

    Attributes:
        extractor: reads documents in its own language, or in any if it names none.
        others: what reads those in another language, by its code; in the rest of them known names
            are found.
        head: scores the words of passages for names as they are embedded; None: nothing does.
    """

    embedder: Embedder
    linguistics: Linguistics
    extractor: Extractor
    others: Mapping[str, Extractor] = field(default_factory=dict)
    head: EntityHead | None = None

    def reads(self, language: str) -> bool:
        """Return whether the extractor itself reads a language."""
        return getattr(self.extractor, "language", None) in (None, language)

    def extractor_of(self, language: str) -> Extractor:
        """Return what reads the documents in a language."""
        return self.extractor if self.reads(language) else self.others.get(language, KNOWN_NAMES)

    def extractor_names(self) -> dict[str, str]:
        """Return the name of what reads each language, by the language's code."""
        return {language: self.extractor_of(language).name for language in LANGUAGES}


KNOWN_NAMES = KnownNames()


class Embedded(NamedTuple):
    """The vectors of a group's passages, and the scores of their words, by a passage's id."""

    vectors: Vectors
    scores: Mapping[str, WordScores]


def read_group(
    group: Group,
    *,
    models: IngestModels,
    gazetteer: Gazetteer,
    scores: Mapping[str, WordScores] | None = None,
) -> list[PassageReading]:
    """Return one reading a passage; a document that has its facts with it is not extracted.

    Args:
        scores: as `embed_group` gives them.
    """
    readings: dict[str, PassageReading] = {}
    by_id = {document.id: document for document in group.documents}
    to_extract: dict[str, tuple[Extractor, list[Passage]]] = {}
    for document_id, run in groupby(_name_topics(group), key=lambda passage: passage.document_id):
        passages = list(run)
        if is_given(by_id[document_id]):
            part = _part_of(by_id[document_id], passages)
            split = models.linguistics.split_sentences
            given = read_given(passages, part, split_sentences=split)
            readings.update(zip((p.id for p in passages), given, strict=True))
        else:
            extractor = models.extractor_of(by_id[document_id].language)
            to_extract.setdefault(extractor.name, (extractor, []))[1].extend(passages)
    for extractor, passages in to_extract.values():
        read = read_scored(extractor, passages, gazetteer=gazetteer, scores=scores or {})
        found = zip(passages, read, strict=True)
        types = getattr(extractor, "entity_types", ENTITY_TYPES)
        for document_id, pairs in groupby(found, key=lambda pair: pair[0].document_id):
            own, plain = zip(*pairs, strict=True)
            joined = add_structure(by_id[document_id], own, plain, gazetteer=gazetteer)
            limited = (restrict_reading(reading, types) for reading in joined)
            readings.update(zip((p.id for p in own), limited, strict=True))
    return [readings[passage.id] for passage in group.passages]


def _name_topics(group: Group) -> list[Passage]:
    """Return the passages with what their document is about as the title of those without one."""
    topics = {d.id: topic.name for d in group.documents if (topic := make_subject(d))}
    return [replace(p, title=topics.get(p.document_id, "")) for p in group.passages]


def _part_of(document: Document, passages: Sequence[Passage]) -> Document:
    """Return the document with those facts only that lie in a run of its passages."""
    start, end = passages[0].start, passages[-1].end
    facts = tuple(fact for fact in document.facts if start <= fact.start < end)
    return replace(document, facts=facts)


def embed_group(group: Group, *, embedder: Embedder, head: EntityHead | None = None) -> Embedded:
    """Embed title or topic, heading, a table's header and text: a passage rarely repeats these.

    Args:
        head: scores the words of the passages on the way, where the embedder shows them.
    """
    passages = _name_topics(group)
    documents = {document.id: document for document in group.documents}
    heads = [" — ".join(part for part in (p.title, p.heading) if part) for p in passages]
    texts = [
        "\n".join(filter(None, (head, _header_of(p, documents[p.document_id]), p.text)))
        for head, p in zip(heads, passages, strict=True)
    ]
    if head is None or not isinstance(embedder, OnnxEmbedder) or not embedder.shows_words:
        return Embedded(embedder.embed_passages(texts), {})
    scores: dict[str, WordScores] = {}

    def score(index: int, spans: Spans, states: Vectors) -> None:
        own = passages[index]
        found = head.score(texts[index], spans, states)
        scores[own.id] = found.behind(len(texts[index]) - len(own.text))

    # The head's products are small: threads of the library for them would wait for each other.
    with ThreadpoolController().limit(limits=1, user_api="blas"):
        return Embedded(embedder.embed_with_words(texts, score), scores)


def _header_of(passage: Passage, document: Document) -> str:
    """Return the header of the table that a passage is a later piece of; empty for others."""
    if passage.table is None or passage.start == document.tables[passage.table].start:
        return ""
    return document.text[document.tables[passage.table].start :].partition("\n")[0]


def make_batch(
    group: Group,
    readings: Sequence[PassageReading],
    vectors: Vectors,
    *,
    extractors: Mapping[str, str],
) -> Batch:
    """Return what the writer takes: a group and what was read in it.

    Args:
        extractors: names of what reads each language, by its code.
    """
    return Batch(
        documents=group.documents,
        started=group.started,
        finished=group.finished,
        replaced=group.replaced,
        passages=group.passages,
        following=group.following,
        embeddings=vectors,
        titles={d.id: topic for d in group.started if (topic := make_topic(d))},
        mentions=tuple(mention for reading in readings for mention in reading.mentions),
        references=tuple(one for reading in readings for one in reading.references),
        statements=tuple(statement for reading in readings for statement in reading.statements),
        unproven=tuple(fact for reading in readings for fact in reading.unproven),
        extractors={
            d.id: GIVEN if is_given(d) else extractors[d.language] for d in group.documents
        },
        failures={
            passage.id: reading.failure
            for passage, reading in zip(group.passages, readings, strict=True)
            if reading.failure is not None
        },
    )
