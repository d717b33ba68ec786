"""Spans of the evidence that could be the answer: names, dates, numbers, titles, noun phrases.

A question for several items is answered by the list that a sentence gives them in.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgplatform.answer.evidence.evidence import EvidenceView, NamedSpan, PassageView, Sentence
from kgplatform.answer.spans.heads import HeadSpans
from kgplatform.question.analysis import ANY, Asked
from kgplatform.question.direct import leads_on
from kgplatform.question.values_asked import find_answer_type
from kgplatform.text.amounts import CURRENCY, Value, find_values, is_number_of_clause
from kgplatform.text.dates import DateSpan
from kgplatform.text.hours import find_hours
from kgplatform.text.raised import ENDS_NUMBER
from kgplatform.text.words import CAPITAL_LETTERS, fold, occurrences, stem

__all__ = [
    "Candidate",
    "asks_for_several",
    "begins_with_number",
    "find_candidates",
    "holds_number",
    "widen_to_list",
]

QUOTED = re.compile(r"[\"“]\s*([^\"”]{2,80}?)\s*[\"”]")
NUMBER = re.compile(
    rf"(?<![\w.,])[$£€]?\d[\d,]*(?:\.\d+)?(?:\s(?:million|billion|percent)|%)?{ENDS_NUMBER}"
)
NUMBER_WORD = re.compile(
    r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|"
    r"(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|(?:a |one )?dozen)\b",
    re.IGNORECASE,
)
NUMBER_SAID = re.compile(
    rf"{NUMBER_WORD.pattern}|\b(?:no|none|nothing|zero|half|quarters?|thirds?|hundreds?|thousands?|"
    r"millions?|billions?|twice|once|double|all|both|several|few)\b",
    re.IGNORECASE,
)
_CAPITAL = rf"(?:(?:[{CAPITAL_LETTERS}]|[JS]r)\.|[{CAPITAL_LETTERS}][\w'’\-]*)"
CAPITALS = re.compile(
    rf"{_CAPITAL}(?:\s+(?:(?:of|the|de|la|von|van|der|and|du|al|for)\s+){{0,2}}{_CAPITAL})*"
)
RANK = re.compile(
    r",\s(?:\d+\w\w\s)?(?:Duke|Earl|Count|Countess|Duchess|King|Queen|Prince|Princess|Baron|Lord|"
    rf"Marquess|Margrave|Elector|Landgrave|Viscount)(?:\s(?:of\s)?(?:the\s)?{_CAPITAL})+"
)
HYPHENATED = re.compile(r"(?:-\w+)*-[A-Z]\w*")
MOST_WORDS_OF_COUNT = 3  # "27 working days"
LEADING = re.compile(
    r"^(?:the|a|an|his|her|its|their|this|in|on|at|he|she|it|they)\s+", re.IGNORECASE
)
NEXT_FIELD = re.compile(r"\n(?=[ \t]*(?:[-*•] )?[A-Z][^\n:|.]{0,60}:[ \t])|\n\s*\n")
"""What ends every span: the line of another field, or a paragraph."""
BETWEEN_CELLS = re.compile(r"\s*\|")
PART_OF_WORD = re.compile(r"-[a-z]")  # of "three-masted"
LONGEST_WORDS = 10
SURELY_NONE = 0.97
"""From this probability of no answer on, only the heads' own spans of a passage are looked at."""
TYPE_OF_VALUE = {
    "QUANTITY": "NUMBER",
    "FREQUENCY": "NUMBER",
    "MONEY": "MONEY",
    "PHONE": "CODE",
    "EMAIL": "CODE",
    "VERSION": "CODE",
    "CODE": "CODE",
}
NOT_NAMES = frozenset(
    "he she it they in on at the a an his her its their this these those after before during when "
    "while although from for and but as by with of to there born died jr jr. sr sr. no".split()
)
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


@dataclass(frozen=True, slots=True)
class Candidate:
    """One possible answer: text[start:end] of a passage, in one of its sentences.

    `by_head`: only the trained heads have it.
    """

    passage: PassageView
    sentence: Sentence
    start: int
    end: int
    type: str
    by_head: bool = False

    @property
    def text(self) -> str:
        """The span itself."""
        return self.passage.text[self.start : self.end]

    @property
    def place(self) -> tuple[int, int, int]:
        """Where it stands, by which it is known: to hash it would be to hash its passage."""
        return self.passage.number, self.start, self.end


