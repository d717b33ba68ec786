"""Serves a tuned planner OpenAI-compatible on loopback, for `plan.py` and `kgplatform ask`.

    python benchmarks/serve_planner.py BASE ADAPTER [--port 18474]

Needs the extra `train`. BASE is the model that was tuned (a folder, or a GGUF file), ADAPTER what
`plan train` or plan_training.py saved. It prints the settings that name the server, which writes
one reply after another, greedily.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from threading import Lock
from typing import Any

from chat_server import LOOPBACK, make_completion, make_server, read_room
from plan_training import LONGEST_PLAN, continue_greedily, open_planner

PORT = 18_474


class Planner:
    """A causal model with its adapter merged in."""

    def __init__(self, base: str, adapter: Path) -> None:
        self._network, self._tokenizer = open_planner(base, adapter)
        self._turn = Lock()

    def reply(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the completion of a conversation in the form of OpenAI's API."""
        given = self._tokenizer.apply_chat_template(
            asked["messages"], add_generation_prompt=True, return_tensors="pt", return_dict=True
        )
        room = read_room(asked, LONGEST_PLAN)
        with self._turn:
            written = continue_greedily(self._network, given, room)
        length = given["input_ids"].shape[1]
        new = written[0, length:]
        return make_completion(
            self._tokenizer.decode(new, skip_special_tokens=True),
            model=asked.get("model", ""),
            prompt_tokens=length,
            completion_tokens=len(new),
            is_cut=len(new) >= room,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base", help="a folder that transformers loads, or a GGUF file")
    parser.add_argument("adapter", type=Path)
    parser.add_argument("--port", type=int, default=PORT)
    arguments = parser.parse_args()
    server = make_server(Planner(arguments.base, arguments.adapter).reply, arguments.port)
    address = f"http://{LOOPBACK}:{server.server_port}/v1"
    print(f"KGPLATFORM_PLANNER_BASE_URL={address}")
    print(f"KGPLATFORM_PLANNER_MODEL={arguments.adapter.name}", flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        server.server_close()


if __name__ == "__main__":
    main()
