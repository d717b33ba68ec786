"""Relation linking with a word embedder and a model written by hand."""

from __future__ import annotations

import math

import pytest

from kgplatform.testing import HashEmbedder
from kgplatform.wikidata.question.relations import (
    Relation,
    RelationModel,
    RelationRanker,
    load_model,
    mask_names,
    words_of,
)

pytestmark = pytest.mark.unit

NAMES = {"P19": ["place of birth"], "P20": ["place of death"], "P106": ["occupation", "job"]}
MODEL = RelationModel(
    weights={"meaning": 1.0, "words": 1.0, "evidence": 0.5, "prior": 0.0, "forward": 0.1},
    words={"P106>": {"living": 2.0}},
    background={"living": 2.0, "born": 2.0},
    counts={"P106>": 2.0},
)


def _ranker() -> RelationRanker:
    return RelationRanker(NAMES, embedder=HashEmbedder(), model=MODEL)


def _relations() -> list[Relation]:
    return [Relation(name, True) for name in NAMES]


@pytest.mark.parametrize(
    ("masked", "name"),
    [("what is the place of birth of", "P19"), ("where is the death place", "P20"),
     ("what job does he have", "P106"), ("what did he do for a living", "P106")],
)  # fmt: skip
def test_label_alias_and_usual_words_find_the_property(masked: str, name: str) -> None:
    assert _ranker().rank(masked, _relations())[0][0].name == name


def test_word_evidence_is_shrunk_to_all_questions() -> None:
    # Of "living": own share (2 + 5 / 2) / (2 + 5), in all 1 / 2.
    assert MODEL.word_evidence("P106>", ["living"]) == pytest.approx(math.log((4.5 / 7) / 0.5))
    assert MODEL.word_evidence("P19>", ["living", "born"]) == 0.0
    assert MODEL.word_evidence("P106>", ["unheard"]) == 0.0
    assert MODEL.prior("P106>") == pytest.approx(math.log(3))


def test_direction_is_part_of_a_relation() -> None:
    both = [Relation("P19", False), Relation("P19", True)]
    assert _ranker().rank("birth", both)[0][0] == Relation("P19", True)
    assert [relation.key for relation in both] == ["P19<", "P19>"]


def test_properties_without_a_name_are_no_candidates() -> None:
    assert _ranker().rank("anything", [Relation("P9999", True)]) == []
    assert _ranker().rank("anything", []) == []


@pytest.mark.parametrize(
    ("masked", "first"),
    [
        ("For how many awards was nominated", "P1411"),
        ("What award was nominated for in 1999", "P1411"),
        ("How many awards has received", "P166"),
        ("How many awards were given", "P166"),
        ("Which award does the nominated have", "P166"),  # of what kind the item is
        ("nominated for which award", "P166"),
    ],
)
def test_what_is_said_goes_before_what_is_asked_for(masked: str, first: str) -> None:
    names = {"P166": ["award received", "awards"], "P1411": ["nominated for"], "P2": ["occupation"]}
    ranker = RelationRanker(names, embedder=HashEmbedder(), model=MODEL)
    p166, p1411, other = (Relation(name, True) for name in names)
    ranked = ranker.put_said_first(masked, [(p166, 3.0), (other, 2.0), (p1411, 1.0)])
    assert ranked[0][0].name == first
    scores = [score for _, score in ranked]
    assert scores == sorted(scores, reverse=True)
    assert {relation for relation, _ in ranked} == {p166, p1411, other}


def test_irregular_plurals_are_one_word() -> None:
    assert words_of("How many children and wives?") == words_of("how many child and wife")


def test_properties_that_share_a_word() -> None:
    assert _ranker().sharing_words("where was the birth") == ["P19"]


@pytest.mark.parametrize(
    ("question", "names", "masked"),
    [
        ("Where was Colin Archer born?", ["Colin Archer"], "Where was born"),
        ("what is cher's son's name?", ["Cher"], "what is son's name"),
        ("Oslo?", ["Oslo"], "Oslo?"),
    ],
)
def test_names_are_masked(question: str, names: list[str], masked: str) -> None:
    assert mask_names(question, names) == masked


def test_words_lose_endings_and_what_says_nothing() -> None:
    assert words_of("the countries of Berlin played") == ["country", "berlin", "play"]


def test_the_shipped_model_has_all_weights() -> None:
    assert set(load_model().weights) == set(MODEL.weights)
    assert load_model().counts["P37>"] > 10


@pytest.mark.parametrize(
    ("masked", "described"),
    [
        ("What is the place of birth of", {"P19"}),
        ("What was place of death", {"P20"}),
        ("What is the job of", {"P106"}),
        ("What is the place of", set()),
        ("Where is the death place", set()),
        ("Where was born", set()),
        ("Which ship was designed by", set()),
    ],
)
def test_list_described_finds_names_word_for_word(masked: str, described: set[str]) -> None:
    assert _ranker().list_described(masked) == described


def test_is_label_knows_no_alias() -> None:
    assert _ranker().is_label("What is the occupation of", "P106")
    assert not _ranker().is_label("What is the job of", "P106")
