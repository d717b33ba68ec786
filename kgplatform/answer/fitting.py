"""Which spans cannot answer a question, however well they score.

What is said of somebody else, the question's own names, and, where things are counted, whatever
does not count them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kgplatform.answer.amounts import find_values
from kgplatform.answer.candidates import Candidate
from kgplatform.answer.changed import is_governed
from kgplatform.answer.dates import MONTHS
from kgplatform.answer.direct import find_thing
from kgplatform.answer.fields import LEADS_ON, is_told_by_field
from kgplatform.answer.plain import find_plain_rule
from kgplatform.answer.question import Asked
from kgplatform.answer.text import STOP_WORDS, fold, stem
from kgplatform.answer.wanted import find_wanted
from kgplatform.records import ScoredPassage

__all__ = ["find_rule"]

COUNTS = re.compile(r"\bhow many ((?:[\w'’-]+ ?)+)", re.IGNORECASE)
ORDINAL = re.compile(
    r"\b(?:\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|"
    r"eleventh|twelfth|\w+teenth|\w+tieth)\b",
    re.IGNORECASE,
)
WHEN = re.compile(r"^(?:since |until |till |by )?when\b", re.IGNORECASE)
TIME = re.compile(
    r"\d|day\b|night\b|morning\b|week|month|year|centur|spring|summer|autumn|winter|noon|easter|"
    r"christmas|war\b|age\b|period\b|era\b|century|now\b|immediately|" + "|".join(MONTHS),
    re.IGNORECASE,
)
"""What a span that tells when something happens holds."""
AMONG = re.compile(
    r"(?:\b\d[\d,.]*|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+ty)) "
    r"(?:out )?of (?:the|its|their|our|all|a total of)? ?$",
    re.IGNORECASE,
)
AMONG_CHARS = 30
WORDS_BEFORE, WORDS_AFTER = 3, 4  # "a population of 900", "900 mostly poor people"
PEOPLE = frozenset(
    stem(word)
    for word in "people person inhabitant resident population men man women crew citizen".split()
)


def find_rule(asked: Asked) -> Callable[[Candidate], bool]:
    """Return what tells whether a candidate may answer the question."""
    is_plain = find_plain_rule(asked)
    thing, counted = find_thing(asked), _find_counted(asked)
    own = tuple(f" {fold(name)} " for name in asked.names)
    is_of_kind = _find_kind_rule(asked)
    codes = () if LEADS_ON.search(asked.text) or asked.bridges else _find_codes(asked)

    def may_answer(candidate: Candidate) -> bool:
        if not is_of_kind(candidate) or not _is_told_as_field(asked, candidate):
            return False
        if codes and not all(_is_told_of_code(code, candidate) for code in codes):
            return False
        if any(f" {fold(candidate.text)} " in name for name in own):
            return False
        if counted and not _counts(candidate, counted):
            return False
        if is_plain and not is_plain(candidate):
            return False
        return not thing or _may_be_of(thing, asked, candidate)

    return may_answer


def _find_kind_rule(asked: Asked) -> Callable[[Candidate], bool]:
    """Return what tells whether a candidate is a value or a time of the kind that is asked for."""
    wanted, is_when = find_wanted(asked), WHEN.search(asked.text) is not None

    def is_of_kind(candidate: Candidate) -> bool:
        if wanted and not wanted.is_in(candidate.passage.text, candidate.start, candidate.end):
            return False
        if not is_when:
            return True
        is_time = candidate.type == "DATE" or TIME.search(candidate.text) is not None
        return is_time and is_governed(asked, candidate)

    return is_of_kind


def _find_codes(asked: Asked) -> tuple[str, ...]:
    """Return the codes and versions that a question names: "GP-40", "4.1.3"."""
    return tuple(
        asked.text[value.start : value.end]
        for value in find_values(asked.text)
        if value.kind in ("CODE", "VERSION")
    )


def _is_told_of_code(code: str, candidate: Candidate) -> bool:
    """Tell whether a code stands in what is told up to a candidate, and no like one beside it.

    "The price of a GP-20 is …" tells nothing of a GP-40.
    """
    passage, sentence = candidate.passage, candidate.sentence
    said = passage.text[sentence.start : sentence.end]
    if code in said or code in passage.full_title:
        return True
    if passage.text.startswith("| "):
        return True  # of which the row and the column tell
    kind = code.rstrip("0123456789.")
    rivals = (said[v.start : v.end] for v in find_values(said) if v.kind in ("CODE", "VERSION"))
    if any(rival.rstrip("0123456789.") == kind for rival in rivals):
        return False
    return code in passage.text[: sentence.start]


def _is_told_as_field(asked: Asked, candidate: Candidate) -> bool:
    item, sentence = candidate.passage.item, candidate.sentence
    if not isinstance(item.source, ScoredPassage):
        return True
    start, _ = item.locate(sentence.start, sentence.end)
    at = start + candidate.start - sentence.start
    return is_told_by_field(asked, item.source, at, at + len(candidate.text))


def _may_be_of(thing: str, asked: Asked, candidate: Candidate) -> bool:
    """Tell whether it may be said of the thing: by its sentence, which states an asked role."""
    passage, sentence = candidate.passage, candidate.sentence
    if passage.is_about_another(thing, sentence, candidate.start):
        return False
    target = asked.target
    if target is None or not (target.role and target.has_cue):
        return True
    text = passage.text[sentence.start : sentence.end].casefold()
    return target.states.search(text) is not None


def _find_counted(asked: Asked) -> frozenset[str]:
    """Return the stems of what "how many" counts: the words up to the verb."""
    match = COUNTS.search(asked.text)
    stems: list[str] = []
    for word in match[1].split() if match else ():
        if word.casefold() in STOP_WORDS:
            break
        stems.append(stem(word))
    return frozenset(stems) | (PEOPLE if PEOPLE.intersection(stems) else frozenset())


def _counts(candidate: Candidate, counted: frozenset[str]) -> bool:
    """Tell whether it is a cardinal with a word of what is counted near it."""
    if candidate.type != "NUMBER" or ORDINAL.search(candidate.text):
        return False
    if any(stem(value.unit) not in counted for value in find_values(candidate.text)):
        return False  # "38 hours" counts no people
    text = candidate.passage.text
    if AMONG.search(text[max(0, candidate.start - AMONG_CHARS) : candidate.start]):
        return False  # "7 of the 9 boats": 7 is how many are told of
    words = candidate.sentence.words
    inside = [n for n, word in enumerate(words) if candidate.start <= word.start < candidate.end]
    if not inside:
        return False
    beside = words[max(0, inside[0] - WORDS_BEFORE) : inside[-1] + 1 + WORDS_AFTER]
    return any(word.stem in counted for word in beside)
