"""Agents use the platform by the official client of MCP, over HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import httpx2 as httpx
import pytest
from mcp.client import Client
from mcp.client.streamable_http import streamable_http_client

from kgplatform.platform import Platform
from kgplatform.web.tokens import read_token

pytestmark = pytest.mark.integration

TOOLS = {
    "ask", "check_claim", "find_passages", "follow_chain", "get_entity", "graph_schema",
    "list_facts", "run_named_query",
}  # fmt: skip
Session = Callable[[Callable[[Client], Awaitable[Any]]], Any]


@pytest.fixture
def session(address: str, platform: Platform) -> Session:
    """Runs a function with a client that is connected."""
    headers = {"Authorization": f"Bearer {read_token(platform.settings.home, 'read')}"}

    def run(use: Callable[[Client], Awaitable[Any]]) -> Any:
        async def main() -> Any:
            async with (
                httpx.AsyncClient(headers=headers, timeout=120) as http,
                Client(streamable_http_client(f"{address}/mcp", http_client=http)) as client,
            ):
                return await use(client)

        return anyio.run(main)

    return run


def test_all_tools_only_read(session: Session) -> None:
    tools = session(lambda client: client.list_tools()).tools
    assert {tool.name for tool in tools} == TOOLS
    assert all(tool.annotations.read_only_hint for tool in tools)
    assert all(tool.description and tool.output_schema for tool in tools)


@pytest.mark.parametrize(
    ("tool", "arguments", "shows"),
    [
        ("ask", {"question": "Who built the Fram?"}, "Colin Archer"),
        ("find_passages", {"question": "Who built the Fram?", "top_k": 1}, "passage_id"),
        ("follow_chain", {"start": "Fram", "end": "Colin Archer"}, "built by Colin Archer"),
        ("get_entity", {"name": "Colin Archer"}, "built by"),
        ("list_facts", {"entity": "Fram", "relation": "built by"}, "Colin Archer"),
        ("get_entity", {"name": "Colin Archer", "where": {"media_type": "md"}}, "Larvik"),
        ("graph_schema", {}, ""),
        ("run_named_query", {"name": "count_nodes"}, "Passage"),
    ],
)
def test_a_tool_returns_evidence(
    session: Session, tool: str, arguments: dict[str, Any], shows: str
) -> None:
    result = session(lambda client: client.call_tool(tool, arguments))
    assert not result.is_error
    assert shows in str(result.structured_content)


def test_what_an_agent_asks_is_not_recorded(session: Session, platform: Platform) -> None:
    before = platform.questions.list()
    result = session(lambda client: client.call_tool("ask", {"question": "Who built the Fram?"}))
    assert result.structured_content["question_id"] == ""
    assert platform.questions.list() == before


def test_an_error_is_a_sentence(session: Session) -> None:
    result = session(lambda client: client.call_tool("get_entity", {"name": "Nobody"}))
    assert result.is_error
    assert "No entity is called 'Nobody'" in result.content[0].text


def test_a_query_that_writes_is_refused(session: Session) -> None:
    arguments = {"name": "delete_question", "parameters": {"id": "x"}}
    assert session(lambda client: client.call_tool("run_named_query", arguments)).is_error


def test_a_claim_that_nothing_judges_is_an_error(session: Session, platform: Platform) -> None:
    arguments = {"claim": "The Fram was built by Colin Archer."}
    result = session(lambda client: client.call_tool("check_claim", arguments))
    if platform.resources.reading_heads is None:
        assert result.is_error
        assert "nothing to judge a claim by" in result.content[0].text
    else:
        assert result.structured_content["verdict"] == "supported"


def test_without_a_token_there_are_no_tools(address: str) -> None:
    assert httpx.post(f"{address}/mcp", json={}).status_code == 401
