"""Finds known names in text: the longest match over the titles and entity names of a corpus.

Statistical recognisers miss most titles of works; the corpus itself knows them. Matching is on
folded words, so it does not depend on case inside the name, but the text must write the name as
one (a capital or a digit, and not only in an article or the like that may open a sentence), or
common words would match titles like "It" and "The Story".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from kgplatform.records import Entity
from kgplatform.text.names import Token, iterate_tokens, make_entity, strip_disambiguation

__all__ = ["Gazetteer", "NameMatch"]

MAX_NAME_WORDS = 12
MAX_CANDIDATES = 3  # a name shared by more entities than this says nothing about which is meant
MIN_SINGLE_WORD_CHARS = 3
BRACKET = re.compile(r"\(([A-Z][^()]*)\)$")  # "(Anar County)", but not "(ship)"
COMMON_WORDS = frozenset(
    """
    the a an and or but as in on of at by to for from with after before during he she it they
    we you i his her its their my our your this that these those there here was were is are be
    been who what when where which why how not no all some one two three four five six seven
    eight nine ten first second third new old many most more other another each both film
    films album song book series january february march april may june july august september
    october november december monday tuesday wednesday thursday friday saturday sunday
    """.split()
)


class NameMatch(NamedTuple):
    """text[start:end] is the name of each of the candidate entities."""

    start: int
    end: int
    candidates: tuple[Entity, ...]


class Gazetteer:
    """A set of known entities that can be found in text by name.

    Args:
        max_candidates: a name that more entities share is not reported.
    """

    def __init__(self, entities: Iterable[Entity], *, max_candidates: int = MAX_CANDIDATES) -> None:
        self._max_candidates = max_candidates
        self._candidates: dict[str, tuple[Entity | str, ...]] = {}
        self._longest: dict[str, int] = {}  # first word -> words of the longest name it begins
        for entity in entities:
            self._add(entity.name, entity)

    @classmethod
    def of_names(cls, names: Iterable[str]) -> Gazetteer:
        """Return a set of the entities that `make_entity` makes of names.

        They are made when they are found: a million names take 0.3 GB this way, not 1 GB.
        """
        gazetteer = cls(())
        for name in names:
            gazetteer._add(name, name)
        return gazetteer

    def __len__(self) -> int:
        return len(self._candidates)

    def find(self, text: str, *, any_case: bool = False) -> list[NameMatch]:
        """Return the longest known names in a text, left to right, not overlapping.

        Args:
            any_case: also where the text does not write the name as one.
        """
        tokens = list(iterate_tokens(text))
        words: set[str] = set()
        matches, at = [], 0
        while at < len(tokens):
            size = self._match_size(text, tokens, at, any_case)
            if size:
                found = self._candidates[_key(tokens[at : at + size])]
                few = found if len(found) <= self._max_candidates else ()
                candidates = tuple(_as_entity(item) for item in few)
                if not any_case:
                    words = words or {token.form for token in tokens}
                    candidates = tuple(one for one in candidates if _may_be_meant(one, words))
                if candidates:
                    end = tokens[at + size - 1].end
                    matches.append(NameMatch(tokens[at].start, end, candidates))
            at += max(size, 1)
        return matches

    def _add(self, name: str, entity: Entity | str) -> None:
        self._add_form(name, entity)
        plain = strip_disambiguation(name)
        if plain != name:
            self._add_form(plain, entity)

    def _add_form(self, name: str, entity: Entity | str) -> None:
        tokens = list(iterate_tokens(name))
        if not tokens or len(tokens) > MAX_NAME_WORDS or not _is_distinctive(tokens):
            return
        key = _key(tokens)
        known = self._candidates.get(key, ())
        if not known or _entity_id(entity) not in {_entity_id(other) for other in known}:
            self._candidates[key] = (*known, entity)
        first = tokens[0].form
        self._longest[first] = max(self._longest.get(first, 0), len(tokens))

    def _match_size(self, text: str, tokens: list[Token], at: int, any_case: bool) -> int:
        """Return how many words the longest name that begins at token `at` has, or 0."""
        first = tokens[at]
        longest = self._longest.get(first.form, 0)
        if not longest or not (any_case or _is_marked(text, first)):
            return 0
        for size in range(min(longest, len(tokens) - at), 0, -1):
            found = tokens[at : at + size]
            if _key(found) in self._candidates and (any_case or _is_written_as_name(text, found)):
                return size
        return 0


def _is_marked(text: str, token: Token) -> bool:
    return text[token.start].isupper() or text[token.start].isdigit()


def _is_written_as_name(text: str, tokens: list[Token]) -> bool:
    """Return whether a telling word has a capital or a digit: "The Story", not "The story"."""
    telling = [token for token in tokens if token.form not in COMMON_WORDS] or tokens
    return any(_is_marked(text, token) for token in telling)


def _may_be_meant(entity: Entity, words: set[str]) -> bool:
    """Return whether a text can mean an entity whose title has a name in brackets.

    "Central District (Anar County)" is one of many: only a text that names Anar speaks of it.
    """
    bracket = BRACKET.search(entity.name)
    if bracket is None:
        return True
    named = [token.form for token in iterate_tokens(bracket[1]) if _is_marked(bracket[1], token)]
    return named[0] in words or 2 * sum(form in words for form in named) > len(named)


def _entity_id(item: Entity | str) -> str:
    return _as_entity(item).id


@lru_cache(maxsize=100_000)
def _make(name: str) -> Entity:
    return make_entity(name)


def _as_entity(item: Entity | str) -> Entity:
    return _make(item) if isinstance(item, str) else item


def _key(tokens: list[Token]) -> str:
    return " ".join(token.form for token in tokens)


def _is_distinctive(tokens: list[Token]) -> bool:
    """Return whether a name can be recognised out of context: not a common word, not a number."""
    if len(tokens) > 1:
        return any(token.form not in COMMON_WORDS for token in tokens)
    form = tokens[0].form
    return len(form) >= MIN_SINGLE_WORD_CHARS and form not in COMMON_WORDS and not form.isdecimal()
