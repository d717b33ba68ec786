"""The relations that a question asks for, without a model, and the vectors of relations.

HOLMES prunes facts by them, TRACE chooses the triples that state them, and `graph` the chains that
lead by them.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from kgplatform.graph.connection import Graph
from kgplatform.ingest.schema.question_relations import Triple
from kgplatform.models.embedding import Embedder, Vectors
from kgplatform.models.linguistics import Linguistics
from kgplatform.question.syntax import read_triples

__all__ = ["UNRELATED", "RelationVectors", "list_relations", "match_relations", "name_relations"]

REMEMBERED = 20_000  # vectors of relations; 30 MB
UNRELATED = 0.6
"""Cosine of relations that have nothing to do with each other: "director", "place of birth" .56."""

ASKED_BY: tuple[tuple[str, tuple[Triple, ...]], ...] = (
    (
        r"born|birth\w*|younger|youngest|older|oldest|age",
        (("Person", "date of birth", "Date"), ("Person", "place of birth", "Place")),
    ),
    (
        r"die[ds]?|death|lived longer",
        (("Person", "date of death", "Date"), ("Person", "place of death", "Place")),
    ),
    (
        r"country|countries|nationality|nationalities|citizen\w*",
        (
            ("Person", "country of citizenship", "Group"),
            ("Work", "country of origin", "Group"),
            ("Thing", "country", "Place"),
        ),
    ),
    (r"director|directors|directed", (("Work", "director", "Person"),)),
    (r"released?|came out|published|recent\w*", (("Work", "publication date", "Date"),)),
    (
        r"father|mother|parents?|sons?|daughters?|child\w*|grand\w+",
        (("Person", "parent", "Person"), ("Person", "child", "Person")),
    ),
    (r"wife|husband|spouse|married", (("Person", "spouse", "Person"),)),
    (
        r"founded|established|created|formed|earlier|started|first(?=\W.* or )",
        (("Organization", "inception", "Date"),),
    ),
    (r"stars?|starred|starring|actor|actress|cast|played", (("Work", "cast member", "Person"),)),
    (r"singer|band|perform\w*|sung|song|album", (("Work", "performer", "Person"),)),
    (r"occupation|profession|(?:are|were)\b.* both", (("Person", "occupation", "Thing"),)),
    (
        r"located|location|city|county|state|where|place",
        (("Thing", "located in", "Place"), ("Thing", "headquarters location", "Place")),
    ),
    (r"wrote|writer|author|written|book|novel", (("Work", "author", "Person"),)),
)
"""Words that ask for a relation whatever the syntax around them: pattern, and what it may mean.

"first" does where two things are compared ("Which came first, A or B?"), "both" where things are
asked to be the same ("Were A and B both painters?")."""

PATTERNS = tuple((re.compile(rf"\b(?:{words})\b"), triples) for words, triples in ASKED_BY)


def list_relations(question: str, linguistics: Linguistics | None) -> tuple[Triple, ...]:
    """Return what the syntax and the words of a question ask for, each once.

    Args:
        question: in plain English.
        linguistics: parses it; None: only its words tell the relations.

    Returns:
        (subject type, relation, object type) of each.
    """
    read: list[Triple] = []
    if linguistics is not None:
        [tree] = linguistics.parse([question])
        read += sorted(read_triples(tree, linguistics.lemmatize))
    folded = question.casefold()
    for pattern, triples in PATTERNS:
        if pattern.search(folded):
            read += triples
    return tuple(dict.fromkeys(read))


def name_relations(question: str, linguistics: Linguistics | None) -> list[str]:
    """Return the names of what a question asks for (`list_relations`), each once."""
    return list(dict.fromkeys(name for _, name, _ in list_relations(question, linguistics)))


def match_relations(
    asked: Sequence[str], stated: Sequence[str], *, graph: Graph, embedder: Embedder
) -> npt.NDArray[np.float64]:
    """Return how near each relation that is stated is to each that is asked for.

    One query at most, none where all vectors are known.

    Args:
        asked, stated: names of relations.
        graph: has the vectors of its relations; the others are embedded.
        embedder: the one of these vectors.

    Returns:
        (stated, asked), 0 for UNRELATED or less to 1 for the same.
    """
    if not asked or not stated:
        return np.zeros((len(stated), len(asked)))
    vectors = RelationVectors.of(embedder)
    vectors.load([*asked, *stated], graph=graph)
    place = {relation: row for row, relation in enumerate(dict.fromkeys(stated))}
    cosines = vectors.embed(embedder, list(place)) @ vectors.embed(embedder, asked).T
    nearness = np.clip((cosines.astype(np.float64) - UNRELATED) / (1 - UNRELATED), 0, 1)
    return np.asarray(nearness[[place[relation] for relation in stated]])


class RelationVectors:
    """The vectors of relations by one embedder, each embedded once.

    Those of the auxiliary schema are in the graph already. REMEMBERED are kept, the least used
    going first; any number of threads may ask.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[str, Vectors] = OrderedDict()
        self._lock = Lock()

    @staticmethod
    def of(embedder: Embedder) -> RelationVectors:
        """Return what is kept for an embedder, which goes when the embedder does."""
        with _KEPT_LOCK:
            return _KEPT.setdefault(embedder, RelationVectors())

    def remember(self, vectors: Iterable[tuple[str, Sequence[float] | Vectors]]) -> None:
        """Keep vectors by the relation's name."""
        with self._lock:
            for relation, vector in vectors:
                self._known[relation] = np.asarray(vector, dtype=np.float32)
                self._known.move_to_end(relation)
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)

    def list_unknown(self, relations: Iterable[str]) -> list[str]:
        """Return those relations, each once, whose vectors are not kept."""
        every = dict.fromkeys(relations)
        with self._lock:
            return [relation for relation in every if relation not in self._known]

    def load(self, relations: Iterable[str], *, graph: Graph) -> None:
        """Keep the vectors that a graph has of relations whose vectors are not kept; one query."""
        unknown = self.list_unknown(relations)
        if unknown:
            row = graph.read("search_relations", vectors=[], nearest=0, names=unknown)[0]
            self.remember(zip(row["names"], row["embeddings"], strict=True))

    def embed(self, embedder: Embedder, relations: Sequence[str]) -> Vectors:
        """Return the vectors of relations, (relations, dimension); the unknown are embedded."""
        every = dict.fromkeys(relations)
        with self._lock:
            found = {name: self._known[name] for name in every if name in self._known}
        unknown = [relation for relation in every if relation not in found]
        if unknown:
            found |= zip(unknown, embedder.embed_passages(unknown), strict=True)
        self.remember(found.items())
        if not relations:
            return np.zeros((0, embedder.dimension), dtype=np.float32)
        return np.array([found[relation] for relation in relations], dtype=np.float32)


_KEPT: WeakKeyDictionary[Embedder, RelationVectors] = WeakKeyDictionary()
_KEPT_LOCK = Lock()
