"""The order of hops comes from the record, or is not told."""

from __future__ import annotations

import pytest

from kgplatform.evaluate.hops import order_by_answer, order_by_decomposition, order_by_evidences

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("questions", "hops"),
    [
        pytest.param(["Who?", "Where is #1?"], ((0,), (1,)), id="2hop"),
        pytest.param(["Who?", "Where is #1?", "Since #2?"], ((0,), (1,), (2,)), id="3hop1"),
        pytest.param(["Who?", "Where?", "When did #1 leave #2?"], ((0, 1), (2,)), id="3hop2"),
        pytest.param(
            ["Who?", "Child of #1?", "Where?", "Did #2 live in #3?"],
            ((0, 2), (1,), (3,)),
            id="4hop3",
        ),
        pytest.param(["#0 and #9?"], ((0,),), id="no such step"),
        pytest.param([], (), id="nothing"),
    ],
)
def test_steps_of_musique_wait_for_those_they_name(
    questions: list[str], hops: tuple[tuple[int, ...], ...]
) -> None:
    steps = [{"question": q, "paragraph_support_idx": n} for n, q in enumerate(questions)]
    assert order_by_decomposition(steps) == hops


EVIDENCES = [["Alien", "director", "Ridley Scott"], ["Ridley Scott", "born in", "England"]]


@pytest.mark.parametrize(
    ("titles", "hops"),
    [
        pytest.param({3: "Ridley Scott", 7: "alien (1979 film)"}, ((7,), (3,)), id="by title"),
        pytest.param({3: "Sir Ridley", 7: "Alien"}, ((7,), (3,)), id="the one that is left"),
        pytest.param({3: "Sir Ridley", 7: "The Alien"}, (), id="neither"),
        pytest.param({3: "Alien", 7: "Alien (film)"}, (), id="two of one name"),
        pytest.param({3: "Alien", 7: "Ridley Scott", 8: "England"}, (), id="one too many"),
    ],
)
def test_evidences_of_2wiki_name_their_pages(
    titles: dict[int, str], hops: tuple[tuple[int, ...], ...]
) -> None:
    assert order_by_evidences(EVIDENCES, titles) == hops


@pytest.mark.parametrize(
    ("answer", "texts", "hops"),
    [
        pytest.param("York", {1: "He lives in York.", 4: "Who?"}, ((4,), (1,)), id="one holds it"),
        pytest.param("the York!", {1: "Who?", 4: "A york."}, ((1,), (4,)), id="normalised"),
        pytest.param("York", {1: "York", 4: "York"}, (), id="both"),
        pytest.param("York", {1: "Yorkshire", 4: "Who?"}, (), id="part of a word"),
        pytest.param("The", {1: "The one", 4: "Who?"}, (), id="nothing left of the answer"),
        pytest.param("York", {1: "York", 4: "Who?", 5: "When?"}, (), id="three paragraphs"),
    ],
)
def test_paragraph_with_the_answer_is_last(
    answer: str, texts: dict[int, str], hops: tuple[tuple[int, ...], ...]
) -> None:
    assert order_by_answer(answer, texts) == hops
