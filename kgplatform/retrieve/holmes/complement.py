"""Complementary fact retrieval: the documents of what the reader misses, whole.

HOLMES, section 4.2.3: extraction misses facts, so the reader may name the entities whose facts it
lacks; their documents are fetched from the entity-document graph and put beside the facts. One
such step is enough (the paper assumes so, and the reader makes no more).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from kgplatform.graph.connection import Graph
from kgplatform.models.sentences import split_by_punctuation
from kgplatform.records import Evidence, EvidenceLine, ScoredPassage, Step
from kgplatform.retrieve.documents import list_documents
from kgplatform.retrieve.holmes.question import NAME_SEPARATOR
from kgplatform.retrieve.hydrate import fetch_passages
from kgplatform.retrieve.names import find_question_names

__all__ = ["MOST_ADDED", "complement_holmes"]

MOST_ADDED = 3  # passages: about as many characters again as the facts had


def complement_holmes(
    evidence: Evidence,
    missing: Sequence[str],
    *,
    graph: Graph,
    within: Collection[str] | None = None,
) -> Evidence:
    """Return the evidence with the passages about some things added, next to the question.

    Two or three queries, no model. Where nothing is known of the names, or all of it is there
    already, the evidence itself is returned.

    Args:
        evidence: of `retrieve_holmes`.
        missing: names, as the reader writes them.
        graph: where the documents are.
        within: ids of the only documents that may be added; None: all.
    """
    found = find_question_names(NAME_SEPARATOR.join(missing), graph=graph, within=within)
    things = list(dict.fromkeys(thing.id for matched in found for thing in matched))
    rows = graph.read(
        "list_passages_about",
        entities=things,
        documents=list_documents(within),
        limit=MOST_ADDED,
    )
    added = fetch_passages({row["id"]: 0.0 for row in rows}, graph=graph)
    known = {(line.source.passage_id, line.start, line.text) for line in evidence.lines}
    lines = [line for passage in added for line in _write_whole(passage)]
    if all((line.source.passage_id, line.start, line.text) in known for line in lines):
        return evidence
    ids = {passage.passage_id for passage in added}
    told = Step("complement", {"missing": list(missing), "documents": [p.title for p in added]})
    return replace(
        evidence,
        passages=(*added, *(p for p in evidence.passages if p.passage_id not in ids)),
        lines=(*(x for x in evidence.lines if x.source.passage_id not in ids), *lines),
        steps=(*evidence.steps, told),
    )


def _write_whole(passage: ScoredPassage) -> list[EvidenceLine]:
    return [
        EvidenceLine(passage, " ".join(passage.text[start:end].split()), start, end)
        for start, end in split_by_punctuation(passage.text)
    ]
