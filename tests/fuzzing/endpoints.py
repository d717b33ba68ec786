"""Tries odd replies of endpoints on the clients that ask them, over HTTP on loopback."""

from __future__ import annotations

import json
import ssl
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch

from kgplatform.errors import ModelError, WikidataError
from kgplatform.models.chat import OpenAIChatModel
from kgplatform.models.conversation import Reply
from kgplatform.retrieve.trace.chat_selector import read_letters
from kgplatform.wikidata.client import Client, ClientOptions

__all__ = ["HEADERS", "STATUS_CODES", "Chat", "Sent", "Wikidata", "try_chat", "try_wikidata"]

STATUS_CODES = (200, 200, 200, 200, 200, 201, 204, 400, 401, 403, 404, 408, 413, 422, 429, 500, 503)
HEADERS: tuple[tuple[tuple[str, str], ...], ...] = (
    (("Content-Type", "application/json"),),
    (("Content-Type", "application/json; charset=utf-16"),),
    (("Content-Type", "text/html"),),
    (("Content-Type", ""),),
    (("Content-Type", "application/json"), ("Retry-After", "1e999")),
    (("Content-Type", "application/json"), ("Retry-After", "soon"), ("retry-after-ms", "-1")),
    (("Content-Type", "application/json"), ("Content-Encoding", "gzip")),
)
TIMEOUT_S = 5.0
MESSAGES: Any = [{"role": "system", "content": "Answer."}, {"role": "user", "content": "Where?"}]
SCHEMA = {"type": "object", "properties": {"answer": {"type": "string"}}}
LETTERS = 5
OPTIONS: tuple[dict[str, Any], ...] = (
    {"schema": SCHEMA}, {"max_tokens": 1, "logprobs": LETTERS}, {}
)  # fmt: skip
QUERIES = ("SELECT ?x ?y WHERE { ?x rdfs:label ?y }", "ASK { ?x ?y ?z }")


@dataclass(frozen=True)
class Sent:
    """What an endpoint sends back; `asked` tells to which request, and counts on past the last."""

    body: bytes
    status: int = 200
    headers: tuple[tuple[str, str], ...] = field(default=HEADERS[0])
    asked: int = 0


class Chat:
    """A chat endpoint's usual replies."""

    BODIES = (
        '{"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [{"index":'
        ' 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "{\\"answer\\": '
        '\\"A\\"}"}, "logprobs": {"content": [{"token": "A", "logprob": -0.1, "bytes": [65], '
        '"top_logprobs": [{"token": "B", "logprob": -2.5, "bytes": null}]}], "refusal": null}}], '
        '"usage": {"prompt_tokens": 5, "completion_tokens": 3, "total_tokens": 8}}',
        '{"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [{"index":'
        ' 0, "finish_reason": "content_filter", "message": {"role": "assistant", "content": [{'
        '"type": "text", "text": "Oslo"}], "refusal": "no", "reasoning_content": "x"}}]}',
        '{"error": {"message": "max_tokens is not supported", "type": "invalid_request_error", '
        '"param": "max_tokens", "code": "unsupported_parameter"}}',
    )


class Wikidata:
    """A SPARQL endpoint's usual replies."""

    BODIES = (
        '{"head": {"vars": ["x", "y"]}, "results": {"bindings": [{"x": {"type": "uri", "value": '
        '"http://www.wikidata.org/entity/Q42"}, "y": {"type": "literal", "value": "Oslo", '
        '"xml:lang": "en"}}, {"x": {"type": "bnode", "value": "b0"}, "y": {"type": "typed-literal",'
        ' "value": "1", "datatype": "http://www.w3.org/2001/XMLSchema#integer"}}]}}',
        '{"head": {}, "boolean": true}',
    )


class _Server:
    """An HTTP server that sends the same to every request until it is told otherwise."""

    def __init__(self) -> None:
        self.sent = Sent(b"")
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                sent = server.sent
                self.send_response(sent.status)
                for name, value in sent.headers:
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(sent.body)))
                self.end_headers()
                self.wfile.write(sent.body)

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.port = self._http.server_address[1]
        Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()


_served = cache(_Server)
"""One server a process, for as long as it lives."""

_tls = cache(ssl.create_default_context)
"""One for all clients: it takes 30 ms to read the certificates, which no request here needs."""


def try_chat(sent: Sent) -> str:
    """Ask a chat endpoint for JSON, for the probability of a letter, or for a text."""
    server = _served()
    server.sent = sent
    with patch("ssl.create_default_context", return_value=_tls()):
        chat = OpenAIChatModel(
            f"http://127.0.0.1:{server.port}/v1", "m", timeout_s=TIMEOUT_S, sleep=lambda _: None
        )
    try:
        reply = chat.complete(MESSAGES, task="fuzz", **OPTIONS[sent.asked % len(OPTIONS)])
        _check_reply(reply)
    except ModelError as exc:
        return type(exc).__name__
    finally:
        chat.close()
    return "accepted"


def _check_reply(reply: Reply) -> None:
    """See that a reply can be counted, remembered and read."""
    json.dumps([reply.text, reply.usage.prompt_tokens + reply.usage.completion_tokens])
    shares = read_letters(reply, LETTERS).values()
    if not all(0 <= share <= 1 for share in shares):
        raise ValueError(f"probabilities of {list(shares)}")


def try_wikidata(sent: Sent) -> str:
    """Ask a SPARQL endpoint for rows, or for a truth."""
    server = _served()
    server.sent = sent
    folder = Path("wikidata")
    for waiting in folder.glob("hosts/*.wait"):
        waiting.unlink()  # a host that asked for a long wait would not be asked again
    client = Client(
        f"http://127.0.0.1:{server.port}/query",
        folder=folder,
        options=ClientOptions(timeout_s=TIMEOUT_S, cache_age_s=0),
        sleep=lambda _: None,
    )
    try:
        for row in (result := client.run(QUERIES[sent.asked % len(QUERIES)])).rows:
            [term.identifier for term in result.cells(row)]
    except WikidataError as exc:
        return type(exc).__name__
    return "accepted"
