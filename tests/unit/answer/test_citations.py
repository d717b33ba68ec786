"""The sentences that support an answer are found, whatever the model names."""

from __future__ import annotations

import pytest

from kgplatform.answer.citations import cite, find_support
from kgplatform.answer.numbered import NumberedItem, number_evidence
from kgplatform.question.analysis import analyse
from kgplatform.records import Evidence
from tests.unit.answer.evidence import evidence_of, passage_of
from tests.unit.answer.splitter import split_at_full_stops

pytestmark = pytest.mark.unit

FRAM = "She sailed to both poles. The Fram was designed by Colin Archer. She has two keels."
ARCHER = "Colin Archer was a shipbuilder of Larvik. He married in 1853. He died in Larvik in 1921."
OSLO = "Oslo is a city."
QUESTION = "Where did the designer of the Fram die?"


def items_of(evidence: Evidence) -> tuple[NumberedItem, ...]:
    return number_evidence(evidence, split_sentences=split_at_full_stops)


ITEMS = items_of(evidence_of(("Fram", FRAM), ("Colin Archer", ARCHER), ("Oslo", OSLO)))


def quotes(
    question: str,
    answers: list[str],
    *named: int,
    items: tuple[NumberedItem, ...] = ITEMS,
) -> list[str]:
    support = find_support(analyse(question), answers, items, named=named)
    return [items[span.item].text[span.start : span.end] for span in support.spans]


def test_citation_neither_begins_nor_ends_in_white_space() -> None:
    passage = passage_of("Fram", "She sailed. \n\nShe has two keels.\n\n")
    cited = cite(passage, 11, len(passage.text))
    assert (cited.quote, passage.text[cited.start : cited.end]) == ("She has two keels.",) * 2


def test_answer_is_cited_where_the_question_is_nearest_then_what_leads_there() -> None:
    """Larvik stands twice; "died" states what is asked for. The ship leads to her designer."""
    assert quotes(QUESTION, ["Larvik"], 0, 1) == [
        "He died in Larvik in 1921.",
        "The Fram was designed by Colin Archer.",
    ]


def test_answer_the_model_names_no_place_for_is_looked_up_everywhere() -> None:
    assert quotes(QUESTION, ["Larvik"]) == ["He died in Larvik in 1921."]


def test_answer_that_stands_elsewhere_than_named_is_cited_from_there() -> None:
    assert quotes(QUESTION, ["Larvik"], 0) == [
        "He died in Larvik in 1921.",
        "The Fram was designed by Colin Archer.",
    ]


@pytest.mark.parametrize(
    ("answer", "text", "title", "expected"),
    [
        pytest.param("la rochelle", "Born in La Rochelle. Died.", "", 0, id="case"),
        pytest.param("Bogota", "A man. He died in Bogotá.", "", 1, id="accent"),
        pytest.param(
            "11 May 1892", "A ship. Launched on May 11, 1892.", "", 1, id="order of words"
        ),
        pytest.param("director", "A man. He directed it.", "", 1, id="stem"),
        pytest.param("Norwegian ship", "A ship. She is Norwegian.", "", 0, id="two sentences"),
        pytest.param("Fram (ship)", "Launched in 1892. She sank.", "Fram (ship)", 0, id="title"),
        pytest.param("It", "Made in 2017. A film.", "It (film)", 0, id="title of a stop word"),
        pytest.param(
            "Fridtjof Nanssen", "A ship. Built for Fridtjof Nansen.", "", 1, id="slip of spelling"
        ),
    ],
)
def test_answer_is_found_however_it_is_written(
    answer: str, text: str, title: str, expected: int
) -> None:
    items = items_of(evidence_of((title, text)))
    support = find_support(analyse("Which?"), [answer], items, named=[0])
    assert [(s.start, s.end) for s in support.spans] == [items[0].sentences[expected]]


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        pytest.param("Bergen", "The Fram was built in Larvik.", id="another word"),
        pytest.param("12 October 1892", "She was launched on 11 October 1892.", id="another digit"),
        pytest.param("Larvic", "The Fram was built in Larvik.", id="too short to align"),
        pytest.param("art", "The Fram was sold for parts.", id="part of a word"),
        pytest.param("☃", "The Fram was built in Larvik.", id="no words"),
    ],
)
def test_answer_that_is_not_there_is_unsupported(answer: str, text: str) -> None:
    items = items_of(evidence_of(("Fram", text)))
    support = find_support(analyse("Where?"), [answer], items, named=[0])
    assert support.unsupported == (answer,)


def test_every_answer_of_a_list_is_cited_once_a_sentence() -> None:
    items = items_of(evidence_of(("Crew", "Nansen and Johansen left. Sverdrup stayed.")))
    answers = ["Nansen", "Sverdrup", "Johansen", "Amundsen"]
    support = find_support(analyse("Who?"), answers, items, named=[0])
    assert [(span.start, span.end) for span in support.spans] == [(0, 25), (26, 42)]
    assert support.unsupported == ("Amundsen",)


def test_named_item_that_has_nothing_to_do_with_it_is_dropped_and_counted() -> None:
    support = find_support(analyse(QUESTION), ["Larvik"], ITEMS, named=[1, 2])
    assert [span.item for span in support.spans] == [1]
    assert support.dropped == 1


def test_yes_or_no_is_cited_from_the_items_named() -> None:
    question = "Are Oslo and Larvik both cities?"
    assert quotes(question, [], 2, 1) == [OSLO, "Colin Archer was a shipbuilder of Larvik."]


def test_yes_or_no_without_a_name_is_cited_from_the_titles_in_the_question() -> None:
    assert quotes("Did Colin Archer design the Fram?", []) == [
        "The Fram was designed by Colin Archer.",
        "Colin Archer was a shipbuilder of Larvik.",
    ]


def test_yes_or_no_about_no_title_is_cited_from_the_likest_item() -> None:
    assert quotes("Do ships with keels sail to poles?", []) == ["She sailed to both poles."]


def test_nothing_is_found_in_nothing() -> None:
    assert find_support(analyse("Is it?"), [], (), named=[]).spans == ()


def test_cite_quotes_the_passage_itself() -> None:
    passage = passage_of("Fram", FRAM, score=0.7)
    citation = cite(passage, 4, 10)
    assert citation.quote == "sailed"
    assert (citation.passage_id, citation.title, citation.score) == ("p-fram", "Fram", 0.7)