def find_candidates(asked: Asked, view: EvidenceView, heads: HeadSpans) -> list[Candidate]:
    """Return every candidate span once, in the order of the evidence."""
    found: dict[tuple[int, int, int], Candidate] = {}
    is_led = leads_on(asked)
    for passage in view.passages:
        is_read = is_led or heads.readings[passage.number].no_answer < SURELY_NONE
        for span in _spans(asked, view, passage) if is_read else ():
            candidate = None if _is_in_word(asked, passage, span) else _place(passage, span)
            if candidate:
                found.setdefault(candidate.place, candidate)
        read = (*heads.spans[passage.number], *heads.joined[passage.number])
        values = _values_beside(asked, passage.text) if read else []
        for own in read:
            candidate = _of_head(passage, *_widen_to_value(passage, values, own.start, own.end))
            if candidate:
                found.setdefault(candidate.place, candidate)
    return list(found.values())


def _widen_to_value(
    passage: PassageView, values: Sequence[Value], start: int, end: int
) -> tuple[int, int]:
    """Return the whole date or value that a span is a part of, else the span."""
    wholes: list[DateSpan | Value] = [*passage.dates, *values]
    for whole in wholes:
        if whole.start <= start and end <= whole.end:
            return whole.start, whole.end
    return start, end


def _of_head(passage: PassageView, start: int, end: int) -> Candidate | None:
    """Return a span of the heads as a candidate, with the type that what it holds has.

    It ends where a cell, the sentence, or a line that a method chose, does.
    """
    sentences = ((one.start, one.end) for one in passage.sentences)
    for stretch in (*_stretches(passage), *sentences):
        if stretch[0] <= start < stretch[1]:
            end = min(end, stretch[1])
    cell = BETWEEN_CELLS.search(passage.text, start, end)
    span = NamedSpan(start, cell.start() if cell else end, "CHUNK")
    start, end = _trim(passage.text, span)
    text = passage.text[start:end]
    if not fold(text):
        return None
    kind = _type_of_overlap((start, end), [s for s in passage.spans if s.type != "DATE"])
    if any(date.start <= start and end <= date.end for date in passage.dates):
        kind = "DATE"
    elif kind == "NAME":
        is_short = len(text.split()) <= MOST_WORDS_OF_COUNT
        kind = "NUMBER" if is_short and begins_with_number(text) else "CHUNK"
    for sentence in passage.sentences:
        if sentence.start <= start < sentence.end:
            return Candidate(passage, sentence, start, end, kind, by_head=True)
    return None


def _spans(asked: Asked, view: EvidenceView, passage: PassageView) -> list[NamedSpan]:
    text = passage.text
    named = [span for span in passage.spans if span.type != "DATE"]
    spans = _titles(view, passage) + named + _joined_places(text, passage.spans)
    spans += _stated(passage, named)
    spans += [NamedSpan(*match.span(1), "WORK") for match in QUOTED.finditer(text)]
    if asked.answer_type == "NUMBER":
        spans += [
            NamedSpan(*match.span(), "NUMBER")
            for pattern in (NUMBER, NUMBER_WORD)
            for match in pattern.finditer(text)
        ]
    for stretch in _stretches(passage):
        for match in CAPITALS.finditer(text, *stretch):
            spans.append(NamedSpan(*match.span(), _type_of_overlap(match.span(), named)))
            rank = RANK.match(text, match.end(), stretch[1])
            if rank:  # "Albert I" is also "Albert I, Duke of Bavaria"
                spans.append(NamedSpan(match.start(), rank.end(), "PERSON"))
    if asked.answer_type in (ANY, "GROUP"):
        spans += passage.chunks
    dates = [NamedSpan(date.start, date.end, "DATE") for date in passage.dates]
    dates += [NamedSpan(*span, "DATE") for span in find_hours(text)]
    spans = [span for span in spans if not _inside_any(span, dates)]
    return dates + _with_values(asked, text, spans)


def _with_values(asked: Asked, text: str, spans: list[NamedSpan]) -> list[NamedSpan]:
    """Put whole values where spans hold a part of one; what numbers a clause is none.

    A quantity whose unit the question has stays a number: "How many days …?" wants "30".
    """
    wanted, values = find_answer_type(asked), _values_beside(asked, text)
    whole = [NamedSpan(value.start, value.end, TYPE_OF_VALUE[value.kind]) for value in values]
    kept = [
        span
        for span in spans
        if not CURRENCY.fullmatch(text[span.start : span.end])
        and not (
            span.type == "NUMBER"
            and (_inside_any(span, whole) or is_number_of_clause(text, span.start, span.end))
        )
    ]
    added = [
        span
        for span, value in zip(whole, values, strict=True)
        if (wanted is not None and wanted.fits(value))
        or (wanted is None and any(_inside_any(other, [span]) for other in spans))
    ]
    return added + kept


