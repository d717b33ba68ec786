from __future__ import annotations

import pytest

from kgplatform.ingest.resolution.text import Opening, find_text_names

pytestmark = pytest.mark.unit


def _opening(title: str, text: str, *names: str) -> Opening:
    named = [(name, text.index(name), text.index(name) + len(name)) for name in names]
    return Opening(title, title, text, tuple(sorted(named, key=lambda item: item[1])))


def _names(title: str, text: str, *names: str) -> list[str]:
    pairs, _ = find_text_names([_opening(title, text, *names)])
    assert all((pair.long, pair.method) == (title, "opening") for pair in pairs)
    return [pair.short for pair in pairs]


@pytest.mark.parametrize(
    ("title", "text", "name"),
    [
        ("Ed Ludwig", "Edward Irving Ludwig (1899 – 1982) was a director.", "Edward Irving Ludwig"),
        ("Ed Ludwig", "Edward Irving Ludwig was a director.", "Edward Irving Ludwig"),
        ("Al Santell", "Al Santell, also known as Alfred Allen (1895), was", "Alfred Allen"),
        ("Jon Hall", "Jon Hall( born Charles Felix Locher, 1915) was", "Charles Felix Locher"),
        ("Sting", "Sting, known professionally; stage name Gordon Sumner, is", "Gordon Sumner"),
        ("Indians", "Juul (born 1980), better known by the stage name Indians, is", "Juul"),
        ("Begum", 'The Begum (also spelled "Bigam") was', "Bigam"),
    ],
)
def test_a_documents_beginning_names_its_thing(title: str, text: str, name: str) -> None:
    assert _names(title, text, name) == [name]


@pytest.mark.parametrize(
    ("title", "text", "name"),
    [
        ("Ed Ludwig", "Warner Brothers was his studio.", "Warner Brothers"),  # no word in common
        ("Ed Ludwig", "Ed Ludwig was born in Balta.", "Balta"),
        ("Darejan", "Darejan was the wife of Erekle (also known as Heraclius).", "Heraclius"),
        ("Dreyer", "Dreyer, commonly known as Carl Th. Dreyer, was", "Carl Th"),
        ("Diogo", "Diogo( born Montemor- o- Velho, 1432) was", "Montemor"),
        ("Indians", "Juul was a friend of Indians.", "Juul"),
        ("Hall", "Hall was an actor. He was also known as Locher.", "Locher"),
    ],
)
def test_what_is_said_of_something_else(title: str, text: str, name: str) -> None:
    assert _names(title, text, name) == []


def test_an_initial_does_not_end_the_sentence() -> None:
    text = "N. T. Rama Rao ( also J. B. Rao), also known as Taraka Rama, was an actor."
    assert _names("Rao", text, "Taraka Rama") == ["Taraka Rama"]


@pytest.mark.parametrize(
    "text", ["#REDIRECT [[New York]]", "Redirects to: New York", "redirect New York"]
)
def test_a_redirect_gives_its_target(text: str) -> None:
    [pair], _ = find_text_names([_opening("NYC", text, "New York")])
    assert pair == ("NYC", "New York", "redirect", 1.0)


def test_a_list_of_namesakes_is_no_thing() -> None:
    pairs, lists = find_text_names(
        [
            _opening("Aurora", "Aurora may refer to: Aurora Borealis", "Aurora Borealis"),
            _opening("Empress (disambiguation)", "Empress is a title."),
            _opening("Ship", "A ship is a vessel."),
        ]
    )
    assert (pairs, lists) == ([], {"Aurora", "Empress (disambiguation)"})
