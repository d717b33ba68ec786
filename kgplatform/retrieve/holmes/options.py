"""The options of `holmes`: which of its parts are used.

`holmes-no-PART` leaves one out (the paper's table 5); `holmes-facts` verbalises the facts alone, as
the paper does, and `holmes-last` puts the most similar last, next to the question. Several can be
named: `holmes-facts-no-qualifiers`. `holmes-paper` is the paper's own choice: facts in words, by
equation 2 alone, of what the traversal reaches from the question's entities. `holmes-reached` is
the method over these facts, without those that other good documents state.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kgplatform.retrieve.options import MethodOptions, Shaping

__all__ = ["DEFAULT_OPTIONS", "HolmesOptions"]


class HolmesOptions(MethodOptions):
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

    WORDS: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "no-pruning": {"pruning": False},
        "no-schema": {"auxiliary": False},
        "no-qualifiers": {"qualifiers": False},
        "no-complement": {"complement": False},
        "no-extraction": {"extraction": False},
        "no-documents": {"documents": False},
        "no-likely": {"likely": False},
        "reached": {"ranked": False},
        "facts": {"sentences": False},
        "last": {"best_first": False},
        "paper": {"ranked": False, "context": False, "sentences": False},
    }

    @property
    def asks_chat(self) -> bool:
        """Whether a chat model is asked where there is one: always."""
        return True

    @property
    def shaping(self) -> Shaping:
        """What shapes the evidence: with `extraction` the graph itself grows."""
        return Shaping(writes=self.extraction)


DEFAULT_OPTIONS = HolmesOptions()
