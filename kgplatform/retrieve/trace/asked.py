"""How well triples state the relations that a question asks for.

The paper's ranker and selector are models large enough to know that "die" asks for a place of
death (Fang et al. 2024, section 3.3). A small encoder of whole triples does not separate that from
the other facts about the same person, but the relations alone are near: those of the question, read
by syntax and words as for HOLMES without a model, and that of the triple.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Embedder
from kgplatform.models.linguistics import Linguistics
from kgplatform.question.relations import name_relations
from kgplatform.retrieve.relation_vectors import match_relations
from kgplatform.retrieve.trace.triples import Triple

__all__ = ["match_triples"]


def match_triples(
    question: str,
    triples: Sequence[Triple],
    *,
    graph: Graph,
    embedder: Embedder,
    linguistics: Linguistics | None,
) -> npt.NDArray[np.float64]:
    """Return how near each triple's relation is to each that is asked for; one query at most.

    Args:
        question: in plain English.
        triples: that may answer it.
        graph: has the vectors of its relations.
        embedder: the one of these vectors.
        linguistics: parses the question; None: its words alone give relations.

    Returns:
        (triples, relations asked for), 0 for unrelated ones to 1 for the same.
    """
    asked = name_relations(question, linguistics)
    stated = [triple.relation for triple in triples]
    return match_relations(asked, stated, graph=graph, embedder=embedder)
