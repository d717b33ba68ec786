"""Events and spans of what goes on; what they leave out; that nothing is loaded for them."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from opentelemetry.semconv import attributes as stable
from opentelemetry.trace import SpanKind, StatusCode

from kgplatform.errors import GraphUnavailable, QueryError
from kgplatform.evaluate.measured import measure
from kgplatform.evaluate.questions import EvaluationQuestion
from kgplatform.evaluate.runner import ask_several
from kgplatform.evaluate.runs import RunHeader
from kgplatform.events import (
    CHAT,
    COMMON,
    QUERY,
    QUESTION,
    READING,
    RETRIEVAL,
    bind,
    carry,
    listen,
    observe,
    server_fields,
)
from kgplatform.pipelines.protocol import AnswerOptions
from kgplatform.records import Answer, Question
from kgplatform.testing import ScriptedChatModel
from tests.spans import keep_spans, told
from tests.unit.evaluate.ships import ShipModels, replace_search
from tests.unit.evaluate.table_corpus import make_corpus

pytestmark = pytest.mark.unit

SECRET_TEXT = "Who designed the Fram?"
SHIP_QUESTION = "Who built Ship 7?"
WRITTEN = ("message", "asctime")
"""What a formatter puts into a record when it writes it."""


def fields_of(record: logging.LogRecord) -> dict[str, object]:
    """Return what an event has that other records of logging have not."""
    plain = vars(logging.makeLogRecord({}))
    return {n: v for n, v in vars(record).items() if n not in plain and n not in WRITTEN}


def test_event_has_its_fields_and_how_long_it_took(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "kgplatform")
    with observe(QUERY, query="count_nodes", database=None) as seen:
        seen.add(rows=3)
    (record,) = caplog.records
    assert (record.name, record.levelname, record.message) == ("kgplatform.query", "DEBUG", "ran")
    fields = fields_of(record)
    assert fields.pop("ms") >= 0
    assert fields == {"query": "count_nodes", "rows": 3}


def test_texts_are_kept_where_somebody_says_so_and_in_all_that_is_called(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "kgplatform")
    for shows_content in (True, False):
        with observe(QUESTION, shows_content=shows_content), observe(READING) as seen:
            seen.add_content(question=lambda: SECRET_TEXT)
    with observe(READING) as seen:
        seen.add_content(question=lambda: SECRET_TEXT)
    readings = [record for record in caplog.records if record.name == "kgplatform.reading"]
    assert [getattr(record, "question", None) for record in readings] == [SECRET_TEXT, None, None]


@pytest.mark.parametrize("shows_content", [False, True])
def test_failure_is_an_event_and_an_error_of_its_span(
    caplog: pytest.LogCaptureFixture, shows_content: bool
) -> None:
    caplog.set_level(logging.DEBUG, "kgplatform")
    error = QueryError(f"Refused: {SECRET_TEXT}", query_name="q", code="Neo.ClientError")
    with (
        keep_spans() as spans,
        pytest.raises(QueryError),
        observe(QUERY, shows_content=shows_content, query="q"),
    ):
        raise error
    (record,), (span,) = caplog.records, spans.all
    assert (record.levelname, record.message) == ("DEBUG", "failed")
    assert fields_of(record)["error"] == "QueryError"
    assert span.status.status_code == StatusCode.ERROR
    assert told(span)["error.type"] == "QueryError"
    assert told(span)["db.response.status_code"] == "Neo.ClientError"
    assert [dict(event.attributes or {}) for event in span.events] == [
        {"exception.type": "QueryError"}
    ]
    said = caplog.text + str(fields_of(record)) + spans.texts
    assert (SECRET_TEXT in said) == shows_content


def test_spans_are_named_and_nested_as_the_conventions_have_it() -> None:
    with keep_spans() as spans, observe(QUESTION, method="graph"):
        with observe(RETRIEVAL, method="graph", top_k=5) as seen:
            with observe(QUERY, query="search_passages", **server_fields("bolt://h:7687")) as query:
                query.add(rows=2)
            seen.add(passages=2)
        with observe(CHAT, model="qwen", task="read", max_tokens=64) as chat:
            chat.add(prompt_tokens=9, completion_tokens=2)
    query, retrieval, chat, question = spans.all
    assert spans.path(query) == ["search_passages", "retrieval", "question"]
    assert spans.path(chat) == ["chat qwen", "question"]
    assert [span.kind for span in spans.all] == [
        SpanKind.CLIENT, SpanKind.INTERNAL, SpanKind.CLIENT, SpanKind.INTERNAL,
    ]  # fmt: skip
    assert told(query) == {
        "db.system.name": "neo4j",
        "db.query.summary": "search_passages",
        "db.response.returned_rows": 2,
        "server.address": "h",
        "server.port": 7687,
    }
    assert told(retrieval) == {
        "gen_ai.operation.name": "retrieval",
        "kgplatform.method": "graph",
        "kgplatform.top_k": 5,
        "kgplatform.passages": 2,
    }
    assert told(chat) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "qwen",
        "gen_ai.request.max_tokens": 64,
        "gen_ai.usage.input_tokens": 9,
        "gen_ai.usage.output_tokens": 2,
        "kgplatform.task": "read",
    }
    assert told(question) == {"kgplatform.method": "graph"}
    assert question.instrumentation_scope is not None
    assert question.instrumentation_scope.name == "kgplatform"


def test_threads_of_a_pool_go_on_with_what_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "kgplatform")

    def ask(number: int) -> int:
        with observe(CHAT, model="m") as seen:
            seen.add_content(messages=lambda: f"text {number}")
        return number

    with (
        keep_spans() as spans,
        observe(QUESTION, shows_content=True),
        ThreadPoolExecutor(4) as pool,
    ):
        assert list(pool.map(carry(ask), range(20))) == list(range(20))
    assert {tuple(spans.path(span)) for span in spans.named("chat")} == {("chat m", "question")}
    shown = {getattr(record, "messages", "") for record in caplog.records} - {""}
    assert shown == {f"text {number}" for number in range(20)}


def answer_ship(models: ShipModels, method: str) -> Answer:
    how = AnswerOptions(reader="extractive", explains=False)
    return models.pipeline(method, how).answer(Question(SHIP_QUESTION))


def measure_ship(models: ShipModels, method: str) -> Answer:
    reader = "llm" if models.chat else "extractive"
    header = RunHeader("ships", "0", "open", method, reader, 5, 5, {}, "1.0")
    platform: Any = models
    asked = EvaluationQuestion("q", SHIP_QUESTION, (), None, frozenset())
    return measure(header, make_corpus(chat=models.chat), platform).answer(asked)


@pytest.mark.parametrize("ask", [answer_ship, measure_ship])
@pytest.mark.parametrize("shows_content", [False, True])
def test_a_question_is_one_event_whoever_asks_it(
    ask: Callable[[ShipModels, str], Answer],
    shows_content: bool,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    caplog.set_level(logging.INFO, "kgplatform")
    replace_search(monkeypatch)
    with keep_spans() as spans:
        answer = ask(ShipModels(None, log_content=shows_content), "graph")
    assert answer.answer == "Builder7"
    (span,) = spans.named("question")
    assert spans.path(spans.named("retrieval")[0]) == ["retrieval", "question"]
    assert spans.path(spans.named("reading")[0]) == ["reading", "question"]
    assert told(span)["kgplatform.method"] == "graph"
    assert told(span)["kgplatform.citations"] == len(answer.evidence) > 0
    said = "".join(str(fields_of(record)) for record in caplog.records) + spans.texts
    assert [text in said for text in (SHIP_QUESTION, "Builder7")] == [shows_content] * 2
    (record,) = (record for record in caplog.records if record.name == "kgplatform.question")
    assert (record.message, fields_of(record)["abstained"]) == ("answered", False)


def test_a_baseline_whose_model_answers_has_the_event_too() -> None:
    chat = ScriptedChatModel(["Answer: Builder7"])
    with keep_spans() as spans:
        assert measure_ship(ShipModels(chat), "cot").answer == "Builder7"
    (span,) = spans.named("question")
    assert told(span)["kgplatform.method"] == "cot"
    assert told(span)["kgplatform.llm_calls"] == 1


@pytest.mark.parametrize("ask", [answer_ship, measure_ship])
def test_each_step_of_a_plan_is_a_question_within_the_question(
    ask: Callable[[ShipModels, str], Answer], monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_search(monkeypatch)
    with keep_spans() as spans:
        assert ask(ShipModels(None), "plan-syntactic-graph").answer == "Builder7"
    step, whole = spans.named("question")
    assert spans.path(step) == ["question", "question"]
    assert spans.path(spans.named("retrieval")[0]) == ["retrieval", "question", "question"]
    assert spans.path(spans.named("reading")[0]) == ["reading", "question", "question"]
    assert told(step)["kgplatform.method"] == "graph"
    assert told(whole)["kgplatform.method"] == "plan-syntactic-graph"
    assert SHIP_QUESTION not in spans.texts


def test_what_a_plan_retrieves_is_one_retrieval(monkeypatch: pytest.MonkeyPatch) -> None:
    replace_search(monkeypatch)
    with keep_spans() as spans:
        pipeline = ShipModels(None).pipeline("plan-syntactic-graph")
        assert pipeline.retrieve(Question(SHIP_QUESTION), top_k=3).passages
    (step,) = spans.named("question")
    assert spans.path(step) == ["question", "retrieval"]


def test_questions_on_several_threads_are_within_what_asks_them() -> None:
    def ask(question: EvaluationQuestion) -> str:
        with observe(QUESTION, method="graph"):
            return question.id

    asked = [EvaluationQuestion(str(n), "Who?", (), None, frozenset()) for n in range(9)]
    with keep_spans() as spans, observe(RETRIEVAL):
        assert sorted(ask_several(asked, ask, 3)) == sorted(question.id for question in asked)
    found = spans.named("question")
    assert [spans.path(span) for span in found] == [["question", "retrieval"]] * len(asked)


def test_attributes_are_those_of_the_semantic_conventions() -> None:
    from opentelemetry.semconv import _incubating

    found: set[str] = set()
    for package in (stable, _incubating.attributes):
        found |= _constants(package)
    ours = {
        name
        for operation in (QUESTION, RETRIEVAL, READING, CHAT, QUERY)
        for name in (
            *operation.constants,
            *operation.name_attributes({**COMMON, **operation.attributes}),
        )
    }
    assert sorted(ours - found) == []


def _constants(package: object) -> set[str]:
    """Return the attributes that the modules of a package name."""
    import importlib
    import pkgutil

    found: set[str] = set()
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):  # type: ignore[attr-defined]
        values = vars(importlib.import_module(module.name)).values()
        found |= {value for value in values if isinstance(value, str)}
    return found


def test_nothing_is_kept_where_nobody_takes_it(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR, "kgplatform")
    code = """
