"""Reads how something is done, and when it happens, where a clause says so: no span of a kind does.

"How do I roll back?" is answered by "To roll back, run …" and by "Roll back with …", "When does the
alert fire?" by "It fires when …", a question that is a heading by the sentence right below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rapidfuzz import fuzz

from kgplatform.answer.clauses.clause_answer import FoundClause, answer_with_best
from kgplatform.answer.evidence.documents import document_text, innermost_heading, is_named
from kgplatform.answer.numbered import SentenceSplitter, list_units
from kgplatform.answer.reading import Reading
from kgplatform.answer.structured.fields import FILLS
from kgplatform.question.analysis import SPAN, Asked
from kgplatform.question.synonyms import filed_under, filed_word
from kgplatform.records import Evidence, ScoredPassage
from kgplatform.text.words import fold

__all__ = ["asks_how", "read_condition", "read_way"]

HOW = re.compile(
    r"^how (?:(?:do|can|could|should|would|may|must) (?:i|we|you|one|users?|people)|to)"
    r" (?P<verb>[a-z]+)\b(?!.*\b(?:which|what|who|when|where)\b)",
    re.IGNORECASE,
)
WHEN = re.compile(
    r"^(?:when|under (?:what|which) conditions?) (?:do|does|is|are|will|should|must|can)\b",
    re.IGNORECASE,
)
CONDITION = re.compile(
    r"\b(?P<way>(?:when(?:ever)?|if|once|as soon as|unless|until|while|after) [^;]+?)[.\s]*$",
    re.IGNORECASE,
)
IN_ORDER_TO = re.compile(r"^(?:[-*] |\d+[.)] )?To (?P<told>[^,]+), (?P<way>.+?)[.\s]*$", re.DOTALL)
IMPERATIVE = re.compile(
    r"^(?:[-*] |\d+[.)] )?(?P<way>(?P<told>[A-Z][a-z]+)\b.+?)[.\s]*$", re.DOTALL
)
LEAST_HELD = 0.6  # of the words that the question says of it
SAME_QUESTION = 90.0  # rapidfuzz score of 100


def asks_how(asked: Asked) -> bool:
    """Return whether a question asks for a way of doing something."""
    return asked.kind == SPAN and HOW.match(asked.text) is not None


def read_way(asked: Asked, evidence: Evidence, split_sentences: SentenceSplitter) -> Reading | None:
    """Return how something is done, as a sentence says; None where none does.

    Args:
        asked: the question; others than those that `asks_how` are not read.
        evidence: its passages are read, and no statement.
        split_sentences: of the passages' texts.
    """
    how = HOW.match(asked.text)
    if how is None or not asks_how(asked) or evidence.reads != "passages":
        return None
    headed = _read_below(asked, evidence, split_sentences)
    if headed:
        return headed
    verb = filed_word(how["verb"])
    asking = _asking(asked) - {verb}
    ways = (
        way
        for passage in _list_named(asked, evidence)
        for way in _find_ways(verb, asking, passage, split_sentences)
    )
    return _answer(ways)


def read_condition(
    asked: Asked, evidence: Evidence, split_sentences: SentenceSplitter
) -> Reading | None:
    """Return the condition under which something happens, or what stands below the question.

    None where no clause gives a condition and no heading is the question.

    Args:
        asked: the question; "when" in the present asks for a condition, where there is no date.
        evidence: its passages are read, and no statement.
        split_sentences: of the passages' texts.
    """
    if asked.kind != SPAN or evidence.reads != "passages":
        return None
    headed = _read_below(asked, evidence, split_sentences)
    if headed or not WHEN.match(asked.text):
        return headed
    asking = _asking(asked)
    ways = (
        way
        for passage in _list_named(asked, evidence)
        for way in _find_conditions(asking, passage, split_sentences)
    )
    return _answer(ways)


def _asking(asked: Asked) -> frozenset[str]:
    return frozenset(filed_under(asked.text)) - FILLS


def _list_named(asked: Asked, evidence: Evidence) -> Iterator[ScoredPassage]:
    for passage in evidence.passages:
        if is_named(asked, document_text(passage, evidence)):
            yield passage


def _find_ways(
    verb: str, asking: frozenset[str], passage: ScoredPassage, split_sentences: SentenceSplitter
) -> Iterator[FoundClause]:
    for start, end in list_units(passage.text, split_sentences):
        sentence = passage.text[start:end]
        for pattern in (IN_ORDER_TO, IMPERATIVE):
            match = pattern.match(sentence)
            if match is None or filed_word(match["told"].split()[0]) != verb:
                continue
            held = _share(asking, f"{passage.head} {passage.text[:end]}")
            if held >= LEAST_HELD:
                first, last = match.span("way")
                yield FoundClause(passage, (start, end), start + first, start + last, held)


def _find_conditions(
    asking: frozenset[str], passage: ScoredPassage, split_sentences: SentenceSplitter
) -> Iterator[FoundClause]:
    for start, end in list_units(passage.text, split_sentences):
        match = CONDITION.search(passage.text[start:end])
        stated = passage.text[start : start + match.start()] if match else ""
        if match is None or asking.isdisjoint(filed_under(stated)):
            continue
        held = _share(asking, f"{passage.head} {stated}")
        if held >= LEAST_HELD:
            first, last = match.span("way")
            yield FoundClause(passage, (start, end), start + first, start + last, held)


def _share(asking: frozenset[str], stated: str) -> float:
    return len(asking & set(filed_under(stated))) / len(asking) if asking else 1.0


def _read_below(
    asked: Asked, evidence: Evidence, split_sentences: SentenceSplitter
) -> Reading | None:
    """Return the first sentence under a heading that is the question, as lists of those have it."""
    for passage in evidence.passages:
        heading = innermost_heading(passage)
        is_it = fuzz.token_sort_ratio(fold(heading), fold(asked.text)) >= SAME_QUESTION
        if heading.endswith("?") and is_it:
            start, end = list_units(passage.text, split_sentences)[0]
            last = start + len(passage.text[start:end].rstrip(" .\n"))
            return _answer([FoundClause(passage, (start, end), start, last, 1.0)])
    return None


def _answer(ways: Iterable[FoundClause]) -> Reading | None:
    return answer_with_best(ways, step="find_way", kind="told")
