"""Queries of two hops: what is related to what an item has, as "the mayor of the capital of"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Protocol

from kgplatform.errors import EndpointTimeout
from kgplatform.wikidata.question.neighbourhood import (
    CLASS_RELATIONS,
    fetch_relations,
    fetch_second_relations,
)
from kgplatform.wikidata.question.relations import RelationRanker
from kgplatform.wikidata.question.templates import (
    QueryCandidate,
    Subject,
    find,
    name_hops,
    two_hops,
)
from kgplatform.wikidata.terms import Endpoint, Result

__all__ = ["TWO_HOPS", "HopMaker"]

CHOICE = re.compile(r"\b(?:and|or)\b", re.I)
"""What such a question names are two entities next to each other, not one of the other."""
TWO_HOPS = re.compile(r"'s \w+'s|\b(?:of|in) the \w+(?: \w+)? (?:of|that|who|where)\b", re.I)


class Run(Protocol):
    """Executes a query."""

    def __call__(self, candidate: QueryCandidate, *, limit: int) -> Result | None:
        """Return its result, None where the endpoint gave up on it."""


class HopMaker:
    """Makes the queries of two hops that a question may mean.

    Args:
        endpoint: what is asked.
        ranker: links relations.
        run: executes the first hop, so that the second starts from what is there.
    """

    def __init__(self, *, endpoint: Endpoint, ranker: RelationRanker, run: Run) -> None:
        self._endpoint = endpoint
        self._ranker = ranker
        self._run = run

    def list_hops(self, masked: str, item: Subject) -> Iterator[QueryCandidate]:
        """Yield two hops by the likest relations, where the question's form asks for them.

        Args:
            masked: the question without the names of its items.
            item: where they start.
        """
        if not TWO_HOPS.search(masked):
            return
        for relation, score in item.relations[:2]:
            if not relation.is_forward or relation.name in CLASS_RELATIONS:
                continue
            middle = next(iter(find(Subject(item.qid, ((relation, score),)), [])))
            result = self._run(middle, limit=1)
            qids = [term.identifier for row in (result.rows if result else ()) for term in
                    row.values() if term.identifier]  # fmt: skip
            for qid in qids:
                try:
                    around = fetch_relations(self._endpoint, qid)
                except EndpointTimeout:
                    continue
                second = self._ranker.rank(masked, around)[:3]
                yield from two_hops(item, relation, second, score)

    def list_named(self, asked: str, masked: str, item: Subject) -> Iterator[QueryCandidate]:
        """Yield two hops where the question names both: "country ... the place of birth of".

        Args:
            asked: what the words of the second may be in: the question with its classes.
            masked: what describes the first.
        """
        if CHOICE.search(masked):
            return
        for relation, _ in item.relations:
            if not relation.is_forward or relation.name in CLASS_RELATIONS:
                continue
            rest = self._ranker.words_next_to(asked, masked, relation.name)
            if not rest:
                continue
            try:
                around = fetch_second_relations(self._endpoint, item.qid, relation.name)
            except EndpointTimeout:
                continue
            ranked = [second for second, _ in self._ranker.rank(masked, around)]
            named = [second for second in ranked if self._ranker.is_named(rest, second.name)]
            yield from name_hops(item, relation, named)
