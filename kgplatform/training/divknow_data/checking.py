"""Executes a question's gold path step by step, over the graph and the endpoint, and compares.

A question is kept only where every step returns what its gold says, and leads to the next one by
the same identifier; it is checked from its record, so that a file can be checked by itself later.
"""

from __future__ import annotations

from collections.abc import Callable

from kgplatform.errors import SparqlError
from kgplatform.graph.connection import Graph
from kgplatform.sources.facts.rdf_index import shorten
from kgplatform.sources.facts.rdf_values import read_literal
from kgplatform.training.divknow_data.gold import GoldHop, GoldQuestion
from kgplatform.training.divknow_data.naming import date_forms
from kgplatform.training.divknow_data.text_facts import fetch_text_facts
from kgplatform.wikidata.labels import fetch_labels
from kgplatform.wikidata.terms import Endpoint, RdfTerm, Result

__all__ = ["find_fault"]


def find_fault(question: GoldQuestion, *, graph: Graph, endpoint: Endpoint) -> str:
    """Return what is wrong with a question's gold, '' where every step returns it.

    Args:
        question: with its gold.
        graph: holds the texts, their entities linked.
        endpoint: answers the queries.

    Raises:
        GraphError: Neo4j cannot be asked.
        WikidataError: the endpoint cannot be asked.
    """
    first, second = question.hops
    if first.qids[1] != question.bridge_qid or second.qids[0] != question.bridge_qid:
        return "its steps do not meet in the bridge"
    if question.answers[: len(second.answers)] != second.answers:  # a count is also given in a word
        return "its answers are not those of its last step"
    checks: dict[str, Callable[[GoldHop], str]] = {
        "text": lambda hop: _find_text_fault(hop, graph),
        "kb": lambda hop: _find_kb_fault(hop, endpoint),
    }
    return next((fault for hop in question.hops if (fault := checks[hop.source](hop))), "")


def _find_text_fault(hop: GoldHop, graph: Graph) -> str:
    found = fetch_text_facts(graph, [hop.statement])
    if not found:
        return "the graph does not hold its statement"
    fact, (stated,) = found[0], hop.facts
    if (fact.subject, fact.relation, fact.object) != stated:
        return "its statement says something else"
    if (fact.subject_qid, fact.object_qid) != hop.qids:
        return "the entities of its statement are linked to other items"
    if fact.sentence != hop.sentence or hop.sentence not in hop.document[1]:
        return "its document does not hold its sentence"
    if hop.verified:
        is_right = hop.answers == (("yes",) if hop.verified == fact.object else ("no",))
    else:
        is_right = fact.object in hop.answers
    return "" if is_right else "its statement gives another answer"


def _find_kb_fault(hop: GoldHop, endpoint: Endpoint) -> str:
    try:
        found = _read_answers(endpoint.run(hop.sparql), endpoint)
    except SparqlError as exc:
        return f"its query is refused: {exc.reason}"
    wanted = set(hop.answers)
    if not found or not set().union(*found) >= wanted or any(not wanted & forms for forms in found):
        return "its query returns something else"
    return ""


def _read_answers(result: Result, endpoint: Endpoint) -> list[set[str]]:
    """Return what a query returned in words, each answer in all the forms it may be written in."""
    if result.truth is not None:
        return [{"yes" if result.truth else "no"}]
    terms = [term for row in result.rows for term in row.values()]
    labels = fetch_labels(endpoint, [term.identifier for term in terms if term.identifier])
    return [_forms(term, labels.get(term.identifier or "", "")) for term in terms]


def _forms(term: RdfTerm, label: str) -> set[str]:
    if term.kind != "literal":
        return {label}
    text, kind = read_literal(term.value, shorten(term.datatype), is_wikidata=True)
    return set(date_forms(text)) if kind == "date" else {text}
