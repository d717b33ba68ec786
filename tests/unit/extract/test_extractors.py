from __future__ import annotations

import pytest

from kgplatform.errors import UsageError
from kgplatform.extract.extractors import make_extractor
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.reading import PassageReading
from kgplatform.records import Literal, Passage
from kgplatform.text.names import make_entity
from tests.pipeline import linguistics

pytestmark = pytest.mark.unit


def _read(
    text: str, *, title: str = "", known: tuple[str, ...] = (), name: str = "spacy"
) -> PassageReading:
    passage = Passage("p", "d", 0, 0, len(text), title, text)
    gazetteer = Gazetteer(make_entity(item) for item in known)
    extractor = make_extractor(name, linguistics=linguistics())
    (reading,) = extractor.read([passage], gazetteer=gazetteer)
    for mention in reading.mentions:
        assert text[mention.start : mention.end] == mention.surface
    for statement in reading.statements:
        assert 0 <= statement.start < statement.end <= len(text)
    return reading


def _facts(reading: PassageReading) -> set[str]:
    return {statement.text for statement in reading.statements}


def test_spacy_reads_a_passive_clause_with_time_and_place() -> None:
    reading = _read("Fram was built by Colin Archer in Larvik in 1892.", known=("Fram (ship)",))
    built = next(s for s in reading.statements if s.relation == "built by")
    assert (built.subject.name, getattr(built.object, "name", "")) == (
        "Fram (ship)",
        "Colin Archer",
    )
    assert (
        "(place: Larvik; time: 1892)" in built.text or "(time: 1892; place: Larvik)" in built.text
    )


def test_qualifier_spans_stand_in_the_text() -> None:
    text = "Fram was built by Colin Archer in Larvik in 1892."
    built = next(s for s in _read(text, known=("Fram",)).statements if s.relation == "built by")
    assert {text[q.start : q.end] for q in built.qualifiers} == {"1892", "Larvik"}


def test_spacy_reads_copulas_with_participles() -> None:
    facts = _facts(
        _read("Free Guy is an American comedy film directed by Shawn Levy.", known=("Free Guy",))
    )
    assert "Free Guy is an American comedy film" in facts
    assert "Free Guy was directed by Shawn Levy" in facts


def test_class_of_a_thing_is_a_literal() -> None:
    reading = _read("Shawn Levy is a Canadian film director.")
    (statement,) = [s for s in reading.statements if s.relation == "occupation"]
    assert isinstance(statement.object, Literal)
    assert statement.object.value == "film director"


def test_known_title_gets_the_type_that_spacy_sees() -> None:
    mentions = _read("The book was written by Shawn Levy.", known=("Shawn Levy",)).mentions
    assert ("Shawn Levy", "Person") in [(m.entity.name, m.entity.type) for m in mentions]


def test_name_that_the_title_disambiguates_is_that_entity() -> None:
    reading = _read(
        "Aurora is a ship.", title="Aurora (ship)", known=("Aurora (ship)", "Aurora (novel)")
    )
    assert {m.entity.name for m in reading.mentions} == {"Aurora (ship)"}


def test_last_name_stands_for_the_full_name_before_it() -> None:
    mentions = _read("Robert Falcon Scott was a captain. Scott died in 1912.").mentions
    people = [m for m in mentions if m.entity.type == "Person"]
    assert [m.surface for m in people] == ["Robert Falcon Scott", "Scott"]
    assert len({m.entity.id for m in people}) == 1


def test_none_finds_known_names_and_no_statements() -> None:
    reading = _read("Fram was built by Colin Archer.", known=("Fram",), name="none")
    assert [m.surface for m in reading.mentions] == ["Fram"]
    assert reading.statements == ()


@pytest.mark.parametrize("text", ["", " ", "…", "((((", "a" * 5000, "🙂 " * 50, "\u202eabc"])
def test_odd_text_is_read_without_error(text: str) -> None:
    _read(text)


def test_unknown_extractor_is_refused() -> None:
    with pytest.raises(UsageError, match="llama"):
        make_extractor("llama", linguistics=linguistics())
