"""What bars a stretch of the evidence as the plain answer to a question, however well it fits.

Three reasons, for all readers without a model: it is under a denial, a plan, a claim or a
correction (`text/assertion.py`) that the question does not mention itself; it is about another
whose name is near to one that the question has (`text/name_match.py`); or it is of the line that
says who wrote the text and when (`text/bylines.py`), which the question does not ask for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any
from urllib.parse import unquote

from kgplatform.answer.evidence.evidence import PassageView, Sentence
from kgplatform.answer.numbered import SentenceSplitter, list_units
from kgplatform.answer.reading import Reading
from kgplatform.question.analysis import SPAN, Asked
from kgplatform.question.document_parts.questions import parse_structure
from kgplatform.records import Citation, Evidence, ScoredPassage
from kgplatform.text.assertion import (
    CLAIMED,
    CORRECTED,
    DENIED,
    FORMER,
    FUTURE,
    PLANNED,
    SUPPOSED,
    Mark,
    find_marks,
    kinds_at,
    kinds_named,
)
from kgplatform.text.bylines import Byline, find_bylines
from kgplatform.text.name_match import NamedAt, are_near, find_names, holds_name, is_same_name
from kgplatform.text.table_rows import is_table
from kgplatform.text.words import STOP_WORDS, fold, occurrences

__all__ = ["Bars", "find_bar_of_reading", "make_bars"]

NEVER_PLAIN = frozenset((DENIED, CLAIMED, CORRECTED))
NOT_YET = frozenset((PLANNED, FUTURE, SUPPOSED))
OF_PAST = re.compile(r"\b(?:did|was|were|had|has been|have been)\b", re.IGNORECASE)
OF_PRESENT = re.compile(
    r"^(?:\W*[\w'’-]+){1,5}?\W+(?:is|are|does|do|has|have)\b(?! been)"
    r"|\b(?:now|current(?:ly)?|today)\b",
    re.IGNORECASE,
)
OF_FUTURE = re.compile(r"\b(?:will|shall)\b", re.IGNORECASE)
OF_WRITING = re.compile(
    r"\b(?:by-?lines?|wr[io]te\w*|written|writing|authors?|authored|report(?:ed|er|s)?|journalists?|"
    r"publish\w*|posted|issued|dated?|article)\b",
    re.IGNORECASE,
)
"""Asks, perhaps, for what a byline says."""
NUMBERS = re.compile(r"\b\w*\d\w*\b")
STATED = {
    DENIED: "denied",
    CLAIMED: "claimed",
    CORRECTED: "an error that is corrected",
    PLANNED: "planned",
    FUTURE: "to come",
    SUPPOSED: "so on a condition, or perhaps",
    FORMER: "once so",
}


@dataclass(frozen=True, slots=True)
class Bars:
    """What bars answers to one question: kinds of marks, and names near to its own.

    `exact` are those of its names that the evidence has as they are; `asks_who` says that the
    answer is a person, whose name may be near to them; `wants_former` that it is somebody who was
    something once; `asks_writing` that a byline may hold it.
    """

    kinds: frozenset[str]
    names: tuple[str, ...]
    exact: frozenset[str]
    asks_who: bool
    wants_former: bool
    asks_writing: bool = False
    _known: dict[tuple[int, int], tuple[Mark, ...]] = field(default_factory=dict)

    def find(self, passage: PassageView, sentence: Sentence, start: int, end: int) -> str:
        """Return why a stretch of a passage is no plain answer; empty where it may be one."""
        own = start - sentence.start, end - sentence.start
        text = passage.text[sentence.start : sentence.end]
        return (
            self._find_byline(passage.text, start, end)
            or self._find_mark(self._marks_of(passage, sentence), *own)
            or self._find_other(
                text, own, passage.head, passage.text[: sentence.start], _subject(sentence, start)
            )
        )

    def find_in_text(self, text: str, at: tuple[int, int], head: str, before: str) -> str:
        """Return the same of a sentence as text, whose subjects are not known.

        Args:
            text: the sentence.
            at: the answer's place in it.
            head: title and headings above it.
            before: what stands before it in its passage.
        """
        marks = () if is_table(text) else _mark_text(text)
        byline = self._find_byline(before + text, len(before) + at[0], len(before) + at[1])
        return byline or self._find_mark(marks, *at) or self._find_other(text, at, head, before, ())

    def _marks_of(self, passage: PassageView, sentence: Sentence) -> tuple[Mark, ...]:
        key = passage.number, sentence.number
        if key not in self._known:
            self._known[key] = _mark_sentence(passage, sentence)
        return self._known[key]

    def _find_byline(self, text: str, start: int, end: int) -> str:
        """Return that a stretch only says who wrote the text or when; empty where it does not."""
        if self.asks_writing:
            return ""
        within = any(line.start <= start and end <= line.end for line in _bylines(text))
        return "the evidence has it only in the line of who wrote it and when" if within else ""

    def _find_mark(self, marks: Sequence[Mark], start: int, end: int) -> str:
        if self.wants_former and FORMER not in kinds_at(marks, start, end):
            return "the evidence does not tell it as once so"
        for mark in marks:
            is_within = start <= mark.at < end  # "because nobody used it" says so itself
            if mark.kind in self.kinds and mark.start < end and start < mark.end and not is_within:
                return f'the evidence tells it only as {STATED[mark.kind]} ("{mark.cue.strip()}")'
        return ""

    def _find_other(
        self, text: str, at: tuple[int, int], head: str, before: str, subject: tuple[str, ...]
    ) -> str:
        """Return whose name is near to one of the question's, where the answer is of that one."""
        if not self.names:
            return ""
        if any(self._is_own(name) for name in subject):
            return ""
        other = next(filter(self._is_other, subject), "")
        named = [n for n in find_names(text) if not self._is_answer(n, at)]
        if not other:
            if any(self._is_own(one.name) for one in named):
                return ""
            other = next((one.name for one in named if self._is_other(one.name)), "")
        if not other and not named and not subject and not self._has_own(f"{head} {before}"):
            other = next((o.name for o in find_names(head) if self._is_other(o.name)), "")
        return f"the evidence tells it of {other}" if other else ""

    def _is_answer(self, named: NamedAt, at: tuple[int, int]) -> bool:
        """Return whether a name is the answer itself, which may be near where a person is asked."""
        is_within = at[0] <= named.start and named.end - len(".") <= at[1]
        return is_within and (self.asks_who or not self._is_other(named.name))

    def _has_own(self, text: str) -> bool:
        return any(holds_name(text, name) for name in self.names)

    def _is_own(self, name: str) -> bool:
        return any(
            is_same_name(own, name, may_be_misspelled=own not in self.exact) for own in self.names
        )

    def _is_other(self, name: str) -> bool:
        return not self._is_own(name) and any(are_near(own, name) for own in self.names)


