"""Replies of the local models, kept in the repository: figures are repeated without asking again.

    python benchmarks/recorded.py     # add what the cache of KGPLATFORM_HOME has to the record

`remembered` reads the record into the cache before a run and adds to it afterwards. A reply is
found by the hash of its exact request, so one of another prompt, other evidence or another model
is never taken. So tables that take many hours of two cores are made piece by piece, on any
machine, and whoever doubts a row deletes the record and asks the model anew.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from record import RESULTS

from kgplatform.models.cache import CachedReply, ReplyCache
from kgplatform.models.conversation import Token
from kgplatform.settings import Settings

Entry = tuple[str, str, str, CachedReply]


@contextmanager
def remembered(model: str) -> Iterator[int]:
    """Have the cache know the recorded replies of a model, and the record its new ones afterwards.

    Yields:
        How many replies are recorded.
    """
    count = recall(model)
    try:
        yield count
    finally:
        record(model)


def recall(model: str) -> int:
    """Put the recorded replies of a model into the cache; return how many there are."""
    cache, entries = _cache(), list(_load(_path(model)))
    for key, task, name, reply in entries:
        cache.put(key, reply, task=task, model=name)
    return len(entries)


def record(model: str) -> int:
    """Add the cache's replies of a model to the record; return how many it has then."""
    kept = {entry[0]: entry for entry in _load(_path(model))}
    kept |= {entry[0]: entry for entry in _cache().entries() if entry[2] == model}
    if kept:
        _save(_path(model), [kept[key] for key in sorted(kept)])
    return len(kept)


def _cache() -> ReplyCache:
    return ReplyCache(Settings.load().replies)


def _path(model: str) -> Path:
    return RESULTS / "replies" / f"{model}.jsonl.gz"


def _load(path: Path) -> Iterator[Entry]:
    if not path.is_file():
        return
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            tokens = tuple(
                Token(text, logprob, tuple((other, value) for other, value in alternatives))
                for text, logprob, alternatives in row.get("tokens", ())
            )
            counts = row["prompt_tokens"], row["completion_tokens"]
            reply = CachedReply(row["text"], *counts, tokens, row.get("ms"))
            yield row["key"], row["task"], row["model"], reply


def _save(path: Path, entries: list[Entry]) -> None:
    """Write the file as a whole or not at all; the same replies make the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".partial")
    with partial.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
        for key, task, model, reply in entries:
            row = {
                "key": key,
                "task": task,
                "model": model,
                "text": reply.text,
                "prompt_tokens": reply.prompt_tokens,
                "completion_tokens": reply.completion_tokens,
            }
            if reply.ms is not None:
                row["ms"] = round(reply.ms, 1)
            if reply.tokens:
                row["tokens"] = [[t.text, t.logprob, t.alternatives] for t in reply.tokens]
            packed.write((json.dumps(row, ensure_ascii=False) + "\n").encode())
    partial.replace(path)


def main() -> None:
    for model in sorted({model for _, _, model, _ in _cache().entries()}):
        print(f"{record(model)} replies of {model} are recorded")


if __name__ == "__main__":
    main()
