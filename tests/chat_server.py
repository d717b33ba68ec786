"""A real HTTP server on loopback that speaks the chat-completions wire form.

Its replies follow a rule, a function from the request's JSON body to what is sent back: a text,
or an `HttpReply` for anything else (errors, cut replies, recorded bodies).

    with ChatServer(lambda body: '{"answer": "Oslo"}') as server:
        chat = OpenAIChatModel(server.base_url, "rule-made")
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

__all__ = ["ChatRequest", "ChatServer", "HttpReply", "completion", "error", "in_turn"]


@dataclass(frozen=True)
class HttpReply:
    """A response as it goes over the wire; `delay_s` passes before it does.

    `body` is bytes as they are, a text, or what JSON is made of. `missing`: how many bytes fewer
    are sent than are announced, before the connection is closed.
    """

    body: Any
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    missing: int = 0


@dataclass(frozen=True)
class ChatRequest:
    """What a client sent; header names in lower case."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def last_message(self) -> str:
        return str(self.body["messages"][-1]["content"])


Rule = Callable[[dict[str, Any]], "str | HttpReply"]


def completion(
    text: str | None,
    *,
    finish_reason: str = "stop",
    usage: Mapping[str, int] | None = None,
    logprobs: Sequence[Mapping[str, Any]] | None = None,
    **message: Any,
) -> HttpReply:
    """Return a completion in the wire form; without `usage`, as of a server that counts none.

    `logprobs` holds {token, logprob, bytes, top_logprobs} a token of the text.
    """
    body: dict[str, Any] = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "rule-made",
        "choices": [
            {
                "index": 0,
                "finish_reason": finish_reason,
                "message": {"role": "assistant", "content": text, **message},
            }
        ],
    }
    if logprobs is not None:
        body["choices"][0]["logprobs"] = {"content": logprobs, "refusal": None}
    if usage is not None:
        body["usage"] = {**usage, "total_tokens": sum(usage.values())}
    return HttpReply(body)


def error(status: int, message: str, *, code: str | None = None, **headers: str) -> HttpReply:
    """Return an error in the wire form; underscores in header names become hyphens."""
    body = {"error": {"message": message, "type": "error", "param": None, "code": code}}
    return HttpReply(body, status, {name.replace("_", "-"): v for name, v in headers.items()})


def in_turn(replies: Iterable[str | HttpReply]) -> Rule:
    """Return a rule that gives each reply once, in order, and fails the request after the last."""
    remaining = iter(list(replies))
    return lambda body: next(remaining, error(418, "the script has ended"))


class ChatServer:
    """Serves one rule until the end of the block, and keeps what it was asked."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.requests: list[ChatRequest] = []
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def answer(self, request: ChatRequest) -> HttpReply:
        """Record the request and apply the rule; counts are the words of each side."""
        self.requests.append(request)
        if not urlsplit(request.path).path.endswith("/chat/completions"):
            return error(404, f"no such path {request.path}")
        reply = self.rule(request.body)
        if isinstance(reply, HttpReply):
            return reply
        asked = sum(len(message["content"].split()) for message in request.body["messages"])
        counts = {"prompt_tokens": asked, "completion_tokens": len(reply.split())}
        return completion(reply, usage=counts)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                size = int(self.headers["Content-Length"])
                body = json.loads(self.rfile.read(size))
                headers = {name.lower(): value for name, value in self.headers.items()}
                reply = server.answer(ChatRequest(self.path, headers, body))
                time.sleep(reply.delay_s)
                is_text = isinstance(reply.body, str | bytes)
                written = reply.body if is_text else json.dumps(reply.body)
                payload = written if isinstance(written, bytes) else written.encode()
                content_type = "text/html" if is_text else "application/json"
                try:
                    self.send_response(reply.status)
                    for name, value in {"Content-Type": content_type, **reply.headers}.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(payload)))
                    self.end_headers()
                    self.wfile.write(payload[: len(payload) - reply.missing])
                except (BrokenPipeError, ConnectionResetError):
                    pass  # the client's time-out passed first

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler
