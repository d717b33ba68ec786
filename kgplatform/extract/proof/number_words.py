"""Small numbers as English writes them out."""

from __future__ import annotations

__all__ = ["NUMBER_WORDS"]

NUMBER_WORDS = {
    word: number
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
}
