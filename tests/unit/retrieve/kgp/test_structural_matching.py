"""The parts of a document that a reference means."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgplatform.question.document_parts.references import Reference
from kgplatform.retrieve.kgp.structural.likeness import content_words, score_parts, share_of_words
from kgplatform.retrieve.kgp.structural.matching import MIN_TOPIC_SCORE, match_reference
from kgplatform.retrieve.kgp.structural.outlines import Outline
from kgplatform.testing import HashEmbedder
from tests.unit.retrieve.kgp.outlines import REPORT, outline, page, section, table

PAGE_2 = Reference("page", numbers=("2",))


def matched(
    reference: Reference, *outlines: Outline, rest: str = "", is_named: bool = True
) -> list[str]:
    found = match_reference(
        reference,
        outlines or (REPORT,),
        rest=rest,
        embedder=HashEmbedder(),
        is_named=is_named,
    )
    return [match.part.id for match in found]


@pytest.mark.parametrize(
    ("reference", "ids"),
    [
        (Reference("page", numbers=("2",)), ["page-2"]),
        (Reference("page", numbers=("II", "3")), ["page-2", "page-3"]),
        (Reference("page", positions=(-1,)), ["page-3"]),
        (Reference("page", positions=(1, 2)), ["page-1", "page-2"]),
        (Reference("page", numbers=("9",)), []),
        (Reference("page", positions=(4,)), []),
        (Reference("page", positions=(-4,)), []),
        (Reference("table", numbers=("2.2",)), ["t2"]),
        (Reference("table", numbers=("3",)), ["t3"]),  # by counting: no table is called 3
        (Reference("table", positions=(1,)), ["t1"]),
        (Reference("table"), ["t1", "t2", "t3"]),
        (Reference("table", positions=(2,), within=PAGE_2), ["t2"]),
        (Reference("table", within=PAGE_2), ["t1", "t2"]),
        (Reference("table", within=Reference("section", numbers=("2.1",))), ["t2"]),
        (Reference("table", topic="coffee sales"), ["t1"]),
        (Reference("table", topic="unemployment"), ["t3"]),
        (Reference("table", topic="unemploiment"), ["t3"]),
        (Reference("table", topic="chess players"), []),
        (Reference("section", numbers=("2.1",)), ["s2.1"]),
        (Reference("section", numbers=("1",)), ["s1", "sA"]),
        (Reference("section", numbers=("1",), word="appendix"), ["sA"]),
        (Reference("section", positions=(2,)), ["s2"]),  # of the highest level
        (Reference("section", positions=(-1,)), ["sA"]),
        (Reference("section", topic="introduction"), ["s1"]),
        (Reference("section", topic="retail prices"), ["s2.2"]),
        (
            Reference("page", positions=(-1,), within=Reference("section", numbers=("2.1",))),
            ["page-2"],
        ),
    ],
)
def test_parts_are_matched(reference: Reference, ids: list[str]) -> None:
    assert matched(reference) == ids


def test_one_of_several_is_chosen_by_the_rest_of_the_question() -> None:
    one = Reference("table", is_single=True, within=PAGE_2)
    assert matched(one, rest="how many shops are in Spain") == ["t2"]
    assert matched(one, rest="what does it show") == ["t1", "t2"]


@pytest.mark.parametrize(
    ("reference", "ids"),
    [
        (Reference("section", numbers=("1",), word="part"), []),
        (Reference("section", numbers=("2",), word="chap"), []),
        (Reference("section", positions=(1,), word="chapter"), []),
        (Reference("section", numbers=("1",), word="section"), ["s1", "sA"]),
        (Reference("section", numbers=("2.1",), word="section"), ["s2.1"]),
        (Reference("table", numbers=("3",)), []),  # by counting alone
        (Reference("table", positions=(-1,)), []),
        (Reference("table", numbers=("2.2",)), ["t2"]),
        (Reference("table", within=Reference("page", positions=(2,))), []),
        (Reference("table", within=Reference("section", numbers=("2.1",), word="clause")), []),
        (Reference("page", numbers=("2",)), ["page-2"]),
        (Reference("page", numbers=("2",), is_joined=True), []),
    ],
)
def test_without_a_document_only_what_is_printed_is_meant(
    reference: Reference, ids: list[str]
) -> None:
    assert matched(reference, rest="who sang Perfect Sense", is_named=False) == ids


def test_without_a_document_parts_are_counted_where_nothing_else_is_asked() -> None:
    last = Reference("page", positions=(-1,))
    assert matched(last, rest="what does it say", is_named=False) == ["page-3"]
    assert matched(Reference("table", numbers=("3",)), rest="", is_named=False) == ["t3"]


def test_a_word_of_the_heading_is_a_whole_one() -> None:
    book = outline(
        sections=[
            section("a", 0, 9, "Chapter 1: Particles"),
            section("b", 9, 19, "2. Chapters of the order"),
            section("c", 19, 29, "Part 1"),
            section("d", 29, 39, "Part 2"),
        ]
    )
    assert matched(Reference("section", numbers=("1",), word="parts"), book) == ["c"]
    asked = Reference("section", numbers=("1", "2"), word="ch")
    assert matched(asked, book, is_named=False) == ["a"]
    second = Reference("section", positions=(2,), word="part")
    assert matched(second, book, is_named=False) == ["d"]


def test_a_topic_that_does_not_fit_leaves_all_tables_of_the_page() -> None:
    reference = Reference("table", topic="the upper left corner", within=PAGE_2)
    assert matched(reference) == ["t1", "t2"]


def test_a_number_that_other_tables_have_is_not_counted_out() -> None:
    numbered = outline(tables=[table("six", 0, "Table 6"), table("seven", 20, "Table 7")])
    assert matched(Reference("table", numbers=("7",)), numbered) == ["seven"]
    assert matched(Reference("table", numbers=("2",)), numbered) == []


def test_the_last_number_of_a_label_is_enough_where_one_has_it() -> None:
    chapter = outline(tables=[table("four", 0, "Table 7.4"), table("five", 20, "Table 7.5")])
    assert matched(Reference("table", numbers=("5",)), chapter) == ["five"]


def test_printed_page_numbers_come_before_counted_ones() -> None:
    book = outline(pages=[page(1, 0, 9, "i"), page(2, 9, 19, "1"), page(3, 19, 29, "2")])
    assert matched(Reference("page", numbers=("2",)), book) == ["page-3"]
    assert matched(Reference("page", numbers=("3",)), book) == ["page-3"]


def test_a_page_is_found_by_its_name() -> None:
    book = outline(pages=[page(1, 0, 9, "Revenue"), page(2, 9, 19, "Costs of staff")])
    assert matched(Reference("page", topic="costs"), book) == ["page-2"]


def test_numbers_count_within_each_document() -> None:
    other = outline("other", tables=[table("o1", 0), table("o2", 20)])
    assert matched(Reference("table", positions=(2,)), REPORT, other) == ["t2", "o2"]


def test_topics_are_held_against_all_documents() -> None:
    other = outline("other", tables=[table("o1", 0, "Sales of coffee and tea in shops")])
    assert matched(Reference("table", topic="coffee and tea sales"), REPORT, other) == ["o1"]


def test_sections_of_one_level_are_counted_below_a_lone_title() -> None:
    titled = outline(
        sections=[
            section("title", 0, 90, "Report"),
            section("a", 5, 50, "Aims", level=2),
            section("b", 50, 90, "Means", level=2),
        ]
    )
    assert matched(Reference("section", positions=(2,)), titled) == ["b"]


def test_content_words_leave_out_what_people_ask_with() -> None:
    assert content_words("What does the table about the cities' prices show?") == ["city", "price"]


def test_share_of_words_is_the_mean_weight() -> None:
    # sales 1, coffee 0.5, tea 0: 1.5 of 3
    assert share_of_words(["sales", "coffee", "tea"], {"sales": 1.0, "coffee": 0.5}) == 0.5
    assert share_of_words([], {"sales": 1.0}) == 0.0


def test_a_name_that_stands_in_a_longer_topic_is_enough() -> None:
    topic = "Sales of coffee this table contains figures of many years and brands of all countries"
    assert matched(Reference("table", topic=topic)) == ["t1"]


def test_the_name_that_says_no_more_than_the_topic_is_preferred() -> None:
    diet = outline(sections=[section("a", 0, 9, "Diet and weight"), section("b", 9, 19, "Weight")])
    assert matched(Reference("section", topic="weight"), diet) == ["b"]


def test_rare_words_and_captions_count_most() -> None:
    parts = REPORT.tables
    scores = score_parts("number of shops", parts, embedder=HashEmbedder())
    assert scores[1] == max(scores)
    assert scores[1] >= 1.0  # its only content word, in the caption
    assert scores[0] == scores[2] == 0.0
    assert max(score_parts("boats", parts, embedder=HashEmbedder())) < MIN_TOPIC_SCORE


def test_a_table_without_a_caption_is_found_by_the_heading_of_its_section() -> None:
    line = outline(
        sections=[section("s1", 0, 50, "Ships"), section("s2", 50, 99, "Crew table")],
        tables=[
            replace(table("t1", 10, text="| Ship |"), heading="Ships"),
            replace(table("t2", 60, text="| Name |"), heading="Crew table"),
        ],
    )
    assert matched(Reference("table", topic="crew"), line) == ["t2"]
    assert matched(Reference("table", topic="cargo"), line) == []


def test_a_caption_goes_before_the_heading_of_a_section() -> None:
    tables = [
        replace(table("t1", 10, "Table 1: Wages"), heading="Crew"),
        replace(table("t2", 20, "Table 2: Crew"), heading="Wages"),
    ]
    assert matched(Reference("table", topic="crew"), outline(tables=tables)) == ["t2"]
