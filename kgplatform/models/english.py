"""What sentences written for people need of English grammar."""

from __future__ import annotations

import re

__all__ = ["indefinite_article"]

SPOKEN_VOWEL = re.compile(
    r"[aeio]|u(?!nan|nesco|ni(?![ndm])|s[ae]|t[ie]|r[ao])|heir|hour|hones|hono|8|11\b|18\b", re.I
)
SPOKEN_CONSONANT = re.compile(r"eu|one\b|once|ouija|uni(?![ndm])|use|uk|us\b|u\.", re.I)


def indefinite_article(words: str) -> str:
    """Return "a" or "an", whichever English puts before some words, by their first sound."""
    if SPOKEN_CONSONANT.match(words):
        return "a"
    return "an" if SPOKEN_VOWEL.match(words) else "a"
