"""Facts of forms: "Field: value" lines, headers of messages, definitions, tables of two columns.

Each field is a fact about what its block is about: the entity that the block names ("Name: Ann
Lee"), the section's heading where each section has the same fields, else what the document is
about.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kgplatform.extract.grammar.classes import type_of_noun
from kgplatform.extract.structure.columns import (
    IDENTIFIES,
    NAME_WORDS,
    TYPE_OF_HEADER,
    is_name,
    noun_of_header,
    read_column,
    read_values,
)
from kgplatform.extract.structure.parts import Part, StatedFact
from kgplatform.extract.structure.placed import PlacedTable
from kgplatform.records import Entity
from kgplatform.text.cells import CODE, TEXT, is_blank, kind_of_cell
from kgplatform.text.fields import FORM_HEADERS, Field, is_prose
from kgplatform.text.names import make_entity, normalize_name

__all__ = ["fields_of_table", "is_form", "split_records", "state_fields"]

VALUED = frozenset(
    "date time day year deadline start end total subtotal amount price cost rate salary rent fee "
    "vat tax status address email e-mail mail subject purpose reason currency quantity qty weight "
    "height length size age term period duration notes remarks comment comments description type "
    "category version url website web".split()
)
"""Nouns of labels behind which no name stands."""

LABEL_WORDS = 5
MAX_FORM_WIDTH = 6


def is_form(table: PlacedTable) -> bool:
    """Return whether a table is a list of fields: a label and its value, side by side."""
    width = len(table.cells[0])
    if width % 2 or width > MAX_FORM_WIDTH:
        return False
    header = table.cells[0]
    if any(header) and all(_plain(name) in FORM_HEADERS for name in header if name):
        return True
    rows = table.cells if any(header) else table.cells[1:]
    header = rows[0]
    labels = [row[n] for row in rows for n in range(0, width, 2) if row[n]]
    values = [row[n] for n in range(1, width, 2) for row in rows]
    if len(set(labels)) < len(labels) or any(len(text.split()) > LABEL_WORDS for text in labels):
        return False
    if all(label.endswith(":") for label in labels):
        return True
    known = sum(_is_label(label) for label in labels)
    is_value = kind_of_cell(header[1]) not in (TEXT, "") or not _is_label(header[1])
    return bool(values) and is_value and _is_label(header[0]) and 2 * known > len(labels)


def fields_of_table(table: PlacedTable) -> Iterator[Field]:
    """Yield the fields of a form, with their places in the document."""
    is_headed = all(not name or _plain(name) in FORM_HEADERS for name in table.cells[0])
    for number, row in list(enumerate(table.cells))[is_headed:]:
        spans = table.spans_of(number)
        for n in range(0, len(row) - 1, 2):
            label, value = row[n].rstrip(" :"), row[n + 1]
            if label and value and label != value:
                yield Field(label, value, spans[n][0], *spans[n + 1])


def split_records(fields: Sequence[Field]) -> list[list[Field]]:
    """Return the fields of each entity: one begins where the first label comes again.

    What is said in turn ("Ann: …", "Tom: …", "Ann: …") is no record, and left out.
    """
    records: list[list[Field]] = []
    for field in fields:
        begins = not records or field.key in {other.key for other in records[-1]}
        if begins:
            records.append([])
        records[-1].append(field)
    if len(records) > 1 and sum(map(len, records)) < 2 * len(records):
        return []
    return records


def state_fields(
    fields: Sequence[Field],
    subject: Entity | None,
    *,
    date: str = "",
    is_one_of_several: bool = False,
) -> Iterator[StatedFact]:
    """Yield the facts of one entity's fields.

    Args:
        fields: of one record.
        subject: what they are about, if they do not name it.
        date: the day (ISO 8601) that the document was written on, if known.
        is_one_of_several: whether the first field of each record names what it is about.
    """
    naming = _naming_field(fields, is_one_of_several=is_one_of_several)
    about = subject
    if naming is not None:
        about = make_entity(naming.value, read_column(naming.key, ()).type or "Thing")
    for field in fields:
        own = subject if field is naming else about
        is_said = is_blank(field.value) or is_prose(field.value)
        if own is None or is_said or normalize_name(field.value) == own.normalized_name:
            continue
        label = (field.key_start, field.key_start + len(field.key))
        part = Part(own, *label, is_implied=True)
        if naming is not None and field is not naming:
            part = Part(own, naming.start, naming.end)
        start, end = min(part.start, label[0]), max(part.end, field.end)
        column = read_column(field.key, [field.value], date=date)
        for target, span in read_values(field.value, column, (field.start, field.end)):
            yield StatedFact(part, field.key, Part(target, *span), start, end)


def _naming_field(fields: Sequence[Field], *, is_one_of_several: bool) -> Field | None:
    """Return the first field if its value is the name of what all fields are about."""
    first = fields[0]
    if len(fields) < 2 or not (is_name(first.value) or kind_of_cell(first.value) == CODE):
        return None
    last = first.key.casefold().split()[-1]
    return first if is_one_of_several or last in NAME_WORDS else None


def _is_label(text: str) -> bool:
    """Return whether a text is one that labels have: a noun of names, numbers or values."""
    noun = noun_of_header(text) or text.casefold()
    if noun in VALUED or noun in TYPE_OF_HEADER or type_of_noun(noun):
        return True
    words = frozenset(text.casefold().strip(" :.").split())
    return bool(words & (IDENTIFIES | NAME_WORDS | VALUED)) and len(words) <= LABEL_WORDS


def _plain(text: str) -> str:
    return text.casefold().strip(" :")
