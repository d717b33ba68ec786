"""Turns records into the rows of the writing queries: plain lists, in the order they declare.

Rows as lists are a fifth faster than maps. Ids of pages, sections, tables and literals of a
document come from the document's id, so that a second run makes the same.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from typing import Any

from kgplatform.graph.labels import language_label
from kgplatform.records import (
    ENTITY_TYPES,
    Document,
    Entity,
    Literal,
    Mention,
    Passage,
    Phrase,
    Statement,
    UnprovenFact,
    describe_standing,
    name_of,
)
from kgplatform.records.document import encode_lines
from kgplatform.records.ids import content_id
from kgplatform.text.classes import entity_type_of
from kgplatform.text.languages import ENGLISH

__all__ = [
    "Row",
    "document_row",
    "entity_row",
    "has_passage_rows",
    "link_rows",
    "literal_row",
    "literal_rows",
    "mention_row",
    "page_rows",
    "passage_language_rows",
    "phrase_rows",
    "qualifier_rows",
    "reference_row",
    "section_rows",
    "statement_row",
    "subject_type_rows",
    "table_rows",
    "unique_entities",
    "unproven_row",
]

Row = list[Any]

CLASS_RELATIONS = ("instance of", "is a", "be")
"""Relations, in their canonical form, to the class of a subject."""


def document_row(document: Document) -> Row:
    """Return [id, uri, title, mediaType, contentHash, unread, language, date]."""
    return [
        document.id,
        document.uri,
        document.title,
        document.media_type,
        None if "#" in document.uri else document.content_hash,  # its file holds others too
        list(document.unread) or None,
        document.language,
        document.date or None,
    ]


def passage_language_rows(documents: Iterable[Document], passages: Iterable[Passage]) -> list[Row]:
    """Return [id, labels] for each passage of a document that is not in English."""
    languages = {d.id: d.language for d in documents if d.language != ENGLISH}
    return [
        [p.id, [language_label(languages[p.document_id])]]
        for p in passages
        if p.document_id in languages
    ]


def link_rows(document: Document) -> list[Row]:
    """Return [id, attachedTo, messageId, replyTo] of a message or an attachment, else no row."""
    links = [document.parent or None, document.message_id or None, document.reply_to or None]
    return [[document.id, *links]] if any(links) else []


def page_rows(document: Document) -> list[Row]:
    """Return a row a page."""
    return [
        [
            _part_id("page", document.id, page.number),
            document.id,
            page.number,
            page.label,
            page.start,
            page.end,
            page.width,
            page.height,
            encode_lines(page.lines) if page.lines else None,
        ]
        for page in document.pages
    ]


def section_rows(document: Document) -> list[Row]:
    """Return a row a section."""
    return [
        [
            _part_id("section", document.id, index),
            document.id,
            index,
            section.level,
            section.heading,
            section.start,
            section.end,
        ]
        for index, section in enumerate(document.sections)
    ]


def table_rows(document: Document) -> list[Row]:
    """Return a row a table; its text is its Markdown."""
    return [
        [
            _part_id("table", document.id, index),
            document.id,
            index,
            table.caption,
            document.text[table.start : table.end],
            json.dumps(table.cells, ensure_ascii=False),
            len(table.cells),
            max((len(row) for row in table.cells), default=0),
            table.page,
            list(table.box) if table.box else None,
            table.start,
            table.end,
            document.text[table.start : table.end].partition("\n")[0],
        ]
        for index, table in enumerate(document.tables)
    ]


def has_passage_rows(documents: Iterable[Document], passages: Iterable[Passage]) -> list[Row]:
    """Return [containerId, passageId] for every page, section and table a passage lies in."""
    by_id = {document.id: document for document in documents}
    return [
        [container, passage.id]
        for passage in passages
        for container in _containers(by_id[passage.document_id], passage)
    ]


def _containers(document: Document, passage: Passage) -> Iterator[str]:
    """Yield the ids of what holds a passage: every page it touches, its section, its table."""
    starts = [page.start for page in document.pages]
    first = max(bisect_right(starts, passage.start) - 1, 0)
    for page in document.pages[first:]:
        if page.start >= passage.end:
            break
        if page.end > passage.start:
            yield _part_id("page", document.id, page.number)
    if passage.section is not None:
        yield _part_id("section", document.id, passage.section)
    if passage.table is not None:
        yield _part_id("table", document.id, passage.table)


def _part_id(kind: str, document_id: str, number: int) -> str:
    return content_id(kind, document_id, str(number))


def unique_entities(
    titles: Iterable[Entity], mentions: Iterable[Mention], statements: Iterable[Statement]
) -> Iterable[Entity]:
    """Return each entity once, with the qid and the aliases that any of its occurrences knows."""
    entities: dict[str, Entity] = {}
    for entity in _all_entities(titles, mentions, statements):
        known = entities.get(entity.id)
        entities[entity.id] = entity if known is None else _join(known, entity)
    return entities.values()


def _join(known: Entity, other: Entity) -> Entity:
    if known == other:
        return known
    aliases = tuple(dict.fromkeys((*known.aliases, *other.aliases)))
    return replace(known, aliases=aliases, qid=known.qid or other.qid)


def _all_entities(
    titles: Iterable[Entity], mentions: Iterable[Mention], statements: Iterable[Statement]
) -> Iterator[Entity]:
    yield from titles
    yield from (mention.entity for mention in mentions)
    for statement in statements:
        yield from (one for one in _parts(statement) if isinstance(one, Entity))


def _parts(statement: Statement) -> Iterator[Entity | Phrase | Literal]:
    """Yield what a statement is about."""
    yield from (statement.subject, statement.object)
    yield from (qualifier.target for qualifier in statement.qualifiers)


def entity_row(entity: Entity) -> Row:
    """Return [id, name, normalizedName, aliases, qid].

    The type is left out: it is decided from all mentions, so that it cannot depend on which
    batch was written first.
    """
    head = [entity.id, entity.name, entity.normalized_name]
    return [*head, list(entity.aliases), entity.qid]


def phrase_rows(statements: Iterable[Statement]) -> list[Row]:
    """Return [id, name] of each phrase once."""
    parts = (part for statement in statements for part in _parts(statement))
    phrases = {part.id: part for part in parts if isinstance(part, Phrase)}
    return [[phrase.id, phrase.name] for phrase in phrases.values()]


def mention_row(mention: Mention) -> Row:
    """Return [passageId, entityId, start, end, surface, type, kind, evidence]."""
    kind = None if mention.kind == "name" else mention.kind
    return [*_place_of(mention), mention.entity.type, kind, mention.evidence]


def reference_row(reference: Mention) -> Row:
    """Return [passageId, entityId, start, end, surface, kind]."""
    return [*_place_of(reference), reference.kind]


def _place_of(mention: Mention) -> Row:
    span = [mention.start, mention.end, mention.surface]
    return [mention.passage_id, mention.entity.id, *span]


def literal_rows(statements: Iterable[Statement]) -> list[Row]:
    """Return the row of each literal once."""
    parts = (part for statement in statements for part in _parts(statement))
    literals = {part.id: part for part in parts if isinstance(part, Literal)}
    return [literal_row(literal) for literal in literals.values()]


def literal_row(literal: Literal) -> Row:
    """Return [id, value, datatype, from, to, number, unit, currency, isRelative]."""
    read = [literal.number, literal.unit or None, literal.currency or None]
    days = [_day(literal.start), _day(literal.end)]
    return [literal.id, literal.value, literal.datatype, *days, *read, literal.is_relative or None]


def _day(text: str) -> date | None:
    """Return a day of the calendar; None for what is none ("", a day before our era)."""
    with suppress(ValueError):
        return date.fromisoformat(text)
    return None


def statement_row(s: Statement) -> Row:
    """Return the statement's row: what it is, then where and how its passage states it.

    Qualifiers are lists side by side: their relations, starts and ends.
    """
    standing = describe_standing(s.polarity, s.modality)
    name = f"{s.relation} ({standing})" if standing else s.relation
    head = [s.id, s.relation, s.text, s.extractor, s.confidence]
    kind = [name, s.canonical or s.relation, s.polarity, s.modality, s.is_plain]
    ends = [s.subject.id, s.object.id, s.passage_id]
    return [*head, *kind, *ends, {"start": s.start, "end": s.end}, _stated(s)]


def _stated(s: Statement) -> dict[str, Any]:
    """Return the properties of the relationship from a statement to the passage that states it."""
    stated = {
        "subjectStart": s.subject_span[0],
        "subjectEnd": s.subject_span[1],
        "objectStart": s.object_span[0],
        "objectEnd": s.object_span[1],
        "alignment": [*s.alignment, *(q.alignment for q in s.qualifiers)],
        "attribution": s.attribution or None,
    }
    if s.qualifiers:
        stated["qualifierRelations"] = [q.relation for q in s.qualifiers]
        stated["qualifierStarts"] = [q.start for q in s.qualifiers]
        stated["qualifierEnds"] = [q.end for q in s.qualifiers]
    return stated


def qualifier_rows(statements: Iterable[Statement]) -> list[Row]:
    """Return [statementId, relation, targetId], each once."""
    rows = {(s.id, q.relation, q.target.id) for s in statements for q in s.qualifiers}
    return [list(row) for row in sorted(rows)]


def subject_type_rows(statements: Iterable[Statement]) -> list[Row]:
    """Return [statementId, type] of those that plainly say of which type their subject is."""
    types: dict[str, str] = {}
    for statement in statements:
        if statement.is_plain and (statement.canonical or statement.relation) in CLASS_RELATIONS:
            kind = entity_type_of(name_of(statement.object))
            if kind in ENTITY_TYPES and kind != "Thing":
                types[statement.id] = kind
    return [list(row) for row in sorted(types.items())]


def unproven_row(fact: UnprovenFact) -> Row:
    """Return the row of a fact that is kept apart."""
    qualifiers: Sequence[str] = [f"{relation}: {value}" for relation, value in fact.qualifiers]
    parts = [fact.subject, fact.relation, fact.object, qualifiers]
    return [fact.id, fact.passage_id, *parts, fact.reason, fact.extractor]
