"""A run keeps what a method returned; scoring needs nothing but the run and the data set."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from kgplatform.answer.reading import Reading
from kgplatform.errors import EvaluationError
from kgplatform.evaluate.datasets import CorpusDocument, Dataset, EvaluationQuestion
from kgplatform.evaluate.runner import run
from kgplatform.evaluate.runs import Run
from kgplatform.evaluate.scoring import score
from kgplatform.records import Evidence, ScoredPassage, Usage

pytestmark = pytest.mark.unit

DATASET = Dataset(
    "tiny",
    tuple(CorpusDocument(name, name.upper(), f"Text {name}.") for name in ("a", "b#1", "c", "d")),
    (
        EvaluationQuestion("q1", "First?", ("Alpha",), None, frozenset({"a", "b#1"})),
        EvaluationQuestion("q2", "Second?", ("Beta Gamma",), None, frozenset({"c"})),
    ),
)
RANKINGS = {"First?": ["a", "d", "b#1"], "Second?": ["a", "b#1", "d"]}


def make_passage(document_id: str, *, part: int = 0) -> ScoredPassage:
    uri = f"file:///corpus.jsonl#{document_id}"
    return ScoredPassage(f"{document_id}/{part}", "hash", "T", uri, "Text.", 1.0)


def retrieve(question: str, top_k: int) -> Evidence:
    return Evidence(tuple(make_passage(name) for name in RANKINGS[question][:top_k]))


def read(question: str, evidence: Evidence) -> Reading:
    abstained = question == "First?"
    return Reading(
        answer="" if abstained else "beta",
        abstained=abstained,
        reader="llm",
        usage=Usage(llm_calls=1, prompt_tokens=10, completion_tokens=2),
    )


def test_score_is_the_mean_over_all_questions() -> None:
    figures = score(run(DATASET, method="m", retrieve=retrieve), DATASET, ks=(1, 2, 3))
    # q1 finds a, a, a and b#1 of two; q2 finds none of one
    assert figures["recall"] == {"1": 0.25, "2": 0.25, "3": 0.5}
    assert figures["all_at"] == {"1": 0.0, "2": 0.0, "3": 0.5}


def test_score_has_the_form_of_the_contract() -> None:
    figures = score(run(DATASET, method="m", retrieve=retrieve), DATASET)
    assert list(figures) == [
        "dataset", "method", "n", "recall", "all_at", "em", "f1", "usage", "timings_ms",
    ]  # fmt: skip
    assert (figures["dataset"], figures["method"], figures["n"]) == ("tiny", "m", 2)
    assert list(figures["timings_ms"]) == ["p50", "p95"]


def test_retrieval_alone_has_no_answer_figures() -> None:
    figures = score(run(DATASET, method="m", retrieve=retrieve), DATASET)
    assert (figures["em"], figures["f1"]) == (None, None)


def test_abstention_counts_as_a_wrong_answer() -> None:
    figures = score(run(DATASET, method="m", retrieve=retrieve, read=read), DATASET)
    # q1 abstains: 0; q2 "beta" against "beta gamma": precision 1, recall 1/2, F1 2/3; mean 1/3
    assert (figures["em"], figures["f1"]) == (0.0, pytest.approx(1 / 3))


def test_usage_is_summed() -> None:
    figures = score(run(DATASET, method="m", retrieve=retrieve, read=read), DATASET)
    assert figures["usage"] == {
        "llm_calls": 2,
        "prompt_tokens": 20,
        "completion_tokens": 4,
        "cached_calls": 0,
    }


def test_limit_asks_the_first_questions_only() -> None:
    result = run(DATASET, method="m", retrieve=retrieve, limit=1)
    assert score(result, DATASET)["n"] == 1


def test_document_ranks_by_its_first_passage() -> None:
    passages = (make_passage("a"), make_passage("a", part=1), make_passage("c"))
    result = run(DATASET, method="m", retrieve=lambda *_: Evidence(passages))
    assert result.questions[0].ranking == ("a", "c")


def test_passage_from_elsewhere_is_refused() -> None:
    stranger = Evidence((make_passage("stranger"),))
    with pytest.raises(EvaluationError, match="stranger"):
        run(DATASET, method="m", retrieve=lambda *_: stranger)


def test_saved_run_reads_back_equal(tmp_path: Path) -> None:
    result = run(DATASET, method="m", retrieve=retrieve, read=read, settings={"embedder": "e"})
    result.save(tmp_path / "new" / "run.json")
    assert Run.load(tmp_path / "new" / "run.json") == result


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("{", id="not JSON"),
        pytest.param("[]", id="not an object"),
        pytest.param('{"kgplatform_run": 1}', id="no questions"),
        pytest.param(json.dumps({"kgplatform_run": 99, "questions": []}), id="another form"),
    ],
)
def test_malformed_run_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(EvaluationError, match=r"run\.json"):
        Run.load(path)


def test_missing_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match=r"absent\.json"):
        Run.load(tmp_path / "absent.json")


def test_run_without_a_question_is_not_scored() -> None:
    whole = run(DATASET, method="m", retrieve=retrieve)
    part = dataclasses.replace(whole, questions=whole.questions[:1])
    with pytest.raises(EvaluationError, match="missing"):
        score(part, DATASET)


def test_run_of_other_data_is_not_scored() -> None:
    other = dataclasses.replace(DATASET, questions=DATASET.questions[:1])
    with pytest.raises(EvaluationError, match="another content"):
        score(run(DATASET, method="m", retrieve=retrieve), other)


@pytest.mark.parametrize("ks", [(), (0,), (2, 4)], ids=["none", "zero", "deeper than the run"])
def test_depth_that_the_run_does_not_have_is_not_scored(ks: tuple[int, ...]) -> None:
    with pytest.raises(EvaluationError, match="from 1 to 3"):
        score(run(DATASET, method="m", retrieve=retrieve, depth=3), DATASET, ks=ks)
