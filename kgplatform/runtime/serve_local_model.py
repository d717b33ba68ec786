"""Serves one local model until it is not asked for a while: python -m …serve_local_model RECORD.

The record of `local_model` says which and where. It is a process of its own, so that all others of
this user share it.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path

__all__ = ["main"]

POLL_S = 2.0
BUSY_SHARE = 0.05
"""Of one processor: a model that replies takes all it is given, one that waits next to none."""


def main(record: Path) -> None:
    """Serve what the record names, and return when it was idle for as long as it says.

    Args:
        record: the file that `local_model.LocalModelServer` writes.
    """
    import xllamacpp

    asked = json.loads(record.read_text(encoding="utf-8"))
    params = xllamacpp.CommonParams()
    params.model.path = asked["path"]
    params.model_alias = {asked["model"]}
    params.hostnames, params.port = ["127.0.0.1"], asked["port"]
    params.api_keys = [asked["key"]]
    params.ui = params.endpoint_slots = False
    params.n_ctx, params.n_parallel, params.n_gpu_layers = asked["context_tokens"], 1, 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = asked["threads"]
    params.sampling.seed = 0
    server = xllamacpp.Server(params)  # it serves in threads of its own as long as it is kept
    _wait_until_idle(asked["idle_s"])
    del server


def _wait_until_idle(idle_s: float) -> None:
    used, busy_at = time.process_time(), time.monotonic()
    while time.monotonic() - busy_at < idle_s:
        time.sleep(min(POLL_S, idle_s))
        before, used = used, time.process_time()
        if used - before > BUSY_SHARE * POLL_S:
            busy_at = time.monotonic()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
    os._exit(0)  # nothing is to be written down, and its threads may still wait
