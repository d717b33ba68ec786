"""An item's facts in words: one line a fact, as a sparse index or a prompt takes them."""

from __future__ import annotations

from collections.abc import Iterable

from kgplatform.ingest.paging import in_parts
from kgplatform.wikidata.labels import fetch_labels
from kgplatform.wikidata.named import bind_query
from kgplatform.wikidata.terms import PREFIXES, Endpoint, entity_iri

__all__ = ["fetch_facts", "linearise"]

MAX_ITEMS = 50


def fetch_facts(endpoint: Endpoint, qids: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """Return (property, value) in words of each item's direct statements, sorted.

    Raises:
        WikidataError: the endpoint cannot answer.
    """
    wanted = list(dict.fromkeys(qids))
    claims: list[tuple[str, str, str]] = []
    for part in in_parts(wanted, MAX_ITEMS):
        items = [entity_iri(qid) for qid in part]
        for row in endpoint.run(bind_query("fetch_facts", items=items)).rows:
            name = row["direct"].value.removeprefix(PREFIXES["wdt"])
            claims.append((row["item"].identifier or "", name, row["value"].value))
    labels = fetch_labels(endpoint, sorted({name for _, name, _ in claims}))
    facts: dict[str, list[tuple[str, str]]] = {qid: [] for qid in wanted}
    for qid, name, value in claims:
        if name in labels:
            facts[qid].append((labels[name], value))
    return {qid: sorted(stated) for qid, stated in facts.items()}


def linearise(subject: str, relation: str, value: str) -> str:
    """Return a fact as one line, "sub relation obj" (DivKnowQA, section 3.2)."""
    return f"{subject} {relation} {value}"
