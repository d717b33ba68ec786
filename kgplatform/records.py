"""The platform's vocabulary: plain frozen values that the rooms hand to one another.

No ids are made here and nothing is read or written; a value is equal to another with the same
content. Every character offset counts Unicode code points and is half-open: text[start:end].
Offsets of a Passage are in its document's text; all other offsets are in their passage's text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kgplatform.structure import Fact, Page, Section, Table
from kgplatform.usage import Usage

__all__ = [
    "ALIGNMENTS",
    "ENTITY_TYPES",
    "LITERAL_TYPES",
    "READ_PARTS",
    "Answer",
    "Citation",
    "Document",
    "Entity",
    "Evidence",
    "EvidenceLine",
    "Literal",
    "Mention",
    "Passage",
    "Qualifier",
    "ScoredPassage",
    "ScoredStatement",
    "Statement",
    "Step",
    "UnprovenFact",
    "Usage",
]

ENTITY_TYPES = ("Person", "Organization", "Place", "Work", "Event", "Group", "Product", "Thing")
"""The closed set of entity types; each is also a node label. Thing is "type unknown"."""

LITERAL_TYPES = ("date", "quantity", "string")
"""The closed set of datatypes of a Literal."""

ALIGNMENTS = ("exact", "normalised", "fuzzy", "pronoun", "title")
"""How a part of a fact was found in its passage: the words themselves, the words but for case,
accents and punctuation, nearly the words, a pronoun, or a description that stands for the
document's title ("the ship", where the title is the ship)."""

READ_PARTS = ("passages", "statements", "lines")
"""What of an Evidence a reader with a language model is given. A method that says "statements" or
"lines" has chosen them for it; its passages are those that state them."""


@dataclass(frozen=True, slots=True)
class Document:
    """One source text. `id` comes from `uri` alone; `sha256` is of all the rest.

    Pages, sections and tables are in reading order. `facts` are facts given as data, which are
    taken as they are; `claims` is a model's reply about the text, as JSON with entities and facts,
    that came with it, taken where the text proves it. No extractor reads a document with either.
    """

    id: str
    uri: str
    title: str
    text: str
    media_type: str
    sha256: str
    pages: tuple[Page, ...] = ()
    sections: tuple[Section, ...] = ()
    tables: tuple[Table, ...] = ()
    facts: tuple[Fact, ...] = ()
    claims: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A run of whole sentences of one document: document.text[start:end] == text.

    `page` is the number of the page it begins on; `section` and `table` are indexes into the
    document's sections (the innermost one) and tables; `heading` is the section's.
    """

    id: str
    document_id: str
    index: int
    start: int
    end: int
    title: str
    text: str
    page: int | None = None
    section: int | None = None
    table: int | None = None
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Entity:
    """A named thing. `type` is one of ENTITY_TYPES; `aliases` are other names it goes by.

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
    """A value that is not a thing; `datatype` is date, quantity or string."""

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


@dataclass(frozen=True, slots=True)
class ScoredPassage:
    """A retrieved passage; a higher score is better.

    One whose `document_id` is empty came from outside: its text is what `uri` returned. `section`
    is the path of headings down to it, `header` the first line of a table that it is a later piece
    of.
    """

    passage_id: str
    document_id: str
    title: str
    uri: str
    text: str
    score: float
    page: int | None = None
    section: str = ""
    header: str = ""

    @property
    def head(self) -> str:
        """The title and the headings that it stands under, which its text need not repeat."""
        if f"{self.section} > ".startswith(f"{self.title} > "):
            return self.section
        return " > ".join(filter(None, (self.title, self.section)))


@dataclass(frozen=True, slots=True)
class ScoredStatement:
    """A retrieved fact in words; start and end are in its passage; a higher score is better."""

    statement_id: str
    subject: str
    relation: str
    object: str
    qualifiers: tuple[tuple[str, str], ...]
    passage_id: str
    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """What a reader is given for source.text[start:end]: these words, or a fact that they state."""

    source: ScoredPassage
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Step:
    """One thing a method did, for people to follow: a short name and the facts of it."""

    name: str
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a retrieval method found, best first, and how.

    `reads` is one of READ_PARTS. `likely` is how many of the first passages are likely to be of the
    answer, 0 where the method does not tell: a model reads these first. `left` is the single-hop
    question that has the whole question's answer, of a method that answered the hops before it;
    readers answer it in its place. `tables` are those that the question may be over the rows of,
    whole, as their passages in order. `passed_over` are passages that were found, but are not to be
    read: two things are compared by them as well, which costs no tokens.
    """

    passages: tuple[ScoredPassage, ...] = ()
    statements: tuple[ScoredStatement, ...] = ()
    steps: tuple[Step, ...] = ()
    usage: Usage = field(default_factory=Usage)
    reads: str = "passages"
    lines: tuple[EvidenceLine, ...] = ()
    likely: int = 0
    left: str = ""
    tables: tuple[tuple[ScoredPassage, ...], ...] = ()
    passed_over: tuple[ScoredPassage, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """A quoted span, passage.text[start:end], and the names of what it is in, as far as known."""

    passage_id: str
    document_id: str
    title: str
    uri: str
    page: int | None
    start: int
    end: int
    quote: str
    score: float
    section: str = ""
    table: str = ""
    row: str = ""
    column: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """A question's answer with everything it rests on; the wire form of `ask --json`.

    Without an answer, `abstention` says why, and `nearest` quotes what comes nearest to one.
    """

    question_id: str
    question: str
    answer: str
    abstained: bool
    method: str
    reader: str
    evidence: tuple[Citation, ...]
    statements: tuple[ScoredStatement, ...]
    steps: tuple[Step, ...]
    usage: Usage
    timings_ms: dict[str, float]
    abstention: str = ""
    nearest: tuple[Citation, ...] = ()
