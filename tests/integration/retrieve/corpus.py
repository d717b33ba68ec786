"""A small corpus that the retrieval tests ingest, a Markdown file a document."""

from __future__ import annotations

from pathlib import Path

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.ingest import IngestModels, ingest
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder

TEXTS = {
    "Farthest North": "Farthest North is a book by Fridtjof Nansen.",
    "Fridtjof Nansen": "Fridtjof Nansen was born near Oslo. He studied zoology.",
    "Oslo": "Oslo is the capital of Norway.",
    "Gjøa": "Gjøa was the first vessel in the Northwest Passage. She was built in Rosendal.",
    "Bread": "Bread is baked from flour and water, and was eaten on board every day.",
    "Butter": "Butter is made of milk; a book about butter was written somewhere.",
}


def write_corpus(
    folder: Path, graph: Graph, *, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    """Ingest TEXTS, written to `folder`, into an empty graph."""
    for title, text in TEXTS.items():
        (folder / f"{title}.md").write_text(f"# {title}\n\n{text}\n")
    extractor = make_extractor("spacy", linguistics=linguistics)
    ingest([folder], graph=graph, models=IngestModels(embedder, linguistics, extractor))
