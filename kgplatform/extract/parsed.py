"""Parses passages and finds what they name, the same way for every extractor that parses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any, NamedTuple

from kgplatform.extract.coreference.resolve import Coreference, Link
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.grammar.opening import (
    Opening,
    find_opening_name,
    read_opening,
    subject_span,
)
from kgplatform.extract.grammar.straighten import straighten
from kgplatform.extract.mentions import find_mentions
from kgplatform.models.entity_head.head import WordScores
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Mention, Passage
from kgplatform.text.bylines import find_bylines
from kgplatform.text.prose import prose_text

__all__ = ["ParsedPassage", "parse_passages", "prose_of"]

PASSAGES_AT_HAND = 64
"""Of a document, whose names are known before its references are resolved; trees take memory."""


class ParsedPassage(NamedTuple):
    """A passage with its spaCy Doc, what its title is, what it names, and refers to otherwise."""

    passage: Passage
    tree: Any
    opening: Opening | None
    mentions: list[Mention]
    links: list[Link]

    @property
    def sentences(self) -> list[tuple[int, int]]:
        """The sentences as spans of the passage's text."""
        return [(sentence.start_char, sentence.end_char) for sentence in self.tree.sents]


def parse_passages(
    passages: Sequence[Passage],
    *,
    linguistics: Linguistics,
    gazetteer: Gazetteer,
    scores: Mapping[str, WordScores] | None = None,
) -> Iterator[ParsedPassage]:
    """Yield each passage parsed, in order, with the references of each document resolved.

    Args:
        scores: of the platform's own recogniser, by a passage's id, where it read any.
    """
    parsed = _parse(passages, linguistics, gazetteer, scores or {})
    for _, document in groupby(parsed, key=lambda item: item[0].document_id):
        coreference = Coreference()
        while part := list(islice(document, PASSAGES_AT_HAND)):
            resolved = coreference.resolve([(p, t, m, o) for p, t, o, m in part])
            for (passage, tree, opening, _), (mentions, links) in zip(part, resolved, strict=True):
                yield ParsedPassage(passage, tree, opening, mentions, links)


def _parse(
    passages: Sequence[Passage],
    linguistics: Linguistics,
    gazetteer: Gazetteer,
    scores: Mapping[str, WordScores],
) -> Iterable[tuple[Passage, Any, Opening | None, list[Mention]]]:
    # Every offset of the straightened text is the same in the passage's own text.
    names = [find_opening_name(passage) for passage in passages]
    texts = (
        straighten(prose_of(passage), name=subject_span(passage.text, name))
        for passage, name in zip(passages, names, strict=True)
    )
    parsed = linguistics.parse(texts)
    for passage, name, tree in zip(passages, names, parsed, strict=True):
        opening = read_opening(passage, tree, span=name)
        mentions = find_mentions(
            passage, tree, gazetteer=gazetteer, opening=opening, scores=scores.get(passage.id)
        )
        yield passage, tree, opening, mentions


def prose_of(passage: Passage) -> str:
    """Return a passage's text with line feeds for what is no prose.

    That is tables, fields and code, the facts of which its structure states (extract/structure);
    and datelines, which state none, and which a parser takes for a part of the sentence behind.
    """
    text = prose_text(passage.text, in_table=passage.table is not None)
    for line in find_bylines(passage.text) if passage.index == 0 else ():
        if line.is_dateline:
            blank = "\n" * (line.end - line.start)
            text = text[: line.start] + blank + text[line.end :]
    return text
