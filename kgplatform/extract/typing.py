"""Keeps entity types within the closed list of a job: any other type becomes Thing."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.reading import Extractor, PassageReading, ScoredExtractor
from kgplatform.models.entity_head.head import WordScores
from kgplatform.records import Entity, Literal, Passage, Statement

__all__ = ["RestrictedExtractor"]


class RestrictedExtractor:
    """An extractor whose entities have only some of the types.

    Args:
        extractor: what reads.
        types: some of ENTITY_TYPES; Thing is always allowed.
    """

    def __init__(self, extractor: Extractor, *, types: Collection[str]) -> None:
        self._extractor = extractor
        self._types = frozenset({*types, "Thing"})
        self.language = getattr(extractor, "language", None)
        self.name = f"{extractor.name} of {','.join(sorted(self._types))}"

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
        found = (
            self._extractor.read_scored(passages, gazetteer=gazetteer, scores=scores)
            if isinstance(self._extractor, ScoredExtractor)
            else self._extractor.read(passages, gazetteer=gazetteer)
        )
        for reading in found:
            yield replace(
                reading,
                mentions=tuple(replace(m, entity=self._limit(m.entity)) for m in reading.mentions),
                statements=tuple(self._limit_statement(s) for s in reading.statements),
            )

    def _limit(self, entity: Entity) -> Entity:
        return entity if entity.type in self._types else replace(entity, type="Thing")

    def _limit_statement(self, statement: Statement) -> Statement:
        return replace(
            statement,
            subject=self._limit(statement.subject),
            object=self._limit_target(statement.object),
            qualifiers=tuple(
                replace(q, target=self._limit_target(q.target)) for q in statement.qualifiers
            ),
        )

    def _limit_target(self, target: Entity | Literal) -> Entity | Literal:
        return self._limit(target) if isinstance(target, Entity) else target
