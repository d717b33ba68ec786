"""Makes statements and their parts, the same way for every extractor.

What a fact's id depends on, and how it reads as one line, is decided here and nowhere else, so
that two extractors that read the same fact name the same statement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kgplatform.records import (
    PLAIN,
    Entity,
    Literal,
    Passage,
    Phrase,
    Qualifier,
    Statement,
    UnprovenFact,
    describe_standing,
    name_of,
)
from kgplatform.records.document import trim_span
from kgplatform.records.ids import content_id
from kgplatform.text.names import normalize_name
from kgplatform.text.values import read_value

__all__ = [
    "make_literal",
    "make_statement",
    "make_unproven",
    "statement_id",
    "verbalize",
    "write_notes",
]


def make_literal(
    value: str, datatype: str, *, reference: str = "", is_future: bool = False, read_as: str = ""
) -> Literal:
    """Return the Literal of a value as the text writes it.

    Args:
        value: the words of the text.
        datatype: one of LITERAL_TYPES.
        reference: the day that the text was written on (ISO 8601), which relative dates count from.
        is_future: whether it is said of what is to come, whose "Monday" is the next one.
        read_as: the value with what is said elsewhere, as the unit in a table's header.
    """
    words = read_as or value
    read = read_value(words, datatype, reference=reference, is_future=is_future)
    # "On Monday" is another day in another document, so that the day is part of what it is.
    days = (read.start, read.end) if read.is_relative else ()
    # So is the unit that a figure has in its table: "12" is kilograms in one, and euros in another.
    meant = (read_as,) if read_as not in ("", value) else ()
    return Literal(content_id("literal", datatype, value, *days, *meant), value, datatype, *read)


def verbalize(
    subject: str,
    relation: str,
    obj: str,
    qualifiers: Iterable[tuple[str, str]],
    *,
    standing: str = "",
) -> str:
    """Return a fact as one readable line: "Fram built by Colin Archer (time: 1892)".

    Args:
        subject: the name of what it is about.
        relation: as the fact has it.
        obj: the object's name or value.
        qualifiers: relation and value of each.
        standing: what describe_standing returns of it.
    """
    return f"{subject} {relation} {obj}{write_notes(qualifiers, standing=standing)}"


def write_notes(qualifiers: Iterable[tuple[str, str]], *, standing: str = "") -> str:
    """Return what follows a fact's line in brackets: " (time: 1892; denied)", or ""."""
    notes = "; ".join(filter(None, (*(f"{name}: {value}" for name, value in qualifiers), standing)))
    return f" ({notes})" if notes else ""


def statement_id(
    subject: Entity | Phrase,
    relation: str,
    obj: Entity | Phrase | Literal,
    qualifiers: Iterable[Qualifier] = (),
    *,
    polarity: str = "affirmed",
    modality: str = "asserted",
) -> str:
    """Return the id of a fact; the order of its qualifiers does not change it.

    What is denied, planned or claimed is another fact than the plain one.
    """
    parts = sorted(f"{item.relation}={item.target.id}" for item in qualifiers)
    if (polarity, modality) != PLAIN:
        parts += [polarity, modality]
    return content_id("statement", subject.id, normalize_name(relation), obj.id, *parts)


def make_statement(
    passage: Passage,
    span: tuple[int, int],
    *,
    subject: Entity | Phrase,
    relation: str,
    obj: Entity | Phrase | Literal,
    subject_span: tuple[int, int],
    object_span: tuple[int, int],
    extractor: str,
    confidence: float,
    qualifiers: Sequence[Qualifier] = (),
    alignment: tuple[str, str] = ("exact", "exact"),
    canonical: str = "",
    polarity: str = "affirmed",
    modality: str = "asserted",
    attribution: str = "",
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
        canonical: the relation as people look for it; the relation itself by default.
        polarity: one of POLARITIES.
        modality: one of MODALITIES.
        attribution: who says so in this passage, "" for the text itself.
    """
    pairs = [(item.relation, name_of(item.target)) for item in qualifiers]
    standing = describe_standing(polarity, modality)
    start, end = trim_span(passage.text, *span)
    return Statement(
        id=statement_id(subject, relation, obj, qualifiers, polarity=polarity, modality=modality),
        subject=subject,
        relation=relation,
        object=obj,
        qualifiers=tuple(qualifiers),
        text=verbalize(subject.name, relation, name_of(obj), pairs, standing=standing),
        passage_id=passage.id,
        start=start,
        end=end,
        extractor=extractor,
        confidence=confidence,
        subject_span=subject_span,
        object_span=object_span,
        alignment=alignment,
        canonical=canonical or relation,
        polarity=polarity,
        modality=modality,
        attribution=attribution,
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
