"""Serves a tuned planner OpenAI-compatible on loopback, for `plan.py` and `kgplatform ask`.

    python benchmarks/serve_planner.py BASE ADAPTER [--port 18474]

Needs the extra `train`. BASE is the model that was tuned (a folder, or a GGUF file), ADAPTER what
`plan train` or plan_training.py saved. It prints the settings that name the server, which writes
one reply after another, greedily.
"""

from __future__ import annotations

import argparse
import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

from plan_training import LONGEST_PLAN, continue_greedily, open_planner

LOOPBACK = "127.0.0.1"
PORT = 18_474


class Planner:
    """A causal model with its adapter merged in."""

    def __init__(self, base: str, adapter: Path) -> None:
        self._network, self._tokenizer = open_planner(base, adapter)

    def reply(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the completion of a conversation in the form of OpenAI's API."""
        given = self._tokenizer.apply_chat_template(
            asked["messages"], add_generation_prompt=True, return_tensors="pt", return_dict=True
        )
        room = asked.get("max_tokens") or asked.get("max_completion_tokens") or LONGEST_PLAN
        written = continue_greedily(self._network, given, room)
        length = given["input_ids"].shape[1]
        new = written[0, length:]
        is_cut = len(new) >= room
        text = self._tokenizer.decode(new, skip_special_tokens=True)
        message = {"role": "assistant", "content": text}
        return {
            "id": "0",
            "object": "chat.completion",
            "created": 0,
            "model": asked.get("model", ""),
            "choices": [
                {"index": 0, "message": message, "finish_reason": "length" if is_cut else "stop"}
            ],
            "usage": {
                "prompt_tokens": length,
                "completion_tokens": len(new),
                "total_tokens": length + len(new),
            },
        }


def make_handler(planner: Planner) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._send(200, {"status": "ok", "data": []})

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            self._send(200, planner.reply(asked))

        def _send(self, status: int, told: dict[str, Any]) -> None:
            body = json.dumps(told).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    return Handler


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", help="a folder that transformers loads, or a GGUF file")
    parser.add_argument("adapter", type=Path)
    parser.add_argument("--port", type=int, default=PORT)
    arguments = parser.parse_args()
    handler = make_handler(Planner(arguments.base, arguments.adapter))
    server = HTTPServer((LOOPBACK, arguments.port), handler)
    address = f"http://{LOOPBACK}:{server.server_port}/v1"
    print(f"KGPLATFORM_PLANNER_BASE_URL={address}")
    print(f"KGPLATFORM_PLANNER_MODEL={arguments.adapter.name}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


if __name__ == "__main__":
    main()
