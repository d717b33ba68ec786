"""Makes statements and their parts, the same way for every extractor.

What a fact's id depends on, and how it reads as one line, is decided here and nowhere else, so
that two extractors that read the same fact name the same statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgplatform.records import Entity, Literal, Passage, Qualifier, Statement, UnprovenFact
from kgplatform.records.document import trim_span
from kgplatform.records.ids import content_id
from kgplatform.text.names import normalize_name

__all__ = [
    "make_literal",
    "make_statement",
    "make_unproven",
    "name_of",
    "statement_id",
    "verbalize",
]


def make_literal(value: str, datatype: str) -> Literal:
    """Return the Literal of a value as the text writes it; `datatype` is one of LITERAL_TYPES."""
    return Literal(content_id("literal", datatype, value), value, datatype)


def name_of(target: Entity | Literal) -> str:
    """Return an entity's name or a literal's value."""
    return target.name if isinstance(target, Entity) else target.value


def verbalize(subject: str, relation: str, obj: str, qualifiers: Iterable[tuple[str, str]]) -> str:
    """Return a fact as one readable line: "Fram built by Colin Archer (time: 1892)"."""
    extra = "; ".join(f"{name}: {value}" for name, value in qualifiers)
    return f"{subject} {relation} {obj}" + (f" ({extra})" if extra else "")


def statement_id(
    subject: Entity, relation: str, obj: Entity | Literal, qualifiers: Iterable[Qualifier] = ()
) -> str:
    """Return the id of a fact; the order of its qualifiers does not change it."""
    parts = sorted(f"{item.relation}={item.target.id}" for item in qualifiers)
    return content_id("statement", subject.id, normalize_name(relation), obj.id, *parts)


def make_statement(
    passage: Passage,
    span: tuple[int, int],
    *,
    subject: Entity,
    relation: str,
    obj: Entity | Literal,
    subject_span: tuple[int, int],
    object_span: tuple[int, int],
    extractor: str,
    confidence: float,
    qualifiers: Sequence[Qualifier] = (),
    alignment: tuple[str, str] = ("exact", "exact"),
) -> Statement:
    """Return the statement of a fact that a passage shows.

    Args:
        passage: where it stands; all spans are in its text.
        span: the shortest run of sentences that states the fact; white space at its ends is cut.
        subject: what the fact is about.
        relation: how the two are related, as a short phrase.
        obj: the entity or value.
        subject_span: where the subject is named.
        object_span: where the object is named.
        extractor: who read it.
        confidence: 0..1.
        qualifiers: further parts; kept in the order given.
        alignment: how subject and object were found (ALIGNMENTS).
    """
    pairs = [(item.relation, name_of(item.target)) for item in qualifiers]
    start, end = trim_span(passage.text, *span)
    return Statement(
        id=statement_id(subject, relation, obj, qualifiers),
        subject=subject,
        relation=relation,
        object=obj,
        qualifiers=tuple(qualifiers),
        text=verbalize(subject.name, relation, name_of(obj), pairs),
        passage_id=passage.id,
        start=start,
        end=end,
        extractor=extractor,
        confidence=confidence,
        subject_span=subject_span,
        object_span=object_span,
        alignment=alignment,
    )


def make_unproven(
    passage: Passage,
    fact: tuple[str, str, str],
    *,
    reason: str,
    extractor: str,
    qualifiers: Iterable[tuple[str, str]] = (),
) -> UnprovenFact:
    """Return the record of a claimed fact (subject, relation, object) that was not proven."""
    pairs = tuple(qualifiers)
    flat = [text for pair in pairs for text in pair]
    return UnprovenFact(
        id=content_id("unproven", passage.id, *fact, *flat, reason),
        passage_id=passage.id,
        subject=fact[0],
        relation=fact[1],
        object=fact[2],
        qualifiers=pairs,
        reason=reason,
        extractor=extractor,
    )
