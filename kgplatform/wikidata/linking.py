"""Links a name in its context to a Wikidata item, or says that it is ambiguous.

Candidates come from the index of names. How alike the name is, how near the item's description
(its own, then its statements in words) is to the context, whether its class is of the type that is
meant, and how much the store knows of it are weighed together. DivKnowQA's own heuristic, the
description most like the query (appendix A.8), is one of the four.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from kgplatform.models.embedding import Embedder, Vectors
from kgplatform.sources.facts.documents import name_key
from kgplatform.text.classes import entity_type_of
from kgplatform.wikidata.label_index import EXACT, Candidate, LabelIndex
from kgplatform.wikidata.labels import fetch_descriptions
from kgplatform.wikidata.statements import fetch_facts
from kgplatform.wikidata.terms import Endpoint

__all__ = ["Link", "Linker", "choose_link", "describe", "how_known"]

MAX_CANDIDATES = 20
COMPARED = 6
"""Candidates whose statements are read and embedded; a look-up's time goes there."""
FACTS_DESCRIBED = 12
REMEMBERED = 20_000
"""Descriptions kept as vectors: about 30 MB."""
DULL = re.compile(r"^(?:.* ID|.* identifier|image|Commons category|topic's main category)$")
STATED = re.compile(r"\(([^)]*)\)\s*$")
MARGIN = 0.02
"""Nearer than this to the next one, a candidate is ambiguous; see benchmarks/linking.py."""

# Fitted on the even rows of benchmarks/linking.py, which reports the odd ones.
MIN_LIKENESS = 0.8
"""Of a name that is not the same; what is less alike is not even compared with the context."""
MIN_CONTEXT = 0.73
"""Cosine of context and description that a name needs which is not the same."""
MIN_CONTEXT_VAGUE = 0.68
"""The same for a vague name (`Link.is_vague`); the highest that cost none of these rows."""

# Set by hand with a look at errors on even rows; benchmarks/linking.py reports the odd ones.
LIKENESS, CONTEXT, TYPE, LINKS = 1.0, 0.6, 0.1, 0.02
MANY_LINKS = math.log(10_000)


@dataclass(frozen=True, slots=True)
class Link:
    """A candidate with its score (higher is better) and what the score is made of, each 0..1.

    `context` is 0 where nothing was compared. A name `is_vague` that says more in parentheses
    ("Steel (1979 film)") than the item's name, or is one word ("Richard") and the item not surely
    of the type meant: many entities go by it.
    """

    candidate: Candidate
    score: float
    context: float = 0.0
    type_agreement: float = 0.0
    is_vague: bool = False

    @property
    def qid(self) -> str:
        """The item's identifier."""
        return self.candidate.qid

    def to_json(self) -> dict[str, Any]:
        """Return the link as a JSON-ready dict."""
        found = self.candidate
        return {
            "qid": self.qid,
            "label": found.label,
            "classes": list(found.classes),
            "score": round(self.score, 4),
            "likeness": round(found.likeness, 4),
            "context": round(self.context, 4),
            "type_agreement": self.type_agreement,
            "links": found.links,
        }


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
        self._described: dict[str, Vectors] = {}

    def rank(
        self,
        name: str,
        *,
        context: str = "",
        entity_type: str | None = None,
        is_exact: bool = False,
    ) -> list[Link]:
        """Return what a name may mean, best first.

        Args:
            name: as the text writes it.
            context: the text around it; empty: there is none.
            entity_type: one of ENTITY_TYPES where it is known; a parenthesis in the name
                ("Fram (ship)") says it too.
            is_exact: leave names that are merely alike.

        Raises:
            WikidataError: the endpoint cannot be asked.
        """
        candidates = self.index.search(name, limit=MAX_CANDIDATES, is_exact=is_exact)
        links = [_link(candidate, name, entity_type) for candidate in candidates]
        is_plain = len(links) == 1 and _is_same(links[0]) and not links[0].is_vague
        if links and context.strip() and not is_plain:
            links = self._compare(links, context)
        return sorted(links, key=lambda link: (-link.score, len(link.qid), link.qid))

    def _compare(self, links: Sequence[Link], context: str) -> list[Link]:
        """Add how near the best candidates' descriptions are to the context."""
        ranked = sorted(links, key=lambda link: -link.score)
        alike = [link for link in ranked if link.candidate.likeness >= MIN_LIKENESS]
        compared = alike[:COMPARED]
        if not compared:
            return ranked
        asked = self._embedder.embed_queries([context])[0]
        nearness = self._embed_descriptions([link.candidate for link in compared]) @ asked
        weighed = [
            replace(link, context=float(near), score=link.score + CONTEXT * float(near))
            for link, near in zip(compared, np.asarray(nearness), strict=True)
        ]
        lowest = min(link.context for link in weighed)
        others = [link for link in ranked if link not in compared]
        rest = [replace(x, score=x.score + CONTEXT * lowest) for x in others]
        return weighed + rest

    def _embed_descriptions(self, candidates: Sequence[Candidate]) -> Vectors:
        """Return a row a candidate; what was embedded before is remembered, as names recur."""
        fresh = [item for item in candidates if item.qid not in self._described]
        if fresh:
            if len(self._described) > REMEMBERED:
                self._described.clear()
                fresh = list(candidates)
            qids = [item.qid for item in fresh]
            facts = fetch_facts(self._endpoint, qids)
            stated = fetch_descriptions(self._endpoint, qids)
            texts = [describe(i, facts[i.qid], stated.get(i.qid, "")) for i in fresh]
            rows = self._embedder.embed_passages(texts)
            self._described.update(zip(qids, rows, strict=True))
        return np.stack([self._described[item.qid] for item in candidates])


