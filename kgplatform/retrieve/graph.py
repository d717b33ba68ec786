"""The `graph` method: chains from the best passages, and a walk; no language model.

The text searches and the names in the question give seeds; one query fetches what is around them;
personalised PageRank walks there (after HippoRAG, Gutiérrez et al. 2024, section
2.3, over passages and entities instead of triples), and chains of two passages are weighed by
linear models over cheap features (`chains`). Departures from HippoRAG: passages are nodes and
seeds of the walk, an edge to the entity that a document is about weighs more, the sentence around
a mention decides how easily the walk leaves by it, and a passage's own restart does not count.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from kgplatform.graph.connection import Graph
from kgplatform.models.embedding import Embedder
from kgplatform.question.relations import name_relations
from kgplatform.records import Entity, Evidence, Question, Step
from kgplatform.retrieve.chains.explain import describe_links
from kgplatform.retrieve.chains.features import View
from kgplatform.retrieve.chains.models import load_chain_models
from kgplatform.retrieve.chains.pairs import to_log_odds, to_probabilities
from kgplatform.retrieve.chains.ranking import count_likely, rank_passages
from kgplatform.retrieve.codes import find_codes, put_bearers_first
from kgplatform.retrieve.hydrate import fetch_evidence
from kgplatform.retrieve.names import find_question_names
from kgplatform.retrieve.options import MethodOptions
from kgplatform.retrieve.passages import TextHits, search_text
from kgplatform.retrieve.protocols import RetrieverResources
from kgplatform.retrieve.relation_vectors import match_relations
from kgplatform.retrieve.rescoring import READ, may_rescore, rescore
from kgplatform.retrieve.subgraph import LocalGraph, fetch_local_graph
from kgplatform.retrieve.walk import WalkGraph, compute_pagerank, compute_rarity
from kgplatform.retrieve.word_overlap import compare_words

if TYPE_CHECKING:
    from kgplatform.models.reading_heads.heads import ReadingHeads

__all__ = [
    "GraphOptions",
    "GraphRetriever",
    "Surroundings",
    "look_around",
    "plan_walk",
    "retrieve_graph",
    "scale_walk",
    "share_restart",
]

FOUND_PASSAGES = 120  # best by text, among which answers are looked for
WALK_SEEDS = 5  # best by text, where the walk starts
SEED_TEMPERATURE = 0.05  # seeds share by softmax of their fused score: the first one leads
ENTITY_SHARE = 0.5  # of the restart, where the question names any entity
FLOOR = 1e-7  # of a share before its logarithm: what the walk did not reach
CHAINS = "chains of two passages, with the walk"
READS = "chains, and whether they answer, as the reading heads find"
MAX_BOOST = 10.0  # of an edge whose sentence has every word of the question; grows as its square

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What is around a question: the local graph, how the question sees it, the walk over it.

    `walked` is log PageRank scaled to 0..1, of shape (passages,); `asked` are the relations that
    the question's words ask for.
    """

    local: LocalGraph
    view: View
    walked: Floats
    names: tuple[str, ...]
    asked: tuple[str, ...]


def retrieve_graph(
    question: str,
    *,
    graph: Graph,
    embedder: Embedder,
    top_k: int,
    within: Collection[str] | None = None,
    heads: ReadingHeads | None = None,
) -> Evidence:
    """Return the best `top_k` passages; six queries and one embedding, no model call.

    Within given documents chains and walk stay in their passages; how rare a name is, the whole
    graph decides. With reading heads the best are ranked by whether they answer.
    """
    around = look_around(question, graph=graph, embedder=embedder, within=within)
    rounds = rank_passages(around.view, around.walked, load_chain_models())
    ids = around.local.passage_ids
    scores = rounds[-1].scores
    shares = to_probabilities(scores).tolist()
    ranked = sorted(zip(ids, shares, strict=True), key=lambda item: (-item[1], item[0]))
    if heads is not None:
        by_text = [ids[i] for i in np.argsort(-around.view.fused, kind="stable")[:READ]]
        ranked = rescore(question, ranked, by_text, graph=graph, heads=heads)
    codes = find_codes(question)
    if codes:
        reported = zip(ids, around.local.titles, around.local.texts, strict=True)
        texts = {key: f"{title}\n{text}" for key, title, text in reported}
        ranked = put_bearers_first(codes, ranked, texts, top_k=top_k)
    steps = (
        Step("entities", {"found": list(around.names)}),
        *([Step("relations", {"asked": list(around.asked)})] if around.asked else ()),
        Step("expand", {"passages": len(ids), "entities": len(around.local.entity_ids)}),
        *(
            Step("chain", {"from": [ids[i] for i in found.seeds], "pairs": len(found.pairs.first)})
            for found in rounds
        ),
        Step("rank", {"by": CHAINS if heads is None else READS}),
        *describe_links(rounds[-1], around.local, {key for key, _ in ranked[:top_k]}),
    )
    evidence = fetch_evidence(question, dict(ranked[:top_k]), graph=graph, steps=steps)
    likely = count_likely(to_log_odds([share for _, share in ranked], least=FLOOR))
    return replace(evidence, likely=0 if codes else min(likely, top_k))


