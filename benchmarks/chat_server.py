"""The OpenAI-compatible chat server that benchmarks put before a model of their own process."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

LOOPBACK = "127.0.0.1"

Reply = Callable[[dict[str, Any]], dict[str, Any]]
"""A request's body to the completion's; may be called by several threads at a time."""


class Refused(Exception):
    """The request asks for what the model cannot do."""


class Server(ThreadingHTTPServer):
    """Lets many conversations begin at the same time; by default those beyond five are reset."""

    request_queue_size = 256


def make_server(reply: Reply, port: int) -> ThreadingHTTPServer:
    """Return a server on loopback that answers every POST by `reply`; it is not yet serving."""
    return Server((LOOPBACK, port), _make_handler(reply))


def make_completion(
    text: str, *, model: str, prompt_tokens: int, completion_tokens: int, is_cut: bool
) -> dict[str, Any]:
    """Return a chat completion with one choice."""
    message = {"role": "assistant", "content": text}
    return {
        "id": "0",
        "object": "chat.completion",
        "created": 0,
        "model": model,
        "choices": [
            {"index": 0, "message": message, "finish_reason": "length" if is_cut else "stop"}
        ],
        "usage": {
            "prompt_tokens": prompt_tokens,
            "completion_tokens": completion_tokens,
            "total_tokens": prompt_tokens + completion_tokens,
        },
    }


def read_room(asked: dict[str, Any], otherwise: int) -> int:
    """Return how many tokens a reply may take."""
    return asked.get("max_completion_tokens") or asked.get("max_tokens") or otherwise


def _make_handler(reply: Reply) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # connections are kept

        def do_GET(self) -> None:
            self._send(200, {"status": "ok", "data": []})

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            try:
                self._send(200, reply(asked))
            except Refused as exc:
                self._send(400, {"error": {"message": str(exc)}})

        def _send(self, status: int, stated: dict[str, Any]) -> None:
            body = json.dumps(stated).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    return Handler
