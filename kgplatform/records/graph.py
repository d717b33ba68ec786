"""What the graph holds of passages: entities, literals, mentions, and statements with qualifiers.

Character offsets count Unicode code points, are half-open, and are in their passage's text.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "ALIGNMENTS",
    "ENTITY_TYPES",
    "LITERAL_TYPES",
    "Entity",
    "Literal",
    "Mention",
    "Qualifier",
    "Statement",
    "UnprovenFact",
]

ENTITY_TYPES = ("Person", "Organization", "Place", "Work", "Event", "Group", "Product", "Thing")
"""The closed set of entity types; each is also a node label. Thing is "type unknown"."""

LITERAL_TYPES = ("date", "quantity", "string")
"""The closed set of datatypes of a Literal."""

ALIGNMENTS = ("exact", "normalised", "fuzzy", "pronoun", "title")
"""How a part of a fact was found in its passage: the words themselves, the words but for case,
accents and punctuation, nearly the words, a pronoun, or a description that stands for the
document's title ("the ship", where the title is the ship)."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A named entity. `type` is one of ENTITY_TYPES; `aliases` are other names it goes by.

    `qid` is its Wikidata identifier where a source gave one.
    """

    id: str
    name: str
    normalized_name: str
    type: str = "Thing"
    aliases: tuple[str, ...] = ()
    qid: str | None = None


@dataclass(frozen=True, slots=True)
class Literal:
    """A value that is not an entity; `datatype` is date, quantity or string."""

    id: str
    value: str
    datatype: str


@dataclass(frozen=True, slots=True)
class Mention:
    """passage.text[start:end] == surface names the entity."""

    passage_id: str
    entity: Entity
    start: int
    end: int
    surface: str


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A further part of a fact (relation: time, place, …) at a span of the same passage."""

    relation: str
    target: Entity | Literal
    start: int
    end: int
    alignment: str = "exact"


@dataclass(frozen=True, slots=True)
class Statement:
    """A hyper-relational fact, with the span of the sentence that states it.

    `subject_span` and `object_span` are where the two are named in the passage, `alignment` how
    each was found there (ALIGNMENTS). `text` is the fact as one readable line; `extractor` is
    who read it; `confidence` is 0..1.
    """

    id: str
    subject: Entity
    relation: str
    object: Entity | Literal
    qualifiers: tuple[Qualifier, ...]
    text: str
    passage_id: str
    start: int
    end: int
    extractor: str
    confidence: float
    subject_span: tuple[int, int]
    object_span: tuple[int, int]
    alignment: tuple[str, str] = ("exact", "exact")


@dataclass(frozen=True, slots=True)
class UnprovenFact:
    """A fact that a model claimed and the passage does not show; kept apart, never cited."""

    id: str
    passage_id: str
    subject: str
    relation: str
    object: str
    qualifiers: tuple[tuple[str, str], ...]
    reason: str
    extractor: str
