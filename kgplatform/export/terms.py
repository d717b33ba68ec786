"""The terms of RDF exports: which class, property or address stands for what of the graph.

All addresses begin with urn:kgplatform: and are names, not places to look up; the vocabulary's own
terms begin with urn:kgplatform:vocabulary#, and vocabulary.ttl next to this file says what each
means.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote as percent_encode

__all__ = [
    "CLASSES",
    "DCTERMS",
    "KG",
    "OA",
    "PREDICATES",
    "PREFIXES",
    "PROV",
    "RDF",
    "RDFS",
    "SKOS",
    "XSD",
    "address",
    "term_of",
]

KG = "urn:kgplatform:vocabulary#"
DCTERMS = "http://purl.org/dc/terms/"
OA = "http://www.w3.org/ns/oa#"
PROV = "http://www.w3.org/ns/prov#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
SKOS = "http://www.w3.org/2004/02/skos/core#"
XSD = "http://www.w3.org/2001/XMLSchema#"

PREFIXES = {
    "dcterms": DCTERMS,
    "kg": KG,
    "oa": OA,
    "prov": PROV,
    "rdf": RDF,
    "rdfs": RDFS,
    "skos": SKOS,
    "xsd": XSD,
}

CLASSES: Mapping[str, tuple[str, ...]] = {
    "Question": (f"{KG}Question", f"{PROV}Activity"),
    "IngestRun": (f"{KG}IngestRun", f"{PROV}Activity"),
    "Document": (f"{KG}Document", f"{PROV}Entity"),
    "Page": (f"{KG}Page",),
    "Section": (f"{KG}Section",),
    "Table": (f"{KG}Table",),
    "Passage": (f"{KG}Passage", f"{PROV}Entity"),
    "Statement": (f"{KG}Statement", f"{RDF}Statement", f"{PROV}Entity"),
    "Entity": (f"{KG}Entity",),
    "Phrase": (f"{KG}Phrase",),
    "Literal": (f"{KG}Literal",),
}
"""Classes of the nodes of each kind, its own first."""

_TERMS: Mapping[tuple[str, str], str] = {
    ("Question", "text"): f"{RDFS}label",
    ("Question", "askedAt"): f"{PROV}endedAtTime",
    ("IngestRun", "startedAt"): f"{PROV}startedAtTime",
    ("IngestRun", "finishedAt"): f"{PROV}endedAtTime",
    ("Document", "title"): f"{DCTERMS}title",
    ("Document", "mediaType"): f"{DCTERMS}format",
    ("Document", "date"): f"{DCTERMS}date",
    ("Document", "language"): f"{DCTERMS}language",
    ("Document", "uri"): f"{DCTERMS}source",
    ("Passage", "text"): f"{PROV}value",
    ("Passage", "title"): f"{RDFS}label",
    ("Passage", "start"): f"{KG}documentStart",
    ("Passage", "end"): f"{KG}documentEnd",
    ("Section", "heading"): f"{RDFS}label",
    ("Section", "start"): f"{KG}documentStart",
    ("Section", "end"): f"{KG}documentEnd",
    ("Page", "label"): f"{RDFS}label",
    ("Page", "start"): f"{KG}documentStart",
    ("Page", "end"): f"{KG}documentEnd",
    ("Table", "caption"): f"{RDFS}label",
    ("Table", "text"): f"{PROV}value",
    ("Table", "start"): f"{KG}documentStart",
    ("Table", "end"): f"{KG}documentEnd",
    ("Statement", "text"): f"{RDFS}label",
    ("Statement", "relation"): f"{KG}relationName",
    ("Entity", "name"): f"{RDFS}label",
    ("Entity", "aliases"): f"{SKOS}altLabel",
    ("Phrase", "name"): f"{RDFS}label",
    ("Literal", "value"): f"{RDF}value",
}

PREDICATES: Mapping[str, str] = {
    "PART_OF": f"{PROV}wasDerivedFrom",
    "HAS_PAGE": f"{KG}hasPage",
    "HAS_SECTION": f"{KG}hasSection",
    "HAS_TABLE": f"{KG}hasTable",
    "HAS_PASSAGE": f"{KG}hasPassage",
    "NEXT": f"{KG}next",
    "ABOUT": f"{KG}about",
    "ATTACHED_TO": f"{KG}attachedTo",
    "REPLIES_TO": f"{KG}repliesTo",
    "MENTIONS": f"{KG}mentions",
    "REFERS_TO": f"{KG}refersTo",
    "SAME_AS": f"{KG}sameAs",
    "MAY_BE": f"{KG}mayBe",
    "DIFFERENT_FROM": f"{KG}differentFrom",
}
"""What leads from the start of a relationship to its end, or to the node that stands for it."""


def term_of(kind: str, name: str) -> str:
    """Return the property that a property of the graph is written as."""
    return _TERMS.get((kind, name), KG + name)


def address(kind: str, identifier: str) -> str:
    """Return the address of a node of a kind (in small letters, words joined by hyphens)."""
    if not (identifier.isascii() and identifier.isalnum()):  # most are hashes
        identifier = percent_encode(identifier, safe="")
    return f"urn:kgplatform:{kind}:{identifier}"
