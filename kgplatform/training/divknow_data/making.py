"""Makes a set of questions of a linked graph and an endpoint, balanced over the five types."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from kgplatform.errors import NotFound
from kgplatform.graph.connection import Graph
from kgplatform.models.conversation import ChatModel
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Usage
from kgplatform.training.divknow_data.building import Builder
from kgplatform.training.divknow_data.chains import Chain, Material, kb_to_text, text_to_kb
from kgplatform.training.divknow_data.checking import find_fault
from kgplatform.training.divknow_data.choosing import Chooser
from kgplatform.training.divknow_data.claims import fetch_claims, fetch_claims_naming
from kgplatform.training.divknow_data.gold import QUESTION_TYPES, GoldQuestion
from kgplatform.training.divknow_data.phrases import load_phrases
from kgplatform.training.divknow_data.rewording import Rewording, reword
from kgplatform.training.divknow_data.text_facts import (
    TextFact,
    list_text_facts,
    read_item_pages,
    read_texts,
)
from kgplatform.wikidata.terms import Endpoint

__all__ = ["QuestionSet", "make_questions", "read_material"]

NO_FOLDER = "-"
"""Begins no address: documents of items count too."""


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """What was made.

    Attributes:
        questions: type by type.
        facts: facts of the texts that were looked at, and how many of them have a linked entity.
        chains: how many passed the filters, by type.
        refused: what was left out and why, by the filters and (`find_fault`) after them.
        reworded: questions in a chat model's words.
        usage: what the chat model was asked for.
    """

    questions: tuple[GoldQuestion, ...]
    facts: tuple[int, int]
    chains: Mapping[str, int]
    refused: Mapping[str, int]
    reworded: int
    usage: Usage


def make_questions(
    graph: Graph,
    endpoint: Endpoint,
    *,
    count: int,
    seed: int,
    chat: ChatModel | None = None,
    progress: Progress = NO_PROGRESS,
) -> QuestionSet:
    """Return a set of two-hop questions (DivKnowQA, section 2.1), the gold path of each executed.

    Args:
        graph: holds the texts; their entities are linked (`link_entities`).
        endpoint: the knowledge base.
        count: questions of each type; fewer where the graph and the endpoint give no more.
        seed: the same one makes the same set of the same graph and endpoint.
        chat: words the questions; None: templates do.
        progress: reports each question.

    Raises:
        NotFound: no entity of the graph is linked.
        GraphError: Neo4j cannot be asked.
        WikidataError: the endpoint cannot be asked.
        ModelError: the chat model cannot be asked.
    """
    material = read_material(graph, endpoint, progress=progress)
    chains = _sort_by_type([*text_to_kb(material), *kb_to_text(material)])
    builder, chooser = Builder(material, seed=seed), Chooser(seed=seed)
    refused: Counter[str] = Counter()

    def check(question: GoldQuestion) -> str:
        return find_fault(question, graph=graph, endpoint=endpoint)

    progress.begin("Making questions", total=count * len(QUESTION_TYPES), unit="questions")
    made: list[GoldQuestion] = []
    usage, reworded = Usage(), 0
    for kind in QUESTION_TYPES:
        found = _build(chooser.choose(chains[kind]), builder, check, refused)
        for question in islice(found, count):
            words = reword(question, chat) if chat else Rewording("", Usage())
            usage += words.usage
            reworded += bool(words.text)
            made.append(replace(question, text=words.text or question.text))
            progress.advance()
    linked = sum(bool(f.subject_qid or f.object_qid) for f in material.facts)
    return QuestionSet(
        questions=_in_turn(made),
        facts=(len(material.facts), linked),
        chains={kind: len(chains[kind]) for kind in QUESTION_TYPES},
        refused=dict(material.refused + refused),
        reworded=reworded,
        usage=usage,
    )


def read_material(graph: Graph, endpoint: Endpoint, *, progress: Progress) -> Material:
    """Read all that questions can be made of.

    Raises:
        NotFound: no entity of the graph is linked, or none that a fact for questions is about.
    """
    phrases = load_phrases()
    progress.begin("Reading facts", total=None, unit="facts")
    facts = list_text_facts(graph, [name for name, stated in phrases.items() if not stated.kb_only])
    subjects = {fact.subject_qid for fact in facts if fact.subject_qid}
    objects = {fact.object_qid for fact in facts if fact.object_qid}
    if not subjects | objects:
        raise NotFound(_describe_unlinked(graph, facts))
    naming = fetch_claims_naming(endpoint, subjects)
    claims = fetch_claims(endpoint, subjects | objects | {claim.qid for claim in naming})
    pages = read_item_pages(graph, claims)
    texts = read_texts(graph, (fact.document_id for fact in facts))
    naming = [claim for claim in naming if claim.qid in claims]
    material = Material(facts, claims, naming, pages, texts, phrases)
    clean = [fact for fact in facts if material.suits_fact(fact)]
    material.refused["a fact of the texts is not of its relation's types"] = len(facts) - len(clean)
    return replace(material, facts=clean)


def _describe_unlinked(graph: Graph, facts: Sequence[TextFact]) -> str:
    """Return why there is nothing to make questions of, and what can be done."""
    if not graph.read("list_linked_qids", folder=NO_FOLDER, limit=1):
        return "No entity that the graph's texts mention is linked: run kgplatform wikidata link."
    if not facts:
        return (
            "Entities of the graph are linked, but no text states a fact about what it is about in "
            "a relation that questions are made of (place of birth, director, country, …): ingest "
            "texts that do."
        )
    return (
        f"Entities of the graph are linked, but none that one of the {len(facts):,} facts for "
        "questions is about or names: load a dump that has more of them, then run kgplatform "
        "wikidata link."
    )


def _sort_by_type(chains: Sequence[Chain]) -> dict[str, list[Chain]]:
    sorted_chains: dict[str, list[Chain]] = {kind: [] for kind in QUESTION_TYPES}
    for chain in chains:
        sorted_chains[chain.type].append(chain)
    return sorted_chains


def _in_turn(questions: Iterable[GoldQuestion]) -> tuple[GoldQuestion, ...]:
    """Return the questions with their types in turn, so that the first few are of all types."""
    counts: Counter[str] = Counter()
    ranked = []
    for question in questions:
        ranked.append((counts[question.type], question))
        counts[question.type] += 1
    return tuple(question for _, question in sorted(ranked, key=lambda pair: pair[0]))


def _build(
    chains: Iterator[Chain],
    builder: Builder,
    check: Callable[[GoldQuestion], str],
    refused: Counter[str],
) -> Iterator[GoldQuestion]:
    """Yield the questions of chains whose gold holds, yes and no in turn where they verify."""
    seen: set[str] = set()
    is_true = True
    for chain in chains:
        question = builder.build(chain, is_true=is_true)
        if question is None:
            refused["it would give away its bridge, or there is no false answer"] += 1
            continue
        if question.id in seen:
            continue
        if fault := check(question):
            refused[fault] += 1
            continue
        seen.add(question.id)
        is_true = not is_true
        yield question
