"""Opens the extractor of a name; those without a language model are here.

`spacy` reads both with a statistical pipeline, in English, `llm` asks a chat model and proves what
it says, `none` only finds known names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgplatform.extract.coreference.resolve import to_mentions
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.grammar.roles import retype
from kgplatform.extract.mentions import find_mentions
from kgplatform.extract.parsed import parse_passages, prose_of
from kgplatform.extract.reading import (
    DEFAULT_EXTRACTOR,
    Extractor,
    ExtractorResources,
    PassageReading,
)
from kgplatform.extract.statements import extract_statements
from kgplatform.models.conversation import ChatModel
from kgplatform.models.entity_head.head import WordScores
from kgplatform.models.linguistics import Linguistics, load_linguistics
from kgplatform.plugins import EXTRACTORS
from kgplatform.records import ENTITY_TYPES, Mention, Passage
from kgplatform.text.languages import ENGLISH

__all__ = [
    "DEFAULT_CONCURRENCY",
    "DEFAULT_EXTRACTOR",
    "KnownNames",
    "NamedEntities",
    "SpacyExtractor",
    "make_extractor",
    "open_extractor",
]

DEFAULT_CONCURRENCY = 4
"""Chat calls under way at a time."""

RULES_VERSION = "4"
"""Of the rules of `spacy`; raised where they read other facts, so that documents are read again."""


class SpacyExtractor:
    """Named entities, known names and dependency-tree statements; no language model.

    The rules of statements are of English grammar.
    """

    language = ENGLISH

    def __init__(self, resources: ExtractorResources) -> None:
        self._linguistics = resources.linguistics
        parts = "spacy", self._linguistics.name, RULES_VERSION, resources.recogniser
        self.name = ":".join(filter(None, parts))

    def read(
        self, passages: Sequence[Passage], *, gazetteer: Gazetteer
    ) -> Iterator[PassageReading]:
        """Yield the mentions and statements of each passage in order."""
        return self.read_scored(passages, gazetteer=gazetteer, scores={})

    def read_scored(
        self,
        passages: Sequence[Passage],
        *,
        gazetteer: Gazetteer,
        scores: Mapping[str, WordScores],
    ) -> Iterator[PassageReading]:
        """Yield the same, with what the platform's own recogniser saw, by a passage's id."""
        parsed = parse_passages(
            passages, linguistics=self._linguistics, gazetteer=gazetteer, scores=scores
        )
        for passage, tree, opening, mentions, links in parsed:
            statements, named = extract_statements(
                passage,
                tree,
                mentions=mentions,
                links=links,
                opening=opening,
                lemma_of=self._linguistics.lemmatize,
            )
            every = sorted([*mentions, *named], key=lambda mention: mention.start)
            title = opening.entity if opening else None
            reading = PassageReading(*retype(every, statements, known=title))
            yield replace(reading, references=to_mentions(passage, links))


class KnownNames:
    """Known titles and names only: no parser, no statements, many times faster."""

    name = "none"

    def __init__(self, resources: ExtractorResources | None = None) -> None:
        del resources

    def read(
        self, passages: Sequence[Passage], *, gazetteer: Gazetteer
    ) -> Iterator[PassageReading]:
        """Yield the mentions of each passage in order, and no statements."""
        for passage in passages:
            yield PassageReading(tuple(_known_mentions(passage, gazetteer)))


class NamedEntities:
    """Named entities and known names by a spaCy pipeline of any language, and no statements.

    Args:
        pipeline: name of an installed pipeline, which is loaded when the first passage is read.
    """

    def __init__(self, pipeline: str) -> None:
        self._pipeline = pipeline
        self.name = f"spacy:{pipeline}:{RULES_VERSION}"

    def read(
        self, passages: Sequence[Passage], *, gazetteer: Gazetteer
    ) -> Iterator[PassageReading]:
        """Yield the mentions of each passage in order.

        Raises:
            SettingsError: the pipeline is not installed.
        """
        parsed = load_linguistics(self._pipeline).parse(map(prose_of, passages))
        for passage, tree in zip(passages, parsed, strict=True):
            yield PassageReading(tuple(find_mentions(passage, tree, gazetteer=gazetteer)))


@dataclass(frozen=True, slots=True)
class _Resources:
    """What an extractor is opened with, where that is open already."""

    linguistics: Linguistics
    chat: ChatModel | None
    entity_types: Sequence[str]
    concurrency: int
    recogniser: str = ""


def make_extractor(
    name: str,
    *,
    linguistics: Linguistics,
    chat: ChatModel | None = None,
    entity_types: Sequence[str] = ENTITY_TYPES,
    concurrency: int = DEFAULT_CONCURRENCY,
    recogniser: str = "",
) -> Extractor:
    """Return the extractor called `name`; see `ExtractorResources` and `open_extractor`."""
    given = _Resources(linguistics, chat, entity_types, concurrency, recogniser)
    return open_extractor(name, given)


def open_extractor(name: str, resources: ExtractorResources) -> Extractor:
    """Return the extractor called `name`.

    Raises:
        UsageError: there is no extractor of that name, or it has not the chat model that it needs.
        PluginError: the package that adds it cannot be imported.
    """
    extractor: Extractor = EXTRACTORS.load(name)(resources)
    return extractor


def _known_mentions(passage: Passage, gazetteer: Gazetteer) -> list[Mention]:
    return [
        Mention(passage.id, entity, match.start, match.end, passage.text[match.start : match.end])
        for match in gazetteer.find(passage.text)
        for entity in match.candidates
    ]
