"""The variants of `holmes` by name: the whole method, and what is left of it without a part.

`holmes-no-PART` leaves one out (the paper's table 5); `holmes-facts` verbalises the facts alone, as
the paper does, and `holmes-last` puts the most similar last, next to the question. Several can be
named: `holmes-facts-no-qualifiers`. `holmes-paper` is the paper's own choice: facts in words, by
equation 2 alone, of what the traversal reaches from the question's entities. `holmes-reached` is
the method over these facts, without those that other good documents state.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

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
        ranked: facts of the documents that `graph` ranks first are judged, reached or not.
        documents: a fact also counts by how well its document fits the question.
        context: a fact also counts by the sentence that states it, and by its document.
        sentences: give the reader the sentences that state the facts; else the facts in words.
        likely: give it sentences of those documents alone that `graph` holds for likely.
        best_first: the most similar first; else last, next to the question.
    """

    pruning: bool = True
    auxiliary: bool = True
    qualifiers: bool = True
    complement: bool = True
    extraction: bool = True
    ranked: bool = True
    documents: bool = True
    context: bool = True
    sentences: bool = True
    likely: bool = True
    best_first: bool = True


DEFAULT_VARIANT = Variant()

PARTS = {
    "no-pruning": ("pruning",),
    "no-schema": ("auxiliary",),
    "no-qualifiers": ("qualifiers",),
    "no-complement": ("complement",),
    "no-extraction": ("extraction",),
    "no-documents": ("documents",),
    "no-likely": ("likely",),
    "reached": ("ranked",),
    "facts": ("sentences",),
    "last": ("best_first",),
    "paper": ("ranked", "context", "sentences"),
}
"""What may follow "holmes-", each at most once, and what of a Variant is then left out."""

_NAME = re.compile(rf"{HOLMES}(?P<parts>(?:-(?:{'|'.join(PARTS)}))*)")
_PART = re.compile("|".join(PARTS))


def find_variant(name: str) -> Variant | None:
    """Return the variant of a method's name, None where it names none."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    parts = _PART.findall(found["parts"])
    left_out = [field for part in parts for field in PARTS[part]]
    if len(set(parts)) < len(parts):
        return None
    return replace(DEFAULT_VARIANT, **dict.fromkeys(left_out, False))
