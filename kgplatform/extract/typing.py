"""Keeps entity types within the closed list of a job: any other type becomes Thing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.reading import Extractor, PassageReading, read_scored
from kgplatform.models.entity_head.head import WordScores
from kgplatform.records import ENTITY_TYPES, Entity, Literal, Passage, Phrase, Statement

__all__ = ["RestrictedExtractor", "restrict_reading"]


def restrict_reading(reading: PassageReading, types: Collection[str]) -> PassageReading:
    """Return a reading whose entities have only some of the types; others are a Thing."""
    if set(types) >= set(ENTITY_TYPES):
        return reading
    return replace(
        reading,
        mentions=tuple(replace(m, entity=_limit(m.entity, types)) for m in reading.mentions),
        references=tuple(replace(m, entity=_limit(m.entity, types)) for m in reading.references),
        statements=tuple(_limit_statement(s, types) for s in reading.statements),
    )


class RestrictedExtractor:
    """An extractor whose entities have only some of the types.

    Args:
        extractor: what reads.
        types: some of ENTITY_TYPES; Thing is always allowed.
    """

    def __init__(self, extractor: Extractor, *, types: Collection[str]) -> None:
        self._extractor = extractor
        self.entity_types = frozenset({*types, "Thing"})
        self.language = getattr(extractor, "language", None)
        self.name = f"{extractor.name} of {','.join(sorted(self.entity_types))}"

    def read(
        self, passages: Sequence[Passage], *, gazetteer: Gazetteer
    ) -> Iterator[PassageReading]:
        """Yield the reading of each passage in order."""
        return self.read_scored(passages, gazetteer=gazetteer, scores={})

    def read_scored(
        self,
        passages: Sequence[Passage],
        *,
        gazetteer: Gazetteer,
        scores: Mapping[str, WordScores],
    ) -> Iterator[PassageReading]:
        """Yield the same, with what the platform's own recogniser saw, by a passage's id."""
        found = read_scored(self._extractor, passages, gazetteer=gazetteer, scores=scores)
        for reading in found:
            yield restrict_reading(reading, self.entity_types)


def _limit(entity: Entity, types: Collection[str]) -> Entity:
    return entity if entity.type in types else replace(entity, type="Thing")


def _limit_statement(statement: Statement, types: Collection[str]) -> Statement:
    subject = statement.subject
    return replace(
        statement,
        subject=_limit(subject, types) if isinstance(subject, Entity) else subject,
        object=_limit_target(statement.object, types),
        qualifiers=tuple(
            replace(q, target=_limit_target(q.target, types)) for q in statement.qualifiers
        ),
    )


def _limit_target(
    target: Entity | Phrase | Literal, types: Collection[str]
) -> Entity | Phrase | Literal:
    return _limit(target, types) if isinstance(target, Entity) else target
