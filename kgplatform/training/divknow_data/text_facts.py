"""What the graph's documents state about the linked entities that they are about.

A statement is taken where its document is about its subject, and one subject has one object of that
relation: the step that it is asked for then has one answer. Statements that came from Wikidata are
no text.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgplatform.graph.connection import Graph
from kgplatform.ingest.paging import in_parts, read_pages

__all__ = [
    "Pages",
    "TextFact",
    "fetch_text_facts",
    "list_text_facts",
    "read_item_pages",
    "read_texts",
]

ITEMS_PER_QUERY = 1_000
DOCUMENTS_PER_QUERY = 500


@dataclass(frozen=True, slots=True)
class TextFact:
    """A statement of a document about its own subject; an identifier is '' where nothing is linked.

    Types are of ENTITY_TYPES, or of LITERAL_TYPES for an object; `sentence` states the fact.
    """

    id: str
    subject: str
    subject_qid: str
    subject_type: str
    relation: str
    object: str
    object_qid: str
    object_type: str
    document_id: str
    title: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Pages:
    """Documents about items: the ids by QID, and the texts by id."""

    of_item: Mapping[str, Sequence[str]]
    texts: Mapping[str, str]

    def text_about(self, qid: str) -> str:
        """Return the texts of all documents about an item, '' where there is none."""
        return "\n".join(self.texts[key] for key in self.of_item.get(qid, ()))


def list_text_facts(graph: Graph, relations: Iterable[str]) -> list[TextFact]:
    """Return the facts of some relations whose subject has one object only, by id.

    Raises:
        GraphError: Neo4j cannot be asked.
    """
    found: list[TextFact] = []
    objects: dict[tuple[str, str], set[str]] = defaultdict(set)
    for page in read_pages(graph, "list_linked_facts", relations=sorted(relations)):
        for fact in fetch_text_facts(graph, [row["id"] for row in page]):
            objects[fact.document_id, fact.relation].add(fact.object)
            found.append(fact)
    return [fact for fact in found if len(objects[fact.document_id, fact.relation]) == 1]


def fetch_text_facts(graph: Graph, ids: Sequence[str]) -> list[TextFact]:
    """Return some facts by the ids of their statements, each as the first passage states it.

    Raises:
        GraphError: Neo4j cannot be asked.
    """
    found: dict[str, TextFact] = {}
    for row in graph.read("fetch_linked_facts", ids=list(ids)):
        qids = row.pop("subject_qid") or "", row.pop("object_qid") or ""
        fact = TextFact(**row, subject_qid=qids[0], object_qid=qids[1])
        found.setdefault(fact.id, fact)
    return list(found.values())


def read_item_pages(graph: Graph, qids: Iterable[str]) -> Pages:
    """Return the documents about some items, with their texts.

    Raises:
        GraphError: Neo4j cannot be asked.
    """
    of_item: dict[str, list[str]] = defaultdict(list)
    for part in in_parts(sorted(set(qids)), ITEMS_PER_QUERY):
        for row in graph.read("list_item_pages", qids=part):
            of_item[row["qid"]].append(row["document_id"])
    return Pages(of_item, read_texts(graph, (key for keys in of_item.values() for key in keys)))


def read_texts(graph: Graph, document_ids: Iterable[str]) -> dict[str, str]:
    """Return the texts of some documents by id.

    Between passages stands white space that the graph does not keep: one character of it is read
    as a space, more as line breaks.

    Raises:
        GraphError: Neo4j cannot be asked.
    """
    texts: dict[str, str] = {}
    for part in in_parts(sorted(set(document_ids)), DOCUMENTS_PER_QUERY):
        for row in graph.read("list_document_passages", ids=part):
            texts[row["id"]] = _join(row["texts"], row["starts"])
    return texts


def _join(texts: Sequence[str], starts: Sequence[int]) -> str:
    joined = ""
    for text, start in zip(texts, starts, strict=True):
        gap = start - len(joined) if joined else 0
        joined += (" " if gap <= 1 else "\n" * gap) + text if joined else text
    return joined
