"""Fetches an item with its statements: qualifiers, ranks and references, all in words.

The form is Wikidata's own (https://www.mediawiki.org/wiki/Wikibase/Indexing/RDF_Dump_Format): a
direct claim is a short cut over the statement node that says the same in full, so a claim counts
only where no node has its value. Deprecated statements are left out, and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kgplatform.errors import NotFound
from kgplatform.sources.facts.rdf_index import shorten
from kgplatform.sources.facts.rdf_values import read_literal
from kgplatform.wikidata.client import fetch_pages
from kgplatform.wikidata.labels import fetch_labels
from kgplatform.wikidata.named import bind_query
from kgplatform.wikidata.statements import linearise
from kgplatform.wikidata.terms import Endpoint, RdfTerm, entity_iri

__all__ = ["Item", "ItemStatement", "ItemValue", "fetch_item"]

PREDICATE = re.compile(r"(?P<kind>wdt|ps|pq):(?P<id>P\d+)")
REFERENCE = re.compile(r"http://www\.wikidata\.org/prop/reference/(?P<id>P\d+)")
RANK = "wikibase:rank"
RANKS = {"PreferredRank": "preferred", "NormalRank": "normal", "DeprecatedRank": "deprecated"}


@dataclass(frozen=True, slots=True)
class ItemValue:
    """A value in words: an item's or property's name with its identifier, or a literal's text.

    `kind` is "thing", "date", "quantity" or "string".
    """

    text: str
    kind: str
    identifier: str | None = None


@dataclass(frozen=True, slots=True)
class ItemStatement:
    """One fact about an item; `references` are what it is derived from, a line each."""

    property: str
    relation: str
    value: ItemValue
    qualifiers: tuple[tuple[str, ItemValue], ...] = ()
    rank: str = "normal"
    references: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """An item; `left_out` counts statements that are deprecated or whose value is unknown."""

    qid: str
    label: str
    classes: tuple[str, ...]
    statements: tuple[ItemStatement, ...]
    left_out: int = 0

    def lines(self) -> list[str]:
        """Return the facts as lines, "sub relation obj" (DivKnowQA, section 3.2)."""
        return [linearise(self.label, s.relation, s.value.text) for s in self.statements]


@dataclass(slots=True)
class _Node:
    """What is known of one statement node, still in terms."""

    values: list[tuple[str, RdfTerm]]
    qualifiers: list[tuple[str, RdfTerm]]
    references: dict[str, list[tuple[str, RdfTerm]]]
    rank: str = "normal"


def fetch_item(endpoint: Endpoint, qid: str) -> Item:
    """Return an item with all its statements.

    Args:
        endpoint: who is asked.
        qid: the item's identifier.

    Raises:
        UsageError: it is no identifier.
        NotFound: the endpoint has nothing about it.
        WikidataError: the endpoint cannot be asked.
    """
    direct, nodes = _read(endpoint, entity_iri(qid))
    labels = fetch_labels(endpoint, [qid, *_identifiers(direct, nodes)])
    if not direct and not nodes and qid not in labels:
        raise NotFound(f"The endpoint has nothing about {qid}: see that the number is right.")
    stated = [_statement(node, labels) for node in nodes if node.rank != "deprecated"]
    full = {value for node in nodes for value in node.values}
    rest = [_Node([claim], [], {}) for claim in direct if claim not in full]
    stated += [_statement(node, labels) for node in rest]
    statements = [statement for statement in stated if statement is not None]
    left_out = len(nodes) + len(rest) - len(statements)
    classes = [s.value.text for s in statements if s.property == "P31"]
    statements.sort(key=lambda s: (int(s.property[1:]), s.rank != "preferred"))
    return Item(qid, labels.get(qid, qid), tuple(classes), tuple(statements), left_out)


def _read(endpoint: Endpoint, item: RdfTerm) -> tuple[list[tuple[str, RdfTerm]], list[_Node]]:
    """Return the direct claims and the statement nodes of an item."""
    direct: list[tuple[str, RdfTerm]] = []
    nodes: dict[str, _Node] = {}
    for page in fetch_pages(endpoint, bind_query("fetch_item", item=item)):
        for row in page.rows:
            if "node" not in row:
                claim = PREDICATE.fullmatch(shorten(row["predicate"].value))
                direct += [(claim["id"], row["value"])] if claim else []
            else:
                node = nodes.setdefault(row["node"].value, _Node([], [], {}))
                _add(node, row)
    return direct, list(nodes.values())


def _add(node: _Node, row: Mapping[str, RdfTerm]) -> None:
    predicate, value = row["predicate"].value, row["value"]
    if "reference" in row:
        stated = REFERENCE.fullmatch(predicate)
        if stated:
            node.references.setdefault(row["reference"].value, []).append((stated["id"], value))
        return
    short = shorten(predicate)
    if short == RANK:
        node.rank = RANKS.get(value.value.rpartition("#")[2], "normal")
    elif match := PREDICATE.fullmatch(short):
        pairs = node.qualifiers if match["kind"] == "pq" else node.values
        pairs.append((match["id"], value))


def _identifiers(direct: Sequence[tuple[str, RdfTerm]], nodes: Sequence[_Node]) -> Iterator[str]:
    """Yield every item and property that is named."""
    pairs = [*direct]
    for node in nodes:
        pairs += [*node.values, *node.qualifiers]
        pairs += [pair for reference in node.references.values() for pair in reference]
    for property_id, term in pairs:
        yield property_id
        if term.identifier:
            yield term.identifier


def _statement(node: _Node, labels: Mapping[str, str]) -> ItemStatement | None:
    """Return a node's statement in words, or None where its value is unknown."""
    if not node.values:
        return None
    property_id, term = node.values[0]
    value = _value(term, labels)
    if value is None:
        return None
    stated = ((labels.get(name, name), _value(item, labels)) for name, item in node.qualifiers)
    return ItemStatement(
        property_id,
        labels.get(property_id, property_id),
        value,
        tuple((name, item) for name, item in stated if item is not None),
        node.rank,
        tuple(_reference(pairs, labels) for pairs in node.references.values()),
    )


def _reference(pairs: Sequence[tuple[str, RdfTerm]], labels: Mapping[str, str]) -> str:
    stated = ((labels.get(name, name), _value(term, labels)) for name, term in pairs)
    return ", ".join(f"{name}: {value.text}" for name, value in stated if value is not None)


def _value(term: RdfTerm, labels: Mapping[str, str]) -> ItemValue | None:
    """Return a term in words; None for one that stands for an unknown value."""
    if term.kind == "literal":
        text, kind = read_literal(term.value, shorten(term.datatype), is_wikidata=True)
        return ItemValue(text, kind) if text else None
    if term.is_unknown:
        return None
    identifier = term.identifier
    if identifier is None:
        return ItemValue(term.value, "string")
    return ItemValue(labels.get(identifier, identifier), "thing", identifier)
