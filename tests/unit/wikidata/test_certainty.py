"""Which items a question surely names, and whether a result can be its answer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgplatform.testing import HashEmbedder
from kgplatform.wikidata.label_building import build_index
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.question.certainty import (
    answers_in_kind,
    answers_in_type,
    is_quantity,
    list_certain,
    means_relation,
)
from kgplatform.wikidata.question.mentions import LinkedMention
from kgplatform.wikidata.terms import PREFIXES, RdfTerm, Result, entity_iri, literal
from tests.wikidata_dump import write_dump

pytestmark = pytest.mark.unit

DATE = RdfTerm("literal", "1832-07-22T00:00:00Z", PREFIXES["xsd"] + "dateTime")


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabelIndex]:
    folder: Path = tmp_path_factory.mktemp("names")
    build_index(folder / "names.sqlite", write_dump(folder / "dump.nt"))
    with LabelIndex(folder / "names.sqlite") as opened:
        yield opened


def _mention(question: str, run: str, qid: str) -> LinkedMention:
    start = question.index(run)
    return LinkedMention(start, start + len(run), qid, "whatever")


@pytest.mark.parametrize(
    ("question", "run", "qid", "is_certain"),
    [
        ("Where was Colin Archer born?", "Colin Archer", "Q101", True),
        ("where was colin archer born?", "colin archer", "Q101", True),
        ("Oslo is in which country?", "Oslo", "Q585", True),
        ("Fram captains?", "Fram", "Q100", True),
        ("Where was Colin Archer Smith born?", "Colin Archer", "Q101", False),
        ("Where was Sir Colin Archer born?", "Colin Archer", "Q101", False),
        ("Is Nansen (Ship) Norwegian?", "Ship", "Q11446", False),
        ("Where was Colin Arher born?", "Colin Arher", "Q101", False),
        ("Where was Colin Archer born?", "Colin Archer", "Q102", False),
        ("Which ship did Nobody build?", "ship", "Q11446", False),
        ("which ship is largest?", "ship", "Q11446", True),
        ("Who built the Fram?", "the Fram", "Q100", True),
        ("Was Colin Archer born on 22 July 1832?", "Colin Archer", "Q101", True),
    ],
)
def test_a_mention_is_certain_where_the_whole_name_is_the_items(
    index: LabelIndex, question: str, run: str, qid: str, is_certain: bool
) -> None:
    mention = _mention(question, run, qid)
    assert list_certain(question, [mention], index) == ([mention] if is_certain else [])


@pytest.mark.parametrize(
    ("question", "is_certain"),
    [
        ("Did Ann die on 5 March 1890?", False),
        ("Did Ann die on March 5, 1890?", False),
        ("Did Ann die in March 1890?", False),
        ("Is Ann the author of March?", True),
    ],
)
def test_a_month_of_a_date_is_no_thing(question: str, is_certain: bool, tmp_path: Path) -> None:
    dump = tmp_path / "dump.nt"
    dump.write_text(f'<{entity_iri("Q900").value}> <{PREFIXES["rdfs"]}label> "March"@en .\n')
    build_index(tmp_path / "names.sqlite", dump)
    mention = _mention(question, "March", "Q900")
    with LabelIndex(tmp_path / "names.sqlite") as opened:
        assert list_certain(question, [mention], opened) == ([mention] if is_certain else [])


def test_a_class_stays_beside_a_name(index: LabelIndex) -> None:
    question = "Which ship was designed by Colin Archer?"
    mentions = [_mention(question, "Colin Archer", "Q101"), _mention(question, "ship", "Q11446")]
    assert list_certain(question, mentions, index) == mentions


def test_a_common_word_behind_a_name_is_part_of_what_is_said(index: LabelIndex) -> None:
    question = "How many captains has Colin Archer seen on a ship?"
    mentions = [_mention(question, "ship", "Q11446"), _mention(question, "Colin Archer", "Q101")]
    assert list_certain(question, mentions, index) == mentions[1:]


@pytest.mark.parametrize(
    ("question", "term", "is_answer"),
    [
        ("When was Colin Archer born?", DATE, True),
        ("When was Colin Archer born?", entity_iri("Q104"), False),
        ("In what year was the Fram built?", DATE, True),
        ("How many captains had the Fram?", literal(2), True),
        ("How many captains had the Fram?", entity_iri("Q102"), False),
        ("Who designed the Fram?", entity_iri("Q101"), True),
        ("Where was he born?", DATE, False),
        ("What is the population of Oslo?", literal(709037), True),
        ("What is the capital of Norway?", entity_iri("Q585"), True),
    ],
)
def test_an_answer_is_of_the_kind_that_is_asked_for(
    question: str, term: RdfTerm, is_answer: bool
) -> None:
    assert answers_in_kind(question, Result(("x",), ({"x": term},))) is is_answer


def test_a_property_is_asked_for_by_a_word_or_by_meaning() -> None:
    embedder = HashEmbedder()
    question, items = "What is the place of birth of Colin Archer?", ["Colin Archer"]
    assert means_relation(question, items, ["place of birth"], embedder)
    assert not means_relation(question, items, ["member of"], embedder)
    assert not means_relation(question, items, [], embedder)
    # the words of the item's own name ask for nothing
    assert not means_relation("Who was Colin Archer?", items, ["archer"], embedder)
    # no telling word is shared ("is" and "of" tell nothing), but the texts are nearly the same
    assert means_relation("is it of the?", [], ["is of it the"], embedder)


def test_yes_and_no_answer_only_what_asks_for_them() -> None:
    assert answers_in_kind("Was Colin Archer born in Larvik?", Result(truth=False))
    assert not answers_in_kind("Who designed the Fram?", Result(truth=False))
    assert not answers_in_kind("What is the capital of Norway?", Result(truth=True))


def test_what_stands_beside_the_answer_does_not_matter() -> None:
    name, date = literal("Colin Archer", language="en"), DATE
    row = {"label": name, "born": date, "who": entity_iri("Q101")}
    who = "Who designed the Fram?"
    assert answers_in_kind(who, Result(("who", "label", "born"), (row,)))
    assert answers_in_kind(who, Result(("label",), ({"label": name},)))  # it is named
    assert not answers_in_kind(who, Result(("born", "who"), (row,)))
    assert answers_in_kind("When was he born?", Result(("born", "who"), (row,)))


def test_numbers_alone_are_a_quantity() -> None:
    def given(*terms: RdfTerm) -> Result:
        return Result(("x",), tuple({"x": term} for term in terms))

    assert is_quantity(given(literal(709037)))
    assert not is_quantity(given(literal(2), entity_iri("Q101")))
    assert not is_quantity(given(literal("two")))
    assert not is_quantity(given())


@pytest.mark.parametrize(
    ("question", "classes", "fits"),
    [
        ("Who founded it?", ["human"], True),
        ("Who founded it?", ["city"], False),
        ("Where was she born?", ["city"], True),
        ("Where was she born?", ["human"], False),
        ("Where was she born?", ["city", "human"], True),
        ("Where was she born?", ["thing of no known type"], True),
        ("Where was she born?", [], True),
        ("What is it?", ["human"], True),
    ],
)
def test_things_are_of_the_type_that_is_asked_for(
    question: str, classes: list[str], fits: bool
) -> None:
    assert answers_in_type(question, classes) is fits
