"""Names for runs that stand side by side: as short as distinguishes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kgplatform.evaluate.runs import NO_READER, RunHeader

__all__ = ["label_runs"]

PARTS: tuple[Callable[[RunHeader], str], ...] = (
    lambda header: header.setting,
    lambda header: "" if header.reader == NO_READER else header.reader,
    lambda header: str(header.settings.get("chat_model") or ""),
    lambda header: f"top {header.top_k}",
)


def label_runs(headers: Sequence[RunHeader]) -> list[str]:
    """Return a label a run: its method, and in brackets whatever of PARTS the runs differ in.

    Runs that differ in something else get the hash of their file's name as well.
    """
    columns = [[part(header) for header in headers] for part in PARTS]
    stated = [column for column in columns if len(set(column)) > 1]
    details = [[column[i] for column in stated if column[i]] for i in range(len(headers))]
    keys = [(header.method, *parts) for header, parts in zip(headers, details, strict=True)]
    for header, parts, key in zip(headers, details, keys, strict=True):
        if keys.count(key) > 1:
            parts.append(_hash_of(header))
    return [_join(header.method, parts) for header, parts in zip(headers, details, strict=True)]


def _join(method: str, parts: Sequence[str]) -> str:
    return f"{method} ({', '.join(parts)})" if parts else method


def _hash_of(header: RunHeader) -> str:
    return header.file_name.removesuffix(".jsonl").rpartition("-")[2]
