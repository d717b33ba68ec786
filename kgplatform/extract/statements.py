"""Reads the statements of a parsed passage: those of its clauses, and of encyclopaedic set pieces.

Where both read the same fact one statement stays: the relation that has a canonical name, with all
the qualifiers; or the clause, where it denies the fact or does not state it as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from kgplatform.extract.clauses.statements import read_clauses
from kgplatform.extract.coreference.resolve import Link
from kgplatform.extract.facts import statement_id, write_notes
from kgplatform.extract.grammar.arguments import Arguments
from kgplatform.extract.grammar.found import Stated
from kgplatform.extract.grammar.opening import Opening
from kgplatform.extract.grammar.relations import DATES
from kgplatform.extract.grammar.statements import read_encyclopaedic
from kgplatform.records import (
    Entity,
    Literal,
    Mention,
    Passage,
    Qualifier,
    Statement,
    describe_standing,
    name_of,
)

__all__ = ["extract_statements"]

EVENTS = frozenset(DATES.values()) - {"date of birth", "date of death"}
"""Relations of an event to its date; where the event has a statement the date is a part of it."""


def extract_statements(
    passage: Passage,
    parsed: Any,
    *,
    mentions: Sequence[Mention],
    links: Sequence[Link] = (),
    opening: Opening | None = None,
    lemma_of: Callable[[Any], str],
) -> tuple[list[Statement], list[Mention]]:
    """Return the facts that a passage states, each once, and the names found on the way.

    Args:
        passage: its text gives the wording.
        parsed: the spaCy Doc of passage.text, with a dependency parse.
        mentions: the mentions of the passage, by position.
        links: what its pronouns and descriptions stand for.
        opening: what the passage is about.
        lemma_of: the base form of a token.
    """
    arguments = Arguments(passage, parsed, mentions, links=links, opening=opening)
    set_pieces = read_encyclopaedic(
        passage, parsed, arguments, mentions=mentions, lemma_of=lemma_of
    )
    named = [*arguments.added.values()]
    every = sorted([*mentions, *named], key=lambda mention: mention.start)
    arguments = Arguments(passage, parsed, every, links=links, opening=opening)
    stated = read_clauses(passage, parsed, arguments, lemma_of=lemma_of)
    statements = sorted(
        _join(set_pieces, stated), key=lambda s: (s.start, s.subject_span, s.object_span)
    )
    used = {id_ for s in statements for id_ in (s.subject.id, s.object.id)}
    used |= {item.target.id for s in statements for item in s.qualifiers}
    named += arguments.added.values()
    return statements, [mention for mention in named if mention.entity.id in used]


def _join(set_pieces: Iterable[Stated], clauses: Iterable[Stated]) -> list[Statement]:
    """Return the statements of both, a fact that both have as one."""
    known, joined = list(set_pieces), dict[str, Stated]()
    for clause in clauses:
        same = [other for other in known if _is_same(other, clause)]
        if same and clause.statement.is_plain:
            for other in same:
                known.remove(other)
                richer = _with_parts_of(clause.statement, other.statement)
                known.append(Stated(richer, other.at))
            continue
        known = [other for other in known if other not in same]
        joined.setdefault(clause.statement.id, clause)
    joined |= {other.statement.id: other for other in known}
    every = joined.values()
    events = [one for one in every if not any(_is_part(one, other) for other in every)]
    return [_without_peers(one, events) for one in events]


def _is_part(one: Stated, event: Stated) -> bool:
    """Return whether a fact is no more than a part of another, which has its object too.

    That is a date of an event; or, of two facts of one verb, the place, cause or date that the
    other has: "born in Oslo in 1920" is one birth.
    """
    part, whole = one.statement, event.statement
    if part.subject.id != whole.subject.id or part.relation == whole.relation:
        return False
    if not any(item.target.id == part.object.id for item in whole.qualifiers):
        return False
    if part.relation in EVENTS:
        return whole.relation not in EVENTS
    return one.at == event.at >= 0 and _weight_of(whole) < _weight_of(part)


def _weight_of(statement: Statement) -> tuple[bool, bool, int]:
    """Return how little an object says: an entity is before words, these before a date."""
    obj = statement.object
    is_date = isinstance(obj, Literal) and obj.datatype == "date"
    return is_date, not isinstance(obj, Entity), statement.object_span[0]


def _without_peers(one: Stated, others: Iterable[Stated]) -> Statement:
    """Return a fact without the objects of the same relation of its verb: each has its own."""
    fact = one.statement
    peers = {
        other.statement.object.id
        for other in others
        if other.at == one.at >= 0
        and other.statement.relation == fact.relation
        and other.statement.subject.id == fact.subject.id
    }
    qualifiers = tuple(item for item in fact.qualifiers if item.target.id not in peers)
    return fact if qualifiers == fact.qualifiers else _with_qualifiers(fact, qualifiers)


def _is_same(set_piece: Stated, stated: Stated) -> bool:
    """Return whether a clause states what a set piece does: the same two, or by the same word."""
    known, clause = set_piece.statement, stated.statement
    if known.start >= clause.end or clause.start >= known.end:
        return False
    ends = {known.subject.id, known.object.id} & {clause.subject.id, clause.object.id}
    if len(ends) == 2:
        return True
    (start, end), (first, last) = known.object_span, clause.object_span
    if known.subject.id == clause.subject.id and first <= start < last:
        return last <= end  # else the clause says more
    return bool(ends) and _is_stated_at(set_piece.at, stated)


def _is_stated_at(at: int, stated: Stated) -> bool:
    """Return whether a word is a clause's verb, or stands in a phrase that names nothing."""
    clause = stated.statement
    ends = (clause.subject, clause.subject_span), (clause.object, clause.object_span)
    phrases = [span for target, span in ends if not isinstance(target, Entity)]
    return at == stated.at >= 0 or any(start <= at < end for start, end in phrases)


def _with_parts_of(clause: Statement, known: Statement) -> Statement:
    """Return a known fact with the qualifiers and the source that its clause gives."""
    taken = {known.subject.id, known.object.id, *(item.target.id for item in known.qualifiers)}
    spans = [known.object_span, *((item.start, item.end) for item in known.qualifiers)]
    more = [
        item
        for item in clause.qualifiers
        if item.target.id not in taken
        and not any(item.start < end and start < item.end for start, end in spans)
    ]
    qualifiers = tuple(sorted((*known.qualifiers, *more), key=lambda item: item.start))
    return replace(_with_qualifiers(known, qualifiers), attribution=clause.attribution)


def _with_qualifiers(fact: Statement, qualifiers: tuple[Qualifier, ...]) -> Statement:
    """Return a fact with other qualifiers."""
    kind = {"polarity": fact.polarity, "modality": fact.modality}
    standing = describe_standing(**kind)
    former, now = (
        write_notes(((item.relation, name_of(item.target)) for item in items), standing=standing)
        for items in (fact.qualifiers, qualifiers)
    )
    return replace(
        fact,
        id=statement_id(fact.subject, fact.relation, fact.object, qualifiers, **kind),
        qualifiers=qualifiers,
        text=fact.text.removesuffix(former) + now,
    )