import logging, sys
from kgplatform.events import QUERY, observe
with observe(QUERY, query="q") as seen:
    seen.add(rows=1)
    seen.add_content(text=lambda: 1 / 0)
assert not seen.is_taken and seen._fields == {"query": "q"}
import kgplatform.cli, kgplatform.platform
assert not [name for name in sys.modules if name.startswith("opentelemetry")]
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_error_before_anything_is_seen_is_no_fault_of_the_event() -> None:
    with pytest.raises(GraphUnavailable), observe(QUERY, query="q"):
        raise GraphUnavailable("Nothing answers.")


def test_what_is_bound_is_a_field_of_all_events_within(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "kgplatform")
    with bind(request_id="one"), observe(RETRIEVAL, method="graph"):
        pass
    with observe(RETRIEVAL, method="graph"):
        pass
    within, after = map(fields_of, caplog.records)
    assert (within["request_id"], within["method"]) == ("one", "graph")
    assert "request_id" not in after


def test_a_listener_hears_texts_that_no_log_has(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "kgplatform")
    heard: list[tuple[str, dict[str, Any]]] = []
    with listen(lambda name, fields: heard.append((name, fields))):
        with observe(RETRIEVAL, method="graph") as seen:
            seen.add_content(question=lambda: SECRET_TEXT)
        with observe(QUERY, query="count_nodes"):
            pass
    [(name, fields)] = heard
    assert (name, fields["question"]) == ("retrieval", SECRET_TEXT)
    assert SECRET_TEXT not in str([fields_of(record) for record in caplog.records])
