"""Says in which language a text is, of those distinguished; English where that is unclear.

Names say nothing of the language around them, and English texts hold foreign ones: only words
without a capital count, and those of the script that most words are in.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

__all__ = ["ENGLISH", "LANGUAGES", "check_languages", "detect_language"]

ENGLISH = "en"
LANGUAGES = {
    "ar": "Arabic",
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "es": "Spanish",
    "fi": "Finnish",
    "fr": "French",
    "hu": "Hungarian",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "no": "Norwegian",
    "pl": "Polish",
    "pt": "Portuguese",
    "ro": "Romanian",
    "ru": "Russian",
    "sv": "Swedish",
    "tr": "Turkish",
    "uk": "Ukrainian",
    "zh": "Chinese",
}
"""Name of each language by its ISO 639-1 code."""

MIN_LETTERS = 40  # of words that count; fewer are too short to decide
MIN_PROBABILITY = 0.8
PART_CHARS = 1_000
MAX_PARTS = 16  # that are looked at of a long text, spread over it
END_OF_LATIN = 0x250
WORD = re.compile(r"[^\W\d_]+")


def detect_language(text: str) -> str:
    """Return the code of the language that most of a text is in; English where it is unclear."""
    step = max(len(text) / MAX_PARTS, PART_CHARS)
    parts = [text[int(i * step) :][:PART_CHARS] for i in range(int(-(-len(text) // step)))]
    found = Counter(filter(None, map(_detect, parts)))
    if not found:
        return ENGLISH
    language, count = found.most_common(1)[0]
    return language if 2 * count > found.total() else ENGLISH


def check_languages(by_language: dict[str, str]) -> dict[str, str]:
    """Return what is given for some languages by their codes, English aside.

    Raises:
        ValueError: a code is not one of them.
    """
    codes = [code for code in LANGUAGES if code != ENGLISH]
    for code in by_language:
        if code not in codes:
            raise ValueError(f"there is no language '{code}' here, choose of {', '.join(codes)}")
    return by_language


def _detect(part: str) -> str | None:
    """Return the language of a part; English if it is not likely enough, None without words."""
    words = " ".join(_distinctive_words(part))
    if len(words) < MIN_LETTERS:
        return None
    language, probability = _identifier().classify(words)
    return str(language) if probability >= MIN_PROBABILITY else ENGLISH


def _distinctive_words(text: str) -> Iterator[str]:
    words = WORD.findall(text)
    is_latin = 2 * sum(ord(word[0]) < END_OF_LATIN for word in words) >= len(words)
    for word in words:
        if word == word.lower() and (ord(word[0]) < END_OF_LATIN) == is_latin:
            yield word


@cache
def _identifier() -> Any:
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(LANGUAGES)
    return identifier
