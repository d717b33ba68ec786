"""What the sides of a comparison are called, by the sub-questions about them and the question."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["list_options", "widen_options"]

POSSESSIVE = re.compile(r"['’]s$")
NAMES_END = ("'s", "’s", ".")


def list_options(subquestions: Sequence[str]) -> list[str]:
    """Return what the sub-questions differ in: "Vietnam" of "What is the population of Vietnam?".

    Words that all begin or end with are taken off, articles as well; a sub-question that is
    nothing else stays whole.
    """
    words = [question.strip().rstrip("?. ").split() for question in subquestions]
    head = _shared(words)
    tail = _shared([list(reversed(line[head:])) for line in words])
    options = []
    for question, line in zip(subquestions, words, strict=True):
        middle = line[head : len(line) - tail]
        options.append(" ".join(middle) or question.strip())
    return [POSSESSIVE.sub("", option) for option in options]


def widen_options(options: Sequence[str], subquestions: Sequence[str], question: str) -> list[str]:
    """Return options with the words next to them in their sub-questions that the question has too.

    Sides that end alike, as the Eccles Building and the Adams Building, are cut too short by
    what they have in common.
    """
    return [
        _widen(option, asked, question, options)
        for option, asked in zip(options, subquestions, strict=True)
    ]


def _widen(option: str, subquestion: str, question: str, options: Sequence[str]) -> str:
    at = subquestion.find(option)
    if at < 0 or option not in question:
        return option
    before, after = subquestion[:at], subquestion[at + len(option) :].rstrip("?")
    widened, tail = option, ""
    for word in re.findall(r"\s*\S+", after):
        tail += word
        if option + tail not in question:
            break
        # of "A of the B", and of "A area or B area"; but not of "A or B born"
        if word.strip()[0].isupper() or all(side + tail in question for side in options):
            widened = option + tail
    for word in reversed(re.findall(r"\S+\s*", before)):
        if f" {word}{widened}" not in question:
            break
        widened = word + widened
    return _with_ending(POSSESSIVE.sub("", widened), question, options)


def _with_ending(option: str, question: str, options: Sequence[str]) -> str:
    """Return an option with an end that is its own, as in Breakfast at Tiffany's or Robert Lee Jr.

    It is not what all options have, as in "Was Ann's or Bo's film released first?".
    """
    for end in NAMES_END:
        if all(side + end in question for side in options):
            continue
        if re.search(rf"{re.escape(option + end)}(?=,|\s*\?|\s+(?:or|and)\b)", question):
            return option + end
    return option


def _shared(lines: Sequence[Sequence[str]]) -> int:
    count = 0
    for column in zip(*lines, strict=False):
        if len(set(column)) > 1:
            break
        count += 1
    return count
