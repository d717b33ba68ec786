"""Questions in four languages over one graph: how often the document with the answer is found.

    python benchmarks/languages.py

benchmarks/languages holds ten short documents a language, and a question on each in its language.
The languages tell of the same ten matters with other names and figures, so that for a question a
document in each of the others is about the same. Each embedder gets a graph of its own with all 40
documents; `words` tells whether the full-text indexes of the languages are asked, or that of
English alone. Found is the document among those of the first 1 or 5 passages.
"""

from __future__ import annotations

import logging
import tempfile
import tomllib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from record import write_result

from kgplatform.graph.fulltext import PASSAGE_INDEX, passage_indexes
from kgplatform.platform import Platform
from kgplatform.retrieve import passages
from kgplatform.settings import Settings

DATA = Path(__file__).parent / "languages"
EMBEDDERS = ("bge-small-en-v1.5", "multilingual")
INDEXES = {"English": lambda: [PASSAGE_INDEX], "every language": passage_indexes}
METHODS = ("passages", "graph")
TOP_K = 5


def main() -> None:
    """Measure each embedder and method, and write the figures."""
    sets = {file.stem: tomllib.loads(file.read_text())["documents"] for file in DATA.glob("*.toml")}
    rows = []
    for embedder in EMBEDDERS:
        for row in _measure(sets, embedder):
            print(row, flush=True)
            rows.append(row)
    write_result("languages", {"documents": sum(map(len, sets.values())), "rows": rows})


def _measure(sets: dict[str, list[dict[str, str]]], embedder: str) -> Iterator[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as folder:
        for language, documents in sets.items():
            for number, document in enumerate(documents):
                text = f"# {document['title']}\n\n{document['text']}\n"
                (Path(folder) / f"{language}-{number}.md").write_text(text, encoding="utf-8")
        with Platform(Settings.load(home=Path(home), embedder=embedder)) as platform:
            try:
                platform.ingest([Path(folder)])
                for words, method in product(INDEXES, METHODS):
                    passages.passage_indexes = INDEXES[words]
                    for language in sorted(sets):
                        found = [_rank(platform, method, one) for one in sets[language]]
                        yield {
                            "embedder": embedder,
                            "words": words,
                            "method": method,
                            "language": language,
                            "recall@1": sum(rank == 1 for rank in found) / len(found),
                            "recall@5": sum(rank <= TOP_K for rank in found) / len(found),
                        }
            finally:
                platform.server.stop()


def _rank(platform: Platform, method: str, document: dict[str, str]) -> int:
    """Return the rank of the first passage of the document; beyond all where it is not found."""
    evidence = platform.retrieve(document["question"], method=method, top_k=TOP_K)
    titles = [passage.title for passage in evidence.passages]
    return titles.index(document["title"]) + 1 if document["title"] in titles else TOP_K + 1


if __name__ == "__main__":
    logging.basicConfig(level=logging.WARNING)
    main()
