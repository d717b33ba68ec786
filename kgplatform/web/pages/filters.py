"""How values read on a page: numbers, times, durations, addresses of files."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote, urlsplit

from kgplatform.export.cells import read_rows
from kgplatform.export.words import in_words
from kgplatform.progress import FileState
from kgplatform.records.json import to_json

if TYPE_CHECKING:
    from kgplatform.web.jobs import JobFile, JobState

__all__ = ["FILTERS"]

MS_PER_S = 1000
MINUTE_S = 60
BRIEF_CHARS = 300
STEP_CHARS = 200
MOST_FILES = 50
FIRST_SHOWN: tuple[FileState, ...] = ("failed", "reading", "read", "waiting", "done", "unchanged")


def format_count(number: float) -> str:
    """Return a number with its thousands apart."""
    return f"{number:,}"


def format_ms(milliseconds: float) -> str:
    """Return a time that something took, in the unit that suits it."""
    if milliseconds < MS_PER_S:
        return f"{milliseconds:.0f} ms"
    seconds = milliseconds / MS_PER_S
    if seconds < MINUTE_S:
        return f"{seconds:.1f} s"
    return f"{int(seconds // MINUTE_S)} min {seconds % MINUTE_S:.0f} s"


def format_day(moment: Any) -> str:
    """Return a moment as day and minute; '' where there is none."""
    if not moment:
        return ""
    return f"{datetime.fromisoformat(str(moment)):%Y-%m-%d %H:%M}"


def file_name(uri: str) -> str:
    """Return the last part of an address, for people; the whole of what has no path."""
    path = unquote(urlsplit(uri).path)
    return PurePosixPath(path).name or uri


def in_address(text: str) -> str:
    """Return a text as one part of an address's path."""
    return quote(text, safe="")


def brief(value: Any, most: int = BRIEF_CHARS) -> str:
    """Return a value in one line of so many characters at most; lists and maps as JSON."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def step_value(value: Any) -> str:
    """Return a value of a step for people."""
    return brief(in_words(value), STEP_CHARS)


def plural(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def list_files(job: JobState) -> list[JobFile]:
    """Return the files of a job to be shown one by one: where there are many, what failed first."""
    if len(job.by_file) <= MOST_FILES:
        return list(job.by_file)
    return sorted(job.by_file, key=lambda file: FIRST_SHOWN.index(file.state))[:MOST_FILES]


def count_files(files: Sequence[JobFile]) -> dict[FileState, int]:
    """Return how many files are in each state."""
    counts = Counter(file.state for file in files)
    return {state: counts[state] for state in FIRST_SHOWN if counts[state]}


FILTERS: dict[str, Callable[..., Any]] = {
    "brief": brief,
    "count": format_count,
    "count_files": count_files,
    "list_files": list_files,
    "markdown_rows": read_rows,
    "ms": format_ms,
    "day": format_day,
    "file_name": file_name,
    "in_address": in_address,
    "plural": plural,
    "step_value": step_value,
    "written": to_json,
}
