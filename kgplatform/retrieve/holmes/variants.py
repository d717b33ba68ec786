"""The variants of `holmes` by name: the whole method, and what is left of it without a part.

`holmes-no-PART` leaves one out (the paper's table 5); `holmes-facts` verbalises the facts alone, as
the paper does, and `holmes-last` puts the most similar last, next to the question.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["DEFAULT_VARIANT", "FORM", "HOLMES", "PARTS", "Variant", "find_variant"]

HOLMES = "holmes"
FORM = "holmes-VARIANT"


@dataclass(frozen=True, slots=True)
class Variant:
    """Which parts of the method are used.

    Attributes:
        pruning: keep the best facts, and of them what the reader needs; else give all of them.
        auxiliary: join the question's schema with the most similar part of the auxiliary one.
        qualifiers: facts are hyper-relational; else triples.
        complement: let the reader name what it misses, once.
        extraction: read documents that state nothing with the chat model, and write the facts.
        documents: a fact also counts by how well its document fits the question.
        sentences: give the reader the sentences that state the facts; else the facts in words.
        best_first: the most similar first; else last, next to the question.
    """

    pruning: bool = True
    auxiliary: bool = True
    qualifiers: bool = True
    complement: bool = True
    extraction: bool = True
    documents: bool = True
    sentences: bool = True
    best_first: bool = True


DEFAULT_VARIANT = Variant()

PARTS = {
    "no-pruning": Variant(pruning=False),
    "no-schema": Variant(auxiliary=False),
    "no-qualifiers": Variant(qualifiers=False),
    "no-complement": Variant(complement=False),
    "no-extraction": Variant(extraction=False),
    "no-documents": Variant(documents=False),
    "facts": Variant(sentences=False),
    "last": Variant(best_first=False),
}
"""What may follow "holmes-"."""


def find_variant(name: str) -> Variant | None:
    """Return the variant of a method's name, None where it names none."""
    if name == HOLMES:
        return DEFAULT_VARIANT
    method, _, part = name.partition("-")
    return PARTS.get(part) if method == HOLMES else None
