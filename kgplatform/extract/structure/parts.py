"""A fact as structure states it, before it is put into the passage that holds it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgplatform.extract.facts import make_statement, write_notes
from kgplatform.extract.name_types import type_by_form
from kgplatform.records import Entity, Literal, Mention, Passage, Qualifier, Statement, name_of

__all__ = ["EXTRACTOR_NAME", "Part", "StatedFact", "mentions_of", "state"]

EXTRACTOR_NAME = "structure"
CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Part:
    """An entity or value at document.text[start:end].

    `is_implied` says that what stands there is not its name but implies it, as a field's label does
    what the form is about.
    """

    target: Entity | Literal
    start: int
    end: int
    is_implied: bool = False


@dataclass(frozen=True, slots=True)
class StatedFact:
    """A fact with its parts; document.text[start:end] is the row or field that states it."""

    subject: Part
    relation: str
    object: Part
    start: int
    end: int
    qualifiers: tuple[tuple[str, Part], ...] = ()


def state(fact: StatedFact, passage: Passage) -> Statement | None:
    """Return the statement of a fact that a passage holds, None where the passage cuts it."""
    shift, length = passage.start, len(passage.text)
    start, end = max(fact.start - shift, 0), min(fact.end - shift, length)
    obj = (fact.object.start - shift, fact.object.end - shift)
    if not start <= obj[0] < obj[1] <= end or not isinstance(fact.subject.target, Entity):
        return None
    named = (fact.subject.start - shift, fact.subject.end - shift)
    is_implied = fact.subject.is_implied
    if not start <= named[0] < named[1] <= end:
        named, is_implied = obj, True  # a long row is cut; its name stands in the passage before
    subject = fact.subject.target
    if subject.id == fact.object.target.id:
        return None
    statement = make_statement(
        passage,
        (start, end),
        subject=subject,
        relation=fact.relation,
        obj=fact.object.target,
        subject_span=named,
        object_span=obj,
        extractor=EXTRACTOR_NAME,
        confidence=CONFIDENCE,
        qualifiers=list(_qualifiers(fact, shift, length)),
        alignment=("title" if is_implied else "exact", "exact"),
    )
    return replace(statement, text=_words(fact))


def mentions_of(facts: Sequence[StatedFact], passage: Passage) -> Iterator[Mention]:
    """Yield the mentions of the entities that facts name in a passage, each once."""
    seen = set()
    for fact in facts:
        for part in (fact.subject, fact.object, *(part for _, part in fact.qualifiers)):
            start, end = part.start - passage.start, part.end - passage.start
            is_new = 0 <= start < end <= len(passage.text) and start not in seen
            if isinstance(part.target, Entity) and not part.is_implied and is_new:
                seen.add(start)
                yield Mention(
                    passage.id,
                    part.target,
                    start,
                    end,
                    passage.text[start:end],
                    evidence=_evidence(part.target),
                )


def _evidence(entity: Entity) -> str:
    """Return what gives an entity's type: its name's own words, or its column."""
    return "form" if type_by_form(entity.name) == entity.type else "column"


def _qualifiers(fact: StatedFact, shift: int, length: int) -> Iterator[Qualifier]:
    for relation, part in fact.qualifiers:
        start, end = part.start - shift, part.end - shift
        if 0 <= start < end <= length:
            yield Qualifier(relation, part.target, start, end)


def _words(fact: StatedFact) -> str:
    """Return a fact as a line: "Pump 7 – Site: Derby (Date: 3 May 2025)"."""
    notes = write_notes((relation, name_of(part.target)) for relation, part in fact.qualifiers)
    return f"{name_of(fact.subject.target)} – {fact.relation}: {name_of(fact.object.target)}{notes}"
