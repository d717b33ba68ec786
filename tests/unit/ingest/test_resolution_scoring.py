from __future__ import annotations

import re

import pytest

from kgplatform.ingest.resolution.candidates import EntityName, Pair
from kgplatform.ingest.resolution.scoring import (
    RELATIVE,
    RELATIVE_CHARS,
    Context,
    compute_link,
)

pytestmark = pytest.mark.unit


def _link(
    short: str, long: str, method: str, score: float = 1.0, context: Context | None = None
) -> tuple[str, str, float]:
    entities = {
        name: EntityName(name, name, "Person", None, (), False, 1) for name in (short, long)
    }
    link = compute_link(Pair(short, long, method, score), context or Context(), entities)
    return link.name, link.anchor, link.score


@pytest.mark.parametrize(
    ("method", "score"), [("qid", 1.0), ("redirect", 1.0), ("alias", 0.97), ("variant", 0.95)]
)
def test_what_needs_no_context(method: str, score: float) -> None:
    assert _link("a", "b", method) == ("a", "b", score)


def test_a_name_leans_on_the_thing_whose_document_names_it() -> None:
    back = Context(short_own=0.0, long_own=1.0)
    assert _link("Ed Ludwig", "Edward Irving Ludwig", "person", 0.8, back) == (
        "Edward Irving Ludwig",
        "Ed Ludwig",
        0.9,  # first names differ
    )


@pytest.mark.parametrize(
    ("context", "score"),
    [
        (Context(), 0.712),  # 0.95 * 0.75 = 0.7125
        (Context(short_own=1.0), 0.95),
        (Context(short_own=0.5), 0.831),  # 0.95 * 0.875 = 0.83125
        (Context(together=1.0, neighbours=5.0), 0.772),  # 0.95 * (0.75 + 0.25 * 0.5 * 0.5)
        (Context(together=0.0, neighbours=50.0), 0.712),  # common company alone says nothing
    ],
)
def test_a_quarter_of_a_bare_names_score_is_its_company(context: Context, score: float) -> None:
    assert _link("Henry Lascelles", "Henry Lascelles, 5th Earl", "title", 1.0, context)[2] == score


def test_one_word_says_less() -> None:
    own = Context(short_own=1.0)
    assert _link("Charles", "Charles, Duke of Lorraine", "title", 1.0, own)[2] == 0.9


@pytest.mark.parametrize(
    ("before", "is_relative"),
    [
        ("was a British peer and the son of ", True),
        ("He was the stepfather of U.S. President ", True),
        ("closely with his brother ", True),
        ("was an only son. Later he was known as ", False),
        ("also credited as ", False),
        ("was born in Masonville as ", False),
    ],
)
def test_words_that_make_a_name_a_relatives(before: str, is_relative: bool) -> None:
    assert bool(re.fullmatch(RELATIVE, before[-RELATIVE_CHARS:])) == is_relative


def test_an_initial_in_the_place_of_the_first_name_is_less_sure() -> None:
    own = Context(short_own=1.0)
    assert _link("R. W. Fassbinder", "Rainer Werner Fassbinder", "person", 0.7, own)[2] == 0.9
    assert _link("Rainer Fassbinder", "Rainer Werner Fassbinder", "person", 0.7, own)[2] == 0.95


def test_close_names_keep_their_likeness_only_in_the_same_document() -> None:
    assert _link("Seyfer", "Seyffer", "close", 0.96, Context(short_own=1.0))[2] == 0.96
    assert _link("Seyfer", "Seyffer", "close", 0.96)[2] == 0.72


@pytest.mark.parametrize(
    ("proposed", "together", "score"), [(1.0, 0.0, 0.96), (0.9, 1.0, 0.9), (0.9, 0.0, 0.675)]
)
def test_abbreviations(proposed: float, together: float, score: float) -> None:
    context = Context(together=together)
    assert _link("BBC", "British Broadcasting", "abbreviation", proposed, context)[2] == score


def test_an_opening_name_that_is_used_elsewhere_too_is_less_sure() -> None:
    assert _link("Charles", "Charles I", "opening", 0.98, Context(short_own=1.0))[2] == 0.98
    assert _link("Charles", "Charles I", "opening", 0.98, Context(short_own=0.2))[2] == 0.784
