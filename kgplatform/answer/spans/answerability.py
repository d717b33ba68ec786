"""Which spans may answer a question, and which cannot, however well they score.

Never the question's own names, what is of another kind than the value or time asked for, of another
year or code, or, where items are counted, whatever does not count them.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kgplatform.answer.barring import Bars
from kgplatform.answer.spans.candidates import Candidate, begins_with_number, holds_number
from kgplatform.answer.spans.value_changes import is_governed
from kgplatform.answer.structured.fields import LEADS_ON, is_stated_by_field
from kgplatform.question.analysis import Asked
from kgplatform.question.synonyms import STAFF, widen_staff
from kgplatform.question.values_asked import find_answer_type
from kgplatform.records import ScoredPassage
from kgplatform.text.amounts import find_values
from kgplatform.text.dates import MONTHS, find_dates
from kgplatform.text.table_rows import is_table
from kgplatform.text.words import STOP_WORDS, fold, stem

__all__ = ["find_rule", "is_stated_as_field"]

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
"""What a span that states when something happens holds."""
NAMED = frozenset(("PERSON", "ORG", "PLACE"))
FIGURES = frozenset(("DATE", "NUMBER", "MONEY"))
"""Types that are asked for by "who", "which bank" and "where", and types that are none of these."""
REFERENCE = re.compile(r"(?<![\w./-])(?=[\w./-]*\d[\w./-]*[/-]\d)\w+(?:[./-]\w+)+(?![\w/-])")
"""A number of a document: with digits, and a dash or stroke before some of them."""
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
NUMBER = re.compile(r"\d[\w.-]*")
ARTICLE = re.compile(r"^(?:the|an?) ")
"""A name that says which of several: "release 2.1"."""


def find_rule(asked: Asked, bars: Bars) -> Callable[[Candidate], bool]:
    """Return the rule for which candidates may answer the question."""
    counted = _find_counted(asked)
    own = tuple(f" {fold(name)} " for name in asked.names)
    is_of_kind = _find_kind_rule(asked)
    years = _find_years(asked)
    codes = () if LEADS_ON.search(asked.text) or asked.bridges else _find_codes(asked)

    def is_said_of_asked(candidate: Candidate) -> bool:
        of_year = not years or _is_of_year(years, candidate)
        return of_year and all(_is_reported_code(code, candidate) for code in codes)

    def is_answer_of_kind(candidate: Candidate) -> bool:
        text = ARTICLE.sub("", fold(candidate.text))
        is_own = any(f" {text} " in name for name in own)
        return not is_own and is_of_kind(candidate) and is_stated_as_field(asked, candidate)

    def may_answer(candidate: Candidate) -> bool:
        if not is_answer_of_kind(candidate) or not is_said_of_asked(candidate):
            return False
        if counted and not _counts(candidate, counted):
            return False
        return not bars.find(candidate.passage, candidate.sentence, candidate.start, candidate.end)

    return may_answer


def _find_kind_rule(asked: Asked) -> Callable[[Candidate], bool]:
    """Return the rule for which candidates are a value or a time of the kind asked for."""
    wanted, is_when = find_answer_type(asked), WHEN.search(asked.text) is not None

    asks_how = asked.answer_type in ("NUMBER", "MONEY") and "how " in asked.text.casefold()
    barred = frozenset(("DATE",)) if asks_how else _list_barred_types(asked)

    def is_of_kind(candidate: Candidate) -> bool:
        text = candidate.passage.text
        if wanted and not wanted.is_in(text, candidate.start, candidate.end):
            return False
        if wanted and wanted.kind in ("MONEY", "QUANTITY"):
            return is_governed(
                asked, candidate, [value for value in find_values(text) if wanted.fits(value)]
            )
        if candidate.type in barred:
            return False
        if asks_how and wanted is None and not holds_number(candidate.text):
            return False
        if not is_when:
            return True
        is_time = candidate.type == "DATE" or TIME.search(candidate.text) is not None
        return is_time and is_governed(asked, candidate, candidate.passage.dates)

    return is_of_kind


def _list_barred_types(asked: Asked) -> frozenset[str]:
    """Return the types of candidates that a question does not ask for, whatever they say."""
    if asked.target is not None and asked.target.name == "death_cause":
        return frozenset(("DATE", "PLACE"))
    return FIGURES if asked.answer_type in NAMED else frozenset()


def _find_years(asked: Asked) -> frozenset[int]:
    """Return the years of "in 2019" in a question for a value."""
    if find_answer_type(asked) is None:
        return frozenset()
    return frozenset(date.value[0] for date in find_dates(asked.text) if not date.value[1])


def _is_of_year(years: frozenset[int], candidate: Candidate) -> bool:
    """Return whether a candidate's sentence mentions one of the years, or no year at all."""
    sentence = candidate.sentence
    said = {
        date.value[0]
        for date in candidate.passage.dates
        if sentence.start <= date.start < sentence.end
    }
    return not said or bool(said & years)


