"""The `divknow` method: DetLLM (DivKnowQA, section 3), all of it.

A question is decomposed hop by hop; each single-hop question is asked of text, of linearised
triples and of a knowledge base by SPARQL; what they find is ranked together, and the best answers
the hop, whose answer is put into the next. The names of the paper stand in the comments. Figures:
`benchmarks/divknow.py`.

Departures:

- The paper asks the model n + 1 times, the last time for the whole answer. Here the decomposer is
  asked n + 1 times, and the platform's own reader once more.
- SPARQL is made by templates. Only where they find nothing does the model write it, in at most
  three more calls a hop: items, properties and the endpoint's words are given it. The paper has it
  write one for each hop, identifiers included (table 6: 29.7 % of them right).
- Of names only those are looked up that are surely an item's, and a result is only taken where it
  is of the kind asked for (`wikidata/question/certainty.py`); the paper takes what comes. What is
  taken goes before what the ranker ranks.
- Where syntax sees a chain of hops ("the place where the director of X was born"), it decomposes,
  and the model only reads what answers each hop: a small one decomposes badly. The decomposer
  `chat` is the model for every question.
- The decomposer is shown one worked example, not three (section 4.1), and writes all queries of a
  hop in one reply at temperature 0.7, not each in a sample of its own.
- All parts have a form without a language model; where no endpoint is set or it is down, the method
  goes on with text and triples, and its steps say so.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from kgplatform.errors import UsageError
from kgplatform.graph.connection import Graph
from kgplatform.models.conversation import ChatModel, require_chat
from kgplatform.models.embedding import Embedder
from kgplatform.models.prompts import load_prompt
from kgplatform.pipelines.divknow.candidates import Candidate
from kgplatform.pipelines.divknow.chat_decomposer import TASK, ChatDecomposer
from kgplatform.pipelines.divknow.consolidation import (
    consolidate,
    list_lines,
    list_passages,
    list_statements,
    put_last_first,
)
from kgplatform.pipelines.divknow.decomposition import (
    Decomposer,
    Hop,
    NextHop,
    SyntacticDecomposer,
)
from kgplatform.pipelines.divknow.dependencies import (
    NO_DEPENDENCIES,
    Dependencies,
    make_dependencies,
)
from kgplatform.pipelines.divknow.lookup import look_up
from kgplatform.pipelines.divknow.options import DEFAULT_OPTIONS, DIVKNOW, DivKnowOptions
from kgplatform.pipelines.divknow.ranking import TASK as RANK_TASK
from kgplatform.pipelines.divknow.ranking import (
    BiEncoderRanker,
    ChatRanker,
    CrossEncoderRanker,
    Ranker,
)
from kgplatform.pipelines.divknow.tools import Toolbox
from kgplatform.records import Evidence, Step, Usage
from kgplatform.records.json import to_json
from kgplatform.retrieve.protocols import SearchRetriever
from kgplatform.runtime.resources import Resources

__all__ = ["MOST_HOPS", "DivKnowRetriever", "retrieve_divknow"]

WRITE_SPARQL = "write_sparql"  # the prompt of the knowledge base
MOST_HOPS = 4
"""The paper's questions have two; data sets of the platform's evaluation up to four."""


@dataclass(slots=True)
class _Progress:
    """What was done for one question so far."""

    hops: list[Hop] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)


def retrieve_divknow(
    question: str,
    *,
    graph: Graph,
    embedder: Embedder,
    top_k: int,
    within: Collection[str] | None = None,
    options: DivKnowOptions = DEFAULT_OPTIONS,
    chat: ChatModel | None = None,
    dependencies: Dependencies = NO_DEPENDENCIES,
) -> Evidence:
    """Return passages, triples and what SPARQL returned for a question's hops.

    A hop takes two queries a wording, two more to fetch and rank, and what SPARQL takes. A chat
    model is called n - 1 times for n hops that syntax sees, to read their answers, otherwise n + 1
    times; once a hop by the ranker `chat`; and up to three times a hop where the templates of
    SPARQL find nothing.

    Args:
        question: in plain English.
        graph: where passages and statements are; a dense search of triples writes their vectors.
        embedder: the one of the graph's vectors.
        top_k: most passages; the lines that a reader with a model is given do not depend on it.
        within: ids of the only documents that the evidence may come from; None: all.
        options: which sources and tools, who decomposes, who ranks.
        chat: decomposes and ranks, if the options say so.
        dependencies: what other rooms do for it.

    Raises:
        UsageError: the options need a chat model or a cross-encoder and there is none.
        ModelError: the chat model is not available.
    """
    ranker = _make_ranker(
        options, graph=graph, embedder=embedder, chat=chat, dependencies=dependencies
    )
    tools = Toolbox(
        options, graph=graph, embedder=embedder, dependencies=dependencies, within=within
    )
    progress = _Progress()
    decomposer = _make_decomposer(question, options, chat, dependencies)
    _hop_on(question, decomposer, tools, ranker, progress)
    if tools.outage and options.sparql == "sparql":
        progress.steps.append(Step("outage", {"source": "SPARQL", "problem": tools.outage}))
    if chat is not None and options.asks_chat:
        progress.steps.append(_describe_model(chat, decomposer, progress.usage))
    pieces = consolidate(progress.hops)
    return Evidence(
        passages=list_passages(pieces)[:top_k],
        statements=list_statements(pieces)[:top_k],
        steps=tuple(progress.steps),
        usage=progress.usage,
        reads="lines",
        lines=list_lines(put_last_first(progress.hops) if decomposer.left else pieces),
        left=decomposer.left,
    )


def _make_ranker(
    options: DivKnowOptions,
    *,
    graph: Graph,
    embedder: Embedder,
    chat: ChatModel | None,
    dependencies: Dependencies,
) -> Ranker:
    by_embedder = BiEncoderRanker(graph=graph, embedder=embedder)
    match options.ranker:
        case "chat":
            return ChatRanker(require_chat(chat, method=f"{DIVKNOW}-…-chat"), by_embedder)
        case "cross" | "auto" if dependencies.score_pairs is not None:
            return CrossEncoderRanker(dependencies.score_pairs)
        case "cross":
            raise UsageError(
                "The ranker 'cross' needs a cross-encoder: set cross_encoder, or choose another "
                "ranker of divknow."
            )
    return by_embedder


def _make_decomposer(
    question: str, options: DivKnowOptions, chat: ChatModel | None, dependencies: Dependencies
) -> Decomposer:
    may_ask_chat = options.decomposer != "syntax"
    answer_hop = partial(_answer_hop, dependencies=dependencies, may_ask_chat=may_ask_chat)
    by_syntax = SyntacticDecomposer(question, dependencies.decompose, answer_hop)
    if options.decomposer == "chat":
        return ChatDecomposer(question, require_chat(chat, method=f"{DIVKNOW}-…-chat"), by_syntax)
    if not may_ask_chat or chat is None or by_syntax.takes_apart:
        return by_syntax
    return ChatDecomposer(question, chat, by_syntax)


def _answer_hop(hop: Hop, *, dependencies: Dependencies, may_ask_chat: bool) -> tuple[str, Usage]:
    """Return the answer of a hop as a reader finds it in what was kept, and what that cost."""
    kept = Evidence(passages=list_passages(hop.kept))
    return dependencies.read(hop.question, kept, may_ask_chat=may_ask_chat)


def _hop_on(
    question: str, decomposer: Decomposer, tools: Toolbox, ranker: Ranker, progress: _Progress
) -> None:
    """Ask hop after hop until nothing is left to ask; at least the question itself."""
    hops = progress.hops
    while len(hops) <= MOST_HOPS:
        planned = decomposer.next_hop(tuple(hops))
        progress.usage += planned.usage
        if hops:
            hops[-1] = replace(hops[-1], answer=planned.answer)
            progress.steps += _describe_answer(planned)
        if not hops and not planned.question:  # a model that wants to know nothing
            planned = replace(planned, question=question, queries=(question,))
        if not planned.question or len(hops) == MOST_HOPS:
            return
        hops.append(_search(planned, tools, ranker, progress))


def _search(planned: NextHop, tools: Toolbox, ranker: Ranker, progress: _Progress) -> Hop:
    """Ask all tools a single-hop question, and rank what they find."""
    findings = tools.search(planned.question, planned.queries)
    ranked = ranker.rank(planned.question, findings.candidates)
    pieces = _put_outside_first(ranked.candidates)
    progress.usage += findings.usage + ranked.usage
    stated = {
        "question": planned.question,
        "queries": list(planned.queries),
        **({"reason": planned.reason} if planned.reason else {}),
        **({"problem": planned.problem} if planned.problem else {}),
        "tools": findings.describe(),
        "ranked_by": ranker.name,
        **({"ranking_problem": ranked.problem} if ranked.problem else {}),
        "ranked": [candidate.describe() for candidate in pieces],
    }
    progress.steps.append(Step("hop", stated))
    return Hop(planned.question, planned.queries, pieces)


def _put_outside_first(ranked: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Return what a knowledge base returned before the rest: it was asked just that.

    Rankers put a count ("Bonn capital of: 2 in all") behind whatever has the question's words.
    """
    return tuple(sorted(ranked, key=lambda candidate: not candidate.is_outside))


