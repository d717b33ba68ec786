"""Words as the head sees them: the encoder's, with what an uncased encoder does not know of them.

The encoder folds case and knows no lines; shape and place of a word say both. Training and
ingest make these features here, so that they cannot differ.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["PLACES", "SHAPES", "Spans", "describe_words", "find_words"]

Spans = npt.NDArray[np.int32]
"""Shape (words, 2): half-open spans of a text."""

SHAPES = 32
PLACES = 16
"""Values of the two features of a word."""

MARKS = {
    ".": 15, ",": 16, ";": 16, "-": 17, "–": 17, "'": 18, "’": 18, "&": 19, "/": 20, "(": 21,
    ")": 22, '"': 23, "“": 23, "”": 23, ":": 24, "@": 25, "#": 26, "$": 27, "£": 27, "€": 27,
    "%": 28, "|": 29, "?": 30, "!": 30,
}  # fmt: skip
OTHER_MARK = 31
MAX_DIGITS = 5
SHORT_CAPITALS = 4


def find_words(encoding: Any) -> tuple[Spans, npt.NDArray[np.int64]]:
    """Return the spans of an encoded text's words, and the first token of each, with their end.

    Args:
        encoding: of the tokenizers library, by a tokenizer of the BERT family; special tokens
            stand first and last.
    """
    spans: list[list[int]] = []
    firsts: list[int] = []
    last_word, end = None, 1
    for at, (word, offset) in enumerate(zip(encoding.word_ids, encoding.offsets, strict=True)):
        if word is None:
            continue
        if word != last_word:
            spans.append(list(offset))
            firsts.append(at)
        spans[-1][1] = offset[1]
        last_word, end = word, at + 1
    return np.array(spans, dtype=np.int32).reshape(-1, 2), np.array([*firsts, end])


def describe_words(text: str, spans: Spans) -> npt.NDArray[np.int64]:
    """Return (words, 2): a word's shape (case, digits, mark), and its place.

    The place is a sum: 1 at the beginning of a sentence or line, 2 and 4 where it joins the word
    before and behind it without a blank, 8 at the beginning of a line.
    """
    features = np.zeros((len(spans), 2), dtype=np.int64)
    for number, (start, end) in enumerate(spans):
        between = text[spans[number - 1][1] : start] if number else "\n"
        opens_line = "\n" in between
        opens = opens_line or text[slice(*spans[number - 1])] in (".", "!", "?")
        joins = number > 0 and not between
        is_joined = number + 1 < len(spans) and spans[number + 1][0] == end
        place = opens + 2 * joins + 4 * is_joined + 8 * opens_line
        features[number] = _shape(text[start:end]), place
    return features


def _shape(word: str) -> int:
    if word.isdigit():
        return 9 + min(len(word), MAX_DIGITS)
    if not any(char.isalpha() for char in word):
        return MARKS.get(word, OTHER_MARK)
    if any(char.isdigit() for char in word):
        return 1 if any(char.isupper() for char in word) else 2
    return _case(word)


def _case(word: str) -> int:
    if word.islower():
        return 3
    if word[0].isupper() and (word[1:].islower() or len(word) == 1):
        return 4 if len(word) > 1 else 5
    if word.isupper():
        return 6 if len(word) <= SHORT_CAPITALS else 7
    return 8 if word[0].isupper() else 9
