"""What Wikidata states of some items, as groups of values: all that one property of an item has."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgplatform.ingest.paging import in_parts
from kgplatform.sources.facts.rdf_index import shorten
from kgplatform.sources.facts.rdf_values import read_literal
from kgplatform.training.divknow_data.naming import is_clean_name
from kgplatform.wikidata.client import fetch_pages
from kgplatform.wikidata.labels import fetch_labels
from kgplatform.wikidata.named import bind_query
from kgplatform.wikidata.terms import PREFIXES, Endpoint, RdfTerm, entity_iri

__all__ = ["Claim", "ClaimValue", "fetch_claims", "fetch_claims_naming"]

ITEMS_PER_QUERY = 200


@dataclass(frozen=True, slots=True)
class ClaimValue:
    """A value in words and as the endpoint has it; `kind` is thing, date, quantity or string."""

    text: str
    kind: str
    term: RdfTerm

    @property
    def qid(self) -> str:
        """The identifier of an entity, '' for a literal."""
        return self.term.identifier or ""


@dataclass(frozen=True, slots=True)
class Claim:
    """All direct values of one property of an item; both have English labels."""

    qid: str
    subject: str
    property: str
    relation: str
    values: tuple[ClaimValue, ...]


def fetch_claims(endpoint: Endpoint, qids: Iterable[str]) -> dict[str, list[Claim]]:
    """Return the claims of some items by QID; those with a value without a clean label are left.

    Raises:
        WikidataError: the endpoint cannot be asked.
    """
    return _read(endpoint, "list_claims", "items", qids)


def fetch_claims_naming(endpoint: Endpoint, qids: Iterable[str]) -> list[Claim]:
    """Return what any items state with one of some items as a value.

    The values are those of `qids` only: what else an item states by the same property is not in
    the claim.

    Raises:
        WikidataError: the endpoint cannot be asked.
    """
    found = _read(endpoint, "list_claims_naming", "values", qids)
    return [claim for claims in found.values() for claim in claims]


def _read(
    endpoint: Endpoint, query: str, parameter: str, qids: Iterable[str]
) -> dict[str, list[Claim]]:
    groups: dict[tuple[str, str], list[RdfTerm]] = defaultdict(list)
    for part in in_parts(sorted(set(qids)), ITEMS_PER_QUERY):
        text = bind_query(query, **{parameter: [entity_iri(qid) for qid in part]})
        for row in (row for page in fetch_pages(endpoint, text) for row in page.rows):
            name = row["direct"].value.removeprefix(PREFIXES["wdt"])
            groups[row["item"].identifier or "", name].append(row["value"])
    named = {key for group in groups for key in group if key}
    named |= {term.identifier for terms in groups.values() for term in terms if term.identifier}
    stated = fetch_labels(endpoint, sorted(named))
    labels = {key: label for key, label in stated.items() if is_clean_name(label)}
    claims: dict[str, list[Claim]] = defaultdict(list)
    for (qid, name), terms in groups.items():
        values = _values(terms, labels)
        if values and qid in labels and name in labels:
            claims[qid].append(Claim(qid, labels[qid], name, labels[name], values))
    return claims


def _values(terms: Sequence[RdfTerm], labels: Mapping[str, str]) -> tuple[ClaimValue, ...]:
    """Return the values in words, nothing where one has no words."""
    values = []
    for term in terms:
        if term.kind == "literal":
            text, kind = read_literal(term.value, shorten(term.datatype), is_wikidata=True)
            values.append(ClaimValue(text, kind, term))
        elif term.identifier in labels:
            values.append(ClaimValue(labels[term.identifier or ""], "thing", term))
        else:
            return ()
    return tuple(values) if all(value.text for value in values) else ()
