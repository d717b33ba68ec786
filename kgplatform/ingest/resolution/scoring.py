"""Weighs what names propose by the company the names are found in.

A name alone says little: "Krishnan Nair" is many people. What decides is whether one of the two
is named in the document about the other, then whether documents name both, then whether the same
rare entities stand next to them. Only documents are looked at that name one of a proposed pair.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kgplatform.graph.connection import Graph
from kgplatform.ingest.resolution.candidates import EntityName, Pair

__all__ = [
    "RELATIVE",
    "RELATIVE_CHARS",
    "Context",
    "LifeYears",
    "Link",
    "compute_link",
    "fetch_contexts",
    "fetch_life_years",
]

PASSAGES_PER_ENTITY = 10  # of each entity of a pair; the company of ten shows who is meant
MAX_NEIGHBOUR_DEGREE = 100  # what is named more often is next to everything
PAIRS_PER_QUERY = 1_000
IDS_PER_QUERY = 5_000

WITHOUT_CONTEXT = 0.75  # of a score that rests on the name alone
TOGETHER_SHARE = 0.5  # documents that name both say half as much as the document about one of them
HALF_NEIGHBOURS = 5.0  # sum of 1/log(degree) at which common company counts half
NEEDS_NO_CONTEXT = frozenset({"user", "qid", "redirect", "alias", "variant"})
BASE = {"qid": 1.0, "redirect": 1.0, "alias": 0.97, "variant": 0.95}
DEFINED_ABBREVIATION = 0.96
TITLE, TITLE_OF_ONE_WORD = 0.95, 0.9
PERSON, PERSON_BY_INITIAL = 0.95, 0.9
RELATIVE = (
    r"(?is).*\b(?:(?:grand|step|half-)?(?:son|daughter|child|father|mother|parent|brother|sister)"
    r"|sibling|twin|uncle|aunt|nephew|niece|cousin|wife|husband|widow|married|named after"
    r"|succeeded|successor|predecessor)s?(?:-in-law)?\b(?:[^.;:()]|(?<=\b\w)\.)*"
)
"""Before a name in the document about a namesake: "the son of Henry Lascelles" is another one."""
RELATIVE_CHARS = 40
YEAR = re.compile(r"\b(1\d{3}|20\d{2})\b")

LifeYears = dict[str, dict[str, frozenset[str]]]
"""Entity id to the years that texts give for its "birth" and its "death"."""


class Context(NamedTuple):
    """In what company a pair is found, all but `neighbours` 0..1; see the query."""

    short_own: float = 0.0
    long_own: float = 0.0
    together: float = 0.0
    neighbours: float = 0.0


class Link(NamedTuple):
    """A weighed pair: `name` leans on `anchor`; `score` is 0..1, higher is surer."""

    name: str
    anchor: str
    method: str
    score: float


def fetch_contexts(graph: Graph, pairs: Sequence[Pair]) -> dict[tuple[str, str], Context]:
    """Return the context of each pair that needs one, by (short, long)."""
    wanted = [[p.short, p.long] for p in pairs if p.method not in NEEDS_NO_CONTEXT]
    contexts = {}
    for start in range(0, len(wanted), PAIRS_PER_QUERY):
        rows = graph.read(
            "fetch_resolution_contexts",
            pairs=wanted[start : start + PAIRS_PER_QUERY],
            passages=PASSAGES_PER_ENTITY,
            max_degree=MAX_NEIGHBOUR_DEGREE,
            relative=RELATIVE,
            before=RELATIVE_CHARS,
        )
        for row in rows:
            values = (row[name] for name in Context._fields)
            contexts[row["short_id"], row["long_id"]] = Context(*(round(v, 6) for v in values))
    return contexts


def compute_link(pair: Pair, context: Context, entities: dict[str, EntityName]) -> Link:
    """Return the pair as a link from the name that leans to the one it leans on.

    The one that is found in the document about the other leans on it; without such a document
    the shorter name leans on the longer. The score is the name's own likeness, of which a
    quarter depends on context.
    """
    leans_back = context.long_own > context.short_own
    name, anchor = (pair.long, pair.short) if leans_back else (pair.short, pair.long)
    if pair.method in BASE:
        return Link(name, anchor, pair.method, BASE[pair.method])
    if pair.method == "abbreviation":
        return Link(pair.short, pair.long, pair.method, _abbreviation_score(pair, context))
    likeness = _likeness(pair, entities)
    weight = WITHOUT_CONTEXT + (1 - WITHOUT_CONTEXT) * _agreement(pair, context)
    return Link(name, anchor, pair.method, round(likeness * weight, 3))


def fetch_life_years(graph: Graph, ids: Iterable[str]) -> LifeYears:
    """Return the years of birth and death that statements give for these entities."""
    wanted = sorted(set(ids))
    years: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for start in range(0, len(wanted), IDS_PER_QUERY):
        for row in graph.read("fetch_life_dates", ids=wanted[start : start + IDS_PER_QUERY]):
            kind = "birth" if "b" in row["relation"][:1].casefold() else "death"
            for value in row["values"]:
                years[row["id"]][kind].update(YEAR.findall(value))
    return {
        key: {kind: frozenset(found) for kind, found in kinds.items() if found}
        for key, kinds in years.items()
    }


def _abbreviation_score(pair: Pair, context: Context) -> float:
    if pair.score == 1.0:
        return DEFINED_ABBREVIATION
    weight = WITHOUT_CONTEXT + (1 - WITHOUT_CONTEXT) * context.together
    return round(pair.score * weight, 3)


def _likeness(pair: Pair, entities: dict[str, EntityName]) -> float:
    if pair.method == "title":
        is_one_word = " " not in entities[pair.short].name.strip()
        return TITLE_OF_ONE_WORD if is_one_word else TITLE
    if pair.method == "person":
        first = {entities[key].name.split()[0].casefold() for key in (pair.short, pair.long)}
        return PERSON if len(first) == 1 else PERSON_BY_INITIAL
    return pair.score


def _agreement(pair: Pair, context: Context) -> float:
    """Return how much the company speaks for one entity, 0..1."""
    own = max(context.short_own, context.long_own)
    if pair.method == "opening":
        return context.short_own
    common = context.neighbours / (context.neighbours + HALF_NEIGHBOURS)
    return own + (1 - own) * TOGETHER_SHARE * context.together * common
