"""A real small chat model on this machine, so that figures with a model can be repeated anywhere.

    python benchmarks/local_llm.py                  # fetch and serve the 1.5B model until stopped
    python benchmarks/local_llm.py --model 0.5b --port 8080
    python benchmarks/local_llm.py --fetch-only
    python benchmarks/local_llm.py --model 0.5b --runtime llama --adapter FOLDER/adapter.gguf \\
        --port 18474    # a planner that `plan train` tuned: the base model with its adapter

The weights (Qwen2.5-Coder-Instruct, GGUF, Q4_K_M) are the product's pinned ones (`kgplatform model
pull`). They are served OpenAI-compatible on loopback by one of RUNTIMES (--runtime; both of the
extra `benchmarks`), apart from the product's own server, which speaks to one at a time:

- openvino (the default): AT_ONCE conversations in one batch, see batching.py. On two cores with AMX
  four questions with 800 tokens of evidence take 11 s, 22 s by the other;
- llama: llama.cpp, one conversation after another, with probabilities of tokens, which TRACE's
  selector asks for. By the program `llama-server` where the path has one, which reads prompts
  faster where it was built for this very processor, several times with AMX (`pip download
  --no-binary :all: --no-deps llama-cpp-python` has its source, in vendor/llama.cpp: `cmake -B build
  && cmake --build build --target llama-server`; GCC 12 leaves out stores before the
  `_tile_loadconfig` of ggml/src/ggml-cpu/amx/mmq.cpp, so that the server crashes with AMX unless
  `__asm__ volatile("" : : "r"(&tc) : "memory");` stands before it), otherwise by xllamacpp.

The file is the same, but OpenVINO's weights are rounded once more (eight_bits.py), so a reply
differs now and then. The port is always the same, so that replies remembered of one run serve the
next.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError

from chat_server import LOOPBACK, make_server
from recorded import remembered

from kgplatform.models.local_models import DEFAULT_MODEL, LocalModels
from kgplatform.settings import Settings

CONTEXT_TOKENS = 8192  # twenty paragraphs of MuSiQue with their triples take up to 6,000
READY_S = 120
STOP_S = 30
PORT = 18_473  # part of what replies are remembered by
ADDRESS = "KGPLATFORM_CHAT_BASE_URL"
OPENVINO, LLAMA = RUNTIMES = ("openvino", "llama")
AT_ONCE = {OPENVINO: 4, LLAMA: 1}
"""Conversations at a time; llama.cpp gains little by more, as it takes longest for prompts."""

PLANS_AT_ONCE = 8
"""Of a planner, whose prompts are short and whose plans are long."""


MODELS = {"1.5b": DEFAULT_MODEL, "0.5b": "qwen2.5-coder-0.5b-instruct"}
"""Pinned models of the product, by what they are called here."""


def fetch(model: str) -> Path:
    """Return the model's file in the user's cache; fetched once, checked each time."""
    models = LocalModels(Settings.load().cache)
    models.pull(MODELS[model])
    return models.path(MODELS[model])


@contextmanager
def chat_served(model: str, *, runtime: str = OPENVINO) -> Iterator[None]:
    """Have the environment name a chat model, for settings and processes made meanwhile.

    Replies recorded in the repository are not asked for again, and new ones join them.

    Args:
        model: of MODELS; served unless the environment names an endpoint already.
        runtime: of RUNTIMES; what serves it.
    """
    if ADDRESS in os.environ:
        yield
        return
    with remembered(MODELS[model]) as count, serving(model, runtime) as base_url:
        print(f"{count} recorded replies", file=sys.stderr)
        named = chat_environment(model, base_url, runtime)
        os.environ |= named
        try:
            yield
        finally:
            for variable in named:
                del os.environ[variable]


@contextmanager
def serving(model: str, runtime: str) -> Iterator[str]:
    """Serve a model in a process of its own and yield its base URL."""
    path, port = fetch(model), PORT
    if _is_taken(port):
        raise SystemExit(f"Port {port} is taken: stop what listens there, then try again.")
    options = ["--model", model, "--port", str(port), "--runtime", runtime]
    process = subprocess.Popen([sys.executable, __file__, *options])
    try:
        _wait_until_ready(port, process)
        print(f"{path.name} is served at port {port}", file=sys.stderr)
        yield f"http://{LOOPBACK}:{port}/v1"
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(timeout=STOP_S)
        except subprocess.TimeoutExpired:  # it finishes a batch that nobody waits for any more
            process.kill()
            process.wait()


def planner_environment(adapter: Path, base_url: str) -> dict[str, str]:
    """Return the settings that make kgplatform plan by a served planner."""
    return {
        "KGPLATFORM_PLANNER_BASE_URL": base_url,
        "KGPLATFORM_PLANNER_MODEL": name_planner(adapter),
    }


def name_planner(adapter: Path) -> str:
    """Return a name that no other adapter has, as replies are remembered by it."""
    with adapter.open("rb") as file:
        return f"tuned-planner-{hashlib.file_digest(file, 'sha256').hexdigest()[:8]}"


def chat_environment(model: str, base_url: str, runtime: str) -> dict[str, str]:
    """Return the settings that make kgplatform use a served model."""
    return {
        ADDRESS: base_url,
        "KGPLATFORM_CHAT_MODEL": MODELS[model],
        "KGPLATFORM_CHAT_TIMEOUT_S": "600",
        # more would wait at the server, and that counts as its time
        "KGPLATFORM_CHAT_CONCURRENCY": str(AT_ONCE[runtime]),
    }


def _is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex((LOOPBACK, port)) == 0


def _wait_until_ready(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + READY_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise SystemExit("The model's server ended before it was ready.")
        try:
            with urllib.request.urlopen(f"http://{LOOPBACK}:{port}/health", timeout=2):
                return
        except (URLError, OSError):
            time.sleep(0.5)
    raise SystemExit(f"The model's server was not ready after {READY_S} seconds.")


def serve(
    model: str, port: int, threads: int, runtime: str, *, adapter: Path | None = None
) -> None:
    """Serve until interrupted; a model with an adapter is a planner, served by xllamacpp alone.

    A `llama-server` of the path may be of a fork that reads an adapter and does not apply it.
    """
    address = f"http://{LOOPBACK}:{port}/v1"
    if adapter:
        named = planner_environment(adapter, address)
    else:
        named = chat_environment(model, address, runtime)
    for key, value in named.items():
        print(f"export {key}={value}", flush=True)
    if runtime == OPENVINO:
        _serve_batches(model, port, threads)
    elif adapter is None and (program := shutil.which("llama-server")):
        print(f"served by {program}", file=sys.stderr)
        os.execv(program, [program, *_server_options(model, port, threads)])
    else:
        _serve_xllamacpp(model, port, threads, adapter)


def _serve_batches(model: str, port: int, threads: int) -> None:
    from batching import BatchingModel

    answering = BatchingModel(fetch(model), name=MODELS[model], threads=threads)
    with make_server(answering.reply, port) as server:
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            print("stopped", file=sys.stderr)


def _serve_xllamacpp(model: str, port: int, threads: int, adapter: Path | None) -> None:
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(fetch(model))
    params.model_alias = {name_planner(adapter) if adapter else MODELS[model]}
    if adapter:
        params.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(str(adapter))]
    params.hostnames = [LOOPBACK]
    params.port = port
    params.n_ctx = CONTEXT_TOKENS
    params.n_parallel = PLANS_AT_ONCE if adapter else AT_ONCE[LLAMA]
    params.n_gpu_layers = 0
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    params.sampling.seed = 0
    server = xllamacpp.Server(params)
    try:
        signal.pause()
    except KeyboardInterrupt:
        del server


def _server_options(model: str, port: int, threads: int) -> list[str]:
    """Return the options of llama-server that are those of xllamacpp above."""
    options = {
        "--model": fetch(model),
        "--alias": MODELS[model],
        "--host": LOOPBACK,
        "--port": port,
        "--ctx-size": CONTEXT_TOKENS,
        "--parallel": AT_ONCE[LLAMA],
        "--threads": threads,
        "--seed": 0,
    }
    return [str(word) for option in options.items() for word in option]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--model", choices=MODELS, default="1.5b")
    parser.add_argument("--port", type=int, default=PORT)
    parser.add_argument(
        "--threads",
        type=int,
        default=os.cpu_count() or 1,
        help="1 where other programs keep the cores busy: threads wait for one another",
    )
    parser.add_argument("--runtime", choices=RUNTIMES, default=OPENVINO)
    parser.add_argument("--fetch-only", action="store_true", help="print the file and stop")
    parser.add_argument("--adapter", type=Path, help="GGUF file of a planner; --runtime llama")
    options = parser.parse_args()
    if options.adapter and options.runtime != LLAMA:
        parser.error("an adapter is served by --runtime llama")
    if options.fetch_only:
        print(fetch(options.model))
    else:
        runtime, adapter = options.runtime, options.adapter
        serve(options.model, options.port, options.threads, runtime, adapter=adapter)


if __name__ == "__main__":
    main()
