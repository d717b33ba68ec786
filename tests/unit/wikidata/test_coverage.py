"""Which words of a question its query has nothing for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgplatform.testing import HashEmbedder
from kgplatform.wikidata.label_building import build_index
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.question.coverage import list_missed
from kgplatform.wikidata.question.mentions import LinkedMention
from kgplatform.wikidata.question.relations import RelationModel, RelationRanker
from kgplatform.wikidata.question.translating import QuestionAnswer
from kgplatform.wikidata.terms import RdfTerm, Result
from tests.wikidata_dump import write_dump

pytestmark = pytest.mark.unit

XSD = "http://www.w3.org/2001/XMLSchema#"
WD = "http://www.wikidata.org/"
MODEL = RelationModel({}, {"P19>": {"born": 3}}, {}, {})


@pytest.fixture
def index(tmp_path: Path) -> Iterator[LabelIndex]:
    build_index(tmp_path / "names.sqlite", write_dump(tmp_path / "dump.nt"))
    with LabelIndex(tmp_path / "names.sqlite") as opened:
        yield opened


def _missed(
    index: LabelIndex,
    question: str,
    asked: tuple[str, ...],
    *,
    named: str = "",
    template: str = "forward",
    answer: str = "Q104",  # empty: a number
) -> list[str]:
    """Return what a query of an item and a property misses; `named` is how the item is called."""
    item, *properties = asked
    query = f"<{WD}entity/{item}> " + " ".join(f"<{WD}prop/direct/{p}>" for p in properties)
    number = RdfTerm("literal", "2", datatype=f"{XSD}integer")
    rows = ({"answer": RdfTerm("uri", f"{WD}entity/{answer}") if answer else number},)
    start = question.find(named)
    mentions = [LinkedMention(start, start + len(named), item, "")] if named else []
    embedder = HashEmbedder()
    return list_missed(
        question,
        QuestionAnswer(query, Result(("answer",), rows), template, 1),
        mentions=mentions,
        index=index,
        embedder=embedder,
        ranker=RelationRanker(index.properties(), embedder=embedder, model=MODEL),
    )


@pytest.mark.parametrize(
    ("question", "asked", "missed"),
    [
        ("What is the place of birth of Colin Archer?", ("Q101", "P19"), []),
        ("Where was Colin Archer born?", ("Q101", "P19"), []),
        ("In which city was Colin Archer born?", ("Q101", "P19"), []),  # a class of the answer
        ("Where was the designer of the Fram born?", ("Q100", "P287"), ["born"]),
        ("Who designs the Fram?", ("Q100", "P287"), []),
        ("When was the Fram designed?", ("Q100", "P287"), ["When"]),
        ("What is the weather of Oslo?", ("Q585", "P17"), ["weather"]),
        ("Where was Tycho Archer's boat built?", ("Q101", "P19"), ["Tycho", "boat", "built"]),
    ],
)
def test_words_are_covered_by_names_of_properties_items_and_classes(
    index: LabelIndex, question: str, asked: tuple[str, ...], missed: list[str]
) -> None:
    assert _missed(index, question, asked) == missed


def test_an_item_is_covered_by_whatever_name_it_was_found_by(index: LabelIndex) -> None:
    question, asked = "Where was the yard's master born?", ("Q101", "P19")
    assert _missed(index, question, asked) == ["yard's", "master"]
    assert _missed(index, question, asked, named="yard's master") == []


def test_a_form_of_query_covers_its_words(index: LabelIndex) -> None:
    assert _missed(index, "How many captains had the Fram?", ("Q100", "P634"), answer="") == []
    assert _missed(index, "Which is the biggest city?", ("Q585", "P1082")) == []
    starting = "Which cities start with the letter o?"
    assert _missed(index, starting, ("Q515",), template="names") == []
