"""What `--debug` shows of a question, and the spans of one: whole, and without its texts."""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from kgplatform import Platform, Settings
from kgplatform.errors import GraphUnavailable
from tests.chat_server import ChatServer, HttpReply, completion
from tests.integration.cli.conftest import run_here
from tests.spans import keep_spans, told

pytestmark = pytest.mark.integration

QUESTION = "Who designed the Fram?"
TEXTS = ("Fram", "Archer", "Larvik")
KEY = "chat-key-Qw73z"
LINE = re.compile(r"(DEBUG|INFO) kgplatform\.(\w+) (answered|retrieved|read|replied|ran) (.*)")


def answer(_: object) -> HttpReply:
    text = json.dumps({"answer": "Colin Archer", "evidence": [1]})
    return completion(text, usage={"prompt_tokens": 90, "completion_tokens": 7})


def test_debug_shows_a_line_an_event_and_no_text_or_secret(home: Path, tmp_path: Path) -> None:
    with ChatServer(answer) as server:
        env = {
            "KGPLATFORM_CHAT_BASE_URL": server.base_url,
            "KGPLATFORM_CHAT_API_KEY": KEY,
            "KGPLATFORM_CHAT_MODEL": "rule-made",
        }
        ask = partial(run_here, "--debug", "ask", QUESTION, "--reader", "llm", home=home)
        done = ask(cwd=tmp_path, env=env)
        shown = ask(cwd=tmp_path, env={**env, "KGPLATFORM_LOG_CONTENT": "1"})
    lines = done.stderr.splitlines()
    found = [match for match in map(LINE.fullmatch, lines) if match]
    assert len(found) == len(lines)
    counts = Counter(match[2] for match in found)
    assert counts.pop("query") > 3
    assert counts == {"question": 1, "retrieval": 1, "reading": 1, "chat": 1}
    (chat,) = (match[4] for match in found if match[2] == "chat")
    assert "model=rule-made" in chat
    assert "prompt_tokens=90 completion_tokens=7" in chat
    assert "question_id=" in lines[-1]
    assert not [text for text in (*TEXTS, KEY) if text in done.stderr]
    assert f'question="{QUESTION}"' in shown.stderr
    assert 'answer="Colin Archer"' in shown.stderr
    assert KEY not in shown.stderr


@pytest.mark.parametrize("shows", [False, True])
def test_spans_of_a_question_are_a_tree(home: Path, tmp_path: Path, shows: bool) -> None:
    with ChatServer(answer) as server, keep_spans() as spans:
        settings = Settings.load(
            home=home,
            chat_base_url=server.base_url,
            chat_model="rule-made",
            chat_api_key=KEY,
            chat_cache=tmp_path / "replies.sqlite",
            log_content=shows,
        )
        with Platform(settings) as platform:
            platform.graph()
            asked = platform.ask(QUESTION, method="graph", reader="llm")
    (root,), (retrieval,) = spans.named("question"), spans.named("retrieval")
    (reading,), (chat,) = spans.named("reading"), spans.named("chat")
    assert spans.path(retrieval) == ["retrieval", "question"]
    assert spans.path(chat) == ["chat rule-made", "reading", "question"]
    assert spans.path(spans.named("search_passages")[0]) == [
        "search_passages", "retrieval", "question"
    ]  # fmt: skip
    assert spans.path(spans.named("write_question")[0]) == ["write_question", "question"]
    assert told(root)["kgplatform.question_id"] == asked.question_id
    assert told(retrieval)["kgplatform.method"] == "graph"
    assert told(reading)["kgplatform.reader"] == "llm"
    assert told(chat)["gen_ai.usage.input_tokens"] == 90
    assert told(spans.named("search_passages")[0])["db.system.name"] == "neo4j"
    for text in (*TEXTS, "gen_ai.input.messages"):
        assert (text in spans.texts) == shows
    assert KEY not in spans.texts
    assert settings.home.name not in spans.texts


def test_question_that_fails_is_an_error_of_its_span(tmp_path: Path) -> None:
    settings = Settings.load(home=tmp_path, neo4j_uri="bolt://127.0.0.1:9", neo4j_password="no")
    with (
        keep_spans() as spans,
        Platform(settings) as platform,
        pytest.raises(GraphUnavailable),
    ):
        platform.ask(QUESTION, method="graph")
    (span,) = spans.all
    assert (span.name, span.status.is_ok) == ("question", False)
    assert told(span)["error.type"] == "GraphUnavailable"
