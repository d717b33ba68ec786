"""How many passages a second the default embedder makes, and what its way of batching is worth.

Compared, in turns within one run so that other load on the machine hits all alike: the textbook
way (32 texts a batch, all cores in one run) and the product's (few tokens a batch, one core a
run) with several sizes. The vectors must agree.

    python benchmarks/embedding_throughput.py DATA_FOLDER [--passages 200] [--rounds 3]
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import numpy as np
import onnxruntime
from tokenizers import Tokenizer

from kgplatform.models.embedding import DEFAULT_EMBEDDER, OnnxEmbedder, Vectors, load_embedder
from kgplatform.settings import Settings

RESULTS = Path(__file__).parent / "results" / "embedding_throughput.json"
TOKEN_BUDGETS = (1, 256, 512, 1024, 4096)
TEXTBOOK_BATCH = 32


def load_passages(path: Path, count: int) -> list[str]:
    texts: dict[str, None] = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            for paragraph in json.loads(line)["paragraphs"]:
                sentences = " ".join(sentence.strip() for sentence in paragraph["sentences"])
                texts[f"{paragraph['title']}\n{sentences}"] = None
    return random.Random(1).sample(list(texts), count)


def textbook(model: Path, tokenizer_path: Path) -> Callable[[list[str]], Vectors]:
    tokenizer = Tokenizer.from_file(str(tokenizer_path))
    tokenizer.enable_truncation(512)
    tokenizer.enable_padding()
    session = onnxruntime.InferenceSession(str(model), providers=["CPUExecutionProvider"])

    def embed(texts: list[str]) -> Vectors:
        order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
        vectors = np.empty((len(texts), 384), dtype=np.float32)
        for first in range(0, len(order), TEXTBOOK_BATCH):
            batch = order[first : first + TEXTBOOK_BATCH]
            encodings = tokenizer.encode_batch([texts[index] for index in batch])
            ids = np.array([encoding.ids for encoding in encodings])
            mask = np.array([encoding.attention_mask for encoding in encodings])
            feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": 0 * ids}
            rows = session.run(None, feed)[0][:, 0]
            vectors[batch] = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return vectors

    return embed


def measure(texts: list[str], rounds: int) -> dict[str, object]:
    cache = Settings.load().cache
    load_embedder(DEFAULT_EMBEDDER, cache=cache)  # fetches and unpacks
    folder = cache / "embedders" / DEFAULT_EMBEDDER
    files = (next(folder.glob("*.onnx")), next(folder.glob("*tokenizer.json")))
    ways = {"textbook": textbook(*files)}
    for budget in TOKEN_BUDGETS:
        embedder = OnnxEmbedder(*files, name=DEFAULT_EMBEDDER, batch_tokens=budget)
        ways[f"{budget} tokens a batch"] = embedder.embed_passages
    rates: dict[str, list[float]] = {way: [] for way in ways}
    reference = ways["textbook"](texts)
    for _ in range(rounds):
        for way, embed in ways.items():
            started = time.perf_counter()
            vectors = embed(texts)
            rates[way].append(len(texts) / (time.perf_counter() - started))
            np.testing.assert_allclose(vectors, reference, atol=1e-4)
    return {way: {"median": statistics.median(r), "all": r} for way, r in rates.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--passages", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    texts = load_passages(options.data / "2wikimultihopqa.jsonl.gz", options.passages)
    before = os.getloadavg()[0]
    result = {
        "command": " ".join(
            ["python benchmarks/embedding_throughput.py DATA_FOLDER", *sys.argv[2:]]
        ),
        "embedder": DEFAULT_EMBEDDER,
        "words_a_passage": statistics.mean(len(text.split()) for text in texts),
        "passages_a_second": measure(texts, options.rounds),
        "machine": {
            "cores": os.cpu_count(),
            "processor": platform.processor() or platform.machine(),
            "load_before": before,
            "onnxruntime": version("onnxruntime"),
        },
    }
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
