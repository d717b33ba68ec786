"""Reads the statements of a parsed passage: every sentence's verbs and nouns, and set pieces.

Each fact is found by one rule, named as its construction; facts whose two ends are the same entity
are dropped, equal ones are kept once. A subject is an entity; an object is an entity, a date or a
phrase.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kgplatform.extract.facts import verbalize
from kgplatform.extract.grammar.arguments import Arguments
from kgplatform.extract.grammar.clauses import read_clause
from kgplatform.extract.grammar.encyclopaedic import read_set_pieces
from kgplatform.extract.grammar.found import (
    CONFIDENCE,
    Found,
    Stated,
    is_circular,
    state_fact,
)
from kgplatform.extract.grammar.nominals import read_noun
from kgplatform.extract.grammar.relations import PHRASES
from kgplatform.models.english import indefinite_article
from kgplatform.records import Mention, Passage, Statement, name_of

__all__ = ["read_encyclopaedic"]

DAY = re.compile(r"[A-Za-z].*\b\d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th)?\s+[A-Z]")


def read_encyclopaedic(
    passage: Passage,
    parsed: Any,
    arguments: Arguments,
    *,
    mentions: Sequence[Mention],
    lemma_of: Callable[[Any], str],
) -> list[Stated]:
    """Return the facts that the rules for encyclopaedic text read, each once.

    Args:
        parsed: the spaCy Doc of passage.text, with a dependency parse.
        arguments: what is named in the passage.
        mentions: the mentions of the passage, by position.
        lemma_of: the base form of a token.
    """
    statements: dict[str, Statement] = {}
    at: dict[str, int] = {}
    whole = (found for found in read_set_pieces(arguments, mentions))
    sentences = list(parsed.sents)
    for found in [*whole, *_read_sentences(sentences, arguments, lemma_of)]:
        if is_circular(found.subject, found.object):
            continue
        statement = _to_statement(passage, sentences, found)
        statements.setdefault(statement.id, statement)
        at.setdefault(statement.id, found.at)
    return [Stated(one, at[one.id]) for one in _without_poorer(statements).values()]


def _read_sentences(
    sentences: Sequence[Any], arguments: Arguments, lemma_of: Callable[[Any], str]
) -> Iterator[Found]:
    for sentence in sentences:
        for token in sentence:
            kind = token.pos_
            if kind == "VERB" or token.lower_ == "married":
                read = read_clause(token, lemma_of(token), arguments)
            elif kind in ("NOUN", "PROPN") or token.dep_ == "attr":
                read = read_noun(token, arguments)
            else:
                continue
            yield from (found._replace(at=token.idx) for found in read)


def _without_poorer(statements: dict[str, Statement]) -> dict[str, Statement]:
    """Leave out a fact without qualifiers where the same one is stated with some."""
    richer = {_bare(s) for s in statements.values() if s.qualifiers}
    return {id_: s for id_, s in statements.items() if s.qualifiers or _bare(s) not in richer}


def _bare(statement: Statement) -> tuple[str, str, str]:
    return statement.subject.id, statement.relation, statement.object.id


def _to_statement(passage: Passage, sentences: Sequence[Any], found: Found) -> Statement:
    subject, obj = found.subject, found.object
    start, end = min(subject.start, obj.start), max(subject.end, obj.end)
    touched = [s for s in sentences if s.start_char < end and start < s.end_char]
    statement = state_fact(
        passage,
        (touched[0].start_char, touched[-1].end_char) if touched else (start, end),
        subject,
        found.relation,
        obj,
        confidence=CONFIDENCE[found.construction],
        qualifiers=found.qualifiers,
    )
    return replace(statement, text=_words(found))


def _words(found: Found) -> str:
    """Return the fact as a line that reads as a sentence does: "Fram was built by Colin Archer"."""
    pairs = [(item.relation, name_of(item.target)) for item in found.qualifiers]
    relation = found.words or PHRASES.get(found.relation, found.relation)
    value = name_of(found.object.target)
    if found.relation in ("instance of", "occupation"):
        relation = f"is {indefinite_article(value)}"
    elif relation == "is" and found.object.kind == "Place":
        relation = "is from"  # "a New Zealand cricketer"
    elif found.object.kind == "date" and relation.endswith((" in", " on")):
        relation = f"{relation[:-2]}{'on' if DAY.search(value) else 'in'}"
    return verbalize(name_of(found.subject.target), relation, value, pairs)
