"""A corpus of a few passages for baselines, without a server."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kgplatform.evaluate.baselines import SearchedCorpus
from kgplatform.evaluate.datasets import CorpusDocument, Dataset, EvaluationQuestion
from kgplatform.evaluate.runs import ParagraphSetting
from kgplatform.models.conversation import ChatModel
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Evidence
from kgplatform.testing import HashEmbedder
from tests.pipeline import linguistics

Texts = Mapping[str, tuple[str, str]]
"""Title and text by the document's id."""

TEXTS: Texts = {
    "a": ("Ship", "Fram sailed."),
    "b": ("Oslo", "Oslo harbour holds ships."),
    "c": ("Bread", "Flour."),
}


class TableGraph:
    """Answers the queries that baselines in memory ask, from one passage a document."""

    def __init__(self, embedder: HashEmbedder, texts: Texts) -> None:
        # by another order than the corpus's, as content hashes are
        self.passages = {f"p-{key}": key for key in reversed(texts)}
        self.texts = texts
        self.embedder = embedder
        self.names: list[str] = []

    def read(self, name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        self.names.append(name)
        if name == "fetch_passages":
            return [self.describe(key) for key in parameters["ids"]]
        if name == "fetch_statements":
            return [self.state(key) for key in parameters["passage_ids"]]
        ids = sorted(key for key in self.passages if key > parameters["after"])
        found = [self.texts[self.passages[key]] for key in ids]
        columns = {
            "ids": ids,
            "indexes": [0] * len(ids),
            "titles": [title for title, _ in found],
            "texts": [text for _, text in found],
            "documents": [f"d-{key}" for key in ids],
            "uris": [f"file:///corpus.jsonl#{self.passages[key]}" for key in ids],
        }
        if name == "list_passage_embeddings":
            vectors = self.embedder.embed_passages([" ".join(texts) for texts in found]).tolist()
            columns = {"ids": ids, "embeddings": vectors}
        return [{"last": ids[-1] if ids else None, **columns}]

    def state(self, key: str) -> dict[str, Any]:
        title, text = self.texts[self.passages[key]]
        parts = {"subject": title, "relation": "has", "object": text.split()[0]}
        parts |= {"polarity": "affirmed", "modality": "asserted"}
        return {"passage_id": key, "start": 0, "end": len(text), **parts}

    def describe(self, key: str) -> dict[str, Any]:
        title, text = self.texts[self.passages[key]]
        uri = f"file:///corpus.jsonl#{self.passages[key]}"
        return {
            "id": key, "document_id": f"d-{key}", "title": title, "uri": uri, "text": text,
            "page": None,
            "section": None,
            "header": None,
        }  # fmt: skip


class TablePlatform:
    def __init__(self, texts: Texts, chat: ChatModel | None = None) -> None:
        self.embedder = HashEmbedder()
        self.table = TableGraph(self.embedder, texts)
        self.chat = chat

        self.resources = self

    @property
    def searched(self) -> Any:
        return self.table, self.embedder

    def graph(self) -> Any:
        return self.table

    @property
    def linguistics(self) -> Linguistics:
        return linguistics()


def make_corpus(
    setting: ParagraphSetting = "open", *, texts: Texts = TEXTS, chat: ChatModel | None = None
) -> SearchedCorpus:
    documents = tuple(CorpusDocument(key, *pair) for key, pair in texts.items())
    return SearchedCorpus(Dataset("tiny", documents, ()), setting, TablePlatform(texts, chat))


def ask(text: str, *, gold: str = "", allowed: str = "") -> EvaluationQuestion:
    """Return a question; each letter is a document."""
    return EvaluationQuestion("q", text, (), None, frozenset(gold), frozenset(allowed))


def list_ids(evidence: Evidence) -> list[str]:
    return [passage.passage_id for passage in evidence.passages]
