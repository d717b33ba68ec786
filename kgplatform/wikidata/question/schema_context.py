"""What a model that writes a query is shown of the endpoint: what exists there around the items.

A model alone seldom knows the numbers of Wikidata's properties (DivKnowQA, table 6), and it is
given to use none but those listed, so the list has what every form of question needs: the
properties of the items, those one step further, and the qualifiers of statements in which two items
meet.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations

from kgplatform.errors import EndpointTimeout
from kgplatform.wikidata.question.neighbourhood import (
    CLASS_RELATIONS,
    asked_property,
    fetch_qualified,
    fetch_relations,
    fetch_second_relations,
)
from kgplatform.wikidata.question.relations import Relation, RelationRanker
from kgplatform.wikidata.terms import Endpoint

__all__ = ["list_patterns"]

SHOWN = 12
"""Properties of an item, the likeliest first."""
STEPPED_FROM = 2
SHOWN_SECOND = 3
"""Properties one step further, from each of the STEPPED_FROM likeliest."""
SHOWN_QUALIFIED = 6


def list_patterns(
    masked: str, qids: Sequence[str], *, endpoint: Endpoint, ranker: RelationRanker
) -> list[str]:
    """Return lines that say what can be asked about items, the likeliest of each kind first.

    What takes the endpoint too long is left out: the model may know it.

    Args:
        masked: the question without the names of its items; see `mask_names`.
        qids: the items.
        endpoint: what is asked.
        ranker: says which properties the question may mean.

    Raises:
        WikidataError: the endpoint cannot be asked.
    """
    shown = _Patterns(masked, endpoint, ranker)
    lines = [line for qid in qids for line in shown.around(qid, is_alone=len(qids) == 1)]
    for one, other in permutations(qids, 2):
        lines += shown.between(one, other)
    return list(dict.fromkeys(lines))


class _Patterns:
    def __init__(self, masked: str, endpoint: Endpoint, ranker: RelationRanker) -> None:
        self._masked = masked
        self._endpoint = endpoint
        self._ranker = ranker

    def around(self, qid: str, *, is_alone: bool) -> Iterator[str]:
        """Yield the properties of an item, and of the question's only one those a step further."""
        try:
            relations = self._rank(fetch_relations(self._endpoint, qid))
        except EndpointTimeout:
            return
        for relation in relations[:SHOWN]:
            stated = f"wdt:{relation.name} {self._name(relation.name)}"
            yield f"wd:{qid} -> {stated}" if relation.is_forward else f"{stated} -> wd:{qid}"
        forward = [relation.name for relation in relations if relation.is_forward]
        for first in forward[:STEPPED_FROM] if is_alone else ():
            yield from self._one_step_further(qid, first)

    def _one_step_further(self, qid: str, first: str) -> Iterator[str]:
        try:
            found = self._rank(fetch_second_relations(self._endpoint, qid, first))
        except EndpointTimeout:
            return
        for second in found[:SHOWN_SECOND]:
            names = f"{self._name(first)}, then {self._name(second.name)}"
            yield f"wd:{qid} wdt:{first} ?x . ?x wdt:{second.name} ?answer ({names})"

    def between(self, one: str, other: str) -> Iterator[str]:
        """Yield what can be asked of statements about an item in which another one stands."""
        try:
            ways = fetch_qualified(self._endpoint, one, other)
        except EndpointTimeout:
            return
        ranked = self._rank({Relation(asked_property(way), is_forward=True) for way in ways})
        order = {relation.name: place for place, relation in enumerate(ranked)}
        known = [way for way in ways if asked_property(way) in order]
        for way in sorted(known, key=lambda way: order[asked_property(way)])[:SHOWN_QUALIFIED]:
            value, detail = f"wd:{other}", "?answer"
            if not way.other_is_value:
                value, detail = detail, value
            pattern = f"?s ps:{way.property} {value} . ?s pq:{way.qualifier} {detail}"
            names = f"{self._name(way.property)}, {self._name(way.qualifier)}"
            yield f"wd:{one} p:{way.property} ?s . {pattern} ({names})"

    def _rank(self, relations: Iterable[Relation]) -> list[Relation]:
        usable = [relation for relation in relations if relation.name not in CLASS_RELATIONS]
        return [relation for relation, _ in self._ranker.rank(self._masked, usable)]

    def _name(self, name: str) -> str:
        return next(iter(self._ranker.names.get(name, ())), "")
