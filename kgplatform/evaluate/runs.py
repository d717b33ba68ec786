"""A run as a file: what a method returned for each question, with all that shaped it.

A run holds no figures. They are computed from it by `scoring`, so that any table can be made
again, or with other metrics, without a graph or a model.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgplatform.errors import EvaluationError
from kgplatform.export.files import write_file
from kgplatform.records import Usage, to_json

__all__ = ["QuestionRun", "Run"]

RUN_FORM = 1  # of the file; goes up when a field changes its meaning


@dataclass(frozen=True, slots=True)
class QuestionRun:
    """What came back for one question; `ranking` holds corpus document ids, best first.

    `answer` is None where nothing was read, and empty where the reader abstained.
    """

    id: str
    ranking: tuple[str, ...]
    answer: str | None
    timings_ms: dict[str, float]
    usage: Usage


@dataclass(frozen=True)
class Run:
    """One method over one data set; `depth` is how many passages were asked for.

    `limit` says that only the first so many questions were asked; None: all of them.
    """

    dataset: str
    dataset_sha256: str
    method: str
    depth: int
    limit: int | None
    settings: Mapping[str, Any]
    version: str
    questions: tuple[QuestionRun, ...]

    def save(self, path: Path) -> None:
        """Write the run as one JSON document, replacing an older one.

        Raises:
            UsageError: the file cannot be written.
        """
        document = {"kgplatform_run": RUN_FORM, **to_json(self)}
        write_file(path, json.dumps(document, ensure_ascii=False, indent=1) + "\n")

    @classmethod
    def load(cls, path: Path) -> Run:
        """Read a run written by `save`.

        Raises:
            EvaluationError: the file is missing, or is not a run of this form.
        """
        try:
            fields = json.loads(path.read_text(encoding="utf-8"))
            if fields.pop("kgplatform_run") != RUN_FORM:
                raise EvaluationError(f"{path} is a run of another form; make it again.")
            questions = tuple(_read_question_run(item) for item in fields.pop("questions"))
            return cls(**fields, questions=questions)
        except (OSError, AttributeError, KeyError, TypeError, ValueError) as exc:
            raise EvaluationError(f"{path} cannot be read as a run: {exc}.") from exc


def _read_question_run(fields: dict[str, Any]) -> QuestionRun:
    ranking, usage = tuple(fields.pop("ranking")), Usage(**fields.pop("usage"))
    return QuestionRun(**fields, ranking=ranking, usage=usage)
