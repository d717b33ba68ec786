"""Every method as a function over a graph, opened as the platform does, without a chat model."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import partial

from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Embedder
from kgplatform.pipelines.methods import open_retriever
from kgplatform.plugins import RETRIEVERS
from kgplatform.records import Evidence, Question
from kgplatform.retrieve.protocols import Search
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from tests.pipeline import linguistics

__all__ = ["SEARCHES", "search"]


def search(
    method: str,
    question: str,
    *,
    graph: Graph,
    embedder: Embedder,
    top_k: int,
    within: Collection[str] | None = None,
) -> Evidence:
    resources = Resources(
        Settings(), graph=graph, embedder=embedder, chat=False, linguistics=linguistics()
    )
    documents = None if within is None else tuple(within)
    return open_retriever(resources, method).retrieve(Question(question, documents), top_k=top_k)


SEARCHES: Mapping[str, Search] = {name: partial(search, name) for name in RETRIEVERS}
