"""The `holmes` method: few hyper-relational facts in front of the reader (Panda et al. 2024).

Documents that may answer the question, read if they were not yet; its entities and relations; a
level-order traversal from the entities, again where it came upon documents to be read; a schema of
the question that prunes what was found; the rest in words. The reader may name what it misses, once
(`complement`). Without a chat model words and syntax read the question, and no document is read.

Departures: the facts of the documents that `graph` ranks first are looked at in addition to those
that the traversal reaches, as an extractor misses the links of some; what a fact's document says of
the question counts in addition to its relation (`pruning`); the reader is given sentences
(`verbalise`), those of documents that `graph` holds for likely, with the prompt of all methods
(`answer.llm`): the question's entities and relations and the warning that facts are noisy (appendix
A.4.5) do not stand in it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial

from kgplatform.extract.llm import TASK as EXTRACT_TASK
from kgplatform.graph.connection import Graph
from kgplatform.models.conversation import ChatModel
from kgplatform.models.embedding import Embedder
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Entity, Evidence, EvidenceLine, ScoredPassage
from kgplatform.retrieve.graph import retrieve_graph
from kgplatform.retrieve.holmes.complement import complement_holmes
from kgplatform.retrieve.holmes.explain import (
    describe_extraction,
    describe_levels,
    describe_pruning,
    describe_question,
    describe_schema,
)
from kgplatform.retrieve.holmes.extraction import Extracted, OnDemand
from kgplatform.retrieve.holmes.options import DEFAULT_OPTIONS, HolmesOptions
from kgplatform.retrieve.holmes.pruning import (
    KEPT_FACTS,
    Judged,
    Sentence,
    judge_facts,
    judge_sentences,
    list_sentences,
    score_sentences,
)
from kgplatform.retrieve.holmes.question import TASK, ReadQuestion, read_question
from kgplatform.retrieve.holmes.schema import Schema, align_schema, score_triples
from kgplatform.retrieve.holmes.traversal import HyperTriple, Reached, fetch_facts, traverse
from kgplatform.retrieve.holmes.verbalise import (
    choose_sentences,
    keep_likely,
    keep_stating,
    score_statements,
    write_facts,
    write_sentences,
)
from kgplatform.retrieve.hydrate import fetch_passages
from kgplatform.retrieve.names import find_names
from kgplatform.retrieve.protocols import RetrieverResources, SearchRetriever

__all__ = ["DOCUMENTS", "HolmesRetriever", "retrieve_holmes"]

DOCUMENTS = 20  # passages of `graph` whose facts are looked at: all that MuSiQue gives a question
TITLES_FOLLOWED = 3  # where the question names nothing that is known


@dataclass(frozen=True, slots=True)
class _Search:
    """Where is looked, and how."""

    graph: Graph
    embedder: Embedder
    within: Collection[str] | None
    options: HolmesOptions
    chat: ChatModel | None
    linguistics: Linguistics | None


def retrieve_holmes(
    question: str,
    *,
    graph: Graph,
    embedder: Embedder,
    top_k: int,
    within: Collection[str] | None = None,
    options: HolmesOptions = DEFAULT_OPTIONS,
    chat: ChatModel | None = None,
    linguistics: Linguistics | None = None,
) -> Evidence:
    """Return the facts that a question needs, and the documents they are from.

    About ten queries; embeddings of the question, of its relations, and of those relations of facts
    that are neither in the auxiliary schema nor remembered. With a chat model one call for the
    question, and one for each of the first MOST_READ documents that nothing was read in yet.

    Args:
        question: in plain English.
        graph: where the facts are; with a chat model also written to.
        embedder: the one of the graph's vectors.
        top_k: most passages of the ranking; the lines for the reader do not depend on it.
        within: ids of the only documents that facts may come from; None: all.
        options: which parts of the method are used.
        chat: reads the question and unread documents; None: words and syntax read the question.
        linguistics: parses; None: only the question's words are read, and no document.

    Raises:
        ModelError: the chat model is not available.
    """
    search = _Search(graph, embedder, within, options, chat, linguistics)
    found = _rank_documents(question, max(top_k, DOCUMENTS), search)
    documents = found.passages
    on_demand, extracted = _open_on_demand(search), Extracted()
    if on_demand is not None:
        extracted = on_demand.read([passage.passage_id for passage in documents])
    # what was just read may be what the question names
    asked = read_question(question, graph=graph, within=within, chat=chat, linguistics=linguistics)
    seeds = _find_seeds(asked, documents, search)
    reached, also_extracted = _walk([thing.id for thing in seeds], on_demand, search)
    schema, facts, passed_over = _gather_facts(asked, documents, reached, search)
    documents = _add_sources(documents, facts, search)
    sentences = _judge_sentences(question, documents, options)
    judged = _judge(facts, schema, sentences, search)
    kept = _keep(judged, options)
    return Evidence(
        passages=_rank_by_facts(sentences, kept)[:top_k],
        statements=score_statements(kept, qualifiers=options.qualifiers),
        steps=(
            describe_question(asked, chat),
            *describe_extraction(extracted + also_extracted),
            describe_levels(seeds, reached),
            describe_schema(schema),
            describe_pruning(judged, kept=len(kept), passed_over=passed_over),
        ),
        usage=asked.usage + extracted.usage + also_extracted.usage,
        reads="lines",
        lines=_write_lines(sentences, kept, found.passages[: found.likely], options),
    )


def _rank_documents(question: str, most: int, search: _Search) -> Evidence:
    return retrieve_graph(
        question, graph=search.graph, embedder=search.embedder, top_k=most, within=search.within
    )


def _open_on_demand(search: _Search) -> OnDemand | None:
    if not search.options.extraction or search.chat is None or search.linguistics is None:
        return None
    return OnDemand(search.graph, search.chat, search.linguistics)


def _walk(
    things: Sequence[str], on_demand: OnDemand | None, search: _Search
) -> tuple[list[Reached], Extracted]:
    """Return the statements around some entities, and what was read of documents on the way."""
    walk = partial(
        traverse,
        things,
        graph=search.graph,
        within=search.within,
        qualifiers=search.options.qualifiers,
    )
    reached = walk()
    if on_demand is None:
        return reached, Extracted()
    extracted = on_demand.read_reached(things, reached, within=search.within)
    return (walk() if extracted.statements else reached), extracted


def _find_seeds(
    asked: ReadQuestion, documents: Sequence[ScoredPassage], search: _Search
) -> tuple[Entity, ...]:
    """Return what the question names; where nothing is known, what its best documents are about."""
    if asked.things:
        return asked.things
    titles = [passage.title for passage in documents[:TITLES_FOLLOWED]]
    found = find_names(titles, graph=search.graph, within=search.within)
    return tuple(dict.fromkeys(thing for matched in found for thing in matched))


def _gather_facts(
    asked: ReadQuestion,
    documents: Sequence[ScoredPassage],
    reached: Sequence[Reached],
    search: _Search,
) -> tuple[Schema, list[HyperTriple], int]:
    """Return the schema, and the facts of the documents with the best of those reached.

    The number is of those reached that pruning excluded.
    """
    ids = [passage.passage_id for passage in documents] if search.options.ranked else []
    facts = fetch_facts((), ids, graph=search.graph)
    relations = [fact.relation for fact in facts] + [item.triple[1] for item in reached]
    schema = align_schema(
        asked.triples,
        relations,
        graph=search.graph,
        embedder=search.embedder,
        auxiliary=search.options.auxiliary,
    )
    levels = {item.id: item.level for item in reached}
    facts = [replace(fact, level=levels.get(fact.id, 0)) for fact in facts]
    known = {fact.id for fact in facts}
    others = [item for item in reached if item.id not in known]
    best = _best_reached(others, schema, search) if search.options.pruning else others
    facts += fetch_facts(best, (), graph=search.graph, within=search.within)
    return schema, facts, len(others) - len(best)


def _best_reached(reached: Sequence[Reached], schema: Schema, search: _Search) -> list[Reached]:
    """Return the KEPT_FACTS best by equation 2, those of an earlier level first among equals."""
    triples = [item.triple for item in reached]
    fits, _ = score_triples(triples, schema, embedder=search.embedder)
    order = sorted(range(len(reached)), key=lambda i: (-fits[i], reached[i].level, reached[i].id))
    return [reached[i] for i in order[:KEPT_FACTS]]


def _add_sources(
    documents: tuple[ScoredPassage, ...], facts: Sequence[HyperTriple], search: _Search
) -> tuple[ScoredPassage, ...]:
    """Return the documents with those that only the traversal reached, after them."""
    known = {passage.passage_id for passage in documents}
    others = dict.fromkeys(fact.passage_id for fact in facts if fact.passage_id not in known)
    return documents + fetch_passages(dict.fromkeys(others, 0.0), graph=search.graph)


def _judge_sentences(
    question: str, documents: Sequence[ScoredPassage], options: HolmesOptions
) -> list[Sentence]:
    if not options.context:
        return list_sentences(documents)
    return judge_sentences(question, documents, by_odds=options.documents)


def _judge(
    facts: Sequence[HyperTriple], schema: Schema, sentences: Sequence[Sentence], search: _Search
) -> list[Judged]:
    triples = [fact.triple for fact in facts]
    fits, meant = score_triples(triples, schema, embedder=search.embedder)
    return judge_facts(facts, fits, meant, sentences)


def _keep(judged: list[Judged], options: HolmesOptions) -> list[Judged]:
    """Return the facts that pruning keeps.

    Where a fact counts by its relation alone, one whose types fit none of the schema's is no
    candidate (section 4.2.2), unless none fits.
    """
    if not options.pruning:
        return judged
    fitting = judged if options.context else [item for item in judged if item.meant is not None]
    return (fitting or judged)[:KEPT_FACTS]


def _rank_by_facts(
    sentences: Sequence[Sentence], kept: Sequence[Judged]
) -> tuple[ScoredPassage, ...]:
    """Return the documents by their best sentence, with the facts that it states."""
    best: dict[str, ScoredPassage] = {}
    for score, sentence in score_sentences(sentences, kept):
        best.setdefault(sentence.source.passage_id, replace(sentence.source, score=score))
    return tuple(best.values())


def _write_lines(
    sentences: Sequence[Sentence],
    kept: Sequence[Judged],
    likely: Sequence[ScoredPassage],
    options: HolmesOptions,
) -> tuple[EvidenceLine, ...]:
    if not options.sentences:
        return write_facts(kept, qualifiers=options.qualifiers, best_first=options.best_first)
    scored = score_sentences(sentences, kept)
    if not options.pruning:
        chosen = keep_stating(scored, kept)
    else:
        chosen = choose_sentences(keep_likely(scored, likely) if options.likely else scored)
    return write_sentences(chosen, best_first=options.best_first)


class HolmesRetriever(SearchRetriever):
    """The method with the graph and the models of some resources."""

    options = HolmesOptions
    tasks = (TASK, EXTRACT_TASK)
    complement = staticmethod(complement_holmes)

    def __init__(
        self, resources: RetrieverResources, options: HolmesOptions = DEFAULT_OPTIONS
    ) -> None:
        search = partial(retrieve_holmes, chat=resources.chat, linguistics=resources.linguistics)
        super().__init__(resources, partial(search, options=options))
