"""KGP's structural questions: what is on page 4, what does Table 2 show, what says section 3.2.

Wang et al. 2024, section 4: a question is first classified as one about structure or content; of
a structural one the structures' names are extracted and their content is retrieved from the
graph's structural nodes, passages of a page and Markdown of a table. Departures: sections too;
rules may take the language model's place, and do so where its reply cannot be used; parts are
also found by position ("the last page") and by what they are about.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from kgplatform.graph.connection import Graph
from kgplatform.models.conversation import ChatModel
from kgplatform.models.embedding import Embedder
from kgplatform.question.document_parts.questions import StructuralQuestion
from kgplatform.records import Evidence, Step
from kgplatform.retrieve.documents import list_documents
from kgplatform.retrieve.kgp.structural.choosing import Choice, choose_parts
from kgplatform.retrieve.kgp.structural.documents import DocumentName
from kgplatform.retrieve.kgp.structural.evidence import fetch_parts
from kgplatform.retrieve.kgp.structural.outlines import fetch_outlines
from kgplatform.retrieve.kgp.structural.reading import (
    Classified,
    Named,
    classify_question,
    name_documents,
)
from kgplatform.retrieve.kgp.structural.whole import asks_for_content
from kgplatform.retrieve.kgp.traverse import BUDGET
from kgplatform.retrieve.passages import search_text

__all__ = ["MATCH", "Structural", "retrieve_structure"]

MATCH = "match"
"""The step with a part which is meant, or in `problem` why there is none."""

MAX_DOCUMENTS = 20_000  # whose names are looked for in a question
MAX_OUTLINES = 50  # documents that come into question where none is named


@dataclass(frozen=True, slots=True)
class Structural:
    """How a question was classified; `evidence` is None where it is about content."""

    classified: Classified
    evidence: Evidence | None = None


def retrieve_structure(
    question: str,
    *,
    graph: Graph,
    embedder: Embedder,
    top_k: int,
    within: Collection[str] | None = None,
    chat: ChatModel | None = None,
) -> Structural:
    """Return the content of the pages, tables or sections that a question names.

    No query for a question about content, one with a chat model; five to ten otherwise, and two
    embeddings.

    Args:
        question: in plain English.
        graph: where the documents are.
        embedder: the one of the graph's vectors.
        top_k: passages to return; parts are kept whole beyond, up to the BUDGET of a walk.
        within: ids of the only documents that may be meant; None: all.
        chat: classifies the question and extracts the structures, in one call; None: rules do.

    Returns:
        Passages, best first; steps say how the question was read and what was matched, a step
        "cell" the table's cell it asks for, "content" where the parts stand if it asks for nothing
        but them. Evidence without passages where the question is
        structural and the graph has no such part, or several and nothing says which: a step
        "match" says so. Usage is the classifier's.

    Raises:
        ModelError: the chat model is not available.
    """
    if chat is not None and not _has_structure(graph, within):
        chat = None  # whatever it says, there is no part to find
    classified = classify_question(question, chat=chat)
    if classified.parsed is None:
        return Structural(classified)
    named, choices = _find(
        question, classified.parsed, graph=graph, embedder=embedder, within=within
    )
    matches = [match for choice in choices for match in choice.matches]
    if not matches and not any(choice.is_open for choice in choices):
        return Structural(classified)
    evidence = Evidence()
    if matches:
        evidence = fetch_parts(
            matches,
            question=question,
            rest=named.parsed.rest,
            graph=graph,
            embedder=embedder,
            limit=max(top_k, BUDGET),
            is_whole=asks_for_content(named.parsed.rest, choices),
        )
    stated = (classified.step, *(step for choice in choices for step in _describe(choice)))
    steps = (*stated, *evidence.steps)
    return Structural(classified, replace(evidence, steps=steps, usage=classified.usage))


def _has_structure(graph: Graph, within: Collection[str] | None) -> bool:
    return bool(graph.read("list_structured_documents", documents=list_documents(within), limit=1))


def _find(
    question: str,
    parsed: StructuralQuestion,
    *,
    graph: Graph,
    embedder: Embedder,
    within: Collection[str] | None,
) -> tuple[Named, list[Choice]]:
    """Return the question with its documents, and the parts it means.

    A word that is a document's title, too, names that document only if it has such a part.
    """
    names = _fetch_names(graph, within)

    is_only = within is not None and len(set(within)) == 1

    def choose(named: Named) -> list[Choice]:
        nearest: list[str] = []
        if not named.is_complete:
            hits = search_text(question, graph=graph, embedder=embedder, within=within)
            nearest = _fetch_documents(hits.ids, graph=graph)
        outlines = fetch_outlines(named.candidates(nearest, limit=MAX_OUTLINES), graph=graph)
        return choose_parts(named, outlines, nearest=nearest, embedder=embedder, is_only=is_only)

    named = name_documents(question, parsed, names)
    choices = choose(named)
    if named.words and not any(choice.matches for choice in choices):
        named = name_documents(question, parsed, names, words=False)
        choices = choose(named)
    return named, choices


def _fetch_names(graph: Graph, within: Collection[str] | None) -> list[DocumentName]:
    rows = graph.read(
        "list_structured_documents", documents=list_documents(within), limit=MAX_DOCUMENTS
    )
    return [DocumentName(row["id"], row["title"], row["uri"]) for row in rows]


def _fetch_documents(passage_ids: Sequence[str], *, graph: Graph) -> list[str]:
    """Return the documents that passages are part of, in the passages' order."""
    rows = graph.read("list_passage_documents", ids=list(passage_ids))
    return list(dict.fromkeys(row["document_id"] for row in rows))


def _describe(choice: Choice) -> list[Step]:
    """Return a step for each part that was matched, or one that says why there is none."""
    if not choice.matches:
        return [Step(MATCH, {"kind": choice.reference.kind, "problem": choice.problem})]
    steps = []
    for match in choice.matches:
        part = match.part
        detail: dict[str, Any] = {
            "kind": part.kind,
            "id": part.id,
            "document_id": match.outline.document_id,
            "title": match.outline.title,
            "name": part.name,
            "page": part.number,
            "by": match.by,
            "score": round(match.score, 3),
        }
        if part.kind == "table":
            detail |= {"rows": part.rows, "columns": part.columns}
        steps.append(Step(MATCH, detail))
    return steps