def make_bars(asked: Asked, texts: Iterable[str]) -> Bars:
    """Return what bars answers to a question.

    Args:
        asked: the question.
        texts: the evidence's, with its titles.
    """
    found = [n.name for n in find_names(_content(asked)) if n.start or n.name in asked.names]
    leads_on = asked.bridges  # the father of somebody has a name that is near to the child's
    names = () if leads_on else tuple(dict.fromkeys(found))
    whole = "\n".join(texts) if names else ""
    exact = frozenset(name for name in names if holds_name(whole, name))
    asks_who = asked.answer_type == "PERSON"
    wants_former = asks_who and FORMER in kinds_named(asked.text)
    asks_writing = bool(OF_WRITING.search(asked.text))
    return Bars(_list_kinds(asked.text), names, exact, asks_who, wants_former, asks_writing)


def _content(asked: Asked) -> str:
    """Return a question without the parts of documents that it names, which no passage repeats."""
    structure = parse_structure(asked.text)
    return structure.rest if structure else asked.text


def _list_kinds(question: str) -> frozenset[str]:
    """Return the kinds of marks that bar, by the question's tense, but for those it speaks of."""
    kinds = NEVER_PLAIN
    if OF_FUTURE.search(question):
        kinds |= {SUPPOSED}
    elif OF_PAST.search(question):
        kinds |= NOT_YET
    elif OF_PRESENT.search(question):
        kinds |= {FORMER}
    return kinds - kinds_named(question)


