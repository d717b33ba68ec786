"""The extractors: what reads mentions and statements in passages, one protocol for all.

`spacy` reads both with a statistical pipeline, `llm` asks a chat model and proves what it says,
`none` only finds known names. A new extractor is one class and one line in EXTRACTORS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from kgplatform.errors import UsageError
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.grammar.roles import retype
from kgplatform.extract.grammar.statements import extract_statements
from kgplatform.extract.parsed import parse_passages
from kgplatform.extract.reading import Reading
from kgplatform.models.conversation import ChatModel
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import ENTITY_TYPES, Mention, Passage

__all__ = [
    "DEFAULT_CONCURRENCY",
    "DEFAULT_EXTRACTOR",
    "EXTRACTORS",
    "Extractor",
    "Reading",
    "make_extractor",
]

DEFAULT_EXTRACTOR = "spacy"

DEFAULT_CONCURRENCY = 4
"""Chat calls under way at a time."""

RULES_VERSION = "2"
"""Of the rules of `spacy`; raised where they read other facts, so that documents are read again."""


class Extractor(Protocol):
    """Reads mentions and statements; `name` is stored with what it read."""

    name: str

    def read(self, passages: Sequence[Passage], *, gazetteer: Gazetteer) -> Iterator[Reading]:
        """Yield the reading of each passage in order."""


class SpacyExtractor:
    """Named entities, known names and dependency-tree statements; no language model."""

    def __init__(self, linguistics: Linguistics) -> None:
        self.name = f"spacy:{linguistics.name}:{RULES_VERSION}"
        self._linguistics = linguistics

    def read(self, passages: Sequence[Passage], *, gazetteer: Gazetteer) -> Iterator[Reading]:
        """Yield the mentions and statements of each passage in order."""
        parsed = parse_passages(passages, linguistics=self._linguistics, gazetteer=gazetteer)
        for passage, tree, opening, mentions in parsed:
            statements, named = extract_statements(
                passage,
                tree,
                mentions=mentions,
                opening=opening,
                lemma_of=self._linguistics.lemmatize,
            )
            every = sorted([*mentions, *named], key=lambda mention: mention.start)
            title = opening.entity if opening else None
            yield Reading(*retype(every, statements, known=title))


class KnownNames:
    """Known titles and names only: no parser, no statements, many times faster."""

    name = "none"

    def read(self, passages: Sequence[Passage], *, gazetteer: Gazetteer) -> Iterator[Reading]:
        """Yield the mentions of each passage in order, and no statements."""
        for passage in passages:
            yield Reading(tuple(_known_mentions(passage, gazetteer)))


def _make_llm(
    linguistics: Linguistics,
    *,
    chat: ChatModel | None,
    entity_types: Sequence[str],
    concurrency: int,
) -> Extractor:
    from kgplatform.extract.llm import LlmExtractor  # loads what only it needs

    if chat is None:
        raise UsageError(
            "The extractor 'llm' needs a chat model: set KGPLATFORM_CHAT_BASE_URL and "
            "KGPLATFORM_CHAT_MODEL (and KGPLATFORM_CHAT_API_KEY if the endpoint wants one), "
            "or choose the extractor 'spacy'."
        )
    return LlmExtractor(
        chat, linguistics=linguistics, entity_types=entity_types, concurrency=concurrency
    )


EXTRACTORS: dict[str, Callable[..., Extractor]] = {
    "spacy": lambda linguistics, **_: SpacyExtractor(linguistics),
    "llm": _make_llm,
    "none": lambda *_, **__: KnownNames(),
}


def make_extractor(
    name: str,
    *,
    linguistics: Linguistics,
    chat: ChatModel | None = None,
    entity_types: Sequence[str] = ENTITY_TYPES,
    concurrency: int = DEFAULT_CONCURRENCY,
) -> Extractor:
    """Return the extractor called `name`.

    Args:
        name: one of EXTRACTORS.
        linguistics: parses for names, sentences and, in `spacy`, facts.
        chat: the model of `llm`.
        entity_types: the types that `llm` may give.
        concurrency: how many calls `llm` has under way at a time.

    Raises:
        UsageError: there is no extractor of that name, or `llm` has no chat model.
    """
    if name not in EXTRACTORS:
        raise UsageError(f"There is no extractor '{name}': choose {' or '.join(EXTRACTORS)}.")
    return EXTRACTORS[name](
        linguistics, chat=chat, entity_types=entity_types, concurrency=concurrency
    )


def _known_mentions(passage: Passage, gazetteer: Gazetteer) -> list[Mention]:
    return [
        Mention(passage.id, entity, match.start, match.end, passage.text[match.start : match.end])
        for match in gazetteer.find(passage.text)
        for entity in match.candidates
    ]
