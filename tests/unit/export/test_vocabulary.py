"""Every term of an export is defined in the vocabulary, and every class and property is used."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

import pyoxigraph
import pytest
from pyoxigraph import NamedNode

from kgplatform.export.model import KINDS, TYPES
from kgplatform.export.terms import CLASSES, KG, PREDICATES, PREFIXES, term_of
from kgplatform.records import ENTITY_TYPES
from tests.unit.export.streams import export

pytestmark = pytest.mark.unit

VOCABULARY = files("kgplatform.export").joinpath("vocabulary.ttl")
COMMENT = NamedNode(f"{PREFIXES['rdfs']}comment")


@pytest.fixture(scope="module")
def defined() -> set[str]:
    """The vocabulary's terms, each with what it means."""
    read = pyoxigraph.parse(input=VOCABULARY.read_bytes(), format=pyoxigraph.RdfFormat.TURTLE)
    return {
        quad.subject.value
        for quad in read
        if quad.predicate == COMMENT and quad.subject.value.startswith(KG)
    }


def test_terms_of_an_export_are_defined(tmp_path: Path, defined: set[str]) -> None:
    path = export(tmp_path, "trig")
    used = {
        term.value
        for quad in pyoxigraph.parse(path=str(path), format=pyoxigraph.RdfFormat.TRIG)
        for term in (quad.predicate, quad.object)
        if isinstance(term, NamedNode) and term.value.startswith(KG)
    }
    assert len(used) > 60
    assert used - defined == set()


def test_terms_of_every_kind_and_type_are_defined(defined: set[str]) -> None:
    terms = {term_of(kind, name) for kind, types in KINDS.items() for name in types}
    terms |= {name for names in CLASSES.values() for name in names}
    terms |= {*PREDICATES.values(), *(KG + kind for kind in (*ENTITY_TYPES, "Resolved"))}
    for kind in ("MENTIONS", "REFERS_TO", "SAME_AS", "MAY_BE", "DIFFERENT_FROM"):
        terms |= {KG + name for name in TYPES[kind]}
    assert {term for term in terms if term.startswith(KG)} - defined == set()


def test_the_published_context_is_that_of_the_prefixes() -> None:
    context = json.loads(files("kgplatform.export").joinpath("context.jsonld").read_text())
    assert context["@context"] == {"@version": 1.1} | PREFIXES
