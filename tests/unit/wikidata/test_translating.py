"""Questions to templates over an endpoint that gives up on what takes long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kgplatform.errors import EndpointTimeout
from kgplatform.testing import HashEmbedder
from kgplatform.wikidata.client import Client
from kgplatform.wikidata.label_building import build_index
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.question.neighbourhood import fetch_relations
from kgplatform.wikidata.question.relations import Relation, RelationModel, RelationRanker
from kgplatform.wikidata.question.translating import Translator
from kgplatform.wikidata.terms import PREFIXES
from tests.sparql_server import SparqlReply, SparqlServer, results, truth, uri
from tests.wikidata_dump import write_dump

pytestmark = pytest.mark.unit

LATE = SparqlReply("", status=504)
MODEL = RelationModel({"words": 1.0}, {}, {}, {})
BORN = {
    "isForward": {"type": "literal", "value": "true"},
    "property": {"type": "uri", "value": f"{PREFIXES['wdt']}P19"},
    "count": {"type": "literal", "value": "1"},
}
Rule = Callable[[str], SparqlReply]


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabelIndex]:
    folder: Path = tmp_path_factory.mktemp("names")
    build_index(folder / "names.sqlite", write_dump(folder / "dump.nt"))
    with LabelIndex(folder / "names.sqlite") as opened:
        yield opened


def _forward_only(query: str) -> SparqlReply:
    """What counts or compares classes takes too long; all else is quick."""
    if any(slow in query for slow in ("UNION", "?thing ?property", "?value wdt:P31")):
        return LATE
    if "isForward" in query:
        return results([BORN])
    return truth(value=True) if "ASK" in query else results([{"answer": uri("Q104")}])


def _translator(index: LabelIndex, server: SparqlServer, folder: Path) -> Translator:
    ranker = RelationRanker(index.properties(), embedder=HashEmbedder(), model=MODEL)
    return Translator(index, endpoint=Client(server.address, folder=folder), ranker=ranker)


def test_what_names_an_item_is_left_out_where_that_takes_too_long(
    index: LabelIndex, tmp_path: Path
) -> None:
    with SparqlServer(_forward_only) as server:
        found = fetch_relations(Client(server.address, folder=tmp_path), "Q101")
        assert found == {Relation("P19", True): 1}
        translator = _translator(index, server, tmp_path)
        answer = translator.answer("What is the place of birth of Colin Archer?", ["Q101"])
    assert answer is not None
    assert [row["answer"].identifier for row in answer.result.rows] == ["Q104"]
    assert answer.template == "forward"


def test_an_item_that_takes_too_long_does_not_cost_the_others(
    index: LabelIndex, tmp_path: Path
) -> None:
    def rule(query: str) -> SparqlReply:
        return LATE if "isForward" in query and "Q20>" in query else _forward_only(query)

    with SparqlServer(rule) as server:
        translator = _translator(index, server, tmp_path)
        answer = translator.answer("Is Norway his place of birth?", ["Q101", "Q20"])
        assert answer is not None
        assert answer.result.truth is True
        with pytest.raises(EndpointTimeout):
            translator.answer("Where is Norway?", ["Q20"])


def test_how_two_items_meet_may_take_too_long(index: LabelIndex, tmp_path: Path) -> None:
    def rule(query: str) -> SparqlReply:
        return LATE if "otherIsValue" in query else _forward_only(query)

    with SparqlServer(rule) as server:
        translator = _translator(index, server, tmp_path)
        answer = translator.answer("What is the place of birth?", ["Q101", "Q100"])
    assert answer is not None
    assert answer.result.rows


def test_as_many_rows_as_are_asked_for_are_not_cut(index: LabelIndex, tmp_path: Path) -> None:
    rows = [{"answer": uri(f"Q{number}")} for number in range(1, 4)]

    def rule(query: str) -> SparqlReply:
        return results(rows) if "?answer WHERE" in query else _forward_only(query)

    with SparqlServer(rule) as server:
        translator = _translator(index, server, tmp_path)
        answer = translator.answer("Tell me 3 places of birth", ["Q101"])
    assert answer is not None
    assert (len(answer.result.rows), answer.result.is_cut) == (3, False)


def test_a_property_named_word_for_word_is_answered_by_no_other(
    index: LabelIndex, tmp_path: Path
) -> None:
    with SparqlServer(_forward_only) as server:  # which knows a place of birth alone
        translator = _translator(index, server, tmp_path)
        assert translator.answer("What is the date of birth of Otto Sverdrup?", ["Q103"]) is None
        answer = translator.answer("What is the birth of Otto Sverdrup?", ["Q103"])
    assert answer is not None
    assert "P19" in answer.query


@pytest.mark.parametrize(
    "unknown",
    [
        {"type": "bnode", "value": "b0"},
        uri("../.well-known/genid/0a1b"),
    ],
    ids=["blank node", "address of an unknown value"],
)
def test_an_unknown_value_is_no_answer(
    index: LabelIndex, tmp_path: Path, unknown: dict[str, str]
) -> None:
    def rule(query: str) -> SparqlReply:
        is_answer = "?answer WHERE" in query
        return results([{"answer": unknown}]) if is_answer else _forward_only(query)

    with SparqlServer(rule) as server:
        translator = _translator(index, server, tmp_path)
        assert translator.answer("What is the place of birth of Otto Sverdrup?", ["Q103"]) is None
