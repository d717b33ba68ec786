"""Joins what the structure of a document states with what an extractor read in its passages."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.reading import PassageReading
from kgplatform.extract.structure.columns import IDENTIFIES, is_name
from kgplatform.extract.structure.forms import (
    fields_of_table,
    is_form,
    split_records,
    state_fields,
)
from kgplatform.extract.structure.known import KnownNames
from kgplatform.extract.structure.parts import Part, StatedFact, mentions_of, state
from kgplatform.extract.structure.placed import PlacedTable, find_placed
from kgplatform.extract.structure.tables import TableView
from kgplatform.extract.topic import make_subject
from kgplatform.records import Document, Entity, Passage, Statement
from kgplatform.text.fields import Field, find_runs
from kgplatform.text.names import make_entity, normalize_name

__all__ = ["add_structure"]

MAX_CAPTION_CHARS = 100
MAIL = "message/rfc822"
OF_MESSAGES = frozenset("from to cc sent date subject".split())


def add_structure(
    document: Document,
    passages: Sequence[Passage],
    readings: Sequence[PassageReading],
    *,
    gazetteer: Gazetteer,
) -> list[PassageReading]:
    """Return the readings of some passages with what the document's structure states in them.

    Where it names an entity, another reading of the same place is left out.

    Args:
        document: whose structure is read as a whole.
        passages: of it, in order.
        readings: one a passage.
        gazetteer: the titles that the corpus knows; a cell that is one is that entity.
    """
    view = _view(_Whole(document.id, document.sha256, document.date, document))
    known = KnownNames(view.names, gazetteer)
    pairs = zip(passages, readings, strict=True)
    return [_join(passage, reading, view.facts(passage, known)) for passage, reading in pairs]


def _join(passage: Passage, reading: PassageReading, facts: Sequence[StatedFact]) -> PassageReading:
    if not facts:
        return reading
    stated: dict[str, Statement] = {}
    for fact in facts:
        statement = state(fact, passage)
        if statement is not None:
            stated.setdefault(statement.id, statement)
    own = list(mentions_of(facts, passage))
    taken = sorted((mention.start, mention.end) for mention in own)
    starts = [start for start, _ in taken]
    others = [
        mention
        for mention in reading.mentions
        if not (at := bisect_right(starts, mention.end - 1)) or taken[at - 1][1] <= mention.start
    ]
    stated |= {one.id: one for one in reading.statements if one.id not in stated}
    return replace(
        reading,
        mentions=tuple(sorted([*own, *others], key=lambda mention: mention.start)),
        statements=tuple(stated.values()),
    )


@dataclass(frozen=True, slots=True)
class _Whole:
    """A document as a key: it is read for each group of its passages, and viewed once."""

    id: str
    sha256: str
    date: str
    document: Document = field(compare=False)


@lru_cache(maxsize=8)
def _view(whole: _Whole) -> _DocumentView:
    return _DocumentView(whole.document)


class _DocumentView:
    """The structure of a document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        runs = list(_find_runs(document))
        tables = [table for table in find_placed(document) if len(table.cells) > 1]
        self._forms = [list(fields_of_table(table)) for table in tables if is_form(table)]
        fields = (one for run in (*(run for _, run in runs), *self._forms) for one in run)
        self._topic = make_subject(document)
        self._subject = _name_document(self._topic, fields)
        others = [table for table in tables if any(table.cells[0]) and not is_form(table)]
        self._tables = [
            (table, self._view_table(table, is_one=len(tables) == 1)) for table in others
        ]
        self._stated = sorted(self._state_runs(runs), key=lambda fact: fact.object.start)
        self._starts = [fact.object.start for fact in self._stated]

    def facts(self, passage: Passage, known: KnownNames) -> list[StatedFact]:
        """Return what structure states in a passage."""
        first = bisect_right(self._starts, passage.start - 1)
        last = bisect_right(self._starts, passage.end - 1)
        found = [_resolved(fact, self._document.text, known) for fact in self._stated[first:last]]
        for table, view in self._tables:
            if table.starts[0] < passage.end and passage.start < table.end:
                found += view.facts(passage.start, passage.end, known)
        return found

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the rows of its tables, case folded."""
        return frozenset().union(*(view.names for _, view in self._tables))

    def _view_table(self, table: PlacedTable, *, is_one: bool) -> TableView:
        subject = self._subject_of(table, is_one=is_one)
        return TableView(table, subject, date=self._document.date)

    def _subject_of(self, table: PlacedTable, *, is_one: bool) -> Entity | None:
        """Return what a table is about: the document, or what its caption names, of several."""
        if is_one or not table.caption or len(table.caption) > MAX_CAPTION_CHARS:
            return self._subject
        return make_entity(table.caption)

    def _state_runs(self, runs: Sequence[tuple[int | None, list[Field]]]) -> Iterator[StatedFact]:
        labels = Counter(
            label for _, label in {(section, one.key) for section, run in runs for one in run}
        )
        for section, run in runs:
            records = split_records(run)
            is_repeated = 2 * sum(labels[one.key] > 1 for one in run) > len(run)
            subject = self._subject
            if is_repeated and section is not None and len(records) == 1:
                heading = self._document.sections[section].heading
                subject = make_entity(heading) if is_name(heading) else subject
            for record in records:
                yield from self._state(record, subject, is_one_of_several=len(records) > 1)
        for form in self._forms:
            for record in split_records(form):
                yield from self._state(record, self._subject)

    def _state(
        self, record: Sequence[Field], subject: Entity | None, *, is_one_of_several: bool = False
    ) -> Iterator[StatedFact]:
        """Yield the facts of a record; the number that the document goes by is one of its title."""
        for one in record:
            if subject is None or self._topic is None or subject == self._topic:
                break
            if normalize_name(one.value) == subject.normalized_name:
                label = (one.key_start, one.key_start + len(one.key))
                about = Part(self._topic, *label, is_implied=True)
                number = Part(subject, one.start, one.end)
                yield StatedFact(about, one.key, number, one.key_start, one.end)
        yield from state_fields(
            record,
            subject,
            date=self._document.date,
            is_one_of_several=is_one_of_several,
        )


def _resolved(fact: StatedFact, text: str, known: KnownNames) -> StatedFact:
    """Return a fact with the known entity that its object names, if it names one."""
    value = fact.object
    target = known.resolve(text[value.start : value.end], value.target)
    return replace(fact, object=replace(value, target=target))


def _find_runs(document: Document) -> Iterator[tuple[int | None, list[Field]]]:
    """Yield fields that stand together, each run with the section that it begins in.

    The headers of other messages, which a message quotes, are about those.
    """
    sections = sorted(range(len(document.sections)), key=lambda n: document.sections[n].start)
    starts = [document.sections[n].start for n in sections]
    for run in find_runs(document.text):
        at = run[0].key_start
        before = reversed(sections[: bisect_right(starts, at)])
        section = next((n for n in before if document.sections[n].end > at), None)
        of_message = sum(one.key.casefold() in OF_MESSAGES for one in run)
        if document.media_type != MAIL or section is None or of_message < len(OF_MESSAGES) // 2:
            yield section, run


def _name_document(topic: Entity | None, fields: Iterable[Field]) -> Entity | None:
    """Return what a document is about: what its title names, or the number that it goes by.

    "Invoice" is the title of many; its field "Invoice number" distinguishes one from the others.
    """
    if topic is None:
        return None
    title = topic.normalized_name.split()
    for one in fields:
        key = one.key.casefold().rstrip(".")
        is_number = key.split()[-1] in IDENTIFIES or key.endswith("nummer")
        is_number = is_number and any(word in key for word in title)
        has_digit = any(map(str.isdigit, one.value)) and " " not in one.value
        if is_number and has_digit and normalize_name(one.value) not in topic.normalized_name:
            return make_entity(one.value)
    return topic
