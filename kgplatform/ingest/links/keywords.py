"""Turns passages into keywords: the words that set one apart, and the titles that it names.

KGP (section 3) takes TF-IDF keywords and adds the document's title, "since some questions focus
on title entities". Departures: a title is a keyword of every passage that names it, not only of
its own document, since that is how one document leads to another; and a shared title weighs
twice a word as rare (on HotpotQA that links 72 instead of 65 of 100 supporting pairs at seven
links a passage; three times as much is no better).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from kgplatform.extract.gazetteer import MAX_NAME_WORDS
from kgplatform.text.names import Token, iterate_tokens, strip_disambiguation

__all__ = [
    "TITLE_WEIGHT",
    "TitleFinder",
    "choose_keywords",
    "title_feature",
    "title_key",
    "words_of",
]

TITLE_WEIGHT = 2.0
TITLE_MARK = "title:"  # words hold no colon, so a one-word title is not that word
MIN_WORD_CHARS = 2
MIN_TITLE_CHARS = 3


def words_of(tokens: Iterable[Token]) -> Counter[str]:
    """Return how often each word occurs, stop words and single characters left out."""
    stop_words = _stop_words()
    return Counter(
        token.form
        for token in tokens
        if len(token.form) >= MIN_WORD_CHARS and token.form not in stop_words
    )


def choose_keywords(
    words: Mapping[str, int],
    *,
    frequencies: Mapping[str, int],
    passages: int,
    limit: int,
    max_frequency: int,
) -> list[tuple[str, float]]:
    """Return the words of one passage with the highest TF-IDF and their damped counts.

    Args:
        words: word to its count in the passage.
        frequencies: word to the passages of the corpus that hold it.
        passages: passages in the corpus.
        limit: most words to return; words of equal weight in alphabetical order.
        max_frequency: a word of more passages is no keyword, nor is one of a single passage.
    """
    weighed = []
    for word, count in words.items():
        frequency = frequencies[word]
        if 1 < frequency <= max_frequency:
            damped = 1 + math.log(count)
            weighed.append((-damped * math.log1p(passages / frequency), word, damped))
    return [(word, damped) for _, word, damped in sorted(weighed)[:limit]]


class TitleFinder:
    """The titles of a corpus, to be found where a text names them.

    As in the gazetteer of mentions, a text must write a title as a name: its first character is
    a capital or a digit. Common words and numbers are no titles, whoever is called so.
    """

    def __init__(self, titles: Iterable[str] = ()) -> None:
        self._longest: dict[str, int] = {}  # first word -> words of the longest title it begins
        self._keys: set[str] = set()
        for title in titles:
            self.add(title)

    def add(self, title: str) -> None:
        """Look for one more title."""
        key = title_key(title)
        words = key.split(" ")
        if key in self._keys or not _is_distinctive(words):
            return
        self._keys.add(key)
        self._longest[words[0]] = max(self._longest.get(words[0], 0), len(words))

    def find(self, tokens: Sequence[Token], text: str) -> set[str]:
        """Return the keys of the titles that a text names, the longest at each place.

        Args:
            tokens: the tokens of `text`.
        """
        found, at = set(), 0
        while at < len(tokens):
            key, size = self._match(tokens, text, at)
            if size:
                found.add(key)
            at += max(size, 1)
        return found

    def own(self, title: str) -> set[str]:
        """Return the key of a passage's own title, or nothing where it is too common."""
        key = title_key(title)
        return {key} if key in self._keys else set()

    def _match(self, tokens: Sequence[Token], text: str, at: int) -> tuple[str, int]:
        longest = self._longest.get(tokens[at].form, 0)
        if not longest or not _begins_name(text[tokens[at].start]):
            return "", 0
        for size in range(min(longest, len(tokens) - at), 0, -1):
            key = " ".join(token.form for token in tokens[at : at + size])
            if key in self._keys:
                return key, size
        return "", 0


def title_key(title: str) -> str:
    """Return what a title is found by: its folded words without a last parenthesis."""
    return " ".join(token.form for token in iterate_tokens(strip_disambiguation(title)))


def title_feature(key: str) -> str:
    """Return the name of a title among the keywords, distinct from any word."""
    return TITLE_MARK + key


def _begins_name(character: str) -> bool:
    return character.isupper() or character.isdigit()


def _is_distinctive(words: Sequence[str]) -> bool:
    if len(words) > MAX_NAME_WORDS:
        return False
    if len(words) > 1:
        return any(word not in _stop_words() for word in words)
    (word,) = words
    is_number = word.isdecimal()
    return len(word) >= MIN_TITLE_CHARS and not is_number and word not in _stop_words()


@cache
def _stop_words() -> frozenset[str]:
    from spacy.lang.en.stop_words import STOP_WORDS  # spaCy takes a second to import

    return frozenset(STOP_WORDS)
