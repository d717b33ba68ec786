"""Equations 1 and 2 by hand."""

from __future__ import annotations

import pytest

from kgplatform.retrieve.holmes.schema import UNFIT, Schema, score_triples
from tests.unit.retrieve.plane import PlaneEmbedder

pytestmark = pytest.mark.unit

SCHEMA = Schema((("Work", "director", "Person"),), (("Person", "born in", "Place"),))


def score(*triples: tuple[str, str, str], schema: Schema = SCHEMA) -> list[float]:
    fits, _ = score_triples(triples, schema, embedder=PlaneEmbedder())
    return [round(fit, 6) for fit in fits.tolist()]


def test_a_fact_scores_by_its_most_similar_relation() -> None:
    # (.8, .6) . (1, 0) = .8 and (.8, .6) . (0, 1) = .6
    unknown = ("Thing", "directed by", "Thing")
    assert score(unknown) == [0.8]
    _, [meant] = score_triples([unknown], SCHEMA, embedder=PlaneEmbedder())
    assert meant == ("Work", "director", "Person")


def test_only_relations_between_the_same_types_count() -> None:
    # of a Person and a Place only "born in" is asked for: (.8, .6) . (0, 1)
    assert score(("Person", "directed by", "Place")) == [0.6]
    assert score(("Work", "directed by", "Date")) == [UNFIT]
    # a nation is a Group to the name recogniser and a Place to the question
    assert score(("Person", "born in", "Group")) == [1.0]


def test_nothing_fits_a_question_that_asks_for_no_relation() -> None:
    assert score(("Work", "director", "Person"), schema=Schema((), ())) == [UNFIT]
    assert score(schema=SCHEMA) == []


def test_schema_tells_a_triple_once() -> None:
    triple = ("Work", "director", "Person")
    assert Schema((triple,), (triple, ("Work", "made by", "Person"))).triples == (
        triple,
        ("Work", "made by", "Person"),
    )
