"""Names and dates are found in a text in whatever spelling."""

from __future__ import annotations

import pytest

from kgplatform.training.divknow_data.naming import (
    ReadText,
    date_forms,
    is_clean_name,
    same_date,
)

pytestmark = pytest.mark.unit

TEXT = ReadText("José Feliciano (born September 10, 1945) sang in New York.")


def test_names_are_whole_words_whatever_their_accents() -> None:
    assert TEXT.names("jose feliciano")
    assert TEXT.names("New York")
    assert not TEXT.names("York City")
    assert not TEXT.names("York in")
    assert not TEXT.names("Feli")
    assert not ReadText("").names("x")


def test_dates_are_told_in_any_form_as_far_as_both_tell_them() -> None:
    assert TEXT.states("10 September 1945")
    assert TEXT.states("1945")
    assert not TEXT.states("11 September 1945")
    assert not TEXT.states("1944")
    assert same_date("22 July 1832", "July 22, 1832")
    assert same_date("1832", "22 July 1832")
    assert not same_date("22 July 1832", "22 June 1832")
    assert not same_date("long ago", "1832")


def test_a_day_has_two_usual_orders() -> None:
    assert date_forms("22 July 1832") == ("22 July 1832", "July 22, 1832")
    assert date_forms("July 22, 1832") == ("July 22, 1832", "22 July 1832")
    assert date_forms("1832") == ("1832",)


def test_escapes_and_pages_of_senses_are_no_clean_names() -> None:
    assert is_clean_name("A Midsummer Night's Dream")
    assert not is_clean_name("A Midsummer Night\\'s Dream")
    assert not is_clean_name("We Love You (disambiguation)")
