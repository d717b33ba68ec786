"""Reads one passage with the `spacy` extractor, and checks what must hold of every reading."""

from __future__ import annotations

from kgplatform.extract.extractors import make_extractor
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.reading import PassageReading
from kgplatform.records import ALIGNMENTS, Literal, Passage, Statement
from kgplatform.text.names import make_entity
from tests.pipeline import linguistics

__all__ = ["find", "read", "triples"]


def read(
    text: str, *, title: str = "", known: tuple[str, ...] = (), date: str = ""
) -> PassageReading:
    """Return what the extractor reads in a passage that is a whole document, of a day."""
    passage = Passage("p", "d", 0, 0, len(text), title, text, date=date)
    gazetteer = Gazetteer(make_entity(item) for item in known)
    extractor = make_extractor("spacy", linguistics=linguistics())
    (reading,) = extractor.read([passage], gazetteer=gazetteer)
    for mention in reading.mentions:
        assert text[mention.start : mention.end] == mention.surface
    for statement in reading.statements:
        _check(statement, text)
    return reading


def _check(statement: Statement, text: str) -> None:
    assert 0 <= statement.start < statement.end <= len(text)
    assert set(statement.alignment) <= set(ALIGNMENTS)
    assert 0 < statement.confidence < 1
    for start, end in (statement.subject_span, statement.object_span):
        assert statement.start <= start < end <= statement.end
        assert text[start:end].strip()
    if isinstance(statement.object, Literal):
        assert text[slice(*statement.object_span)] == statement.object.value
    for qualifier in statement.qualifiers:
        assert text[qualifier.start : qualifier.end].strip()


def triples(reading: PassageReading) -> set[tuple[str, str, str]]:
    """Return the facts as (subject, relation, object) in words."""
    return {(s.subject.name, s.relation, _name(s)) for s in reading.statements}


def find(reading: PassageReading, relation: str) -> Statement:
    """Return the only statement of a relation."""
    (statement,) = [s for s in reading.statements if s.relation == relation]
    return statement


def _name(statement: Statement) -> str:
    obj = statement.object
    return obj.value if isinstance(obj, Literal) else obj.name