def look_around(
    question: str,
    *,
    graph: Graph,
    embedder: Embedder,
    within: Collection[str] | None = None,
) -> Surroundings:
    """Return what is around the question's names and its best passages by text."""
    hits = search_text(question, graph=graph, embedder=embedder, within=within).cut(FOUND_PASSAGES)
    names = find_question_names(question, graph=graph, within=within)
    asked = name_relations(question, None)
    local = fetch_local_graph(
        dict(zip(hits.ids, hits.cosines.tolist(), strict=True)),
        list({entity.id: None for found in names for entity in found}),
        graph.vector(hits.vector),
        graph=graph,
        within=within,
        asks_relations=bool(asked),
    )
    nearness = match_relations(asked, local.relations, graph=graph, embedder=embedder)
    view = _view(question, local, hits, names, nearness)
    found = tuple(sorted({entity.name for matched in names for entity in matched}))
    return Surroundings(local, view, _walk(local, view), found, tuple(asked))


def _view(
    question: str,
    local: LocalGraph,
    hits: TextHits,
    names: Sequence[Sequence[Entity]],
    nearness: Floats,
) -> View:
    place = {key: i for i, key in enumerate(local.passage_ids)}
    rows = np.array([place[key] for key in hits.ids], int)
    fused = np.zeros(len(place))
    fused[rows] = hits.scores
    wording = compare_words(question, local.texts, local.titles)
    mentions = local.mentions.copy()
    mentions[:, 2] = wording.locate(mentions[:, 0], mentions[:, 2])
    return View(
        cosines=local.cosines,
        fused=fused,
        wording=wording,
        mentions=mentions,
        about=local.about,
        degrees=local.degrees,
        rarity=compute_rarity(local.degrees, local.total),
        namesakes=_count_namesakes(local, names),
        stated=local.stated,
        nearness=nearness,
    )


def _count_namesakes(local: LocalGraph, names: Sequence[Sequence[Entity]]) -> Integers:
    """Return for each entity how many pages are about entities of the name the question calls it.

    At least 1 for an entity that the question names, 0 for all others.
    """
    place = {key: i for i, key in enumerate(local.entity_ids)}
    pages = np.bincount(local.about[:, 1], minlength=len(place))
    counts = np.zeros(len(place), int)
    for matched in names:
        rows = np.array([place[e.id] for e in matched if e.id in place], int)
        counts[rows] = np.maximum(counts[rows], max(1, pages[rows].sum()))
    return counts


def _walk(local: LocalGraph, view: View) -> Floats:
    """Return log PageRank from the question's entities and the best passages, scaled to 0..1."""
    walk = plan_walk(local, view)
    return scale_walk(compute_pagerank(walk, *share_restart(view)))


def plan_walk(local: LocalGraph, view: View) -> WalkGraph:
    """Return what is walked: all that is around, left sooner where the question's words stand."""
    return WalkGraph(
        passages=len(local.passage_ids),
        entities=len(local.entity_ids),
        mentions=local.mentions[:, :2],
        titles=local.about,
        degrees=local.degrees,
        total=local.total,
        boosts=_boost(view),
    )


def share_restart(view: View) -> tuple[Floats, Floats]:
    """Return where the walk restarts: shares of the passages, (n,), and of the entities, (e,)."""
    things = view.is_asked.astype(float)
    share = ENTITY_SHARE if things.any() else 0.0
    passages = np.zeros(len(view.fused))
    best = np.argsort(-view.fused, kind="stable")[:WALK_SEEDS]
    leading = np.exp((view.fused[best] - 1) / SEED_TEMPERATURE)
    passages[best] = (1 - share) * leading / max(leading.sum(), 1e-12)
    return passages, things * share / max(things.sum(), 1)


def scale_walk(walked: Floats) -> Floats:
    """Return the logarithm of a PageRank, scaled to 0..1 from FLOOR to its best."""
    logs = np.log(np.maximum(walked, FLOOR))
    low, high = np.log(FLOOR), max(logs.max(initial=np.log(FLOOR)), np.log(FLOOR) + 1e-9)
    return np.asarray((logs - low) / (high - low))


def _boost(view: View) -> Floats:
    """Return how much sooner the walk leaves a passage by each mention than by any other.

    A page names many entities; "her captain was Frank Worsley" says which of them a question about
    the captain goes on to. What the question names itself is not where it goes on to.
    """
    share = view.wording.in_sentence[view.mentions[:, 2]] @ view.wording.weights
    return np.asarray(1 + MAX_BOOST * share**2 * ~view.is_asked[view.mentions[:, 1]])


class GraphOptions(MethodOptions):
    """What the method does: `graph-no-rerank` ranks by chains and walk alone."""

    WORDS: ClassVar[Mapping[str, Mapping[str, Any]]] = {"no-rerank": {"rerank": False}}

    rerank: bool = True


DEFAULT_OPTIONS = GraphOptions()


class GraphRetriever:
    """The method over the graph of some resources."""

    options = GraphOptions

    def __init__(
        self, resources: RetrieverResources, options: GraphOptions = DEFAULT_OPTIONS
    ) -> None:
        self._resources, self._options = resources, options

    def retrieve(self, question: Question, *, top_k: int) -> Evidence:
        """Return what `retrieve_graph` finds; see `Retriever.retrieve`."""
        graph, embedder = self._resources.searched
        is_read = self._options.rerank and may_rescore(question.text)
        return retrieve_graph(
            question.text,
            graph=graph,
            embedder=embedder,
            top_k=top_k,
            within=question.documents,
            heads=self._resources.reading_heads if is_read else None,
        )
