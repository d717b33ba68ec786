"""Links a name in its context to a Wikidata item, or says that it cannot tell.

Candidates come from the index of names. How alike the name is, how near the item's description
(its statements in words) is to the context, whether its class is of the type that is meant, and
how much the store knows of it are weighed together. DivKnowQA's own heuristic, the description
most like the query (appendix A.8), is one of the four.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kgplatform.models.embedding import Embedder
from kgplatform.sources.facts.values import entity_type_of
from kgplatform.wikidata.label_index import Candidate, LabelIndex
from kgplatform.wikidata.statements import fetch_facts
from kgplatform.wikidata.terms import Endpoint

__all__ = ["Link", "Linker", "choose_link", "describe"]

MAX_CANDIDATES = 20
COMPARED = 6
"""Candidates whose statements are read and embedded; a look-up's time goes there."""
FACTS_DESCRIBED = 12
DULL = re.compile(r"^(?:.* ID|.* identifier|image|Commons category|topic's main category)$")
MARGIN = 0.02
"""Nearer than this to the next one, a candidate is ambiguous; see benchmarks/linking.py."""
MIN_SCORE = 0.62

# Set by hand with a look at errors on even rows; benchmarks/linking.py reports the odd ones.
LIKENESS, CONTEXT, TYPE, LINKS = 1.0, 0.6, 0.1, 0.02
MANY_LINKS = math.log(10_000)


@dataclass(frozen=True, slots=True)
class Link:
    """A candidate with its score (higher is better) and what the score is made of, each 0..1."""

    candidate: Candidate
    score: float
    context: float = 0.0
    type_agreement: float = 0.0

    @property
    def qid(self) -> str:
        """The item's identifier."""
        return self.candidate.qid


class Linker:
    """Links names by an index, an endpoint for the descriptions, and an embedder.

    Args:
        index: of the endpoint's names.
        endpoint: asked for the candidates' statements where there are several.
        embedder: compares them with the context.
    """

    def __init__(self, index: LabelIndex, *, endpoint: Endpoint, embedder: Embedder) -> None:
        self.index = index
        self._endpoint = endpoint
        self._embedder = embedder

    def rank(self, name: str, *, context: str = "", entity_type: str | None = None) -> list[Link]:
        """Return what a name may mean, best first.

        Args:
            name: as the text writes it.
            context: the text around it; empty: there is none.
            entity_type: one of ENTITY_TYPES where it is known; a parenthesis in the name
                ("Fram (ship)") tells it too.

        Raises:
            WikidataError: the endpoint cannot be asked.
        """
        candidates = self.index.search(name, limit=MAX_CANDIDATES)
        links = [_link(candidate, name, entity_type) for candidate in candidates]
        if len(links) > 1 and context.strip():
            links = self._compare(links, context)
        return sorted(links, key=lambda link: (-link.score, len(link.qid), link.qid))

    def _compare(self, links: Sequence[Link], context: str) -> list[Link]:
        """Add how near the best candidates' descriptions are to the context."""
        ranked = sorted(links, key=lambda link: -link.score)
        compared = ranked[:COMPARED]
        facts = fetch_facts(self._endpoint, [link.qid for link in compared])
        texts = [describe(link.candidate, facts[link.qid]) for link in compared]
        asked = self._embedder.embed_queries([context])[0]
        nearness = self._embedder.embed_passages(texts) @ asked
        weighed = [
            replace(link, context=float(near), score=link.score + CONTEXT * float(near))
            for link, near in zip(compared, np.asarray(nearness), strict=True)
        ]
        lowest = min(link.context for link in weighed)
        rest = [replace(x, score=x.score + CONTEXT * lowest) for x in ranked[COMPARED:]]
        return weighed + rest


def describe(candidate: Candidate, facts: Sequence[tuple[str, str]]) -> str:
    """Return a candidate's description: its label, its classes, then its telling statements."""
    told = [f"{name}: {value}" for name, value in facts if not DULL.fullmatch(name)]
    classes = ", ".join(candidate.classes)
    return f"{candidate.label}, {classes}. " + "; ".join(told[:FACTS_DESCRIBED])


def choose_link(links: Sequence[Link]) -> Link | None:
    """Return the link that can be relied on: well above the next one, and like enough."""
    if not links or links[0].score < MIN_SCORE:
        return None
    if len(links) > 1 and links[0].score - links[1].score < MARGIN:
        return None
    return links[0]


def _link(candidate: Candidate, name: str, entity_type: str | None) -> Link:
    """Return a candidate with what is known of it without its statements."""
    agreement = _type_agreement(candidate, name, entity_type)
    links = min(math.log1p(candidate.links) / MANY_LINKS, 1.0)
    score = LIKENESS * candidate.likeness + TYPE * agreement + LINKS * links
    return Link(candidate, score, type_agreement=agreement)


def _type_agreement(candidate: Candidate, name: str, entity_type: str | None) -> float:
    """Return 1 where a class is of the type meant, 0 where it is of another, between if unknown."""
    told = re.search(r"\(([^)]*)\)\s*$", name)
    words = set(re.findall(r"[a-z]{3,}", told[1].casefold())) if told else set()
    named = {word for label in candidate.classes for word in label.casefold().split()}
    if words & named:
        return 1.0
    meant = (entity_type_of(told[1]) if told else None) or entity_type
    types = {entity_type_of(label) for label in candidate.classes} - {None}
    if meant in (None, "Thing") or not types:
        return 0.5
    return float(meant in types)
