"""The platform's vocabulary: plain frozen values that the rooms hand to one another.

No ids are made here and nothing is read or written; a value is equal to another with the same
content. Every character offset counts Unicode code points and is half-open: text[start:end].
Offsets of a Passage are in its document's text; all other offsets are in their passage's text.
"""

from __future__ import annotations

from kgplatform.records.answer import Answer, Citation, Measured
from kgplatform.records.document import (
    Claim,
    Document,
    Fact,
    FactPart,
    Page,
    Passage,
    Section,
    Table,
    TextLine,
)
from kgplatform.records.evidence import (
    READ_PARTS,
    Evidence,
    EvidenceLine,
    ScoredPassage,
    ScoredStatement,
    Step,
)
from kgplatform.records.graph import (
    ALIGNMENTS,
    ENTITY_TYPES,
    LITERAL_TYPES,
    MENTION_KINDS,
    MODALITIES,
    PLAIN,
    POLARITIES,
    TYPE_EVIDENCE,
    Entity,
    Literal,
    Mention,
    Phrase,
    Qualifier,
    Statement,
    UnprovenFact,
    describe_standing,
    name_of,
)
from kgplatform.records.question import Question
from kgplatform.records.usage import Usage

__all__ = [
    "ALIGNMENTS",
    "ENTITY_TYPES",
    "LITERAL_TYPES",
    "MENTION_KINDS",
    "MODALITIES",
    "PLAIN",
    "POLARITIES",
    "READ_PARTS",
    "TYPE_EVIDENCE",
    "Answer",
    "Citation",
    "Claim",
    "Document",
    "Entity",
    "Evidence",
    "EvidenceLine",
    "Fact",
    "FactPart",
    "Literal",
    "Measured",
    "Mention",
    "Page",
    "Passage",
    "Phrase",
    "Qualifier",
    "Question",
    "ScoredPassage",
    "ScoredStatement",
    "Section",
    "Statement",
    "Step",
    "Table",
    "TextLine",
    "UnprovenFact",
    "Usage",
    "describe_standing",
    "name_of",
]
