"""With many questions under way at a time, each gets its own answer."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from kgplatform.evaluate.datasets import CorpusDocument, Dataset, EvaluationQuestion
from kgplatform.evaluate.measured import measure
from kgplatform.evaluate.runner import run
from kgplatform.evaluate.runs import Run, RunFile, RunHeader
from kgplatform.models.conversation import Message, Reply
from kgplatform.records import Usage
from tests.unit.evaluate.ships import ShipModels, find_ship, replace_search
from tests.unit.evaluate.table_corpus import make_corpus

pytestmark = pytest.mark.unit

THREADS = 8
CORPUS = (CorpusDocument("c", "Ships", "Text."),)


class EchoModel:
    """Answers with the number of the ship that is asked for, to all threads at the same moment."""

    name = "echo"

    def __init__(self) -> None:
        self._all = Barrier(THREADS, timeout=60)

    def complete(self, messages: Sequence[Message], **_: Any) -> Reply:
        self._all.wait()
        return Reply(f"Answer: {find_ship(str(messages[-1]))}", Usage(llm_calls=1))


@pytest.fixture
def switching() -> Iterator[None]:
    """Let threads take turns much more often than they do."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def answer_all(
    folder: Path, method: str, reader: str, questions: int, models: ShipModels
) -> dict[str, str | None]:
    asked = tuple(
        EvaluationQuestion(str(n), f"Who built Ship {n}?", (), None, frozenset({"c"}))
        for n in range(questions)
    )
    dataset = Dataset("ships", CORPUS, asked)
    header = RunHeader("ships", dataset.sha256, "open", method, reader, 5, 5, {}, "1.0")
    file = RunFile(folder, header)
    platform: Any = models
    run(
        dataset,
        file,
        measure(header, make_corpus(chat=models.chat), platform),
        concurrency=THREADS,
    )
    return {question.id: question.answer for question in Run.load(file.path).questions}


@pytest.mark.usefixtures("switching")
def test_each_of_5000_questions_gets_its_own_answer(tmp_path: Path) -> None:
    answers = answer_all(tmp_path, "cot", "llm", 5_000, ShipModels(EchoModel()))
    assert answers == {str(n): str(n) for n in range(5_000)}


@pytest.mark.usefixtures("switching")
def test_each_planned_question_gets_its_own_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace_search(monkeypatch)
    answers = answer_all(tmp_path, "plan-syntactic", "extractive", 100, ShipModels(None))
    assert answers == {str(n): f"Builder{n}" for n in range(100)}
