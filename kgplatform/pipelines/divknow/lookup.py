"""Asks Wikidata a single-hop question for DetLLM, and returns only what can be relied on, in words.

A person who asks (`WikidataBridge.ask`) sees the query that was made; a method that puts facts
next to texts cannot ask back, so items and answers that are not certain are left out here.
"""

from __future__ import annotations

import re

from kgplatform.pipelines.divknow.dependencies import LookedUp
from kgplatform.records import Usage
from kgplatform.runtime.resources import Resources
from kgplatform.wikidata.question.certainty import (
    answers_in_kind,
    list_certain,
    means_relation,
)
from kgplatform.wikidata.question.llm_query import WrittenAnswer
from kgplatform.wikidata.question.translating import QuestionAnswer
from kgplatform.wikidata.question.verbalise import ToldResult, describe_result, strip_comments
from kgplatform.wikidata.service import WikidataBridge
from kgplatform.wikidata.terms import entity_iri

__all__ = ["look_up"]


def look_up(
    resources: Resources, bridge: WikidataBridge, question: str, *, may_ask_chat: bool = True
) -> LookedUp:
    """Answer a single-hop question, and return the answer in words.

    By templates; where they find nothing, the chat model writes the query if one is set.

    Args:
        resources: the models.
        bridge: makes the queries and runs them.
        question: in plain English.
        may_ask_chat: False leaves it at the templates.

    Raises:
        WikidataError: the endpoint cannot be asked.
        ModelError: the chat model is not available.
    """
    index = bridge.linker.index
    mentions = list_certain(question, bridge.item_finder.find(question), index)
    if not mentions:
        return LookedUp(problem="no item is known by just the name that the question has")
    qids = [mention.qid for mention in mentions]
    found, usage = bridge.ask(question, items=qids), Usage()
    stated = _describe(resources, bridge, question, found)
    is_open = not stated.lines and not stated.counts_none
    if is_open and may_ask_chat and resources.chat is not None:
        found = bridge.ask(question, items=qids, by_model=True)
        usage = getattr(found, "usage", usage)
        stated = _describe(resources, bridge, question, found)
    query = strip_comments(found.query) if found else ""
    if not stated.lines:
        return LookedUp(query=query, usage=usage, problem=stated.problem)
    about = stated.about or qids[0]
    name = index.labels([about]).get(about, about)
    return LookedUp(name, entity_iri(about).value, stated.lines, stated.values, query, usage)


def _describe(
    resources: Resources,
    bridge: WikidataBridge,
    question: str,
    found: QuestionAnswer | WrittenAnswer | None,
) -> ToldResult:
    """Return what a query returned in words, nothing where it is no answer to the question."""
    if found is None or found.result is None:
        return ToldResult()
    labels = bridge.linker.index.labels
    stated = describe_result(found.query, found.result, labels)
    items = labels(re.findall(r"Q\d+", found.query)).values()
    fits = answers_in_kind(question, found.result) and means_relation(
        question, items, stated.relations, resources.embedder
    )
    return stated if fits else ToldResult()
