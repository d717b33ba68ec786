"""What the graph holds of passages: entities, literals, mentions, and statements with qualifiers.

Character offsets count Unicode code points, are half-open, and are in their passage's text.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "ALIGNMENTS",
    "ENTITY_TYPES",
    "LITERAL_TYPES",
    "MENTION_KINDS",
    "MODALITIES",
    "PLAIN",
    "POLARITIES",
    "TYPE_EVIDENCE",
    "Entity",
    "Literal",
    "Mention",
    "Phrase",
    "Qualifier",
    "Statement",
    "UnprovenFact",
    "describe_standing",
    "name_of",
]

ENTITY_TYPES = ("Person", "Organization", "Place", "Work", "Event", "Group", "Product", "Thing")
"""The closed set of entity types; each is also a node label. Thing is "type unknown"."""

TYPE_EVIDENCE = ("given", "column", "form", "context", "gazetteer", "recogniser")
"""What a passage can say of an entity's type by, the surest first: data or a model that names the
type; the column of a table; the form of the name ("… Ltd"); the words around it ("born in …"); a
list of known names; the recogniser's guess. What other parts of the graph know is weighed with
these when types are decided."""

LITERAL_TYPES = ("date", "quantity", "string")
"""The closed set of datatypes of a Literal."""

POLARITIES = ("affirmed", "denied")
"""Whether a clause says that something is so, or that it is not."""

MODALITIES = ("asserted", "future", "planned", "obliged", "permitted", "supposed", "claimed")
"""How a clause says it: as plain fact; of what is to come ("will"); of what somebody means to do;
of a duty ("shall", "must"); of leave ("may"); on a condition or perhaps; as said by somebody who
may not know ("allegedly"). Who says it is another matter: see Statement.attribution."""

PLAIN = ("affirmed", "asserted")
"""Polarity and modality of what is stated as plain fact."""

ALIGNMENTS = (
    "exact",
    "normalised",
    "fuzzy",
    "short name",
    "term",
    "nominal",
    "title",
    "pronoun",
)
"""How a part of a fact was found in its passage: the words themselves; the words but for case,
accents and punctuation; nearly the words; a shorter name of it, or an abbreviation; a term that the
document defines for it (the "Supplier"); a description ("the company"); one of the document's title
("the ship", where the title is the ship); or a pronoun."""

MENTION_KINDS = ("name", "short name", "term", "nominal", "title", "pronoun")
"""What a mention is: a name of its entity, or what else stands for it; see ALIGNMENTS."""


def describe_standing(polarity: str, modality: str, attribution: str = "") -> str:
    """Return how a fact stands where it is not plain: "denied, according to the union", or "".

    Args:
        polarity: one of POLARITIES.
        modality: one of MODALITIES.
        attribution: who says so, "" for the text itself.
    """
    marks = [mark for mark, usual in zip((polarity, modality), PLAIN, strict=True) if mark != usual]
    return ", ".join([*marks, f"according to {attribution}"] if attribution else marks)


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
    """A value that is not an entity; `datatype` is date, quantity or string.

    `value` is as the text writes it. Of a date or an interval `start` and `end` are its first and
    last day (ISO 8601; the same day twice for a day, "" where one is open). Of a quantity `number`
    is its size, `unit` its unit in the singular ("kilometre", "%"), `currency` the ISO 4217 code of
    an amount. `is_relative` says that the text gave it relative to another day ("last Monday"),
    which start and end were worked out from.
    """

    id: str
    value: str
    datatype: str
    start: str = ""
    end: str = ""
    number: float | None = None
    unit: str = ""
    currency: str = ""
    is_relative: bool = False


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that a fact is about and that name nothing: "the deal", "three suppliers", "we".

    It belongs to one document: the deals of two documents are two. It has no type and no other
    names, and nothing is the same as it.
    """

    id: str
    name: str


def name_of(target: Entity | Phrase | Literal) -> str:
    """Return the name of an entity, the words of a phrase or a literal's value."""
    return target.value if isinstance(target, Literal) else target.name


@dataclass(frozen=True, slots=True)
class Mention:
    """passage.text[start:end] == surface names the entity; `kind` is one of MENTION_KINDS.

    `evidence` (TYPE_EVIDENCE) is what gives the type of its entity here.
    """

    passage_id: str
    entity: Entity
    start: int
    end: int
    surface: str
    kind: str = "name"
    evidence: str = "recogniser"


@dataclass(frozen=True, slots=True)
class Qualifier:
    """A further part of a fact (relation: time, place, …) at a span of the same passage."""

    relation: str
    target: Entity | Phrase | Literal
    start: int
    end: int
    alignment: str = "exact"


@dataclass(frozen=True, slots=True)
class Statement:
    """A hyper-relational fact, with the span of the sentence that states it.

    `subject_span` and `object_span` are where the two are named in the passage, `alignment` how
    each was found there (ALIGNMENTS). `text` is the fact as one readable line; `extractor` is
    who read it; `confidence` is 0..1.

    `relation` is in the text's own words ("was bought by"), `canonical` the same as people would
    look for it, by lemma, particle and preposition ("buy"); it is the relation itself where nothing
    better is known. `polarity` (POLARITIES) and `modality` (MODALITIES) are part of what the fact
    is: a denied and an affirmed one are two. `attribution` is who says so in this passage ("the
    union"), "" where the text itself does; another passage may state the same fact by itself.
    """

    id: str
    subject: Entity | Phrase
    relation: str
    object: Entity | Phrase | Literal
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
    canonical: str = ""
    polarity: str = "affirmed"
    modality: str = "asserted"
    attribution: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether it is stated as plain fact: neither denied nor planned, supposed or claimed."""
        return (self.polarity, self.modality) == PLAIN


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
