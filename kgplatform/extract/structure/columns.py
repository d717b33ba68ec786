"""What a header or a field's label says about the values below or behind it, and what they are.

The noun of a header gives the type of the names in its column ("Site manager", a Person), a unit
or currency that of its figures ("Price (EUR)"). Names become entities, so that links between rows
and tables are hops; dates and figures values; codes and prose stay text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kgplatform.extract.facts import make_literal
from kgplatform.extract.grammar.classes import type_of_noun
from kgplatform.extract.name_types import type_by_form
from kgplatform.records import Entity, Literal
from kgplatform.text.cells import CODE, DATE, FIGURES, NUMBER, TEXT, is_blank, kind_of_cell
from kgplatform.text.fields import is_prose
from kgplatform.text.names import make_entity
from kgplatform.text.values import FoundLiteral, find_literals, read_value

__all__ = [
    "IDENTIFIES",
    "NAME_WORDS",
    "TYPE_OF_HEADER",
    "Column",
    "is_name",
    "noun_of_header",
    "read_column",
    "read_target",
    "read_values",
]

_TYPED = {
    "Person": "employee owner contact responsible assignee reporter approver inspector attendee "
    "participant applicant patient captain chair chairman chairperson secretary staff supervisor "
    "operator technician head lead signatory sender recipient representative instructor trainer "
    "tutor student pupil guest author present apology absent attending from to cc bcc consultant "
    "auditor buyer surveyor master",
    "Organization": "supplier vendor customer client contractor subcontractor employer insurer "
    "carrier maker department dept division authority business organiser "
    "organizer sponsor funder",
    "Place": "site location venue room warehouse plant facility origin destination depot shop "
    "terminal office place branch headquarters hq store station region",
    "Product": "product vessel vehicle machine device equipment instrument appliance",
    "Thing": "by tenant landlord seller lessor lessee partner payer payee project system party "
    "beneficiary licensor licensee lender borrower",
}
TYPE_OF_HEADER = {noun: kind for kind, nouns in _TYPED.items() for noun in nouns.split()}
"""Of nouns that head columns and fields, where the nouns of a text have no type or another."""

NOT_NAMES = frozenset("address song single short series community".split())
WAYS = frozenset(("to", "from"))
IDENTIFIES = frozenset(
    "id no nr num number numbers code codes ref reference phone tel telephone fax mobile zip "
    "postcode iban account isbn sku vat".split()
)
"""Last words of headers whose figures name something, and measure nothing."""

LISTS = frozenset("present absent apologies to cc bcc attending attendance".split())
"""Labels before lists of names, though they are no plurals."""


NAME_WORDS = frozenset("name names nom nombre nome naam navn namn nazwa ime nimi title".split())
PHRASE_END = re.compile(r"\b(?:of|for|in|at|on|with)\b")
BRACKETS = re.compile(r"\s*[(\[][^()\[\]]*[)\]]")
WORD = re.compile(r"[^\W\d_]+|#")
YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
BARE = re.compile(r"[-−+]?\d[\d,.'’ \u00a0\u202f]*")
UNIT = re.compile(r"(?:[(\[]|\bin |, )(?P<unit>[^()\[\],>]+?)(?=[)\]]|$| >)")
DAY_BEFORE = re.compile(r"(?:[^\W\d]+\.?,? )?")  # "Mon, "
CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")
MAX_NAME_WORDS = 8
MAX_VALUE_WORDS = 8
SMALL_WORDS = frozenset(
    "of the and in on at for de la le du des del der den van von zu da do y &".split()
)
NAMES_SHARE = 0.8  # of a column's cells that are names of several words
SAMPLE = 200
ADDRESS = re.compile(r"\s*<[^<>\s]+@[^<>\s]+>|\s*[(\[][^()\[\]]*[)\]]\s*$")
BETWEEN_NAMES = re.compile(r"\s*;\s*|\s*,\s*(?:and\s+)?|\s+and\s+")
HONORIFIC = re.compile(r"(?:Dr|Prof|Mr|Mrs|Ms|Mx|Sir|Dame|Rev)\.?\s+")


@dataclass(frozen=True, slots=True)
class Column:
    """What is known of the values below a header, or behind a label.

    Attributes:
        header: as it is written; it is the relation.
        type: of the entities that it names; "" where its values need not be names.
        are_names: whether its texts are names, though the header does not say of what.
        identifies: whether its figures are numbers of something.
        are_years: whether its figures are years.
        date: the day that its document was written on, which "last week" counts from.
    """

    header: str
    type: str = ""
    are_names: bool = False
    identifies: bool = False
    are_years: bool = False
    date: str = ""


def read_column(header: str, texts: Sequence[str], *, date: str = "") -> Column:
    """Return what a header, and the cells below it, say about each of them.

    Args:
        header: or a field's label.
        texts: the cells, or the field's value.
        date: the day (ISO 8601) that the document was written on, if known.
    """
    sample = [text for text in texts[:SAMPLE] if text]
    named = sum(_is_long_name(text) for text in sample)
    return Column(
        header,
        type=_type_of_header(header),
        are_names=bool(sample) and named >= NAMES_SHARE * len(sample),
        identifies=_last_word(header) in IDENTIFIES,
        are_years=len(sample) > 1 and all(map(YEAR.fullmatch, sample)),
        date=date,
    )


def noun_of_header(header: str) -> str:
    """Return the noun that says what a header names: "manager" of "Site manager (name)"."""
    plain = BRACKETS.sub("", header.rsplit(">", 1)[-1]).casefold()
    for phrase in PHRASE_END.split(plain):
        words: list[str] = WORD.findall(phrase)
        words = [word for word in words if word not in IDENTIFIES | NAME_WORDS]
        if words:
            return words[-1]
    return ""


@lru_cache(maxsize=100_000)
def read_target(text: str, column: Column, *, is_key: bool = False) -> Entity | Literal:
    """Return what a cell or a field's value is.

    Args:
        text: the whole cell, not blank.
        column: its header or label.
        is_key: whether it names a row of a table.
    """
    datatype = "string" if is_key else _datatype(text, column)
    if datatype != "string":
        read_as = _read_as(text, datatype, column)
        return make_literal(text, datatype, reference=column.date, read_as=read_as)
    if is_key or (is_name(text) and _names_something(text, column)):
        return _make_entity(text, column)
    return make_literal(text, "string")


def is_name(text: str) -> bool:
    """Return whether a text may be a name: a few words, the first with a capital, no sentence."""
    first = next((char for char in text if char.isalpha()), "")
    if not first or first.islower() or is_prose(text) or "@" in text or "://" in text:
        return False
    return len(text.split()) <= MAX_NAME_WORDS and text[-1] not in "?!:;"


def read_values(
    text: str, column: Column, span: tuple[int, int]
) -> list[tuple[Entity | Literal, tuple[int, int]]]:
    """Return each value of a cell or field, with its span: the names of a list, or the whole.

    Args:
        text: not blank.
        column: its header or label; only where that is of names can it be a list.
        span: where it stands, with marks that its text has not.
    """
    start, end = span
    header = column.header.casefold()
    is_list = header in LISTS or header.endswith("s") or ";" in text
    is_listed = column.type and not is_blank(text) and end - start == len(text)
    spans = list(_names_of(text)) if is_listed else []
    names = [text[first:last] for first, last in spans]
    # A name in brackets is part of one, but behind that of a person, where it is a role.
    is_alone = len(names) == 1 and column.type == "Person"
    is_each = is_alone or (len(names) > 1 and (is_list or _are_people(column, names)))
    if names and is_each and all(is_name(one) and kind_of_cell(one) == TEXT for one in names):
        shifted = [(start + first, start + last) for first, last in spans]
        entities = [_make_entity(name, column) for name in names]
        return list(zip(entities, shifted, strict=True))
    return [(read_target(text, column), span)]


def _make_entity(name: str, column: Column) -> Entity:
    """Return the entity of a name, of its column's type or of what its own words say."""
    kind = column.type if column.type != "Thing" else ""
    return make_entity(name, kind or type_by_form(name) or "Thing")


