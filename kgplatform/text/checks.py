"""What is text at all: no half characters, and no NUL."""

from __future__ import annotations

from kgplatform.errors import UsageError

__all__ = ["check_text"]


def check_text(text: str, what: str) -> None:
    """Refuse what a command line or a file can hold and no text can: half characters, and NUL.

    Args:
        text: what was given.
        what: it is, to begin a sentence with.

    Raises:
        UsageError: it holds one of these.
    """
    try:
        text.encode()
    except UnicodeEncodeError as exc:
        raise UsageError(f"{what} holds bytes that are no UTF-8 text: write it anew.") from exc
    if "\0" in text:
        raise UsageError(f"{what} holds a NUL character: write it without.")
