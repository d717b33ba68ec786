"""A real HTTP server on loopback in the place of a SPARQL endpoint, as well or ill behaved as told.

with SparqlServer(lambda query: results([{"x": uri("Q1")}])) as server:
    client = Client(server.address, folder=folder)
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self
from urllib.parse import parse_qs

__all__ = ["SparqlReply", "SparqlServer", "results", "truth", "uri"]


@dataclass(frozen=True)
class SparqlReply:
    """A response as it goes over the wire, `delay_s` late.

    `drip_s` passes between its bytes; `claimed` is the length it claims to have.
    """

    body: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    drip_s: float = 0.0
    claimed: int | None = None


@dataclass(frozen=True)
class SparqlRequest:
    """What a client sent, and when; header names in lower case."""

    query: str
    headers: Mapping[str, str]
    started: float


def uri(identifier: str) -> dict[str, str]:
    return {"type": "uri", "value": f"http://www.wikidata.org/entity/{identifier}"}


def results(rows: Sequence[Mapping[str, Any]]) -> SparqlReply:
    names = sorted({name for row in rows for name in row})
    return SparqlReply(json.dumps({"head": {"vars": names}, "results": {"bindings": list(rows)}}))


def truth(value: bool) -> SparqlReply:
    return SparqlReply(json.dumps({"head": {}, "boolean": value}))


class SparqlServer:
    """Serves one rule until the end of the block; keeps what it was asked, and how many at once."""

    def __init__(self, rule: Callable[[str], SparqlReply]) -> None:
        self.rule = rule
        self.requests: list[SparqlRequest] = []
        self.most_at_once = 0
        self._under_way = 0
        self._count = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/query"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def answer(self, request: SparqlRequest) -> SparqlReply:
        with self._count:
            self.requests.append(request)
            self._under_way += 1
            self.most_at_once = max(self.most_at_once, self._under_way)
        reply = self.rule(request.query)
        time.sleep(reply.delay_s)
        with self._count:
            self._under_way -= 1
        return reply

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"])).decode()
                headers = {name.lower(): value for name, value in self.headers.items()}
                query = parse_qs(body).get("query", [""])[0]
                self.reply(server.answer(SparqlRequest(query, headers, time.monotonic())))

            def reply(self, reply: SparqlReply) -> None:
                payload = reply.body.encode()
                length = len(payload) if reply.claimed is None else reply.claimed
                told = {"Content-Type": "application/sparql-results+json", **reply.headers}
                try:
                    self.send_response(reply.status)
                    for name, value in told.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(length))
                    self.end_headers()
                    for byte in payload if reply.drip_s else ():
                        self.wfile.write(bytes([byte]))
                        time.sleep(reply.drip_s)
                    if not reply.drip_s:
                        self.wfile.write(payload)
                except (BrokenPipeError, ConnectionResetError):
                    pass  # the client's time-out passed first

            def log_message(self, format: str, *args: Any) -> None:
                pass

        return Handler
