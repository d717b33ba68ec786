"""Questions for several things, and the list that a sentence gives them in."""

from __future__ import annotations

import re

from kgplatform.answer.spans.candidates import CAPITALS, Candidate
from kgplatform.question.analysis import Asked

__all__ = ["asks_for_several", "widen_to_list"]

_NOUNS = r"(?:[a-z-]+(?<![sui])s|people|children|men|women)"
PLURAL = re.compile(
    rf"\b(?:which|what) (?:{_NOUNS} |[a-z-]+ {_NOUNS} (?:do|did|are|were|have|can|may|will)\b)",
    re.IGNORECASE,
)
ARE = re.compile(
    r"^(?:who|(?:which|what) [a-z]+(?: [a-z]+)?|what) (?:are|were|have|do)\b", re.IGNORECASE
)
_LINK = r"(?:,? (?:and|or) (?:the )?|, (?:the )?| & )"
BEFORE = re.compile(rf"(?P<items>(?:{CAPITALS.pattern}{_LINK})+)$")
AFTER = re.compile(rf"(?:{_LINK}{CAPITALS.pattern})+")
ENDS_LIST = re.compile(r"\b(?:and|or)\b|&")


def asks_for_several(asked: Asked) -> bool:
    """Tell whether a question is for things in the plural: "Which services depend on X?"."""
    return any(pattern.search(asked.text) for pattern in (PLURAL, ARE))


def widen_to_list(candidate: Candidate) -> tuple[int, int]:
    """Return where the list of names stands that a candidate is one of; itself where it is alone.

    A list ends in "and" or "or" with its last name: what only commas part may be an apposition.
    """
    text, sentence = candidate.passage.text, candidate.sentence
    before = BEFORE.search(text[sentence.start : candidate.start])
    after = AFTER.match(text[candidate.end : sentence.end])
    start = sentence.start + before.start("items") if before else candidate.start
    end = candidate.end + after.end() if after else candidate.end
    is_list = ENDS_LIST.search(text, start, end)
    return (start, end) if is_list else (candidate.start, candidate.end)
