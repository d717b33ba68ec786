"""Relations in English: every sentence has its places, names get the articles they need."""

from __future__ import annotations

import pytest

from kgplatform.training.divknow_data.phrases import Phrases, fill, load_phrases

pytestmark = pytest.mark.unit


def test_every_phrase_names_its_subject_and_is_a_question() -> None:
    for name, told in load_phrases().items():
        assert told.ask, name
        for pattern in filter(None, (told.ask, told.verify, told.count)):
            assert pattern.count("{s}") == 1, name
            assert pattern.endswith("?"), name
        assert not told.verify or told.verify.count("{o}") == 1, name
        assert not told.noun or (told.noun.startswith("the ") and "{s}" in told.noun), name


@pytest.mark.parametrize(
    ("subject", "value", "text"),
    [
        ("the director of Fram", "Larvik", "Was the director of Fram in Larvik?"),
        ("Ann Lee", "University of Oslo", "Was Ann Lee in the University of Oslo?"),
        ("United States of America", "Oslo", "Was the United States of America in Oslo?"),
        ("The Order of Things", "Oslo", "Was The Order of Things in Oslo?"),
        ("47th Academy Awards", "x", "Was the 47th Academy Awards in x?"),
        ("Hanna's War", "Soviet Union", "Was Hanna's War in the Soviet Union?"),
        ("Ann Lee", "film director", "Was Ann Lee in film director?"),
    ],
)
def test_articles(subject: str, value: str, text: str) -> None:
    assert fill("Was {s} in {o}?", subject, value) == text


@pytest.mark.parametrize(
    ("date", "text"),
    [
        ("22 July 1832", "Born on 22 July 1832?"),
        ("July 22, 1832", "Born on July 22, 1832?"),
        ("July 1832", "Born in July 1832?"),
        ("1832", "Born in 1832?"),
    ],
)
def test_prepositions_of_dates(date: str, text: str) -> None:
    assert fill("Born {on} {o}?", "", date) == text


def test_types_that_are_known_must_suit() -> None:
    told = Phrases(subjects="Work Event", objects="Person")
    assert told.suit("Work", "Person")
    assert told.suit("Thing", "Thing")
    assert not told.suit("Person", "Person")
    assert not told.suit("Event", "Place")
    assert Phrases().suit("Person", "date")
