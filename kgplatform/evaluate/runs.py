"""A run as a file: what a method returned for each question, with all that shaped it.

A run holds no figures. They are computed from it by `scoring`, so that any table can be made
again, or with other metrics, without a graph or a model. The file is JSON Lines, the header first
and then one line a question, each written before the next question is asked: a run that was cut
off is continued, and one of 30 questions is extended to 100.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self

from kgplatform.errors import EvaluationError
from kgplatform.export.files import write_file
from kgplatform.records import Usage
from kgplatform.records.json import to_json

__all__ = [
    "NO_READER",
    "PARAGRAPH_SETTINGS",
    "ParagraphSetting",
    "QuestionRun",
    "Run",
    "RunFile",
    "RunHeader",
]

logger = logging.getLogger(__name__)

RUN_FORM = 2  # of the file; goes up when a field changes its meaning
FORM_KEY = "kgplatform_run"
LONE = "surrogatepass"  # half a character, as models write now and then, is kept; json reads it so
HASH_CHARS = 8  # of a file name: keeps apart the few runs of one folder

NO_READER = "none"  # of a run that measures retrieval alone

ParagraphSetting = Literal["open", "distractor"]
PARAGRAPH_SETTINGS: tuple[ParagraphSetting, ...] = ("open", "distractor")
"""What a question is asked of: the whole corpus, or its own paragraphs (HotpotQA's distractor)."""


@dataclass(frozen=True, slots=True)
class RunHeader:
    """All that shaped a run, but for how many questions were asked.

    `depth` passages were asked for, of which the reader got the first `top_k`. `reader` may be
    NO_READER. `settings` holds JSON values and no secrets.
    """

    dataset: str
    dataset_sha256: str
    setting: ParagraphSetting
    method: str
    reader: str
    depth: int
    top_k: int
    settings: Mapping[str, Any]
    version: str

    @property
    def file_name(self) -> str:
        """{dataset}-{setting}-{method}-{reader}-{8 hex digits of the header's hash}.jsonl."""
        digest = hashlib.sha256(_header_line(self).encode()).hexdigest()[:HASH_CHARS]
        parts = (self.dataset, self.setting, self.method, self.reader, digest)
        return re.sub(r"[^\w.-]+", "-", "-".join(parts)) + ".jsonl"


@dataclass(frozen=True, slots=True)
class QuestionRun:
    """What came back for one question; `ranking` holds corpus document ids, best first.

    `answer` is None where nothing was read and empty where the reader abstained; `confidence` and
    `rejected` are those of the Reading. `timings_ms` has retrieve, read and total. `error` is one
    sentence where a model call failed: the question counts as unanswered, and is asked again when
    the run is continued. `reader_usage` is what of `usage` the reader took; None in a line that was
    written before it was kept apart. `steps` are the names of what method and reader reported
    that they did; none in a line that was written before they were kept.
    """

    id: str
    ranking: tuple[str, ...]
    answer: str | None
    abstained: bool
    confidence: float | None
    rejected: str
    usage: Usage
    timings_ms: Mapping[str, float]
    error: str = ""
    reader_usage: Usage | None = None
    steps: tuple[str, ...] = ()

    @property
    def asked_model(self) -> bool:
        """Whether a model was asked, now or when a reply was made that is remembered."""
        return bool(self.usage.llm_calls + self.usage.cached_calls)

    def compute_ms(self, part: str) -> float | None:
        """Return what a part took, remembered replies at what they took when they were made.

        None where that is not known.

        Args:
            part: "retrieve", "read" or "total".
        """
        if not self.usage.cached_calls:
            return self.timings_ms[part]
        of_reader = self.reader_usage.cached_ms if self.reader_usage else None
        remembered = {
            "total": self.usage.cached_ms,
            "read": of_reader,
            "retrieve": self._recall_retrieval_ms(),
        }[part]
        return None if remembered is None else self.timings_ms[part] + remembered

    def _recall_retrieval_ms(self) -> float | None:
        """Return what the remembered replies took that are none of the reader's."""
        if self.reader_usage is None:
            return None
        if self.reader_usage.cached_calls == self.usage.cached_calls:
            return 0.0
        if self.usage.cached_ms is None or self.reader_usage.cached_ms is None:
            return None
        return self.usage.cached_ms - self.reader_usage.cached_ms


@dataclass(frozen=True, slots=True)
class Run:
    """One method over one data set; of a question asked twice, the later result.

    `torn_lines` counts last lines that were cut off while they were written (0 or 1): the
    question of such a line is missing, and is asked when the run is continued.
    """

    header: RunHeader
    questions: tuple[QuestionRun, ...]
    torn_lines: int = 0

    @classmethod
    def load(cls, path: Path) -> Run:
        """Read a run file.

        Raises:
            EvaluationError: the file is missing, or is not a run of this form.
        """
        lines, rest = _split_lines(path)
        if not lines:
            raise EvaluationError(
                f"{path} cannot be read as a run: it has no header; make it again."
            )
        header = _read_header(path, lines[0])
        results: dict[str, QuestionRun] = {}
        for number, line in enumerate(lines[1:], start=2):
            result = _read_question_run(path, number, line)
            results[result.id] = result
        if rest:
            logger.warning("the last line of %s was cut off and is left out", path)
        return cls(header, tuple(results.values()), torn_lines=int(bool(rest)))


class RunFile:
    """A run being made, as a context manager: a result that was appended survives the process.

    A file that exists is continued; a torn last line is cut from it. One process at a time.

    Args:
        folder: where the file is, or is made, under the header's file name.
        header: of the run.

    Raises:
        EvaluationError: there is a file of that name that is not this run.
        UsageError: the file cannot be written.
    """

    def __init__(self, folder: Path, header: RunHeader) -> None:
        self.header = header
        self.path = folder / header.file_name
        self._results: dict[str, QuestionRun] = {}
        if not self.path.exists() or not _split_lines(self.path)[0]:
            write_file(self.path, _header_line(header))
        run = Run.load(self.path)
        if _header_line(run.header) != _header_line(header):
            raise EvaluationError(f"{self.path} is another run; move it away, or give --out.")
        self._results.update((result.id, result) for result in run.questions)
        if run.torn_lines:
            os.truncate(self.path, self.path.read_bytes().rindex(b"\n") + 1)

    @property
    def answered(self) -> frozenset[str]:
        """Ids of the questions that are done; those whose model call failed are not."""
        return frozenset(key for key, result in self._results.items() if not result.error)

    def __enter__(self) -> Self:
        self._stream = self.path.open("a", encoding="utf-8", errors=LONE, newline="\n")
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._stream.close()

    def append(self, result: QuestionRun) -> None:
        """Write one result; it takes the place of an earlier one of the same question."""
        self._stream.write(_to_line(to_json(result)))
        self._stream.flush()
        self._results[result.id] = result


def _header_line(header: RunHeader) -> str:
    return _to_line({FORM_KEY: RUN_FORM, **to_json(header)})


def _to_line(fields: dict[str, Any]) -> str:
    # sorted, so that equal headers have equal hashes whatever the order of their settings
    return json.dumps(fields, ensure_ascii=False, sort_keys=True) + "\n"


def _split_lines(path: Path) -> tuple[list[bytes], bytes]:
    """Return the whole lines of a file, and what stands after the last line's end."""
    try:
        *lines, rest = path.read_bytes().split(b"\n")
    except OSError as exc:
        raise EvaluationError(f"{path} cannot be read as a run: {exc.strerror or exc}.") from exc
    return lines, rest


def _read_header(path: Path, line: bytes) -> RunHeader:
    try:
        fields = json.loads(line)
        form = fields.pop(FORM_KEY, None)
        if form == RUN_FORM:
            return RunHeader(**fields)
    except (AttributeError, TypeError, ValueError) as exc:
        raise EvaluationError(
            f"{path} cannot be read as a run: its header is damaged ({exc})."
        ) from exc
    raise EvaluationError(f"{path} is not a run of form {RUN_FORM}; make it again.")


def _read_question_run(path: Path, number: int, line: bytes) -> QuestionRun:
    try:
        fields = json.loads(line)
        ranking, usage = tuple(fields.pop("ranking")), _read_usage(fields.pop("usage"))
        of_reader = fields.pop("reader_usage", None)
        reader_usage = None if of_reader is None else _read_usage(of_reader)
        fields["steps"] = tuple(fields.get("steps", ()))
        return QuestionRun(**fields, ranking=ranking, usage=usage, reader_usage=reader_usage)
    except (AttributeError, KeyError, TypeError, ValueError) as exc:
        raise EvaluationError(
            f"{path} cannot be read as a run: line {number} is damaged ({exc}); "
            "remove the line, and its question is asked again."
        ) from exc


def _read_usage(fields: dict[str, Any]) -> Usage:
    """Read a usage; a line written before times were counts none of its remembered replies."""
    usage = Usage(**fields)
    return (
        replace(usage, cached_ms=None)
        if usage.cached_calls and "cached_ms" not in fields
        else usage
    )
