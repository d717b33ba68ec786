"""What a sentence denies, plans, claims or corrects, and how far each word of that reaches."""

from __future__ import annotations

import pytest

from kgplatform.models.linguistics import Linguistics
from kgplatform.text.assertion import (
    CLAIMED,
    CORRECTED,
    DENIED,
    FORMER,
    FUTURE,
    PLANNED,
    REPORTED,
    SUPPOSED,
    find_marks,
    kinds_at,
    kinds_named,
)

pytestmark = pytest.mark.unit

SENTENCES = [
    ("The mill was not sold to Orr.", "Orr", {DENIED}),
    ("Bo Orr never owned the mill.", "Bo Orr", {DENIED}),
    ("Nobody was hurt in the flood of 1931.", "1931", {DENIED}),
    ("It wasn't painted in 1980, and Bo Orr sold it in 1990.", "1980", {DENIED}),
    ("It wasn't painted in 1980, and Bo Orr sold it in 1990.", "1990", set()),
    ("The weir, which was not built by Orr, opened in 1931.", "Orr", {DENIED}),
    ("The weir, which was not built by Orr, opened in 1931.", "1931", set()),
    ("It opened not in 1931 but in 1932.", "1931", {DENIED}),
    ("It opened not in 1931 but in 1932.", "1932", set()),
    ("It opened in 1932, not in 1931.", "1932", set()),
    ("It opened in 1932 instead of 1931.", "1931", {DENIED}),
    ("Orr failed to open it in 1931.", "1931", {DENIED}),
    ("Orr denied that he closed it in 1931.", "1931", {DENIED}),
    ("Orr denied that he closed it in 1931.", "Orr", set()),
    ("The actor Bo Orr chose not to return in 1931.", "Bo Orr", set()),
    ("The pressure must not exceed 12 bar.", "12 bar", set()),
    ("The mill did not open until 1931.", "1931", {FORMER}),
    ("No. 12 was sold to Orr.", "Orr", set()),
    ("The singer No Min Woo was born in 1931.", "1931", set()),
    ("The mill was to be opened in 1931, but it opened in 1932.", "1931", {PLANNED}),
    ("The mill was to be opened in 1931, but it opened in 1932.", "1932", set()),
    ("The plan of 1931 to close the mill was dropped.", "1931", {PLANNED}),
    ("The fair is planned for 3 May 2031.", "3 May 2031", {PLANNED}),
    ("The fair will open on 3 May 2031.", "3 May 2031", {FUTURE}),
    ("If the loan is refused, the mill closes in 2031.", "2031", {SUPPOSED}),
    ("The mill may have been sold in 1931.", "1931", {SUPPOSED}),
    ("Neighbours claimed that the mill was sold to Orr.", "Orr", {CLAIMED}),
    ("Neighbours claimed that the mill was sold to Orr.", "Neighbours", set()),
    ("The mill was allegedly sold to Orr.", "Orr", {CLAIMED}),
    ("The board announced that the mill was sold to Orr.", "Orr", {REPORTED}),
    ("The year was erroneously given as 1931.", "1931", {CORRECTED}),
    ("An earlier version said that it was built in 1931.", "1931", {REPORTED, CORRECTED}),
    ("Bo Orr, former owner of the mill, lives in Lume.", "Bo Orr", {FORMER}),
    ("Bo Orr, former owner of the mill, lives in Lume.", "Lume", set()),
    ("Bo Orr sold the mill to Ann Lee in 1931.", "Ann Lee", set()),
]


@pytest.mark.parametrize(("sentence", "span", "kinds"), SENTENCES)
def test_marks_reach_as_far_as_their_clause(sentence: str, span: str, kinds: set[str]) -> None:
    at = sentence.index(span)
    assert kinds_at(find_marks(sentence), at, at + len(span)) == kinds


def test_a_parse_tells_clauses_that_no_comma_parts(linguistics: Linguistics) -> None:
    sentence = "The weir which was not built by Orr opened in 1931."
    at = sentence.index("1931")
    [doc] = linguistics.parse([sentence])
    assert kinds_at(find_marks(sentence, list(doc)), at, at + 4) == set()
    assert kinds_at(find_marks(sentence), at, at + 4) == {DENIED}


def test_a_mark_says_which_word_makes_it() -> None:
    [mark] = find_marks("The mill was never sold.")
    assert (mark.kind, mark.cue, mark.at) == (DENIED, "never", 13)


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("Who claimed it?", {CLAIMED}),
        ("When was it planned to open?", {PLANNED}),
        ("Who is the former owner?", {FORMER}),
        ("What is not covered?", {DENIED}),
        ("Who owns the mill?", set()),
    ],
)
def test_kinds_named_are_those_that_a_text_speaks_of(question: str, kinds: set[str]) -> None:
    assert kinds_named(question) == kinds
