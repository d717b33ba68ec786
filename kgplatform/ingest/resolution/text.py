"""Names that the documents themselves give to an entity: how a document begins, and redirects.

"Gordon Sumner (born 2 October 1951), known as Sting, …" in the document called "Sting" gives two
names to one entity. Only entities that the text names at that place are paired, and only with the
document's own title, so no search through pairs is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple

from kgplatform.graph.connection import Graph
from kgplatform.ingest.resolution.candidates import EntityName, Pair
from kgplatform.text.names import iterate_tokens, strip_disambiguation

__all__ = ["Opening", "fetch_openings", "find_defined_abbreviations", "find_text_names"]

OPENING_CHARS = 500
DOCUMENTS_PER_PAGE = 5_000
PAIRS_PER_QUERY = 2_000
MAX_LEAD = 4  # characters before an opening name: "The ", a quote
MIN_SHARED_CHARS = 3  # a word that an opening name and its title have in common
MIN_UNDEFINED_LETTERS = 3  # of an abbreviation that no bracket defines
DEFINED, TOGETHER = 1.0, 0.9
OPENED = 0.98

IS_DEFINED_AFTER = re.compile(r"[\"'”’]?\s*(?:\(|,?\s*(?:born|was|is|were|are)\b)")
ANOTHER_NAME = re.compile(
    r"\b(?:also|better|formerly|otherwise|commonly|professionally|popularly|mostly|best)"
    r"\s+(?:known|called|spelled|billed|credited)(?:\s+(?:as|simply as))?[\s:\"'“‘]*$"
    r"|\b(?:stage|pen|birth|real|full)\s+name(?:\s+(?:is|was|of))?[\s:,\"'“‘]*$"
    r"|[(,;]\s*(?:born|née|nee|né|alias|a\.k\.a\.|aka)[\s\"'“‘]*$"
)
NAMING = re.compile(r"\b(?:known|called|credited|names?|nicknamed|pseudonym|mononym|alias)\b")
NAMING_CHARS = 40  # between such a word and the name
VERB = re.compile(r"\b(?:was|is|were|are|has|had)\s")
GOES_ON = re.compile(r"[-–]|\.?\s?[^\W\d_a-z]")  # "Carl Th" of "Carl Th. Dreyer" is no name
REDIRECT = re.compile(r"\s*#?redirect(?:s)?(?:\s+to)?\s*:?\s*\[{0,2}\s*", re.IGNORECASE)
NAMESAKES = re.compile(r"\b(?:may|can|might)\s+(?:also\s+)?refer\s+to\b", re.IGNORECASE)
SENTENCE_END = re.compile(r"[.!?][\"”')\]]*\s+(?=[A-Z])")


class Opening(NamedTuple):
    """The first characters of a document: `named` are (entity id, start, end), by position."""

    title: str
    title_id: str
    text: str
    named: tuple[tuple[str, int, int], ...]


def fetch_openings(graph: Graph) -> Iterator[Opening]:
    """Yield the openings of all documents that are about an entity, by document id."""
    after = ""
    while True:
        [row] = graph.read(
            "list_document_openings", after=after, limit=DOCUMENTS_PER_PAGE, chars=OPENING_CHARS
        )
        if not row["ids"]:
            return
        after = row["ids"][-1]
        yield from (opening for opening in _openings(row) if opening.title_id)


def find_text_names(openings: Iterable[Opening]) -> tuple[list[Pair], set[str]]:
    """Return the pairs that openings give, and the entities that are only lists of namesakes."""
    pairs: list[Pair] = []
    lists: set[str] = set()
    for opening in openings:
        if NAMESAKES.search(opening.text) or opening.title.endswith("(disambiguation)"):
            lists.add(opening.title_id)
        elif redirect := REDIRECT.match(opening.text):
            at = redirect.end()
            targets = [named for named in opening.named if named[1] == at][:1]
            pairs += [Pair(opening.title_id, target, "redirect", 1.0) for target, _, _ in targets]
        else:
            pairs += _names_in(opening)
    return [pair for pair in pairs if pair.short != pair.long], lists


def find_defined_abbreviations(
    graph: Graph, proposed: Iterable[Pair], entities: dict[str, EntityName]
) -> list[Pair]:
    """Return the abbreviations that a text defines, or that stand next to their full name.

    The latter must be three letters or more and of the same type, and score less.
    """
    pairs, found = list(proposed), []
    for start in range(0, len(pairs), PAIRS_PER_QUERY):
        part = pairs[start : start + PAIRS_PER_QUERY]
        rows = [[pair.short, pair.long, entities[pair.short].name] for pair in part]
        for row in graph.read("find_abbreviations_in_documents", pairs=rows):
            short, full = entities[row["short_id"]], entities[row["long_id"]]
            letters = sum(map(str.isalnum, short.name))
            if row["defined"]:
                found.append(Pair(short.id, full.id, "abbreviation", DEFINED))
            elif letters >= MIN_UNDEFINED_LETTERS and short.type == full.type:
                found.append(Pair(short.id, full.id, "abbreviation", TOGETHER))
    return found


def _openings(row: dict[str, Any]) -> Iterator[Opening]:
    columns = ("titles", "title_ids", "texts", "entities", "starts", "ends")
    for title, title_id, text, *named in zip(*(row[c] for c in columns), strict=True):
        yield Opening(title, title_id, text, tuple(zip(*named, strict=True)))


def _names_in(opening: Opening) -> Iterator[Pair]:
    """Yield the title's entity with each other name that the first sentence gives it."""
    end = _sentence_end(opening.text)
    for (entity, start, stop), following in pairwise([*opening.named, ("", end, end)]):
        if entity == opening.title_id or start >= end or following[1] < stop:
            continue
        before, after = opening.text[:start], opening.text[stop:]
        if start <= MAX_LEAD:
            is_name = IS_DEFINED_AFTER.match(after) and (
                _share_a_word(opening.text[start:stop], opening.title)
                or _gives_the_title(opening.text[stop:end], opening.title)
            )
        else:  # after the verb it may be about somebody else
            is_name = ANOTHER_NAME.search(before) and not VERB.search(before)
        if is_name and not GOES_ON.match(after):
            yield Pair(entity, opening.title_id, "opening", OPENED)


def _sentence_end(text: str) -> int:
    """Return where the first sentence ends; an initial or a bracket does not end one."""
    for match in SENTENCE_END.finditer(text):
        head = text[: match.start()]
        if head.count("(") <= head.count(")") and not re.search(r"\b\w{1,2}$", head):
            return match.start()
    return len(text)


def _gives_the_title(rest: str, title: str) -> bool:
    """Return whether the rest of a sentence says that its subject is known by the title."""
    at = rest.find(strip_disambiguation(title))
    return at >= 0 and NAMING.search(rest[max(at - NAMING_CHARS, 0) : at]) is not None


def _share_a_word(name: str, title: str) -> bool:
    def words(text: str) -> set[str]:
        forms = (token.form for token in iterate_tokens(text))
        return {form for form in forms if len(form) >= MIN_SHARED_CHARS}

    return bool(words(name) & words(strip_disambiguation(title)))
