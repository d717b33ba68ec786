"""Finds the graph's entities that a question names."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.graph.connection import Graph
from kgplatform.records import Entity
from kgplatform.retrieve.documents import list_documents
from kgplatform.text.names import iterate_tokens

__all__ = ["find_names", "find_question_names"]

MAX_NAME_WORDS = 8
ENTITIES_PER_NAME = 10


def find_question_names(
    question: str, *, graph: Graph, within: Collection[str] | None = None
) -> list[tuple[Entity, ...]]:
    """Return for each name in the question the entities of that name, longest names first.

    Within given documents, those that they name or are about. Names are looked for as written; a
    question without any capitalised known name is searched without regard to case, as people
    type.
    """
    return find_names([question], graph=graph, within=within)


def find_names(
    texts: Sequence[str], *, graph: Graph, within: Collection[str] | None = None
) -> list[tuple[Entity, ...]]:
    """Return the same for several texts, in one query; no name goes from one to the next."""
    rows = graph.read(
        "lookup_entities",
        names=sorted(set[str]().union(*map(_list_runs, texts))),
        documents=list_documents(within),
        limit=ENTITIES_PER_NAME,
    )
    known = [Entity(r["id"], r["name"], "", r["type"]) for r in rows]
    gazetteer = Gazetteer(known, max_candidates=ENTITIES_PER_NAME)
    matches = [
        match
        for text in texts
        for match in gazetteer.find(text) or gazetteer.find(text, any_case=True)
    ]
    return list(dict.fromkeys(tuple(match.candidates) for match in matches))


def _list_runs(question: str) -> set[str]:
    """Return every run of up to MAX_NAME_WORDS words of the question, as normalised names."""
    forms = [token.form for token in iterate_tokens(question)]
    return {
        " ".join(forms[start:end])
        for start in range(len(forms))
        for end in range(start + 1, min(start + MAX_NAME_WORDS, len(forms)) + 1)
    }
