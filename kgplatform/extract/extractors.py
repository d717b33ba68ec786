"""The extractors: what reads mentions and statements in passages, one protocol for all.

`spacy` reads both with a statistical pipeline; `none` only finds known names. A new extractor is
one class here and one line in EXTRACTORS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kgplatform.errors import UsageError
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.mentions import find_mentions
from kgplatform.extract.statements import extract_statements
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Mention, Passage, Statement, UnprovenFact, Usage

__all__ = ["EXTRACTORS", "Extractor", "Reading", "make_extractor"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What an extractor read in one passage.

    Attributes:
        unproven: facts it was told that the passage does not show, each with the reason.
        failure: why the passage could not be read, or None.
        dropped: items of a reply that could not be used, counted by reason.
        usage: what a chat model was asked for it.
    """

    mentions: tuple[Mention, ...] = ()
    statements: tuple[Statement, ...] = ()
    unproven: tuple[UnprovenFact, ...] = ()
    failure: str | None = None
    dropped: tuple[tuple[str, int], ...] = ()
    usage: Usage = field(default_factory=Usage)


class Extractor(Protocol):
    """Reads mentions and statements; `name` is stored with what it read."""

    name: str

    def read(self, passages: Sequence[Passage], *, gazetteer: Gazetteer) -> Iterator[Reading]:
        """Yield the reading of each passage in order."""


class SpacyExtractor:
    """Named entities, known names and dependency-tree statements; no language model."""

    def __init__(self, linguistics: Linguistics) -> None:
        self.name = f"spacy:{linguistics.name}"
        self._linguistics = linguistics

    def read(self, passages: Sequence[Passage], *, gazetteer: Gazetteer) -> Iterator[Reading]:
        """Yield the mentions and statements of each passage in order."""
        parsed = self._linguistics.parse(passage.text for passage in passages)
        for passage, tree in zip(passages, parsed, strict=True):
            mentions = find_mentions(passage, tree, gazetteer=gazetteer)
            statements = extract_statements(passage, tree, mentions=mentions)
            yield Reading(tuple(mentions), tuple(statements))


class KnownNames:
    """Known titles and names only: no parser, no statements, many times faster."""

    name = "none"

    def read(self, passages: Sequence[Passage], *, gazetteer: Gazetteer) -> Iterator[Reading]:
        """Yield the mentions of each passage in order, and no statements."""
        for passage in passages:
            yield Reading(tuple(_known_mentions(passage, gazetteer)))


EXTRACTORS: dict[str, Callable[[Linguistics], Extractor]] = {
    "spacy": SpacyExtractor,
    "none": lambda _: KnownNames(),
}


def make_extractor(name: str, *, linguistics: Linguistics) -> Extractor:
    """Return the extractor called `name`.

    Raises:
        UsageError: there is no extractor of that name.
    """
    if name not in EXTRACTORS:
        raise UsageError(f"There is no extractor '{name}': choose {' or '.join(EXTRACTORS)}.")
    return EXTRACTORS[name](linguistics)


def _known_mentions(passage: Passage, gazetteer: Gazetteer) -> list[Mention]:
    return [
        Mention(passage.id, entity, match.start, match.end, passage.text[match.start : match.end])
        for match in gazetteer.find(passage.text)
        for entity in match.candidates
    ]
