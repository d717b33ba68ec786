"""What may be asked: a text that has words, is no longer than a question is, and is text at all."""

from __future__ import annotations

from kgplatform.errors import UsageError
from kgplatform.text.checks import check_text

__all__ = ["MOST_CHARACTERS", "MOST_WORDS", "check_length", "check_question"]

MOST_WORDS = 2_000
MOST_CHARACTERS = 20_000
"""Of languages that write no spaces, and of words that are none."""


def check_question(question: str, what: str = "question") -> None:
    """Refuse a question that has no word, is too long, or holds what is no text.

    Args:
        question: as it is asked.
        what: it is called in the error.

    Raises:
        UsageError: it is one of these.
    """
    check_length(question, what)
    if not any(char.isalnum() for char in question):
        raise UsageError(f"The {what} is empty of words: write one.")


def check_length(question: str, what: str = "question") -> None:
    """Refuse a question that is too long, or holds what is no text; see `check_question`.

    Raises:
        UsageError: it is one of these.
    """
    check_text(question, f"The {what}")
    words = len(question.split())
    if words > MOST_WORDS:
        raise UsageError(
            f"The {what} has {words:,} words, and {MOST_WORDS:,} are the most: shorten it; a "
            "text to be asked about is for kgplatform ingest."
        )
    if len(question) > MOST_CHARACTERS:
        raise UsageError(
            f"The {what} has {len(question):,} characters, and {MOST_CHARACTERS:,} are the most: "
            "shorten it."
        )
