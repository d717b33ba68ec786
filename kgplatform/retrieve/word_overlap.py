"""Which words of a question stand in which sentences of some passages: text to arrays, no graph."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

__all__ = ["Wording", "compare_words"]

STEM_CHARS = 6  # words are alike if they begin alike: "directed", "director", "directs"
SENTENCE_END = re.compile(r"[.!?][\"”')\]]*\s+(?=[\"“'(\[]*[A-Z0-9])")
WORD = re.compile(r"\w+")
ACCENTS = re.compile("[\u0300-\u036f]")
FUNCTION_WORDS = frozenset(
    "a an the of in on at by to for from with and or is are was were be been do does did has have "
    "had who whom whose what which when where why how that this it its he his she her they their "
    "as s".split()
)
PASSAGE_STRIDE = 1 << 32  # more characters than a passage has

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Wording:
    """The k content words of a question in n passages of s sentences.

    Attributes:
        weights: of the words: inverse document frequency among these passages, summing to 1, (k,).
        sentence_of: the first sentence of each passage, and one past the last, (n + 1,).
        in_sentence: 1 where a sentence has a word, (s, k).
        in_passage: the same of a passage with its title, (n, k).
        places: passage and offset of each sentence in one ascending number, (s,).
    """

    weights: Floats
    sentence_of: Integers
    in_sentence: Floats
    in_passage: Floats
    places: Integers

    def locate(self, passages: Integers, offsets: Integers) -> Integers:
        """Return the sentence in which each character of a passage stands."""
        wanted = passages * PASSAGE_STRIDE + offsets
        return np.asarray(np.searchsorted(self.places, wanted, side="right") - 1)


def compare_words(question: str, texts: Sequence[str], titles: Sequence[str]) -> Wording:
    """Find the content words of `question` in passages of these texts and titles.

    Words are compared by how they begin, without case and accents. A question of function words
    alone has no content words, and k is 0.
    """
    stems = list(dict.fromkeys(_stems(question)))
    sentences, places, sentence_of = _split(texts)
    in_sentence = _find(sentences, stems)
    in_passage = np.maximum(_find(titles, stems), _any_of(in_sentence, sentence_of))
    rarity = np.log1p(len(texts) / np.maximum(in_passage.sum(axis=0), 1))
    weights = rarity / max(rarity.sum(), 1e-9)
    return Wording(weights, sentence_of, in_sentence, in_passage, places)


def _split(texts: Sequence[str]) -> tuple[list[str], Integers, Integers]:
    """Return the sentences of all texts, their places, and where each text's sentences begin."""
    whole = "\n".join(texts)
    starts = _starts(texts)
    ends = [match.end() for match in SENTENCE_END.finditer(whole)]
    begins = np.union1d(starts, np.array(ends, np.int64))
    number = np.searchsorted(starts, begins, side="right") - 1
    bounds = [*begins.tolist(), len(whole) + 1]
    sentences = [whole[start:end] for start, end in pairwise(bounds)]
    firsts = np.append(np.searchsorted(begins, starts), len(begins))
    return sentences, number * PASSAGE_STRIDE + begins - starts[number], firsts


def _starts(texts: Sequence[str]) -> Integers:
    """Return where each text begins if they are joined by one character."""
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    return np.cumsum(lengths + 1) - lengths - 1


def _find(texts: Sequence[str], stems: Sequence[str]) -> Floats:
    """Return 1 where a text has a word of a stem, shape (texts, stems)."""
    folded = [_fold(text) for text in texts]
    whole, starts = "\n".join(folded), _starts(folded)
    found = np.zeros((len(texts), len(stems)))
    for column, stem in enumerate(stems):
        rows = np.searchsorted(starts, _find_words(whole, stem), side="right") - 1
        found[rows, column] = 1
    return found


def _find_words(text: str, stem: str) -> list[int]:
    """Return where words of a stem begin; an expression a stem would take longer to compile."""
    is_whole = len(stem) < STEM_CHARS
    offsets = []
    start = text.find(stem)
    while start >= 0:
        end = start + len(stem)
        if not _is_letter(text[start - 1 : start]) and not (is_whole and _goes_on(text, end)):
            offsets.append(start)
        start = text.find(stem, end)
    return offsets


def _goes_on(text: str, end: int) -> bool:
    """Return whether a word goes on there by more than the s of a plural."""
    if text[end : end + 1] == "s":
        end += 1
    return _is_letter(text[end : end + 1])


def _is_letter(char: str) -> bool:
    return char.isalnum() or char == "_"


def _any_of(in_sentence: Floats, sentence_of: Integers) -> Floats:
    """Return 1 where any sentence of a passage has a word; every passage has a sentence."""
    if not len(in_sentence):
        return np.zeros((len(sentence_of) - 1, in_sentence.shape[1]))
    return np.asarray(np.maximum.reduceat(in_sentence, sentence_of[:-1], axis=0))


def _stems(text: str) -> list[str]:
    """Return the stems of the content words of a text, in their order."""
    return [_stem(word) for word in WORD.findall(_fold(text)) if word not in FUNCTION_WORDS]


def _fold(text: str) -> str:
    """Return a text without case and accents."""
    if not text.isascii():
        text = ACCENTS.sub("", unicodedata.normalize("NFKD", text))
    return text.casefold()


def _stem(word: str) -> str:
    """Return how a word begins: words are alike if they begin alike."""
    if len(word) > STEM_CHARS:
        return word[:STEM_CHARS]
    return word[:-1] if word.endswith("s") and len(word) > 3 else word