def _describe_answer(planned: NextHop) -> tuple[Step, ...]:
    """Return a step with a hop's answer; where no model gives the last one, the reader does."""
    if not (planned.question or planned.answer or planned.problem):
        return ()
    stated = {"answer": planned.answer or "(none)"}
    return (Step("answer_hop", stated | ({"problem": planned.problem} if planned.problem else {})),)


def _describe_model(chat: ChatModel, decomposer: Decomposer, usage: Usage) -> Step:
    is_model = isinstance(decomposer, ChatDecomposer)
    prompt = {"prompt": load_prompt(TASK).version} if is_model else {}
    return Step("ask_model", {"model": chat.name, **prompt, "usage": to_json(usage)})


class DivKnowRetriever(SearchRetriever):
    """The method with the graph and the models of some resources."""

    options = DivKnowOptions
    tasks = (TASK, RANK_TASK, WRITE_SPARQL)

    def __init__(self, resources: Resources, options: DivKnowOptions = DEFAULT_OPTIONS) -> None:
        chat = resources.chat if options.asks_chat else None
        dependencies = make_dependencies(resources, partial(look_up, resources, resources.wikidata))
        search = partial(retrieve_divknow, chat=chat, dependencies=dependencies)
        super().__init__(resources, partial(search, options=options))
