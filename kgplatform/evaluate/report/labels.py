"""Names for runs that stand side by side: as short as tells them apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kgplatform.evaluate.plan import NO_READER
from kgplatform.evaluate.runs import RunHeader

__all__ = ["label_runs"]

PARTS: tuple[Callable[[RunHeader], str], ...] = (
    lambda header: header.method,
    lambda header: header.setting,
    lambda header: "" if header.reader == NO_READER else header.reader,
    lambda header: str(header.settings.get("chat_model") or ""),
    lambda header: f"top {header.top_k}",
)


def label_runs(headers: Sequence[RunHeader]) -> list[str]:
    """Return a label a run: its method, and whatever of PARTS the runs differ in.

    Runs that differ in something else get the hash of their file's name as well.
    """
    columns = [[part(header) for header in headers] for part in PARTS]
    told = [columns[0], *(column for column in columns[1:] if len(set(column)) > 1)]
    labels = [", ".join(filter(None, parts)) for parts in zip(*told, strict=True)]
    return [
        label if labels.count(label) == 1 else f"{label}, {_hash_of(header)}"
        for label, header in zip(labels, headers, strict=True)
    ]


def _hash_of(header: RunHeader) -> str:
    return header.file_name.removesuffix(".jsonl").rpartition("-")[2]
