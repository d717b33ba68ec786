"""What retrieval returns for a question: passages, statements, lines, and the steps taken."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from kgplatform.records.graph import PLAIN, describe_standing
from kgplatform.records.usage import Usage

__all__ = [
    "READ_PARTS",
    "Evidence",
    "EvidenceLine",
    "ScoredPassage",
    "ScoredStatement",
    "Step",
]

READ_PARTS = ("passages", "statements", "lines")
"""What of an Evidence a reader with a language model is given. A method that says "statements" or
"lines" has chosen them for it; its passages are those that state them."""


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
        """The title and the headings above it, which its text need not repeat."""
        if f"{self.section} > ".startswith(f"{self.title} > "):
            return self.section
        return " > ".join(filter(None, (self.title, self.section)))


@dataclass(frozen=True, slots=True)
class ScoredStatement:
    """A retrieved fact in words; start and end are in its passage; a higher score is better.

    Its polarity, its modality and who says so there are those of its Statement.
    """

    statement_id: str
    subject: str
    relation: str
    object: str
    qualifiers: tuple[tuple[str, str], ...]
    passage_id: str
    start: int
    end: int
    score: float
    polarity: str = "affirmed"
    modality: str = "asserted"
    attribution: str = ""

    @property
    def is_plain(self) -> bool:
        """Whether it is stated as plain fact; see Statement.is_plain."""
        return (self.polarity, self.modality) == PLAIN

    @property
    def notes(self) -> tuple[str, ...]:
        """What is to be read with it: its qualifiers, and how it stands where it is not plain."""
        said = tuple(f"{relation}: {value}" for relation, value in self.qualifiers)
        standing = describe_standing(self.polarity, self.modality, self.attribution)
        return (*said, standing) if standing else said


@dataclass(frozen=True, slots=True)
class EvidenceLine:
    """What a reader is given for source.text[start:end]: these words, or a fact that they state."""

    source: ScoredPassage
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a method, for people to follow: a short name and the facts of it."""

    name: str
    detail: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a retrieval method found, best first, and how.

    `reads` is one of READ_PARTS. `likely` is how many of the first passages are likely to be of the
    answer, 0 where the method does not say: a model reads these first. `left` is the single-hop
    question that has the whole question's answer, of a method that answered the hops before it;
    readers answer it in its place. `tables` are those that the question may be over the rows of,
    whole, as their passages in order. `passed_over` are passages that were found, but are not to be
    read: two entities are compared by them as well, which costs no tokens.
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