def describe(candidate: Candidate, facts: Sequence[tuple[str, str]], own: str = "") -> str:
    """Return what a candidate is: its label, own description, classes, distinctive statements.

    Args:
        candidate: the item.
        facts: its statements in words.
        own: the description that Wikidata has of it; empty: none.
    """
    stated = [f"{name}: {value}" for name, value in facts if not DULL.fullmatch(name)]
    classes = ", ".join(candidate.classes)
    named = f"{candidate.label}, {own}" if own else candidate.label
    return f"{named}, {classes}. " + "; ".join(stated[:FACTS_DESCRIBED])


def how_known(candidate: Candidate) -> float:
    """Return how much a store knows of an item, 0..1, on the scale of a logarithm."""
    return min(math.log1p(candidate.links) / MANY_LINKS, 1.0)


def choose_link(links: Sequence[Link]) -> Link | None:
    """Return the link that can be relied on, None where there is none.

    It is well above the next one. A name that is not the same, or is vague, can only be relied on
    where the item's description is near to the context: most names are of entities that a store
    lacks, and something in it is always a little alike.
    """
    if not links or (len(links) > 1 and links[0].score - links[1].score < MARGIN):
        return None
    best = links[0]
    if not _is_same(best):
        is_alike = best.candidate.likeness >= MIN_LIKENESS and best.context >= MIN_CONTEXT
        return best if is_alike else None
    return None if best.is_vague and 0 < best.context < MIN_CONTEXT_VAGUE else best


def _is_same(link: Link) -> bool:
    return link.candidate.likeness >= EXACT


def _is_vague(candidate: Candidate, name: str, agreement: float) -> bool:
    states_more = STATED.search(name) is not None and STATED.search(candidate.name) is None
    return states_more or (" " not in name_key(name) and agreement < 1.0)


def _link(candidate: Candidate, name: str, entity_type: str | None) -> Link:
    """Return a candidate with what is known of it without its statements."""
    agreement = _type_agreement(candidate, name, entity_type)
    score = LIKENESS * candidate.likeness + TYPE * agreement + LINKS * how_known(candidate)
    vague = _is_vague(candidate, name, agreement)
    return Link(candidate, score, type_agreement=agreement, is_vague=vague)


def _type_agreement(candidate: Candidate, name: str, entity_type: str | None) -> float:
    """Return 1 where a class is of the type meant, 0 where it is of another, between if unknown."""
    stated = STATED.search(name)
    words = set(re.findall(r"[a-z]{3,}", stated[1].casefold())) if stated else set()
    named = {word for label in candidate.classes for word in label.casefold().split()}
    if words & named:
        return 1.0
    meant = (entity_type_of(stated[1]) if stated else None) or entity_type
    types = {entity_type_of(label) for label in candidate.classes} - {None}
    if meant in (None, "Thing") or not types:
        return 0.5
    return float(meant in types)
