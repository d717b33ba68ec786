"""What fills the relation that a question asks for, where a fact of the named thing has it.

"Which award did Ann Lee receive?" is answered by "Ann Lee — award received — the Prize": its words
beside the name are all of the relation's. What a knowledge base returned is such a fact too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kgplatform.answer.clauses.facts import Fact, list_stated
from kgplatform.answer.clauses.looked_up import list_returned
from kgplatform.answer.clauses.relation_words import (
    GENERAL,
    LIGHT,
    are_of,
    is_among,
    list_beside,
    plain,
)
from kgplatform.answer.clauses.yes_no import NEGATED
from kgplatform.answer.comparing.comparison import Comparison
from kgplatform.answer.evidence.view import EvidenceView
from kgplatform.answer.spans.several import asks_for_several
from kgplatform.question.analysis import SPAN, Asked
from kgplatform.text.dates import find_dates
from kgplatform.text.words import STOP_WORDS, fold, stem

__all__ = ["fill_by_fact"]

DOES = re.compile(r"\b(?:do|does|did|has|have|had)\b")
AGENT = re.compile(r"(?:er|or|by)$")
"""Ends of relations to who did something, which a thing that does something is not asked for."""
ABOUT = "c. "  # before a date
LEFT_OPEN = re.compile(r"\bthe (?:\w+ )?\w+ of\W*$", re.IGNORECASE)
""""Who is Ann Lee the mother of?" asks the other way round."""


def fill_by_fact(asked: Asked, view: EvidenceView, *, returned: bool) -> Comparison | None:
    """Return what fills the relation asked for of the thing asked about; None where no fact has it.

    Of several facts the first answers, or, where things are asked for in the plural, all do.

    Args:
        asked: a question for a thing, a place or a date; of a number it is none.
        view: the evidence.
        returned: only what a knowledge base returned, which was asked just that; else what the
            evidence states.
    """
    if (
        asked.kind != SPAN
        or asked.answer_type == "NUMBER"
        or not asked.asks_for_a_thing
        or NEGATED.search(asked.text)
        or LEFT_OPEN.search(asked.text)
        or find_dates(asked.text)
    ):
        return None
    facts = _list_returned(asked, view) if returned else list_stated(view)
    filled: dict[str, Fact] = {}
    for fact in _find(asked, facts):
        filled.setdefault(plain(fact.object), fact)
    chosen = list(filled.values())
    if not asks_for_several(asked):
        chosen = chosen[:1]
    if not chosen:
        return None
    answer = ", ".join(fact.object for fact in chosen)
    told = {chosen[0].subject: f"{chosen[0].relation}: {answer}"}
    support = tuple((fact.passage, fact.sentence) for fact in chosen)
    return Comparison(answer, support, told, certain=True)


def _find(asked: Asked, facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts of the question's thing and relation, in their order."""
    folded = f" {fold(asked.text)} "
    return [
        fact
        for fact in facts
        if f" {plain(fact.subject)} " in folded
        and f" {plain(fact.object)} " not in folded
        and _is_of_type(asked, fact)
        and _is_asked(asked, fact)
    ]


def _list_returned(asked: Asked, view: EvidenceView) -> Iterator[Fact]:
    """Yield what a knowledge base returned, its relation being as long as the question's words."""
    for line in list_returned(view):
        rest = list_beside(asked.text, (line.subject,))
        words = line.said.split()
        end = next((n for n, word in enumerate(words) if not _is_relation(word, rest)), len(words))
        if any(is_among(stem(word), rest) for word in words[:end]) and end < len(words):
            relation, value = " ".join(words[:end]), " ".join(words[end:])
            yield Fact(line.subject, relation, value, line.passage, line.sentence)


def _is_relation(word: str, rest: frozenset[str]) -> bool:
    own = stem(word)
    return word in STOP_WORDS or own in LIGHT | GENERAL or is_among(own, rest)


def _is_of_type(asked: Asked, fact: Fact) -> bool:
    """Tell whether a date stands where one is asked for, and only there."""
    dates = find_dates(fact.object)
    is_date = bool(dates) and dates[0].end - dates[0].start >= len(fact.object) - len(ABOUT)
    return is_date == (asked.answer_type == "DATE") or asked.answer_type == "ANY"


def _is_asked(asked: Asked, fact: Fact) -> bool:
    """Tell whether the question's words beside the thing are all of the fact's relation."""
    rest = list_beside(asked.text, (fact.subject,))
    if not rest or not are_of(rest, fact.relation):
        return False
    last = fold(fact.relation).split()[-1]
    is_turned = AGENT.search(last) is not None and last not in fold(asked.text).split()
    return not (is_turned and DOES.search(asked.text.casefold()))