def _are_people(column: Column, names: Sequence[str]) -> bool:
    """Return whether names with commas between are those of several: "Ann Lee, Tom Day"."""
    may_be = column.type in ("Person", "Organization", "Thing")
    return may_be and all(" " in name for name in names)


def _names_of(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of the names in a list: "Ann Lee (chair), Tom Day <tom@day.org>"."""
    at = 0
    plain = re.sub(r"<[^<>]*>|\([^()]*\)", lambda match: "_" * len(match.group()), text)
    mark = re.compile(r"\s*;\s*") if ";" in plain else BETWEEN_NAMES
    for match in [*mark.finditer(plain), None]:
        end = match.start() if match else len(text)
        part = ADDRESS.sub("", text[at:end]).strip().strip("\"'")
        if part:
            begin = text.index(part, at)
            yield begin, begin + len(part)
        at = match.end() if match else end


def _type_of_header(header: str) -> str:
    noun = noun_of_header(header)
    if noun in NOT_NAMES:
        return ""
    if noun in WAYS and header.casefold() != noun:
        return "Thing"  # "Bill to", "Collected from": a person or not
    for form in (noun, noun.removesuffix("s"), re.sub("ies$", "y", noun)):
        found = TYPE_OF_HEADER.get(form) or type_of_noun(form)
        if found:
            return found
    return ""


def _last_word(header: str) -> str:
    words: list[str] = WORD.findall(BRACKETS.sub("", header).casefold())
    return "no" if header.rstrip(" .").endswith("#") else words[-1] if words else ""


def _names_something(text: str, column: Column) -> bool:
    kind = kind_of_cell(text)
    if kind == CODE:
        return bool(column.type)
    return kind == TEXT and (bool(column.type) or (column.are_names and _is_long_name(text)))


def _is_long_name(text: str) -> bool:
    """Return whether a text is several words with capitals, as names are and statuses are not."""
    words = text.split()
    if not 1 < len(words) <= MAX_NAME_WORDS or not is_name(text) or kind_of_cell(text) != TEXT:
        return False
    return all(word in SMALL_WORDS or not word[0].islower() for word in words) and not any(
        char.isdigit() for char in text
    )


def _datatype(text: str, column: Column) -> str:
    kind = kind_of_cell(text)
    if kind == NUMBER and column.identifies:
        return "string"
    if kind in FIGURES:
        is_of_years = column.are_years or noun_of_header(column.header) == "year"
        return "date" if is_of_years and YEAR.fullmatch(text) else "quantity"
    if kind == DATE:
        return "string" if CLOCK.fullmatch(text) else "date"
    found = _main_literal(text) if kind == TEXT else None
    return found.datatype if found else "string"


def _main_literal(text: str) -> FoundLiteral | None:
    """Return the value that a text is with a few words around it: "Monday, 3 March 2025, noon"."""
    if len(text.split()) > MAX_VALUE_WORDS:
        return None
    first = next(iter(find_literals(text)), None)
    if first is None:
        return None
    leads = first.start == 0 and (first.datatype == "date" or _is_money(text[: first.end]))
    is_day = first.datatype == "date" and DAY_BEFORE.fullmatch(text[: first.start]) is not None
    return first if leads or is_day or 2 * (first.end - first.start) >= len(text) else None


def _is_money(text: str) -> bool:
    return bool(read_value(text, "quantity").currency)


def _read_as(text: str, datatype: str, column: Column) -> str:
    """Return a value with the unit of its header, and without words around it."""
    if kind_of_cell(text) == TEXT:
        found = _main_literal(text)
        return text[found.start : found.end] if found else text
    if datatype == "quantity" and BARE.fullmatch(text):
        for unit in _units_of_header(column.header):
            before, _, behind = unit.partition(" ")
            for whole in (f"{text} {unit}", f"{before} {text} {behind}".strip()):
                read = read_value(whole, "quantity")
                if read.unit or read.currency:
                    return whole
    return text


@lru_cache(maxsize=4_096)
def _units_of_header(header: str) -> tuple[str, ...]:
    """Return what may be a header's unit: "Price (EUR)", "Weight in kg", "Area, km²", "EUR"."""
    found = [match["unit"].strip() for match in UNIT.finditer(header)]
    last = header.rsplit(">", 1)[-1].strip()
    return (*found, last) if last == "%" or _is_money(f"1 {last}") else tuple(found)
