from __future__ import annotations

import pytest

from kgplatform.ingest.resolution.namesakes import Titled, part_namesakes

pytestmark = pytest.mark.unit


def _titled(document: str, *types: str, births: tuple[str, ...] = ()) -> Titled:
    return Titled("name", document, "name", types, births)


def _groups(*titled: Titled) -> list[set[str]]:
    wanted = part_namesakes(titled)
    return sorted(
        ({d for d in wanted if wanted[d] == entity} for entity in set(wanted.values())), key=min
    )


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        (_titled("a", "Person"), _titled("b", "Place"), True),
        (_titled("a", "Person", "Person", "Place"), _titled("b", "Person"), False),
        (_titled("a", "Place"), _titled("b", "Organization"), False),
        (_titled("a", "Thing"), _titled("b", "Person"), False),
        (_titled("a", "Work", "Person"), _titled("b", "Person"), False),
        (_titled("a", births=("1 May 1900",)), _titled("b", births=("1901",)), True),
        (_titled("a", births=("1 May 1900",)), _titled("b", births=("May 1900",)), False),
    ],
    ids=["kinds", "most agree", "confusable", "unknown", "unclear", "born apart", "born alike"],
)
def test_documents_are_apart_where_they_contradict(one: Titled, other: Titled, apart: bool) -> None:
    assert one.is_apart_from(other) is apart
    assert other.is_apart_from(one) is apart


def test_largest_group_keeps_the_plain_entity_whatever_the_order() -> None:
    titled = [_titled("a", "Work"), _titled("b", "Person"), _titled("c", "Person"), _titled("d")]
    wanted = part_namesakes(titled)
    assert wanted == part_namesakes(titled[::-1])
    assert wanted["b"] == wanted["c"] == "name"
    assert wanted["a"] != "name"


def test_three_people_of_one_name_are_three() -> None:
    born = [_titled(str(year), "Person", births=(str(year),)) for year in (1900, 1950, 1990)]
    assert _groups(*born) == [{"1900"}, {"1950"}, {"1990"}]


def test_document_that_says_nothing_joins_the_first_group() -> None:
    assert _groups(_titled("a"), _titled("b", "Work"), _titled("c", "Person")) == [
        {"a", "b"},
        {"c"},
    ]
