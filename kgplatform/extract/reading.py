"""What an extractor is, what it is opened with, and what it gives for one passage."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from kgplatform.records import Mention, Passage, Statement, UnprovenFact, Usage

if TYPE_CHECKING:
    from kgplatform.extract.gazetteer import Gazetteer
    from kgplatform.models.conversation import ChatModel
    from kgplatform.models.entity_head.head import WordScores
    from kgplatform.models.linguistics import Linguistics

__all__ = [
    "DEFAULT_EXTRACTOR",
    "GIVEN",
    "Extractor",
    "ExtractorResources",
    "PassageReading",
    "ScoredExtractor",
    "read_scored",
]

DEFAULT_EXTRACTOR = "spacy"

GIVEN = "given"
"""The extractor's name where facts were given as data and nothing had to be read."""


@dataclass(frozen=True, slots=True)
class PassageReading:
    """What an extractor read in one passage.

    Attributes:
        references: pronouns and descriptions that stand for an entity, by position; no names.
        unproven: facts it was given that the passage does not show, each with the reason.
        failure: why the passage could not be read, or None.
        dropped: items of a reply that could not be used, counted by reason.
        repaired: faults of a reply that were clear enough to be set right, counted by kind.
        usage: what a chat model was asked for it.
    """

    mentions: tuple[Mention, ...] = ()
    statements: tuple[Statement, ...] = ()
    references: tuple[Mention, ...] = ()
    unproven: tuple[UnprovenFact, ...] = ()
    failure: str | None = None
    dropped: tuple[tuple[str, int], ...] = ()
    repaired: tuple[tuple[str, int], ...] = ()
    usage: Usage = field(default_factory=Usage)


class Extractor(Protocol):
    """Reads mentions and statements in passages.

    An entry of the group kgplatform.extractors is what returns one, a class as a rule, called with
    an ExtractorResources.

    One that reads a single language names it in an attribute `language` ("en"); it is given
    documents in that language alone. One that keeps to some types of entities names them in
    `entity_types`; those of tables and fields are kept to them, too.

    Attributes:
        name: stored with what it read: where it changes, documents are read again.
    """

    name: str

    def read(
        self, passages: Sequence[Passage], *, gazetteer: Gazetteer
    ) -> Iterator[PassageReading]:
        """Yield the reading of each passage in order.

        Args:
            passages: some that follow one another, of one document or several.
            gazetteer: the titles and names that the corpus knows; `find` gives those in a text.
        """


@runtime_checkable
class ScoredExtractor(Protocol):
    """An extractor that takes what the platform's own recogniser saw, where it read a passage."""

    def read_scored(
        self,
        passages: Sequence[Passage],
        *,
        gazetteer: Gazetteer,
        scores: Mapping[str, WordScores],
    ) -> Iterator[PassageReading]:
        """Yield the reading of each passage in order; see Extractor.read.

        Args:
            scores: by a passage's id.
        """


def read_scored(
    extractor: Extractor,
    passages: Sequence[Passage],
    *,
    gazetteer: Gazetteer,
    scores: Mapping[str, WordScores],
) -> Iterator[PassageReading]:
    """Yield the reading of each passage in order, by the scores where an extractor takes them.

    Args:
        scores: of the words of passages, by a passage's id.
    """
    if isinstance(extractor, ScoredExtractor):
        return extractor.read_scored(passages, gazetteer=gazetteer, scores=scores)
    return extractor.read(passages, gazetteer=gazetteer)


class ExtractorResources(Protocol):
    """What an extractor may use, and what it is to keep to; models are opened when asked for."""

    @property
    def linguistics(self) -> Linguistics:
        """The spaCy pipeline."""

    @property
    def chat(self) -> ChatModel | None:
        """The chat model; None where none is set."""

    @property
    def entity_types(self) -> Sequence[str]:
        """The types of entities to read; the others are left out of what it reads."""

    @property
    def recogniser(self) -> str:
        """Name of the platform's own recogniser, where it reads the passages; else empty."""

    @property
    def concurrency(self) -> int:
        """Chat calls under way at a time."""
