"""Characters that cannot be seen are shown, and those that real languages need are left."""

from __future__ import annotations

import json

import pytest

from kgplatform.text.visible import escape_json, show, show_each, show_line

pytestmark = pytest.mark.unit

ATTACKS = {
    "\x1b]0;title\x07": "␛]0;title␇",
    "\x1b[2J": "␛[2J",
    "\x9b31m": "⟨U+009B⟩31m",
    "a\rb": "a␍b",
    "a\x7f": "a␡",
    "\x00": "␀",
    "abc\u202edef": "abc⟨U+202E⟩def",
    "\u2066x\u2069": "⟨U+2066⟩x⟨U+2069⟩",
    "\u200f\u061c": "⟨U+200F⟩⟨U+061C⟩",
    "a\u2028b": "a⟨U+2028⟩b",
    "\U000e0041": "⟨U+E0041⟩",
    "\udc80": "⟨U+DC80⟩",
}
LEFT = [
    "naïve café",
    "می\u200cخواهم",
    "👩\u200d🚀",
    "co\u00adop",
    "tab\there",
    "שלום",
    "ไทย\u200bไทย",
]


@pytest.mark.parametrize(("text", "shown"), ATTACKS.items())
def test_what_is_hidden_is_shown(text: str, shown: str) -> None:
    assert show(text) == shown
    assert show(shown) == shown
    each = show_each(text)
    assert len(each) == len(text)
    assert show(each) == each
    escaped = escape_json(json.dumps([text], ensure_ascii=False))
    assert show(escaped) == escaped
    assert json.loads(escaped) == [text]


@pytest.mark.parametrize("text", LEFT)
def test_what_languages_need_is_left(text: str) -> None:
    assert show(text) == show_line(text) == show_each(text) == text


def test_line_feed_is_shown_where_one_line_is_meant() -> None:
    assert (show("a\nb"), show_line("a\nb")) == ("a\nb", "a␊b")
