"""The platform as a retriever of LangChain: `pip install "kgplatform[langchain]"`."""

from __future__ import annotations

from typing import Any

from kgplatform.adapters.passages import describe_passage
from kgplatform.errors import MissingExtra
from kgplatform.platform import DEFAULT_TOP_K

try:
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
except ImportError as exc:
    raise MissingExtra("langchain", "The retriever for LangChain") from exc

__all__ = ["PlatformRetriever"]


class PlatformRetriever(BaseRetriever):  # type: ignore[misc]  # another's class
    """Finds passages by a method of the platform.

    Args:
        platform: whose graph and models; its owner closes it.
        method: its name, or "auto".
        top_k: most passages.
        documents: ids of the only documents that they may come from; None: all.
    """

    platform: Any
    method: str = "auto"
    top_k: int = DEFAULT_TOP_K
    documents: list[str] | None = None

    def _get_relevant_documents(self, query: str, *, run_manager: Any) -> list[Document]:  # noqa: ARG002  # LangChain's
        found = self.platform.retrieve(
            query, method=self.method, top_k=self.top_k, documents=self.documents
        )
        return [
            Document(page_content=p.text, metadata=describe_passage(p), id=p.passage_id)
            for p in found.passages
        ]
