"""The `kgp` method: Knowledge Graph Prompting (Wang et al. 2024), all of it.

A question about structure gets the pages, tables or sections it names (section 4); any other one
is walked for over a graph of passages (algorithm 1): seeds by word search, then neighbours that an
agent ranks. Graph and agent can be chosen; without a choice they are the best measured ones that
need neither links nor a chat model (`benchmarks/kgp.py`).

The agent `chat` also classifies the question, as the paper's model does; with the others rules do.

Departures: Neo4j's full-text index (BM25) takes the place of TF-IDF search; where more passages are
asked for than the walk's budget has, those that words and meaning find follow.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from kgplatform.errors import UsageError
from kgplatform.graph.connection import Graph
from kgplatform.models.conversation import ChatModel
from kgplatform.models.embedding import Embedder
from kgplatform.models.prompts import load_prompt
from kgplatform.records import Evidence, Step, Usage
from kgplatform.records.json import to_json
from kgplatform.retrieve.hydrate import fetch_evidence
from kgplatform.retrieve.kgp.agents import TASK, Agent, ChatAgent, EmbeddingAgent, EncoderAgent
from kgplatform.retrieve.kgp.encoder import HopEncoder, load_hop_encoder
from kgplatform.retrieve.kgp.neighbours import Neighbourhood, Ranked
from kgplatform.retrieve.kgp.options import DEFAULT_OPTIONS, KgpOptions
from kgplatform.retrieve.kgp.structural.asking import TASK as STRUCTURE_TASK
from kgplatform.retrieve.kgp.structure import retrieve_structure
from kgplatform.retrieve.kgp.traverse import (
    BUDGET,
    WIDTHS,
    ReasoningPath,
    rank_passages,
    traverse,
)
from kgplatform.retrieve.passages import TextHits, search_text
from kgplatform.retrieve.protocols import RetrieverResources, SearchRetriever

__all__ = ["KgpRetriever", "Walked", "choose_seeds", "retrieve_kgp", "walk"]

ASKED_HOPS = 2
"""Of an agent that costs a model call a path: "similar to MDR, we perform a 2-hop retrieval"
(appendix 8.2)."""

NO_KEYWORD_LINKS = (
    "No keyword links lead on from the passages found: if the graph has none, ingest a job whose "
    "[links] name keyword, or choose another graph."
)


@dataclass
class Walked:
    """What an agent did: the evidence it wrote, why replies could not be used, and their cost.

    `is_linked` says whether any passage had a neighbour.
    """

    evidence: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    is_linked: bool = False


def retrieve_kgp(
    question: str,
    *,
    graph: Graph,
    embedder: Embedder,
    top_k: int,
    within: Collection[str] | None = None,
    options: KgpOptions = DEFAULT_OPTIONS,
    chat: ChatModel | None = None,
) -> Evidence:
    """Return the parts of documents that a question names, or the passages that a walk finds.

    Six queries and an embedding for a question about content; with the agent `chat` also a model
    call for each seed, at most ten, and before them one that classifies the question where any
    document has pages, sections or tables.

    Args:
        question: in plain English.
        graph: where the passages are.
        embedder: the one of the graph's vectors.
        top_k: most passages; parts that are named are kept whole beyond (`retrieve_structure`).
        within: ids of the only documents that the evidence may come from; None: all.
        options: which graph is walked, and by which agent.
        chat: what the agent `chat` asks.

    Raises:
        UsageError: the agent needs a chat model and there is none, or the graph or agent needs
            the encoder and the embedder is not the one it was trained for.
        ModelError: the chat model is not available.
    """
    structural = retrieve_structure(
        question,
        graph=graph,
        embedder=embedder,
        top_k=top_k,
        within=within,
        chat=chat if options.asks_chat else None,
    )
    if structural.evidence is not None:
        return structural.evidence
    hits = search_text(question, graph=graph, embedder=embedder, within=within)
    encoder = _find_encoder(options, embedder)
    agent = _make_agent(options.agent, question, hits.vector, embedder, encoder, chat)
    neighbourhood = Neighbourhood(graph, options.graph, within, encoder)
    hops = ASKED_HOPS if options.asks_chat else None
    paths, walked = walk(choose_seeds(hits), neighbourhood, agent, hops=hops)
    ranked = _fill(rank_passages(paths), hits, top_k)
    classified = structural.classified
    steps = (classified.step, *_describe(options, paths, walked, chat))
    evidence = fetch_evidence(question, ranked, graph=graph, steps=steps)
    return replace(evidence, usage=classified.usage + walked.usage)


def walk(
    seeds: Sequence[str], neighbourhood: Neighbourhood, agent: Agent, *, hops: int | None = None
) -> tuple[list[ReasoningPath], Walked]:
    """Return the reasoning paths that an agent finds in a graph, and what it did.

    Args:
        seeds: passage ids.
        neighbourhood: the graph.
        agent: made for the question.
        hops: as of `traverse`.
    """
    walked = Walked()
    if not seeds:
        return [], walked
    first = agent.aim([()]).vectors[0]
    facts = neighbourhood.read(seeds)
    scores = {key: float(fact.vector @ first) for key, fact in zip(seeds, facts, strict=True)}

    def rank_neighbours(paths: Sequence[ReasoningPath], count: int) -> list[Ranked]:
        neighbourhood.read([key for path in paths for key in path.ids])
        aims = agent.aim([neighbourhood.read(path.ids) for path in paths])
        walked.evidence += aims.written
        walked.problems += aims.problems
        walked.usage += aims.usage
        ranked = neighbourhood.rank([p.ids[-1] for p in paths], aims.vectors, limit=count)
        walked.is_linked |= any(ranked)
        return [
            [(key, score) for key, score in found if key not in path.ids]
            for path, found in zip(paths, ranked, strict=True)
        ]

    return traverse(scores, rank_neighbours, hops=hops), walked


def choose_seeds(hits: TextHits) -> list[str]:
    """Return the best passages by words; those by meaning follow where words find too few."""
    by_words = sorted(
        (place for place in range(len(hits.ids)) if hits.words[place] > 0),
        key=lambda place: (-hits.words[place], hits.ids[place]),
    )
    return list(dict.fromkeys([*(hits.ids[place] for place in by_words), *hits.ids]))[: WIDTHS[0]]


def _find_encoder(options: KgpOptions, embedder: Embedder) -> HopEncoder | None:
    if "encoder" not in (options.graph, options.agent):
        return None
    return load_hop_encoder(embedder.name)


def _make_agent(
    name: str,
    question: str,
    vector: Any,
    embedder: Embedder,
    encoder: HopEncoder | None,
    chat: ChatModel | None,
) -> Agent:
    if name == "encoder" and encoder is not None:
        return EncoderAgent(vector, encoder)
    if name == "chat":
        if chat is None:
            raise UsageError(
                "The agent 'chat' needs a chat model: set chat_base_url and chat_model, "
                "or choose another agent of kgp."
            )
        return ChatAgent(question, vector, chat, embedder)
    return EmbeddingAgent(vector)


def _fill(ranked: dict[str, float], hits: TextHits, top_k: int) -> dict[str, float]:
    """Return the best `top_k` passages; what the walk did not reach comes after what it did."""
    least = max(min(ranked.values(), default=1.0), 0.0)
    for rank, key in enumerate(hits.ids, start=2):
        ranked.setdefault(key, least / rank)
    return dict(list(ranked.items())[:top_k])


def _describe(
    options: KgpOptions, paths: Sequence[ReasoningPath], walked: Walked, chat: ChatModel | None
) -> tuple[Step, ...]:
    seeds = list(dict.fromkeys(path.ids[0] for path in paths))
    visited = {key for path in paths for key in path.ids}
    steps = [
        Step("seed_passages", {"ids": seeds}),
        Step(
            "walk",
            {
                "graph": options.graph,
                "agent": options.agent,
                "paths": [list(path.ids) for path in paths],
                "passages": len(visited),
                "budget": BUDGET,
            },
        ),
    ]
    if options.graph == "keyword" and seeds and not walked.is_linked:
        steps.append(Step("links", {"problem": NO_KEYWORD_LINKS}))
    if options.agent == "chat" and chat is not None:
        stated = {
            "model": chat.name,
            "prompt": load_prompt(TASK).version,
            "evidence": walked.evidence,
            "problems": walked.problems,
            "usage": to_json(walked.usage),
        }
        steps.append(Step("ask_model", stated))
    return tuple(steps)


class KgpRetriever(SearchRetriever):
    """The method with the graph and the models of some resources."""

    options = KgpOptions
    tasks = (STRUCTURE_TASK, TASK)

    def __init__(
        self, resources: RetrieverResources, options: KgpOptions = DEFAULT_OPTIONS
    ) -> None:
        chat = resources.chat if options.asks_chat else None
        super().__init__(resources, partial(retrieve_kgp, options=options, chat=chat))