def _find_codes(asked: Asked) -> tuple[str, ...]:
    """Return the codes, versions and numbers of documents in a question: "GP-40", "2021/88"."""
    dates = find_dates(asked.text)
    codes = [v for v in find_values(asked.text) if v.kind in ("CODE", "VERSION")]
    spans = [(code.start, code.end) for code in codes]
    spans += [match.span() for match in REFERENCE.finditer(asked.text)]
    return tuple(
        dict.fromkeys(
            asked.text[start:end]
            for start, end in spans
            if not any(date.start < end and start < date.end for date in dates if date.value[1])
        )
    )


def _is_reported_code(code: str, candidate: Candidate) -> bool:
    """Return whether a code is in the text up to a candidate, and no similar one next to it.

    "The price of a GP-20 is …" says nothing about a GP-40.
    """
    passage, sentence = candidate.passage, candidate.sentence
    said = passage.text[sentence.start : sentence.end]
    if code in said or code in passage.head:
        return True
    if is_table(passage.text):
        return True  # the row and the column say of which
    kind = code.rstrip("0123456789.")
    rivals = (said[v.start : v.end] for v in find_values(said) if v.kind in ("CODE", "VERSION"))
    if any(rival.rstrip("0123456789.") == kind for rival in rivals):
        return False
    if candidate.type == "CODE":  # which of several has it
        after = passage.text[sentence.end :].lstrip()
        return code in after.split(". ")[0] and after.startswith(("It ", "This "))
    return code in passage.text[: sentence.start]


def is_stated_as_field(asked: Asked, candidate: Candidate) -> bool:
    """Return whether a candidate may answer as far as a form's line says; all others may."""
    item, sentence = candidate.passage.item, candidate.sentence
    if not isinstance(item.source, ScoredPassage):
        return True
    start, _ = item.locate(sentence.start, sentence.end)
    at = start + candidate.start - sentence.start
    return is_stated_by_field(asked, item.source, at, at + len(candidate.text))


def _find_counted(asked: Asked) -> frozenset[str]:
    """Return the stems of what "how many" counts: the words up to the verb."""
    match = COUNTS.search(asked.text)
    stems: list[str] = []
    for word in match[1].split() if match else ():
        if word.casefold() in STOP_WORDS:
            break
        stems.append(stem(word))
    return widen_staff(stems) | (PEOPLE if PEOPLE.intersection(stems) else frozenset())


def _counts(candidate: Candidate, counted: frozenset[str]) -> bool:
    """Return whether it is a cardinal with a word of what is counted near it."""
    if not begins_with_number(candidate.text) or ORDINAL.search(candidate.text):
        return False
    units = counted | PEOPLE if counted & STAFF else counted  # "it employs 320 people"
    if any(stem(value.unit) not in units for value in find_values(candidate.text)):
        return False  # "38 hours" counts no people
    text = candidate.passage.text
    if AMONG.search(text[max(0, candidate.start - AMONG_CHARS) : candidate.start]):
        return False  # "7 of the 9 boats": 7 is how many are meant
    words = candidate.sentence.words
    inside = [n for n, word in enumerate(words) if candidate.start <= word.start < candidate.end]
    if not inside:
        return False
    beside = words[max(0, inside[0] - WORDS_BEFORE) : inside[-1] + 1 + WORDS_AFTER]
    return any(word.stem in counted for word in beside)
