from __future__ import annotations

import re

import pytest

from kgplatform.records import Document, Passage
from kgplatform.records.document import Fact, FactPart, Page, Section, Table
from kgplatform.sources.grid import table_markdown
from kgplatform.sources.markdown import parse_markdown
from kgplatform.sources.passages import (
    MAX_SPLITTER_CHARS,
    MAX_WORDS,
    SHORT_TEXT_WORDS,
    TARGET_WORDS,
    split_passages,
)
from kgplatform.sources.text import make_document

pytestmark = pytest.mark.unit

SENTENCE = "The ship sailed north from the harbour on a cold day. "  # 11 words


def _split_at_stops(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\S[^.]*\.?", text)]


def _split(text: str, *, media_type: str = "text/plain", title: str = "") -> list[Passage]:
    document = make_document(uri="file:///a", title=title, text=text, media_type=media_type)
    passages = split_passages(document, split_sentences=_split_at_stops)
    for passage in passages:
        assert text[passage.start : passage.end] == passage.text
    return passages


def test_short_text_stays_one_passage() -> None:
    assert [p.text for p in _split("  One. Two.\n")] == ["One. Two."]


def test_long_text_is_cut_at_sentence_ends_near_the_target() -> None:
    passages = _split(SENTENCE * 60)  # 660 words
    lengths = [len(p.text.split()) for p in passages]
    assert len(passages) > 4
    assert all(p.text.endswith("day.") for p in passages)
    assert all(TARGET_WORDS <= n <= SHORT_TEXT_WORDS for n in lengths[:-1])
    assert sum(lengths) == 660


def test_short_rest_joins_the_passage_before_it() -> None:
    # 16 sentences of 11 words: ten reach 110 words, six more are 66; with 18 the rest is 88
    lengths = [len(p.text.split()) for p in _split(SENTENCE * 22)]  # 110 + 110 + 22 words
    assert lengths == [110, 132]


def test_markdown_headings_part_passages_and_belong_to_none() -> None:
    passages = _split(
        "# Fram\n\nOne.\n\n## Voyages\n\nTwo.\n", media_type="text/markdown", title="Fram"
    )
    assert [p.text for p in passages] == ["One.", "Two."]


def test_title_line_of_plain_text_belongs_to_no_passage() -> None:
    assert [p.text for p in _split("Fram\n\nOne.", title="Fram")] == ["One."]


def test_corpus_line_stays_whole_up_to_the_embedders_window() -> None:
    text = SENTENCE * 30  # 330 words
    assert len(_split(text.strip(), media_type="application/jsonl")) == 1
    assert len(_split(text.strip())) > 1


def test_same_text_twice_in_a_document_gives_two_ids() -> None:
    passages = _split("# A\n\nSame.\n\n# B\n\nSame.\n", media_type="text/markdown")
    assert passages[0].text == passages[1].text
    assert passages[0].id != passages[1].id


def test_one_endless_sentence_is_cut_at_white_space() -> None:
    passages = _split("word " * 1000 + "end.")
    assert [len(p.text.split()) for p in passages] == [100] * 9 + [101]


def test_endless_line_of_a_corpus_is_cut_too() -> None:
    passages = _split("word " * 20_000 + "end.", media_type="application/jsonl")
    assert max(len(p.text.split()) for p in passages) <= MAX_WORDS
    assert sum(len(p.text.split()) for p in passages) == 20_001


def test_sentence_that_an_embedder_can_read_stays_whole() -> None:
    lengths = [len(p.text.split()) for p in _split("word " * (MAX_WORDS - 1) + "end. " + SENTENCE)]
    assert lengths == [MAX_WORDS, 11]


def test_text_without_spaces_is_bounded_by_its_length() -> None:
    passages = _split("x" * 100_000)
    assert all(len(p.text) <= 2000 for p in passages)
    assert "".join(p.text for p in passages) == "x" * 100_000


def test_splitter_is_given_pieces_it_can_take() -> None:
    given: list[int] = []

    def split(text: str) -> list[tuple[int, int]]:
        given.append(len(text))
        return _split_at_stops(text)

    text = (SENTENCE * 11 + "\n") * 800  # 475,200 characters
    document = make_document(uri="u", title="", text=text, media_type="text/plain")
    passages = split_passages(document, split_sentences=split)
    assert len(given) == 5
    assert max(given) <= MAX_SPLITTER_CHARS
    assert all(p.text.endswith("day.") for p in passages)
    assert sum(len(p.text.split()) for p in passages) == 800 * 11 * 11


def _marked(source: str) -> Document:
    marked = parse_markdown(source)
    return make_document(
        uri="file:///a",
        title="T",
        text=marked.text,
        media_type="text/markdown",
        sections=marked.sections,
        tables=marked.tables,
    )


def _passages(document: Document) -> list[Passage]:
    passages = split_passages(document, split_sentences=_split_at_stops)
    for passage in passages:
        assert document.text[passage.start : passage.end] == passage.text
    return passages


def test_passages_carry_the_path_of_headings_to_them() -> None:
    document = _marked("Before.\n\n# A\n\none\n\n## B\n\ntwo\n\n# C\n\nthree\n")
    assert [(p.text, p.section, p.heading) for p in _passages(document)] == [
        ("Before.", None, ""),
        ("one", 0, "A"),
        ("two", 1, "A > B"),
        ("three", 2, "C"),
    ]


def test_long_path_of_headings_keeps_its_inner_end() -> None:
    outer, middle, inner = "o" * 60, "m" * 60, "i" * 50
    (passage,) = _passages(_marked(f"# {outer}\n\n## {middle}\n\n### {inner}\n\ntext\n"))
    assert passage.heading == f"{middle} > {inner}"
    (passage,) = _passages(_marked(f"# {'x' * 300}\n\ntext\n"))
    assert passage.heading == "x" * 119 + "…"


def test_headings_with_marks_and_without_text_belong_to_no_passage() -> None:
    document = _marked("# *A* b ##\none\n\n## Empty\n\n## `C`\n\ntwo\n")
    assert [(p.text, p.heading) for p in _passages(document)] == [
        ("one", "A b"), ("two", "A b > C")
    ]  # fmt: skip


def test_heading_that_does_not_stand_in_the_text_still_parts_passages() -> None:
    sections = (Section(1, "Chapter 1", 0, 5), Section(1, "Chapter 2", 5, 9))
    document = make_document(
        uri="u", title="", text="One. Two.", media_type="text/html", sections=sections
    )
    assert [(p.text, p.heading) for p in _passages(document)] == [
        ("One.", "Chapter 1"), ("Two.", "Chapter 2")
    ]  # fmt: skip


def test_heading_over_two_lines_of_a_print_is_left_out_whole() -> None:
    text = "A heading of\ntwo lines\nThe text."
    document = make_document(
        uri="u",
        title="",
        text=text,
        media_type="application/pdf",
        sections=(Section(1, "A heading of two lines", 0, len(text)),),
    )
    assert [p.text for p in _passages(document)] == ["The text."]


def test_table_is_its_own_passage_between_the_texts() -> None:
    document = _marked("Before.\n\n| a | b |\n|-|-|\n| 1 | 2 |\n\nAfter.\n")
    assert [(p.text, p.table) for p in _passages(document)] == [
        ("Before.", None),
        ("| a | b |\n| --- | --- |\n| 1 | 2 |", 0),
        ("After.", None),
    ]


def test_long_table_is_cut_between_rows() -> None:
    cells = tuple((f"ship {n}", "built in Larvik") for n in range(100))  # 5 words a row
    text = table_markdown(cells)
    document = make_document(
        uri="u",
        title="",
        text=text,
        media_type="text/csv",
        tables=(Table("", 0, len(text), cells),),
    )
    passages = _passages(document)
    assert [p.text.count("\n") + 1 for p in passages] == [21, 20, 20, 20, 20]  # a rule beside 20
    assert "\n".join(p.text for p in passages) == text
    assert all(p.table == 0 for p in passages)
    assert sum("---" in p.text for p in passages) == 1


def test_table_row_without_end_is_cut_at_white_space() -> None:
    cells = (("a",), ("word " * 1000,))
    text = table_markdown(cells)
    document = make_document(
        uri="u",
        title="",
        text=text,
        media_type="text/csv",
        tables=(Table("", 0, len(text), cells),),
    )
    assert max(len(p.text.split()) for p in _passages(document)) <= MAX_WORDS


def test_code_is_a_passage_of_its_own_and_no_sentences() -> None:
    asked: list[str] = []

    def split(text: str) -> list[tuple[int, int]]:
        asked.append(text)
        return _split_at_stops(text)

    code = "```py\n" + "x = call. y = call.\n" * 100 + "```"  # 600 words, in lines of 6
    document = _marked(f"Before.\n\n{code}\n\nAfter.\n")
    passages = split_passages(document, split_sentences=split)
    assert asked == []
    assert [p.text for p in passages][:: len(passages) - 1] == ["Before.", "After."]
    assert passages[1].text.startswith("```py\nx = call.")
    assert "\n".join(p.text for p in passages[1:-1]) == code


def test_fences_mean_nothing_in_plain_text() -> None:
    assert len(_split("One.\n```\nTwo.\n```\nThree.")) == 1


def test_front_matter_belongs_to_no_passage() -> None:
    text = "---\ntitle: Fram\n---\nA ship.\n"
    assert [p.text for p in _split(text, media_type="text/markdown")] == ["A ship."]


@pytest.mark.parametrize(
    ("media_type", "texts", "pages"),
    [
        ("application/pdf", ["One two. Three."], [1]),
        ("application/vnd.presentation", ["One", "two. Three."], [1, 2]),
    ],
    ids=["print", "slides"],
)
def test_passages_cross_printed_pages_but_not_slides(
    media_type: str, texts: list[str], pages: list[int]
) -> None:
    document = make_document(
        uri="u",
        title="",
        text="One two. Three.",
        media_type=media_type,
        pages=(Page(1, 0, 4), Page(2, 4, 15)),
    )
    passages = _passages(document)
    assert [p.text for p in passages] == texts
    assert [p.page for p in passages] == pages


def _facts(*lines: tuple[str, str]) -> Document:
    """Lines of (subject, rest), each the text of a fact."""
    text, facts = "", []
    for subject, rest in lines:
        start = len(text)
        text += f"{subject} {rest}"
        part = FactPart(subject, "Thing", start, start + len(subject))
        facts.append(Fact(part, "r", part, (), start, len(text)))
        text += "\n"
    return make_document(
        uri="u", title="", text=text, media_type="application/x-facts", facts=tuple(facts)
    )


def test_facts_are_grouped_whole_and_by_subject() -> None:
    nine = "built in Larvik by Colin Archer in 1892."  # with a name of one word: 9 words
    document = _facts(*[("Fram", nine)] * 7, *[("Gjoa", nine)] * 3, *[("Maud", nine)] * 2)
    passages = _passages(document)
    # 63 words on the Fram are enough to part from the next; 27 on the Gjoa are not
    assert [p.text.count("\n") + 1 for p in passages] == [7, 5]
    assert passages[1].text.startswith("Gjoa")
    assert passages[1].text.endswith(f"Maud {nine}")


def test_facts_of_one_subject_are_parted_near_the_target() -> None:
    document = _facts(*[("Fram", "word " * 29 + ".")] * 7)  # 31 words each
    assert [len(p.text.split()) for p in _passages(document)] == [93, 93, 31]


def test_no_fact_is_cut_however_long() -> None:
    document = _facts(("Fram", "word " * 600), ("Gjoa", "word"))
    assert [len(p.text.split()) for p in _passages(document)] == [601, 2]


def test_splitting_twice_gives_the_same_passages() -> None:
    document = _marked("# A\n\n" + SENTENCE * 40 + "\n\n| a | b |\n|-|-|\n| 1 | 2 |\n")
    assert _passages(document) == _passages(document)
