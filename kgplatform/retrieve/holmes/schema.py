"""The query-aligned schema, and how well a relation fits it.

HOLMES, section 4.2.2: the relations that the question asks for, joined with the relations of the
auxiliary schema that are most similar to them (equation 1). A fact scores by the most similar
relation of the schema whose types it matches (equation 2). Where no relation of the auxiliary
schema is similar enough, the question's own is all there is. Relations that the graph links as near
in meaning (SIMILAR_TO) count with those found; one that too few statements have to be in the schema
has to be as near itself.

Departures, since extractors and models disagree about types: Thing, the type of what has no better
one, matches all types, and Place matches Group.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import NEAR_COSINE, Embedder
from kgplatform.question.syntax import LITERAL_TYPE_NAMES, Triple
from kgplatform.retrieve.relation_vectors import RelationVectors

__all__ = ["LEAST_COSINE", "NEAREST", "Schema", "align_schema", "score_triples"]

NEAREST = 5  # relations of the auxiliary schema looked at for each relation of the question
LEAST_COSINE = 0.75
"""Of a relation of the auxiliary schema and one of the question. With bge-small-en-v1.5 unrelated
relations are between .5 and .7 ("director" and "place of birth" .56), synonyms above .8."""

UNKNOWN = "Thing"
ALIKE = frozenset({"Place", "Group"})  # "Norwegian" is read as a Group, "Norway" as a Place
UNFIT = -1.0  # the cosine of a fact whose types the schema does not have

Scores = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Schema:
    """The question's own relations with their types, and what the auxiliary schema adds."""

    own: tuple[Triple, ...]
    auxiliary: tuple[Triple, ...]

    @property
    def triples(self) -> tuple[Triple, ...]:
        """Both, each triple once."""
        return tuple(dict.fromkeys((*self.own, *self.auxiliary)))


def align_schema(
    own: Sequence[Triple],
    relations: Iterable[str],
    *,
    graph: Graph,
    embedder: Embedder,
    auxiliary: bool = True,
) -> Schema:
    """Return the schema of a question; one query.

    Args:
        own: what the question asks for.
        relations: of the facts to be scored; those of the auxiliary schema need no embedding.
        graph: where the auxiliary schema is.
        embedder: the one of its vectors.
        auxiliary: whether to join it with the auxiliary schema.
    """
    vectors = RelationVectors.of(embedder)
    asked = vectors.embed(embedder, list(dict.fromkeys(relation for _, relation, _ in own)))
    wanted = vectors.list_unknown(relations)
    row = graph.read(
        "search_relations",
        vectors=[graph.vector(vector) for vector in asked] if auxiliary else [],
        nearest=NEAREST,
        rare=NEAR_COSINE,
        names=wanted,
    )[0]
    vectors.remember(zip(row["names"], row["embeddings"], strict=True))
    cosines = dict(zip(row["relations"], row["cosines"], strict=True))
    similar = {relation for relation, cosine in cosines.items() if cosine >= LEAST_COSINE}
    edges = [
        (a, relation, LITERAL_TYPE_NAMES.get(b, b))
        for a, relation, b in row["edges"]
        if relation in similar and UNKNOWN not in (a, b)  # such a triple would fit any fact
    ]
    return Schema(tuple(own), tuple(sorted(set(edges) - set(own))))


def score_triples(
    triples: Sequence[Triple], schema: Schema, *, embedder: Embedder
) -> tuple[Scores, list[Triple | None]]:
    """Return equation 2 for each triple, -1..1, and the triple of the schema it fits best.

    A triple whose types match none of the schema's scores UNFIT and fits None.
    """
    vectors, wanted = RelationVectors.of(embedder), schema.triples
    mine = vectors.embed(embedder, [relation for _, relation, _ in triples])
    theirs = vectors.embed(embedder, [relation for _, relation, _ in wanted])
    cosines = np.asarray(mine @ theirs.T, dtype=np.float64)
    fits = np.array(
        [[_matches(triple, other) for other in wanted] for triple in triples], dtype=bool
    ).reshape(cosines.shape)
    cosines[~fits] = UNFIT
    if not wanted:
        return np.full(len(triples), UNFIT), [None] * len(triples)
    best = cosines.argmax(axis=1)
    found = [
        wanted[column] if fits[row, column] else None for row, column in enumerate(best.tolist())
    ]
    return cosines.max(axis=1), found


def _matches(triple: Triple, other: Triple) -> bool:
    """Return whether the types of both ends are the same; an unknown type is any."""
    ends = ((triple[0], other[0]), (triple[2], other[2]))
    return all(a == b or UNKNOWN in (a, b) or {a, b} <= ALIKE for a, b in ends)
