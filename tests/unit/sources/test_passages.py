from __future__ import annotations

import re

import pytest

from kgplatform.records import Passage
from kgplatform.sources.passages import SHORT_TEXT_WORDS, TARGET_WORDS, split_passages
from kgplatform.sources.text import make_document

pytestmark = pytest.mark.unit

SENTENCE = "The ship sailed north from the harbour on a cold day. "  # 11 words


def _split_at_stops(text: str) -> list[tuple[int, int]]:
    return [match.span() for match in re.finditer(r"\S[^.]*\.", text)]


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


def test_one_endless_sentence_is_one_passage() -> None:
    assert len(_split("word " * 1000 + "end.")) == 1
