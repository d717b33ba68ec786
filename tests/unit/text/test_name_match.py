"""Names that can be of one thing, and names that are only near."""

from __future__ import annotations

import pytest

from kgplatform.text.name_match import (
    are_near,
    distinguish_by,
    find_names,
    holds_name,
    is_same_name,
)

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("name", "other", "same", "near"),
    [
        pytest.param("Ida Holm", "Ida Holm", True, False, id="itself"),
        pytest.param("Holm", "Ida Holm", True, False, id="a part"),
        pytest.param("Dana Holm", "Dina Holm", False, True, id="a letter of a short word"),
        pytest.param("Kristofer Holm", "Kristoffer Holm", True, True, id="a slip of the pen"),
        pytest.param("Upper Lume School", "Lower Lume School", False, True, id="one word"),
        pytest.param("Ida Holm", "Bo Holm", False, True, id="of one family"),
        pytest.param("Bo Orr Jr.", "Bo Orr Sr.", False, True, id="generations"),
        pytest.param("Bo Orr Junior", "Bo Orr Jr.", True, False, id="one generation"),
        pytest.param("Lume II", "Lume 2", False, True, id="serials of two kinds"),
        pytest.param("Lume II", "Lume III", False, True, id="serials"),
        pytest.param("Lume II", "Lume", True, False, id="without its serial"),
        pytest.param("Block C", "Block D", False, True, id="letters"),
        pytest.param("KX-20", "KX-21", False, True, id="codes of one series"),
        pytest.param("KX-20", "RZ-20", False, False, id="codes of two"),
        pytest.param("Port of Lume", "Port of Hale", False, True, id="ports of two towns"),
        pytest.param("Port of Lume", "Bank of Lume", False, False, id="things of one town"),
        pytest.param("Lume Foods AS", "Lume Foods Ltd", True, False, id="legal forms"),
        pytest.param("Lume", "Hale", False, False, id="nothing in common"),
    ],
)
def test_names_are_of_one_thing_or_near(name: str, other: str, same: bool, near: bool) -> None:
    assert (is_same_name(name, other), are_near(name, other)) == (same, near)
    assert (is_same_name(other, name), are_near(other, name)) == (same, near)


def test_a_slip_is_none_where_the_exact_name_is_known() -> None:
    assert not is_same_name("Kristofer Holm", "Kristoffer Holm", may_be_misspelled=False)


def test_find_names_takes_runs_of_capitals_with_their_numbers() -> None:
    text = (
        "In 1950 the Lume 2 sank. Bo Orr Jr. met King Olav IV's crew near Port of Hale in May 1951."
    )
    assert [text[one.start : one.end] for one in find_names(text)] == [
        "Lume 2",
        "Bo Orr Jr.",
        "King Olav IV",
        "Port of Hale",
    ]


@pytest.mark.parametrize(
    ("text", "name", "held"),
    [
        ("The Lume 2 sank.", "Lume 2", True),
        ("The Lume 2 sank.", "Lume 3", False),
        ("The KX-20 and the KX-21", "KX-21", True),
        ("Bo Orr Sr. left.", "Bo Orr Jr.", False),
    ],
)
def test_holds_name_takes_all_of_it(text: str, name: str, held: bool) -> None:
    assert holds_name(text, name) is held


def test_tell_apart_by_are_numbers_serials_and_generations() -> None:
    assert distinguish_by("Release 4.2 of Lume II Jr.") == {"4.2", "ii", "jr"}
    assert distinguish_by("Ann Lee") == set()
