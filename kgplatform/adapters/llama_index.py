"""The platform as a retriever of LlamaIndex: `pip install "kgplatform[llama-index]"`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kgplatform.adapters.passages import describe_passage
from kgplatform.errors import MissingExtra
from kgplatform.platform import DEFAULT_TOP_K

try:
    from llama_index.core.retrievers import BaseRetriever
    from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
except ImportError as exc:
    raise MissingExtra("llama-index", "The retriever for LlamaIndex") from exc

if TYPE_CHECKING:
    from kgplatform.platform import Platform

__all__ = ["PlatformRetriever"]


class PlatformRetriever(BaseRetriever):  # type: ignore[misc]  # another's class
    """Finds passages by a method of the platform.

    Args:
        platform: whose graph and models; its owner closes it.
        method: its name, or "auto".
        top_k: most passages.
        documents: ids of the only documents that they may come from; None: all.
        more: LlamaIndex's own arguments of a retriever.
    """

    def __init__(
        self,
        platform: Platform,
        *,
        method: str = "auto",
        top_k: int = DEFAULT_TOP_K,
        documents: Sequence[str] | None = None,
        **more: Any,
    ) -> None:
        self._platform = platform
        self._method, self._top_k, self._documents = method, top_k, documents
        super().__init__(**more)

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        found = self._platform.retrieve(
            query_bundle.query_str,
            method=self._method,
            top_k=self._top_k,
            documents=self._documents,
        )
        return [
            NodeWithScore(
                node=TextNode(id_=p.passage_id, text=p.text, metadata=describe_passage(p)),
                score=p.score,
            )
            for p in found.passages
        ]
