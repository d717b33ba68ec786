"""What each passage would link to, by one of three methods: keywords, embeddings, entities.

KGP (section 3, and table 5 in 8.5): TF-IDF, KNN-ST and, for TAGME, the entities that passages
mention. Rows are the passages by id, so that nothing depends on the order of their ingest.
Texts and entities are read from the graph page by page; neighbours by meaning come from the
vector index, one look-up a passage.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from kgplatform.errors import GraphError
from kgplatform.graph.connection import Graph
from kgplatform.ingest.links.corpus import Corpus
from kgplatform.ingest.links.keywords import (
    TITLE_WEIGHT,
    TitleFinder,
    choose_keywords,
    title_feature,
    words_of,
)
from kgplatform.ingest.links.neighbours import propose_by_embedding
from kgplatform.ingest.links.selection import FeatureTable, Proposals, propose_by_features
from kgplatform.ingest.paging import read_column_pages
from kgplatform.text.names import iterate_tokens

__all__ = ["PROPOSERS"]

PASSAGES_PER_PAGE = 2_000
KEYWORDS_PER_PASSAGE = 20
MAX_PASSAGES_PER_KEYWORD = 500
MAX_PASSAGES_PER_ENTITY = 500
ABOUT_WEIGHT = 2.0  # what a document is about weighs more than what it names in passing

Proposer = Callable[..., Iterator[tuple[int, Proposals]]]
"""(graph, corpus, count=, min_score=) to (passages done, their proposals)."""


def _propose_by_keyword(
    graph: Graph, corpus: Corpus, *, count: int, min_score: float
) -> Iterator[tuple[int, Proposals]]:
    """Words and titles that passages share, the rarer the better."""
    table = _keyword_table(graph, len(corpus.ids))
    yield from _compare(corpus, table, MAX_PASSAGES_PER_KEYWORD, count, min_score)


def _keyword_table(graph: Graph, passages: int) -> FeatureTable:
    """Read all texts twice: which words are rare, then which are a passage's keywords."""
    frequencies: Counter[str] = Counter()
    finder = TitleFinder()
    for title, text in _texts(graph):
        frequencies.update(words_of(iterate_tokens(text)).keys())
        finder.add(title)
    table = FeatureTable()
    for title, text in _texts(graph):
        tokens = list(iterate_tokens(text))
        keywords = choose_keywords(
            words_of(tokens),
            frequencies=frequencies,
            passages=passages,
            limit=KEYWORDS_PER_PASSAGE,
            max_frequency=MAX_PASSAGES_PER_KEYWORD,
        )
        named = sorted(finder.find(tokens, text) | finder.own(title))
        table.add_row([*keywords, *((title_feature(key), TITLE_WEIGHT) for key in named)])
    return table


def _texts(graph: Graph) -> Iterator[tuple[str, str]]:
    for row in read_column_pages(graph, "list_passage_texts", PASSAGES_PER_PAGE):
        yield from zip(row["titles"], row["texts"], strict=True)


def _propose_by_entity(
    graph: Graph, corpus: Corpus, *, count: int, min_score: float
) -> Iterator[tuple[int, Proposals]]:
    """Entities that passages share, the rarer the better; hubs say nothing and are left out."""
    table = FeatureTable()
    for row in read_column_pages(graph, "list_passage_entities", PASSAGES_PER_PAGE):
        for mentioned, about in zip(row["mentioned"], row["about"], strict=True):
            weights = dict.fromkeys(sorted(mentioned), 1.0)
            weights.update(dict.fromkeys(sorted(about), ABOUT_WEIGHT))
            table.add_row(weights.items())
    yield from _compare(corpus, table, MAX_PASSAGES_PER_ENTITY, count, min_score)


def _compare(
    corpus: Corpus, table: FeatureTable, max_rows: int, count: int, min_score: float
) -> Iterator[tuple[int, Proposals]]:
    if len(table) != len(corpus.ids):
        raise GraphError(
            "Passages came or went while they were linked: run again when nothing else writes."
        )
    matrix = table.normalised(max_rows=max_rows)
    yield from propose_by_features(
        matrix, groups=corpus.documents, count=count, min_score=min_score
    )


PROPOSERS: dict[str, Proposer] = {
    "keyword": _propose_by_keyword,
    "embedding": propose_by_embedding,
    "entity": _propose_by_entity,
}
