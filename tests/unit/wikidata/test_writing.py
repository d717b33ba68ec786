"""What is read from a model's reply, and what a reply that cannot be used costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from kgplatform.errors import ModelUnavailable
from kgplatform.models.conversation import UnusableReply
from kgplatform.records import Usage
from kgplatform.testing import HashEmbedder, ScriptedChatModel, ScriptedReply
from kgplatform.wikidata.client import Client
from kgplatform.wikidata.label_building import build_index
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.question.llm_query import QueryWriter, WrittenAnswer, read_query
from kgplatform.wikidata.question.relations import RelationModel, RelationRanker
from tests.sparql_server import SparqlReply, SparqlServer, results, truth, uri
from tests.wikidata_dump import write_dump

pytestmark = pytest.mark.unit

QUESTION = "Who was captain of the Fram?"
RIGHT = "SELECT ?answer WHERE { wd:Q100 wdt:P634 ?answer }"
TOLD = '{"sparql": "%s"}'
ASK = "ASK { wd:Q100 wdt:P634 wd:Q101 }"
COST = Usage(1, 9, 4, 0)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabelIndex]:
    folder: Path = tmp_path_factory.mktemp("names")
    build_index(folder / "names.sqlite", write_dump(folder / "dump.nt"))
    with LabelIndex(folder / "names.sqlite") as opened:
        yield opened


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ('{"sparql": " ASK { } "}', "ASK { }"),
        ("Here:\n```sparql\nASK { }\n```\nDone.", "ASK { }"),
        ("ASK { }", "ASK { }"),
        ('{"query": "ASK { }"}', ""),
        ('["ASK { }"]', ""),
        ('{"sparql": 3}', ""),
        ("", ""),
    ],
)
def test_query_is_found_in_the_reply(text: str, query: str) -> None:
    assert read_query(text) == query


def _rule(query: str) -> SparqlReply:
    if "P634 ?answer" in query:
        return results([{"answer": uri("Q103")}])
    return truth(value=False) if "ASK" in query else results([])


Write = Callable[..., tuple[WrittenAnswer, ScriptedChatModel]]


@pytest.fixture
def write(index: LabelIndex, tmp_path: Path) -> Iterator[Write]:
    """Returns what a model's replies to a question come to."""
    model = RelationModel({"words": 1.0}, {}, {}, {})
    ranker = RelationRanker(index.properties(), embedder=HashEmbedder(), model=model)
    with SparqlServer(_rule) as server:
        endpoint = Client(server.address, folder=tmp_path)

        def answer(
            *replies: ScriptedReply, question: str = QUESTION, qids: Sequence[str] = ("Q100",)
        ) -> tuple[WrittenAnswer, ScriptedChatModel]:
            chat = ScriptedChatModel(replies)
            writer = QueryWriter(chat, index=index, endpoint=endpoint, ranker=ranker)
            return writer.answer(question, qids), chat

        yield answer


def _unusable(raw: str) -> UnusableReply:
    return UnusableReply("it was cut off", task="write_sparql", raw=raw, usage=COST)


def test_a_query_in_a_reply_that_is_no_json_is_run(write: Write) -> None:
    answer, _ = write(_unusable(f"```sparql\n{RIGHT}\n```"))
    assert answer.result is not None
    assert [row["answer"].identifier for row in answer.result.rows] == ["Q103"]
    assert (len(answer.rounds), answer.problem, answer.usage) == (1, "", COST)


@pytest.mark.parametrize("raw", ['{"sparql": "SELECT ?answer WHERE { wd:Q1', "Let me think.", ""])
def test_a_reply_that_is_cut_off_costs_a_round_and_goes_back(write: Write, raw: str) -> None:
    answer, chat = write(_unusable(raw), TOLD % RIGHT)
    assert answer.result is not None
    assert [r.reason for r in answer.rounds] == ["the reply cannot be used: it was cut off", ""]
    assert answer.usage.llm_calls == 2
    told = chat.requests[1].messages
    assert (told[-2]["content"], "it was cut off" in told[-1]["content"]) == (raw or "{}", True)


def test_replies_that_stay_bad_end_with_no_answer(write: Write) -> None:
    answer, _ = write(*[_unusable(f"no {number}") for number in range(3)])
    assert answer.result is None
    assert answer.usage == COST + COST + COST
    assert answer.problem == "the reply cannot be used: it was cut off"


def test_an_ask_answers_no_other_question(write: Write) -> None:
    answer, chat = write(*[TOLD % ASK] * 3)
    assert answer.result is None
    assert "an ASK returns yes or no" in answer.problem
    assert len(chat.requests) == 2  # the same again: nothing else is to be expected
    answer, _ = write(TOLD % ASK, question="Was Colin Archer captain of the Fram?")
    assert answer.result is not None
    assert answer.result.truth is False


def test_a_query_about_anything_is_not_taken(write: Write) -> None:
    anything = "SELECT ?answer WHERE { ?ship wdt:P634 ?answer }"
    answer, _ = write(TOLD % anything, TOLD % RIGHT)
    assert answer.result is not None
    assert "names none of the items listed: Q100" in answer.rounds[0].reason


def test_without_an_item_no_model_is_asked(write: Write) -> None:
    answer, chat = write(qids=[])
    assert (answer.result, answer.problem) == (None, "the question names no item")
    assert chat.requests == []


def test_a_model_that_is_not_available_is_an_error(write: Write) -> None:
    with pytest.raises(ModelUnavailable):
        write(ModelUnavailable("It does not answer."))