def _values_beside(asked: Asked, text: str) -> list[Value]:
    """Return the values of a text but those whose unit the question has."""
    return [value for value in find_values(text) if stem(value.unit) not in asked.stems]


def _stretches(passage: PassageView) -> tuple[tuple[int, int], ...]:
    """Return the spans that no name goes beyond: lines that a method chose, or the whole text."""
    item = passage.item
    return item.sentences if item.places else ((0, len(item.text)),)


def _type_of_overlap(span: tuple[int, int], named: list[NamedSpan]) -> str:
    """A run of capitals takes the type of the recognised name it shares most with."""
    shared = [(min(span[1], other.end) - max(span[0], other.start), other.type) for other in named]
    length, kind = max(shared, default=(0, "NAME"))
    return kind if length > 0 else "NAME"


def _inside_any(span: NamedSpan, others: list[NamedSpan]) -> bool:
    return any(other.start <= span.start and span.end <= other.end for other in others)


def _titles(view: EvidenceView, passage: PassageView) -> list[NamedSpan]:
    """Every place where this passage names a passage's title, typed by what the title is."""
    spans = []
    for other in view.passages:
        kind = "PERSON" if other.life else other.definition_kind or "NAME"
        spans += [
            NamedSpan(start, end, kind) for start, end in occurrences(other.title, passage.text)
        ]
    return spans


def _stated(passage: PassageView, named: list[NamedSpan]) -> list[NamedSpan]:
    """Every place where this passage names what the graph says of it: entities and values."""
    return [
        NamedSpan(*span, _type_of_overlap(span, named))
        for fact in passage.facts
        for name in (fact.subject, fact.object, *(value for _, value in fact.qualifiers))
        for span in occurrences(name, passage.text)
    ]


def _joined_places(text: str, spans: tuple[NamedSpan, ...]) -> list[NamedSpan]:
    """Join neighbours: besides its two parts, "Montreal, Quebec" is one place."""
    places = [span for span in spans if span.type == "PLACE"]
    joined = []
    for left, right in pairwise(places):
        if text[left.end : right.start] == ", ":
            joined.append(NamedSpan(left.start, right.end, "PLACE"))
    return joined


def _is_in_word(asked: Asked, passage: PassageView, span: NamedSpan) -> bool:
    """Return whether a number is a part of a word, where none is asked for."""
    is_number = span.type == "NUMBER" and asked.answer_type != "NUMBER"
    return is_number and PART_OF_WORD.match(passage.text, span.end) is not None


def _place(passage: PassageView, span: NamedSpan) -> Candidate | None:
    start, end = _trim(passage.text, span)
    text = passage.text[start:end]
    if not text or not fold(text) or len(text.split()) > LONGEST_WORDS:
        return None
    if text.casefold() in NOT_NAMES:
        return None
    for sentence in passage.sentences:
        if sentence.start <= start < sentence.end:
            return Candidate(passage, sentence, start, end, span.type)
    return None


def _trim(text: str, span: NamedSpan) -> tuple[int, int]:
    start, end = span.start, span.end
    line = NEXT_FIELD.search(text, start, end)
    end = line.start() if line else end
    if span.type != "CHUNK" and text[end : end + 1] == "-":  # "Weston" of "Weston-super-Mare"
        rest = HYPHENATED.match(text, end)
        end = rest.end() if rest else end
    while start < end and text[start] in " \n\t,;:.\"'“”(<|":
        start += 1
    while end > start and text[end - 1] in " \n\t,;:\"'“”>|":
        end -= 1
    if text[start:end].endswith(("'s", "’s")):
        end -= 2
    if text[start:end].endswith(".") and text[start:end].count(".") == 1 and end - start > 4:
        end -= 1
    if span.type in ("CHUNK", "NAME", "ORG", "PLACE", "EVENT", "WORK"):
        leading = LEADING.match(text[start:end])
        if leading and span.type != "WORK":
            start += leading.end()
    if text[start:end].count("(") != text[start:end].count(")"):
        end = start + text[start:end].find("(") if "(" in text[start:end] else end
    while end > start and text[end - 1] == " ":
        end -= 1
    return start, end


def begins_with_number(text: str) -> bool:
    """Return whether a text begins with a number in figures or in words: "five days"."""
    return (NUMBER.match(text) or NUMBER_WORD.match(text)) is not None


def holds_number(text: str) -> bool:
    """Return whether a text has a number, a share or none of something in it."""
    return re.search(r"\d", text) is not None or NUMBER_SAID.search(text) is not None


def asks_for_several(asked: Asked) -> bool:
    """Return whether a question is for items in the plural: "Which services depend on X?"."""
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
