"""Chat clients use the platform as a model: the real `openai` package, streaming and not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import openai
import pytest
from starlette.testclient import TestClient

from kgplatform.platform import Platform
from kgplatform.settings import Settings
from kgplatform.web.app import create_app
from kgplatform.web.options import ServeOptions
from kgplatform.web.tokens import Tokens, read_token
from tests.chat_server import ChatServer

pytestmark = pytest.mark.integration

QUESTION = {"role": "user", "content": "Who built the Fram?"}


@pytest.fixture(scope="module")
def chat(address: str, platform: Platform) -> Iterator[openai.OpenAI]:
    """The client, whose API key is the token."""
    key = read_token(platform.settings.home)
    with openai.OpenAI(base_url=f"{address}/v1", api_key=key, max_retries=0) as client:
        yield client


def follow_rules(body: dict[str, Any]) -> str:
    """Reply as a chat model: put the last answer for a pronoun, or find a claim word by word."""
    said = body["messages"][-1]["content"]
    if "Last question: " in said:
        [*_, answer] = re.findall(r"^Answer: (.+)$", said, re.MULTILINE)
        question = said.rpartition("Last question: ")[2]
        return json.dumps({"question": re.sub(r"\bhe\b", answer, question)})
    claim = said.rpartition("Claim: ")[2]
    lines = re.findall(r"^\[(\d+)\] \(.*?\) (.*)$", said, re.MULTILINE)
    states = [int(number) for number, sentence in lines if sentence == claim]
    return json.dumps({"states": states, "contradicts": []})


@pytest.fixture(scope="module")
def modelled(platform: Platform) -> Iterator[TestClient]:
    """A client of the API over the same graph, with a chat model that replies by rules."""
    home = platform.settings.home
    with ChatServer(follow_rules) as server:
        settings = Settings.load(
            home=home, chat_base_url=server.base_url, chat_api_key="-", chat_model="rule-made"
        )
        with Platform(
            settings,
            graph=platform.graph(),
            embedder=platform.embedder,
            linguistics=platform.linguistics,
        ) as other:
            app = create_app(other, ServeOptions(), Tokens(home))
            headers = {"Authorization": f"Bearer {read_token(home)}"}
            with TestClient(
                app, base_url="http://127.0.0.1:8765/api/v1", headers=headers
            ) as client:
                yield client


def test_methods_are_models(chat: openai.OpenAI) -> None:
    names = {model.id for model in chat.models.list()}
    assert {"kgplatform", "graph", "plan"} <= names
    assert chat.models.retrieve("graph").owned_by == "kgplatform"
    with pytest.raises(openai.NotFoundError, match="no model 'gpt'"):
        chat.chat.completions.create(model="gpt", messages=[QUESTION])


def test_an_answer_has_its_citations_as_footnotes_and_as_a_field(chat: openai.OpenAI) -> None:
    said = chat.chat.completions.create(model="kgplatform", messages=[QUESTION])
    [choice] = said.choices
    assert choice.finish_reason == "stop"
    answer, notes = choice.message.content.split("\n\n", 1)
    assert answer.startswith("Colin Archer[^1]")
    assert notes.startswith("[^1]: Fram: “The Fram was built by Colin Archer")
    assert choice.message.model_extra["citations"][0]["title"] == "Fram"
    assert said.usage.total_tokens == 0
    assert said.model_extra["kgplatform"]["answer"] == "Colin Archer"


def test_a_stream_says_the_same(chat: openai.OpenAI) -> None:
    whole = chat.chat.completions.create(model="kgplatform", messages=[QUESTION])
    chunks = list(
        chat.chat.completions.create(
            model="kgplatform",
            messages=[QUESTION],
            stream=True,
            stream_options={"include_usage": True},
        )
    )
    said = "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices)
    assert said == whole.choices[0].message.content
    assert chunks[-1].usage is not None
    assert chunks[-2].choices[0].finish_reason == "stop"
    assert chunks[-2].choices[0].delta.model_extra["citations"]


def test_parts_of_a_message_are_read(chat: openai.OpenAI) -> None:
    parts = {"role": "user", "content": [{"type": "text", "text": QUESTION["content"]}]}
    said = chat.chat.completions.create(model="graph", messages=[parts], temperature=0.2)
    assert said.choices[0].message.content.startswith("Colin Archer")


def test_a_question_is_understood_from_the_messages_before_it(chat: openai.OpenAI) -> None:
    first = chat.chat.completions.create(model="kgplatform", messages=[QUESTION])
    messages = [
        {"role": "system", "content": "Be brief."},
        QUESTION,
        {"role": "assistant", "content": first.choices[0].message.content},
        {"role": "user", "content": "Where was he born?"},
    ]
    said = chat.chat.completions.create(model="kgplatform", messages=messages)
    assert said.choices[0].message.content.startswith("Larvik[^1]")


def test_a_chat_model_understands_a_question_from_those_before_it(modelled: TestClient) -> None:
    conversation = modelled.post("/conversations").json()["id"]
    body = {"conversation": conversation, "reader": "extractive"}
    first = modelled.post("/ask", json={**body, "question": QUESTION["content"]}).json()
    assert (first["answer"], first["usage"]["llm_calls"]) == ("Colin Archer", 0)
    answer = modelled.post("/ask", json={**body, "question": "Where was he born?"}).json()
    understood = {"step": "understood", "question": "Where was Colin Archer born?"}
    assert answer["steps"][0] == {**understood, "by": "rule-made"}
    assert (answer["answer"], answer["usage"]["llm_calls"]) == ("Larvik", 1)
    shown = modelled.get(f"/conversations/{conversation}").json()
    assert [row["understood"] for row in shown] == [QUESTION["content"], understood["question"]]


@pytest.mark.parametrize(
    ("claim", "more", "verdict"),
    [
        ("The Fram was built by Colin Archer in Larvik.", {}, "supported"),
        ("The Fram was built by Colin Archer in Larvik.", {"media_type": "md"}, "none"),
        ("The Maud was built by Colin Archer in Larvik.", {}, "none"),
    ],
)
def test_a_claim_is_supported_by_sentences_or_not_at_all(
    modelled: TestClient, claim: str, more: dict[str, str], verdict: str
) -> None:
    checked = modelled.post("/check", json={"claim": claim, **more}).json()
    assert (checked["claim"], checked["verdict"]) == (claim, verdict)
    quotes = [citation["quote"] for citation in checked["supporting"]]
    assert quotes == ([claim] if verdict == "supported" else [])
    assert checked["contradicting"] == []
    assert checked["passages"] >= 1


def test_an_abstention_says_why(chat: openai.OpenAI) -> None:
    asked = [{"role": "user", "content": "What does the lighthouse of Alnes weigh?"}]
    said = chat.chat.completions.create(model="kgplatform", messages=asked)
    assert said.choices[0].message.content.startswith("No answer: ")


def test_errors_are_those_of_the_client(chat: openai.OpenAI, address: str) -> None:
    last = [QUESTION, {"role": "assistant", "content": "Colin Archer"}]
    with pytest.raises(openai.BadRequestError, match="put the question last"):
        chat.chat.completions.create(model="kgplatform", messages=last)
    with (
        openai.OpenAI(base_url=f"{address}/v1", api_key="wrong", max_retries=0) as stranger,
        pytest.raises(openai.AuthenticationError, match="A token is needed"),
    ):
        stranger.models.list()
    with pytest.raises(openai.APIError, match="empty of words"):
        list(
            chat.chat.completions.create(
                model="kgplatform", messages=[{"role": "user", "content": "?"}], stream=True
            )
        )


def test_text_of_others_is_no_markup(chat: openai.OpenAI, platform: Platform) -> None:
    text = "The Vega was built by Johan <img src=x onerror=alert(1)> ![x](http://evil.example/y)."
    path = platform.settings.home / "vega.md"
    path.write_text(f"# Vega\n\n{text}\n", encoding="utf-8")
    platform.ingest([path])
    asked = [{"role": "user", "content": "Who built the Vega?"}]
    said = chat.chat.completions.create(model="passages", messages=asked).choices[0].message.content
    assert "Vega" in said
    assert "<img" not in said.replace("\\<", "")
    assert "![" not in said
    [row] = [row for row in platform.list_documents() if row["title"] == "Vega"]
    platform.remove_documents([row["id"]])
