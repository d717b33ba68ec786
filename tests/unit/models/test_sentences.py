"""The rules alone, with every starting word proposed as a sentence start."""

from __future__ import annotations

import re

import pytest

from kgplatform.text.sentences import (
    MAX_BLOCK_CHARS,
    blocks_of,
    sentence_spans,
    split_by_punctuation,
)

pytestmark = pytest.mark.unit


def split(text: str) -> list[str]:
    """Split with a recogniser that proposes each word: what is left, the rules have left."""
    proposed = [match.start() for match in re.finditer(r"\S+", text)]
    return [text[start:end] for start, end in sentence_spans(text, proposed)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("It rains. We stay.", ["It rains.", "We stay."], id="plain"),
        pytest.param("Why? Because! So…", ["Why?", "Because!", "So…"], id="marks"),
        pytest.param("Dr. Who met St. John.", ["Dr. Who met St. John."], id="abbreviations"),
        pytest.param("By J. R. R. Tolkien.", ["By J. R. R. Tolkien."], id="initials"),
        pytest.param("John F. Kennedy. He.", ["John F. Kennedy.", "He."], id="middle-initial"),
        pytest.param(
            "Works of G. Stanley Hall. He.", ["Works of G. Stanley Hall.", "He."], id="of"
        ),
        pytest.param("Of blood type A. The end.", ["Of blood type A.", "The end."], id="letter"),
        pytest.param("From A to B. The end.", ["From A to B.", "The end."], id="letter-then-the"),
        pytest.param("See Craig v. Boren (1976).", ["See Craig v. Boren (1976)."], id="versus"),
        pytest.param("World War I. He fell.", ["World War I.", "He fell."], id="roman-one"),
        pytest.param("A (b. See c. Yes.) d.", ["A (b. See c. Yes.) d."], id="brackets"),
        pytest.param('"I am. You are." He left.', ['"I am. You are."', "He left."], id="quotes"),
        pytest.param("“I am. You are.” He left.", ["“I am. You are.”", "He left."], id="curly"),
        pytest.param("It was c. 1732 then.", ["It was c. 1732 then."], id="circa"),
        pytest.param("He said. then no.", ["He said. then no."], id="lower-case"),
        pytest.param("One line\nNext line", ["One line", "Next line"], id="lines"),
        pytest.param(
            'It ended. " Next" began.', ["It ended.", '" Next" began.'], id="spaced-quote"
        ),
    ],
)
def test_rules_decide_where_sentences_end(text: str, expected: list[str]) -> None:
    assert split(text) == expected


def test_quotation_marks_far_apart_do_not_join() -> None:
    inside = "It is long. " * 40
    assert len(split(f'"{inside}"')) >= 40


def test_odd_quotation_mark_does_not_join() -> None:
    assert split('A 12" gun. It fired.') == ['A 12" gun.', "It fired."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("One\n\nTwo", ["One\n\n", "Two"], id="blank-line"),
        pytest.param("List\n- a\n- b", ["List\n", "- a\n", "- b"], id="bullets"),
        pytest.param("List\n1. a\n2) b", ["List\n", "1. a\n", "2) b"], id="numbers"),
        pytest.param("# Head\nText\nmore", ["# Head\n", "Text\nmore"], id="heading"),
        pytest.param(
            "The bark Ada, built\nin Hull, sank",
            ["The bark Ada, built\nin Hull, sank"],
            id="wrapped-lines",
        ),
        pytest.param(
            "Regards,\nAnn Lee\nHull", ["Regards,\n", "Ann Lee\n", "Hull"], id="short-lines"
        ),
        pytest.param("", [], id="empty"),
    ],
)
def test_blocks_end_at_layout(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in blocks_of(text)] == expected


@pytest.mark.parametrize("filler", ["word ", "Yes. ", "x"])
def test_long_block_is_cut_without_loss(filler: str) -> None:
    text = filler * (3 * MAX_BLOCK_CHARS // len(filler))
    spans = list(blocks_of(text))
    assert "".join(text[start:end] for start, end in spans) == text
    assert max(end - start for start, end in spans) <= MAX_BLOCK_CHARS


def test_cut_falls_between_sentences_where_it_can() -> None:
    text = "It is so. " * 5000
    assert all(text[start:end].endswith("so. ") for start, end in blocks_of(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rains. We stay! Why?", ["It rains.", "We stay!", "Why?"]),
        ("By J. R. R. Tolkien, of St. Ives. He.", ["By J. R. R. Tolkien, of St. Ives.", "He."]),
        ("“I am. You are.” He left.", ["“I am. You are.”", "He left."]),
        ("A title\n\nIt cost 3.5 pounds. Or 4.", ["A title", "It cost 3.5 pounds.", "Or 4."]),
        ("", []),
    ],
)
def test_punctuation_alone_splits_a_text(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in split_by_punctuation(text)] == expected
