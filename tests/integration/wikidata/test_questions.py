"""Questions to SPARQL over a real endpoint: by templates, and by a model that a rule speaks for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kgplatform.models.chat import OpenAIChatModel
from kgplatform.testing import HashEmbedder
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.linking import Linker
from kgplatform.wikidata.question.llm_query import QueryWriter, WrittenAnswer
from kgplatform.wikidata.question.mentions import ItemFinder
from kgplatform.wikidata.question.relations import RelationModel, RelationRanker
from kgplatform.wikidata.question.schema_context import list_patterns
from kgplatform.wikidata.question.translating import Translator
from kgplatform.wikidata.server import LocalStore
from kgplatform.wikidata.terms import Endpoint, Result
from tests.chat_server import ChatServer

pytestmark = pytest.mark.integration

MODEL = RelationModel({"meaning": 1.0, "words": 1.0, "forward": 0.1}, {}, {}, {})


@pytest.fixture
def index(wikidata_home: Path) -> Iterator[LabelIndex]:
    with LabelIndex(LocalStore(wikidata_home).index_path) as opened:
        yield opened


@pytest.fixture
def ranker(index: LabelIndex) -> RelationRanker:
    return RelationRanker(index.properties(), embedder=HashEmbedder(), model=MODEL)


def _values(result: Result | None) -> list[str]:
    assert result is not None
    return sorted(t.identifier or t.value for row in result.rows for t in row.values())


@pytest.mark.parametrize(
    ("question", "qids", "values", "template"),
    [
        ("What is the place of birth of Colin Archer?", ["Q101"], ["Q104"], "forward"),
        ("Which ship was designed by Colin Archer?", ["Q101", "Q11446"], ["Q100"],
         "backward of a class"),
        ("Who was captain of the Fram?", ["Q100"], ["Q102", "Q103"], "forward"),
        ("How many captains did the Fram have?", ["Q100"], ["2"], "count forward"),
        ("How many populations does the Fram have?", ["Q100"], ["0"], "count forward"),
        ("How many is the population of Oslo?", ["Q585"], ["709037"], "stated number"),
        ("What was the start time of Otto Sverdrup as captain of Fram?", ["Q100", "Q103"],
         ["1893-01-01T00:00:00Z"], "qualifier"),
        ("Which city has the largest population in Norway?", ["Q515", "Q20"], ["Q585"],
         "superlative"),
        ("Which city has the smallest population in Norway?", ["Q515", "Q20"], ["Q104"],
         "superlative"),
        ("Which has the larger population, Oslo or Larvik?", ["Q585", "Q104"], ["Q585"],
         "comparison"),
        ("Which city in Norway is the biggest?", ["Q515", "Q20"], ["Q585"], "superlative"),
        ("Who is older, Amundsen or Archer?", ["Q102", "Q101"], ["Q101"], "comparison"),
        ("Who is younger, Amundsen or Archer?", ["Q102", "Q101"], ["Q102"], "comparison"),
        ("Which cities start with the letter l?", ["Q515"], ["Larvik", "Q104"], "names"),
        ("Which city contains the word 'bri' in its name", ["Q515"], ["Cambridge", "Q350"],
         "names"),
        ("What is the country of the place of birth of the designer?", ["Q101"], ["Q20"],
         "two hops"),
    ],
)  # fmt: skip
def test_templates(
    index: LabelIndex, endpoint: Endpoint, ranker: RelationRanker,
    question: str, qids: list[str], values: list[str], template: str,
) -> None:  # fmt: skip
    answer = Translator(index, endpoint=endpoint, ranker=ranker).answer(question, qids)
    assert answer is not None
    assert (_values(answer.result), answer.template) == (values, template)


@pytest.mark.parametrize(
    ("question", "qid", "values", "template"),
    [
        ("When was Colin Archer born?", "Q101", ["1832-07-22T00:00:00Z"], "forward"),
        ("Where was Colin Archer born?", "Q101", ["Q104"], "forward"),
        ("When was Otto Sverdrup born?", "Q103", ["Q20"], "forward"),  # no date is known
        ("In which country is the place of birth of Colin Archer?", "Q101", ["Q20"], "two hops"),
        ("In which country is Colin Archer's place of birth?", "Q101", ["Q20"], "two hops"),
        ("What is the place of birth and country of Colin Archer?", "Q101", ["Q104"], "forward"),
    ],
)
def test_the_question_word_and_the_described_hop_decide(
    index: LabelIndex, endpoint: Endpoint, question: str, qid: str, values: list[str], template: str
) -> None:
    born = {"P19>": {"born": 20.0}, "P27>": {"born": 5.0}}  # most ask where somebody was born
    usual = {"born": 20.0, "whe": 100.0}
    weights = {"meaning": 0.1, "words": 3.0, "evidence": 3.0, "forward": 0.1}
    model = RelationModel(weights, born, usual, {})
    ranker = RelationRanker({**index.properties(), "P569": ["date of birth", "born"]},
                            embedder=HashEmbedder(), model=model)  # fmt: skip
    answer = Translator(index, endpoint=endpoint, ranker=ranker).answer(question, [qid])
    assert answer is not None
    assert (_values(answer.result), answer.template) == (values, template)


def test_what_has_no_value_is_not_compared(
    index: LabelIndex, endpoint: Endpoint, ranker: RelationRanker
) -> None:
    translator = Translator(index, endpoint=endpoint, ranker=ranker)
    found = translator.answer("Who is older, Amundsen or Sverdrup?", ["Q102", "Q103"])
    assert found is None or found.template != "comparison"


@pytest.mark.parametrize(("place", "truth"), [("Q104", True), ("Q585", False)])
def test_yes_or_no(
    index: LabelIndex, endpoint: Endpoint, ranker: RelationRanker, place: str, truth: bool
) -> None:
    translator = Translator(index, endpoint=endpoint, ranker=ranker)
    answer = translator.answer("Is his place of birth there?", ["Q101", place])
    assert answer is not None
    assert answer.result.truth is truth


def test_no_is_the_answer_though_another_property_is_true(
    index: LabelIndex, endpoint: Endpoint, ranker: RelationRanker
) -> None:
    translator = Translator(index, endpoint=endpoint, ranker=ranker)
    # Douglas Adams was educated at St John's College, and born in Cambridge
    born = translator.answer("Is the college his place of birth?", ["Q42", "Q691283"])
    assert born is not None
    assert (born.result.truth, born.tried) == (False, 1)
    assert "P19" in born.query
    educated = translator.answer("Was he educated at the college?", ["Q42", "Q691283"])
    assert educated is not None
    assert educated.result.truth is True


def test_a_value_is_looked_for_where_such_values_are(index: LabelIndex, endpoint: Endpoint) -> None:
    birth = {"P19>": {"from": 20.0}, "P69>": {"from": 19.0}}  # many ask so where one was born
    model = RelationModel({"evidence": 1.0}, birth, {"from": 20.0, "whe": 100.0}, {})
    ranker = RelationRanker(index.properties(), embedder=HashEmbedder(), model=model)
    translator = Translator(index, endpoint=endpoint, ranker=ranker)
    studied = translator.answer("Is Douglas Adams from St John's College?", ["Q42", "Q691283"])
    assert studied is not None
    assert (studied.result.truth, studied.tried) == (True, 1)
    assert "P69" in studied.query


def test_no_items_no_answer(index: LabelIndex, endpoint: Endpoint, ranker: RelationRanker) -> None:
    assert Translator(index, endpoint=endpoint, ranker=ranker).answer("Who?", []) is None


def test_items_are_found_without_capitals_the_longest_name_first(
    index: LabelIndex, endpoint: Endpoint
) -> None:
    linker = Linker(index, endpoint=endpoint, embedder=HashEmbedder())
    finder = ItemFinder(linker, model=MODEL)
    found = finder.find("where was colin archer's fram built?")
    assert [(m.qid, m.label) for m in found] == [("Q101", "Colin Archer"), ("Q100", "Fram")]
    assert finder.find("what is it?") == []
    usual = RelationModel({}, {}, {"fram": 2.0, "captain": 2.0}, {})
    found = ItemFinder(linker, model=usual).find("who is colin archer fram captain")
    assert [m.qid for m in found] == ["Q101"]


@pytest.mark.parametrize(
    ("question", "qid"),
    [
        ("where did amundsen go", "Q102"),  # part of a name
        ("where was colin arcer born", "Q101"),  # nearly a name
        ("who lives in the usa", "Q30"),
    ],
)
def test_names_that_are_not_written_in_full(
    index: LabelIndex, endpoint: Endpoint, question: str, qid: str
) -> None:
    linker = Linker(index, endpoint=endpoint, embedder=HashEmbedder())
    usual = RelationModel({}, {}, {"born": 2.0, "lives": 2.0, "live": 2.0, "where": 2.0}, {})
    assert ItemFinder(linker, model=usual).find(question)[0].qid == qid


def _write(
    rule: Callable[[dict], str], index: LabelIndex, endpoint: Endpoint, ranker: RelationRanker
) -> tuple[WrittenAnswer, ChatServer]:
    with ChatServer(rule) as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
        writer = QueryWriter(chat, index=index, endpoint=endpoint, ranker=ranker)
        return writer.answer("Who was captain of the Fram?", ["Q100"]), server


def _reply(query: str) -> str:
    return json.dumps({"sparql": query})


RIGHT = "SELECT ?answer WHERE { wd:Q100 wdt:P634 ?answer }"


def test_a_model_gets_items_and_properties_and_its_query_is_run(
    index: LabelIndex, endpoint: Endpoint, ranker: RelationRanker
) -> None:
    answer, server = _write(lambda body: _reply(RIGHT), index, endpoint, ranker)
    assert _values(answer.result) == ["Q102", "Q103"]
    assert answer.usage.llm_calls == len(server.requests) == 1
    asked = server.requests[0].last_message
    assert "wd:Q100 Fram" in asked
    assert "wd:Q100 -> wdt:P634 captain" in asked


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ("SELECT ?answer WHERE {", "no SPARQL query"),
        ("DROP ALL", "an update"),
        ("SELECT ?x { SERVICE <http://other/> { ?x ?y ?z } }", "a SERVICE"),
        ("SELECT ?answer WHERE { wd:Q100 wdt:P19 ?answer }", "it returns nothing"),
        ("SELECT ?a (COUNT(?b) AS ?n) WHERE { ?a wdt:P634 ?b }", "says"),
        ("", "no query"),
        ("ASK { wd:Q100 wdt:P634 wd:Q101 }", "an ASK returns yes or no"),
    ],
)
def test_a_query_that_fails_goes_back_with_the_reason(
    index: LabelIndex, endpoint: Endpoint, ranker: RelationRanker, first: str, reason: str
) -> None:
    def rule(body: dict) -> str:
        return _reply(first if len(body["messages"]) == 2 else RIGHT)

    answer, server = _write(rule, index, endpoint, ranker)
    assert _values(answer.result) == ["Q102", "Q103"]
    assert reason in answer.rounds[0].reason
    assert reason in server.requests[1].last_message
    assert answer.usage.llm_calls == 2


def test_there_are_three_rounds_at_most(
    index: LabelIndex, endpoint: Endpoint, ranker: RelationRanker
) -> None:
    answer, server = _write(
        lambda body: _reply(f"nonsense {len(body['messages'])}"), index, endpoint, ranker
    )
    assert answer.result is None
    assert len(answer.rounds) == len(server.requests) == 3


def test_a_model_is_shown_qualifiers_of_statements_in_which_items_meet(
    endpoint: Endpoint, ranker: RelationRanker
) -> None:
    masked = "What was the start time of as captain"
    shown = list_patterns(masked, ["Q103", "Q100"], endpoint=endpoint, ranker=ranker)
    statement = "wd:Q100 p:P634 ?s . ?s ps:P634 wd:Q103 . ?s pq:P580 ?answer (captain, start time)"
    assert statement in shown
    assert "wdt:P634 captain -> wd:Q103" in shown
    assert not any("?x" in line for line in shown)


def test_a_model_is_shown_what_is_one_step_further_from_the_only_item(
    endpoint: Endpoint, ranker: RelationRanker
) -> None:
    masked = "Where was the designer of born"
    shown = list_patterns(masked, ["Q100"], endpoint=endpoint, ranker=ranker)
    assert "wd:Q100 -> wdt:P287 designed by" in shown
    second = "wd:Q100 wdt:P287 ?x . ?x wdt:P19 ?answer (designed by, then place of birth)"
    assert second in shown
    for line in shown:
        pattern = line.partition(" (")[0]
        if "?x" in pattern:  # as it stands in the list, it is a query's
            assert endpoint.run(f"SELECT ?answer WHERE {{ {pattern} }}").rows
