"""The `trace` method: TRACE (Fang et al. 2024), all of it.

The documents of a question are turned into triples, chains of triples are constructed, and the
reader gets the sentences that state the chains, the chains alone (TRACE-Triple), or their documents
(TRACE-Doc). The names of the paper stand in the comments. Figures: `benchmarks/trace_chains.py`.

Departures: documents are found by the method `graph` unless they are given; all parts have a form
without a language model; where no document has a triple, the reader gets the documents found; what
`graph` holds for likely is read whether a chain comes to it or not, and a vote counts for nothing
that it holds for improbable; where a model finds no answer in the chains or their sentences, it
gets their documents, and where it finds none in these, those that `graph` ranks next, too.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from kgplatform.errors import UsageError
from kgplatform.graph.connection import Graph
from kgplatform.models.conversation import ChatModel
from kgplatform.models.embedding import Embedder, Vectors
from kgplatform.models.linguistics import Linguistics
from kgplatform.models.prompts import load_prompt
from kgplatform.records import Evidence, ScoredPassage, Step, Usage
from kgplatform.records.json import to_json
from kgplatform.retrieve.chains.pairs import to_log_odds
from kgplatform.retrieve.graph import retrieve_graph
from kgplatform.retrieve.protocols import RetrieverResources, SearchRetriever
from kgplatform.retrieve.trace.asked import match_triples
from kgplatform.retrieve.trace.chains import ChainLimits, construct_chains
from kgplatform.retrieve.trace.chat_selector import TASK, ChatSelector
from kgplatform.retrieve.trace.context import (
    choose_documents,
    describe_beam,
    join_passages,
    list_sentences,
    list_statements,
    vote_for_passages,
)
from kgplatform.retrieve.trace.embedding_selector import EmbeddingSelector
from kgplatform.retrieve.trace.options import DEFAULT_OPTIONS, TraceOptions
from kgplatform.retrieve.trace.ranker import TripleRanker
from kgplatform.retrieve.trace.triples import TASK as TRIPLES_TASK
from kgplatform.retrieve.trace.triples import (
    Generated,
    Triple,
    embed_triples,
    fetch_triples,
    generate_triples,
)

__all__ = ["TraceRetriever", "retrieve_trace"]

FOUND_PASSAGES = 20  # of all documents; the paper's questions bring 10 or 20
GIVEN_PASSAGES = 100  # of the documents that were given: all, of paragraphs
MOST_LIKELY = 5  # documents that need no vote
READS = {"sentence": "lines", "triple": "statements", "doc": "passages"}  # by TraceOptions.context
LEAST_LIKELY = 0.003  # what `graph` gives is no surer than that

NO_TRIPLES = {
    "problem": "No document found states anything: ingest with an extractor, or set a chat "
    "model, which generates triples."
}


@dataclass(frozen=True, slots=True)
class _Known:
    """The triples of a question's documents, and what was done to have them.

    `odds` are the log-odds that their documents are of the answer, as `graph` sees it; `nearness`
    is that of their relations to those that the question asks for.
    """

    triples: Sequence[Triple]
    vectors: Vectors
    odds: npt.NDArray[np.float64]
    nearness: npt.NDArray[np.float64]
    generated: Generated


def retrieve_trace(
    question: str,
    *,
    graph: Graph,
    embedder: Embedder,
    top_k: int,
    within: Collection[str] | None = None,
    options: TraceOptions = DEFAULT_OPTIONS,
    chat: ChatModel | None = None,
    linguistics: Linguistics | None = None,
    limits: ChainLimits | None = None,
) -> Evidence:
    """Return chains of triples for a question, or the documents that they are of.

    Three queries in addition to those of `graph`, and a batch of embeddings a step; with a chat
    model a call a chain and step, sixteen at most, and one for each passage that has no triples
    yet.

    Args:
        question: in plain English.
        graph: where the documents are; vectors and generated triples are written to it.
        embedder: the one of the graph's vectors.
        top_k: most passages; the chains do not depend on it.
        within: ids of the only documents that the evidence may come from; None: all.
        options: what the reader gets, who selects, whether chains may end, how many there are.
        chat: selects and generates, if the options say so.
        linguistics: parses the question; None: its words alone say what relations it asks for.
        limits: sizes of the search; None: the paper's, with the number of chains of the options.

    Raises:
        UsageError: the options need a chat model and there is none.
        ModelError: the chat model is not available.
    """
    asked = _choose_chat(options, chat)
    limits = limits or ChainLimits(chains=int(options.chains))
    most = FOUND_PASSAGES if within is None else GIVEN_PASSAGES
    found = retrieve_graph(question, graph=graph, embedder=embedder, top_k=most, within=within)
    documents = found.passages  # D_q
    known = _list_triples(  # G_q
        question, documents, graph=graph, embedder=embedder, chat=asked, linguistics=linguistics
    )
    stated = _describe_triples(documents, known)
    if not known.triples:
        passages, usage = documents[:top_k], known.generated.usage
        return Evidence(passages, steps=(*stated, Step("triples", NO_TRIPLES)), usage=usage)
    rank = _make_ranker(question, known, embedder, limits)
    select = _make_selector(question, known, embedder, options, asked)
    beam = construct_chains(rank, select, limits=limits)  # z
    chains = beam[-1].kept
    voted = vote_for_passages(chains, known.triples, documents)
    read = choose_documents(voted, documents, likely=min(found.likely, MOST_LIKELY))
    return Evidence(
        passages=join_passages(read, documents)[:top_k],
        statements=list_statements(chains, known.triples),
        steps=(*stated, *describe_beam(beam, known.triples), *_describe_model(select)),
        usage=known.generated.usage + getattr(select, "usage", Usage()),
        reads=READS[options.context],
        lines=list_sentences(chains, known.triples, documents, read=read),
        likely=min(len(read), top_k),
    )


def _choose_chat(options: TraceOptions, chat: ChatModel | None) -> ChatModel | None:
    if options.needs_chat and chat is None:
        raise UsageError(
            "The selector 'chat' needs a chat model: set chat_base_url and chat_model, "
            "or choose other options of trace."
        )
    return chat if options.asks_chat else None


def _list_triples(
    question: str,
    documents: Sequence[ScoredPassage],
    *,
    graph: Graph,
    embedder: Embedder,
    chat: ChatModel | None,
    linguistics: Linguistics | None,
) -> _Known:
    """Return the triples of the documents with their vectors; generate what is missing."""
    ids = [passage.passage_id for passage in documents]
    generated = generate_triples(ids, graph=graph, chat=chat) if chat else Generated()
    triples, vectors = fetch_triples(ids, graph=graph)
    vectors = embed_triples(triples, vectors, graph=graph, embedder=embedder)
    likely = {passage.passage_id: passage.score for passage in documents}
    odds = to_log_odds([likely[triple.passage_id] for triple in triples], least=LEAST_LIKELY)
    nearness = match_triples(
        question, triples, graph=graph, embedder=embedder, linguistics=linguistics
    )
    return _Known(triples, vectors, odds, nearness, generated)


def _make_ranker(
    question: str, known: _Known, embedder: Embedder, limits: ChainLimits
) -> TripleRanker:
    numbers = known.vectors, known.odds, known.nearness
    return TripleRanker(question, known.triples, *numbers, embedder, limits.candidates)


def _make_selector(
    question: str,
    known: _Known,
    embedder: Embedder,
    options: TraceOptions,
    chat: ChatModel | None,
) -> EmbeddingSelector | ChatSelector:
    may_end = options.length == "adaptive"
    without_model = EmbeddingSelector(
        question,
        known.triples,
        embedder.embed_queries([question])[0],
        known.vectors,
        known.odds,
        known.nearness,
        may_end,
    )
    if chat is None:
        return without_model
    return ChatSelector(question, known.triples, chat, without_model, may_end)


def _describe_triples(documents: Sequence[ScoredPassage], known: _Known) -> tuple[Step, ...]:
    titles = [passage.title for passage in documents]
    ids = [passage.passage_id for passage in documents]
    found = Step("documents", {"titles": titles, "passage_ids": ids})
    listed = Step("triples", {"found": len(known.triples)})
    made = known.generated
    if not made.passages:
        return found, listed
    read = {"passages": made.passages, "statements": made.statements}
    more = {"problems": list(made.problems), "usage": to_json(made.usage)}
    return found, Step("generate_triples", {**read, **more}), listed


def _describe_model(select: EmbeddingSelector | ChatSelector) -> tuple[Step, ...]:
    if isinstance(select, EmbeddingSelector):
        return ()
    stated = {
        "model": select.chat.name,
        "prompt": load_prompt(TASK).version,
        "problems": select.problems,
        "usage": to_json(select.usage),
    }
    return (Step("ask_model", stated),)


class TraceRetriever(SearchRetriever):
    """The method with the graph and the models of some resources."""

    options = TraceOptions
    tasks = (TASK, TRIPLES_TASK)

    def __init__(
        self, resources: RetrieverResources, options: TraceOptions = DEFAULT_OPTIONS
    ) -> None:
        chat = resources.chat if options.asks_chat else None
        search = partial(retrieve_trace, chat=chat, linguistics=resources.linguistics)
        super().__init__(resources, partial(search, options=options))
