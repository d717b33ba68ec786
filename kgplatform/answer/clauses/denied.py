"""Yes or no by one clause that has the question's words: denied, stated by the opposite, or stated.

"No crates were lost", "the board rejected the proposal", "Absent: Ann Lee" answer with no;
"Present: Ann Lee" with yes. What is asked stands in one clause; where and when it was may be said
by the title, or earlier in the passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgplatform.answer.clauses.yes_no import asks_of_several, is_fact
from kgplatform.answer.comparing.comparison import Comparison
from kgplatform.answer.evidence.evidence import EvidenceView, PassageView, Sentence
from kgplatform.question.analysis import YES_NO_START, Asked
from kgplatform.text.assertion import CLAIMED, CORRECTED, find_marks
from kgplatform.text.dates import find_dates
from kgplatform.text.days import has_day, is_of_other_day
from kgplatform.text.words import content_stems, split_words, stem

__all__ = ["decide_by_clause"]

NO = re.compile(r"\b(?:not|no|never|nobody|none|nothing|neither|without)\b|n['’]t\b", re.IGNORECASE)
UNSURE = re.compile(
    r"\b(?:if|unless|may|might|could|would|should|must|will|shall|plan\w*|propos\w*|ask\w*|until|"
    r"whether|before)\b",
    re.IGNORECASE,
)
"""Words by which a clause states no fact."""
CLAUSE_END = re.compile(r";|,? \bbut\b|, (?:and|while|which|who|because)\b|\bbecause\b")
PREPOSITION = re.compile(r"\b(?:in|on|at|of|to|for|by|from|with|during|under|within)\b", re.I)
LABEL = re.compile(r"^[^\w]*([A-Z]\w+)(?: \w+)?:")
ILL_FOUNDED = frozenset((CLAIMED, CORRECTED))
LEAST_COVERED = 0.5  # of the words that say where and when
_OPPOSITES = """
approve reject refuse decline deny; accept reject refuse decline; agree refuse disagree;
present absent excused; attend absent excused; participate absent excused; include exclude;
allow forbid prohibit; pass fail; succeed fail; win lose; increase decrease; rise fall;
raise lower cut; keep cancel; renew cancel terminate
"""
OPPOSITES: dict[str, frozenset[str]] = {
    stem(words.split()[0]): frozenset(map(stem, words.split()[1:]))
    for words in _OPPOSITES.split(";")
}
"""A stem to those of its opposites: everyday verbs of minutes and reports."""
THERE = frozenset(map(stem, "present attend attended attendees participate participants".split()))
"""Words of one meaning, by which lists say who was there."""


@dataclass(frozen=True, slots=True)
class _Supposed:
    """What a question supposes: its core, which one clause has to state, and where and when."""

    core: frozenset[str]
    names: frozenset[str]
    rest: frozenset[str]
    in_order: tuple[str, ...]


def decide_by_clause(asked: Asked, view: EvidenceView) -> Comparison | None:
    """Answer yes or no from the first clause that decides; None where none does."""
    if asks_of_several(asked) or NO.search(asked.text):
        return None
    supposed = _suppose(asked)
    if not supposed.core:
        return None
    for passage in view.passages:
        if is_of_other_day(asked.text, passage.head):
            continue
        for sentence in passage.sentences:
            if is_fact(passage, sentence) or not _is_there(supposed, asked, passage, sentence):
                continue  # which way round a fact is, its words do not say
            if any(mark.kind in ILL_FOUNDED for mark in find_marks(_said(passage, sentence))):
                continue
            answer = next(filter(None, _read_clauses(supposed, passage, sentence)), "")
            if answer:
                return Comparison(answer, ((passage, sentence),), {}, certain=True)
    return None


def _said(passage: PassageView, sentence: Sentence) -> str:
    return passage.text[sentence.start : sentence.end]


def _suppose(asked: Asked) -> _Supposed:
    text = YES_NO_START.sub("", asked.text.rstrip("? "))
    for date in reversed(find_dates(text)):
        text = text[: date.start] + text[date.end :]
    match = PREPOSITION.search(text)
    names = content_stems(" ".join(re.findall(r"(?<=\s)[A-Z][\w-]*", text)))
    core = content_stems(text[: match.start()] if match else text)
    rest = content_stems(text) - core
    if not core - names or len(core) == 1:  # "Was Ann Lee in Rome?" says nothing before "in"
        core, rest = core | rest - names, frozenset()
    in_order = tuple(word.stem for word in split_words(text) if word.stem in core)
    return _Supposed(core, names, rest, in_order)


def _is_there(supposed: _Supposed, asked: Asked, passage: PassageView, sentence: Sentence) -> bool:
    """Return whether a sentence can be of the place, day and entities that are named."""
    so_far = f"{passage.head}. {passage.text[: sentence.end]}"
    if not has_day(asked.text, so_far):
        return False
    stated = content_stems(so_far)
    rest = supposed.rest - supposed.names
    covered = len(rest & stated) / len(rest) if rest else 1.0
    return supposed.names <= stated and covered >= LEAST_COVERED


def _read_clauses(supposed: _Supposed, passage: PassageView, sentence: Sentence) -> Iterator[str]:
    """Yield what each clause of a sentence answers; empty where it answers nothing."""
    title = content_stems(passage.head)
    before = content_stems(passage.text[: sentence.start])
    for clause in CLAUSE_END.split(passage.text[sentence.start : sentence.end]):
        said = content_stems(clause)
        opposed = {word for word in supposed.core if OPPOSITES.get(word, frozenset()) & said}
        others = supposed.core - opposed
        is_denied = NO.search(clause) is not None
        if opposed and not is_denied and others & said and others <= said | title | before:
            yield "no"
        elif _is_listed(supposed, clause, title):
            yield "yes" if supposed.core & supposed.names <= said else ""
        elif supposed.core <= said | (title & supposed.names) and not UNSURE.search(clause):
            yield "no" if is_denied else "yes" if _is_in_order(supposed, clause, title) else ""


def _is_listed(supposed: _Supposed, clause: str, title: frozenset[str]) -> bool:
    """Return whether a clause is a list under a label that is asked for: "Present: Ann Lee"."""
    label = LABEL.match(clause)
    asked = supposed.core - supposed.names
    same = THERE if asked & THERE else asked
    return label is not None and asked <= same | title and stem(label[1]) in same


def _is_in_order(supposed: _Supposed, clause: str, title: frozenset[str]) -> bool:
    """Return whether a clause has the words of the core in the question's order, and the names."""
    wanted = iter([word.stem for word in split_words(clause)])
    return supposed.names <= content_stems(clause) | title and all(
        word in wanted for word in supposed.in_order
    )