def _mark_sentence(passage: PassageView, sentence: Sentence) -> tuple[Mark, ...]:
    text = passage.text[sentence.start : sentence.end]
    if is_table(passage.text):
        return ()
    return find_marks(text, _tokens_of(passage.doc, sentence))


def _tokens_of(doc: Any, sentence: Sentence) -> list[Any]:
    if doc is None or not doc.has_annotation("DEP"):
        return []
    return [token for token in doc if sentence.start <= token.idx < sentence.end]


@lru_cache(maxsize=256)
def _bylines(text: str) -> tuple[Byline, ...]:
    return tuple(find_bylines(text))


@lru_cache(maxsize=256)
def _mark_text(text: str) -> tuple[Mark, ...]:
    return find_marks(text)


def _subject(sentence: Sentence, at: int) -> tuple[str, ...]:
    subject = sentence.subject_at(at)
    return subject.names if subject else ()


def find_bar_of_reading(
    asked: Asked, reading: Reading, evidence: Evidence, split_sentences: SentenceSplitter
) -> str:
    """Return why what a reader quotes is no plain answer; empty where some quotation is one.

    A figure of a table is one only where its row, the header and the caption have all numbers,
    years and names of the question.

    Args:
        asked: the question; of yes and no, and of two sides, nothing is barred.
        reading: an answer with its citations.
        evidence: that was read.
        split_sentences: of a passage's text.
    """
    if reading.abstained or asked.kind != SPAN:
        return ""
    passages = {passage.passage_id: passage for passage in evidence.passages}
    bars = make_bars(asked, (f"{p.head}\n{p.text}" for p in evidence.passages))
    found = [
        bars.find_in_text(passage.text[start:end], own, passage.head, passage.text[:start])
        or _find_unaccounted(asked, bars, passage, passage.text[start:end], reading.answer)
        for citation in reading.citations
        if (passage := passages.get(citation.passage_id)) is not None
        for at in _find_places(citation, reading.answer, passage.text)
        for start, end in [_sentence_around(at[0], passage.text, split_sentences)]
        for own in [(at[0] - start, min(at[1], end) - start)]
    ]
    return found[0] if found and all(found) else ""


def _find_unaccounted(
    asked: Asked, bars: Bars, passage: ScoredPassage, row: str, answer: str
) -> str:
    """Return which number or name of the question a table's row, header and caption do not have."""
    if not is_table(passage.text) or not re.search(r"\d", answer):
        return ""
    header = passage.header or passage.text.partition("\n")[0]
    file_name = unquote(passage.uri).rpartition("/")[2]  # by which a question may name a document
    stated = set(fold(f"{passage.head} {file_name} {header} {row}").split())
    wanted = fold(" ".join((*bars.names, *NUMBERS.findall(_content(asked))))).split()
    missing = [word for word in wanted if word not in stated and word not in STOP_WORDS]
    return f'the table "{passage.title}" has nothing called "{missing[0]}" there' if missing else ""


def _sentence_around(at: int, text: str, split_sentences: SentenceSplitter) -> tuple[int, int]:
    units = list_units(text, split_sentences)
    return next((unit for unit in units if unit[0] <= at < unit[1]), (0, len(text)))


def _find_places(citation: Citation, answer: str, text: str) -> list[tuple[int, int]]:
    """Return where an answer stands within what is quoted."""
    return [
        (start, end)
        for start, end in occurrences(answer, text)
        if citation.start <= start and end <= citation.end
    ]
