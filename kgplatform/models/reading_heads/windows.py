"""A question and a passage as the encoder reads them together: in windows of so many tokens.

Training and reading cut here, so that they cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer

__all__ = ["STRIDE", "WINDOW", "Pair", "Window", "encode_pair", "load_tokenizer"]

WINDOW = 320
"""Tokens, the question and the three marks included: two passages of 110 words fit whole."""
STRIDE = 64
"""Tokens that two windows of a passage share, so that an answer stands whole in one of them."""
MAX_QUESTION = 48
MARKS = 3


@dataclass(frozen=True, slots=True)
class Window:
    """Token ids and types; the passage's tokens begin at `first`, and `spans` are theirs."""

    ids: list[int]
    types: list[int]
    first: int
    spans: list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Pair:
    """A question and a passage as token ids, with each passage token's span of characters."""

    question: list[int]
    passage: list[int]
    spans: list[tuple[int, int]]
    opening: int
    closing: int
    """Ids of the marks before the question and behind each part."""

    @property
    def room(self) -> int:
        """How many tokens of the passage a window holds."""
        return WINDOW - MARKS - len(self.question)

    def window(self, start: int = 0) -> Window:
        """Return the window whose first token of the passage is `start`."""
        head = [self.opening, *self.question, self.closing]
        part = self.passage[start : start + self.room]
        return Window(
            [*head, *part, self.closing],
            [0] * len(head) + [1] * (len(part) + 1),
            len(head),
            self.spans[start : start + self.room],
        )

    def windows(self) -> Iterator[Window]:
        """Yield windows that cover the passage, the last one ending with it; at least one."""
        last = max(len(self.passage) - self.room, 0)
        for start in range(0, last, self.room - STRIDE):
            yield self.window(start)
        yield self.window(last)


def load_tokenizer(path: Path) -> Tokenizer:
    """Return the tokenizer of a tokenizer.json, which neither cuts nor pads."""
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def encode_pair(tokenizer: Any, question: str, passage: str) -> Pair:
    """Return a question, cut at 48 tokens, and a passage as token ids.

    Args:
        tokenizer: of the BERT family, as `load_tokenizer` returns it.
    """
    encoded = tokenizer.encode(passage, add_special_tokens=False)
    return Pair(
        tokenizer.encode(question, add_special_tokens=False).ids[:MAX_QUESTION],
        encoded.ids,
        encoded.offsets,
        tokenizer.token_to_id("[CLS]"),
        tokenizer.token_to_id("[SEP]"),
    )
