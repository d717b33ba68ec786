"""Complementary fact retrieval: the documents of what the reader misses, whole.

HOLMES, section 4.2.3: extraction misses facts, so the reader may name the entities whose facts it
lacks; their documents are fetched from the entity-document graph and added to the facts. One
such step is enough (the paper assumes so, and the reader makes no more).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Embedder
from kgplatform.records import Evidence, Step
from kgplatform.retrieve.documents import list_documents
from kgplatform.retrieve.hydrate import fetch_passages
from kgplatform.retrieve.lines import write_whole
from kgplatform.retrieve.names import find_names

__all__ = ["MOST_ADDED", "complement_holmes"]

MOST_COMPARED = 1_000
MOST_ADDED = 3  # passages: about as many characters again as the facts had


def complement_holmes(
    question: str,
    evidence: Evidence,
    missing: Sequence[str],
    *,
    graph: Graph,
    embedder: Embedder,
    within: Collection[str] | None = None,
) -> Evidence:
    """Return the evidence with the passages about some entities added, next to the question.

    Of long documents, and of what only names the entities, those passages are added that are most
    like the question. Three queries and one embedding, no chat model. Where nothing is known of the
    names, or all of it is there already, the evidence itself is returned.

    Args:
        question: in plain English.
        evidence: of `retrieve_holmes`.
        missing: names, as the reader writes them.
        graph: where the documents are.
        embedder: the one of the graph's vectors.
        within: ids of the only documents that may be added; None: all.
    """
    found = find_names(missing, graph=graph, within=within)
    things = list(dict.fromkeys(thing.id for matched in found for thing in matched))
    if not things:
        return evidence
    rows = graph.read(
        "list_passages_about",
        entities=things,
        documents=list_documents(within),
        vector=embedder.embed_queries([question])[0].tolist(),
        compared=MOST_COMPARED,
        limit=MOST_ADDED,
    )
    added = fetch_passages({row["id"]: 0.0 for row in rows}, graph=graph)
    known = {(line.source.passage_id, line.start, line.text) for line in evidence.lines}
    lines = [line for passage in added for line in write_whole(passage)]
    if all((line.source.passage_id, line.start, line.text) in known for line in lines):
        return evidence
    ids = {passage.passage_id for passage in added}
    stated = Step("complement", {"missing": list(missing), "documents": [p.title for p in added]})
    return replace(
        evidence,
        passages=(*added, *(p for p in evidence.passages if p.passage_id not in ids)),
        lines=(*(x for x in evidence.lines if x.source.passage_id not in ids), *lines),
        steps=(*evidence.steps, stated),
    )
