"""The platform as retriever and embedder of neo4j-graphrag.

`pip install "kgplatform[neo4j-graphrag]"`. With the embedder, that library's own retrievers search
the platform's vector indexes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from kgplatform.adapters.passages import describe_passage
from kgplatform.errors import MissingExtra
from kgplatform.graph.driver import neo4j
from kgplatform.platform import DEFAULT_TOP_K

try:
    from neo4j_graphrag.embeddings.base import Embedder
    from neo4j_graphrag.retrievers.base import Retriever
    from neo4j_graphrag.types import RawSearchResult, RetrieverResultItem
except ImportError as exc:
    raise MissingExtra("neo4j-graphrag", "The retriever for neo4j-graphrag") from exc

if TYPE_CHECKING:
    from kgplatform.platform import Platform

__all__ = ["PlatformEmbedder", "PlatformRetriever"]


class PlatformEmbedder(Embedder):  # type: ignore[misc]  # another's class
    """Embeds questions as the platform does, so that they fit the vectors in its graph."""

    def __init__(self, platform: Platform) -> None:
        super().__init__()
        self._platform = platform

    def embed_query(self, text: str) -> list[float]:
        """Return the vector of a question."""
        vector: list[float] = self._platform.embedder.embed_queries([text])[0].tolist()
        return vector


class PlatformRetriever(Retriever):  # type: ignore[misc]  # another's class
    """Finds passages by a method of the platform.

    Args:
        platform: whose graph and models; its owner closes it.
        method: its name, or "auto".
        documents: ids of the only documents that they may come from; None: all.
    """

    def __init__(
        self,
        platform: Platform,
        *,
        method: str = "auto",
        documents: Sequence[str] | None = None,
    ) -> None:
        # That of the base opens what the platform has open already.
        self._platform, self._method, self._documents = platform, method, documents

    def get_search_results(self, query_text: str, top_k: int = DEFAULT_TOP_K) -> RawSearchResult:
        """Return a record of each passage; see `search` of the library.

        Args:
            query_text: a question in plain English.
            top_k: most passages.
        """
        found = self._platform.retrieve(
            query_text, method=self._method, top_k=top_k, documents=self._documents
        )
        make_record: Any = neo4j.Record  # which the driver gives no types
        records = [make_record({"text": p.text, **describe_passage(p)}) for p in found.passages]
        return RawSearchResult(records=records, metadata={"method": self._method})

    def get_result_formatter(self) -> Callable[[Any], RetrieverResultItem]:
        """Return what makes an item of a record: the passage's text, and where it stands."""
        return _make_item


def _make_item(record: Any) -> RetrieverResultItem:
    fields = dict(record)
    return RetrieverResultItem(content=fields.pop("text"), metadata=fields)
