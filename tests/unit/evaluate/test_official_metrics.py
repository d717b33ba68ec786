"""The metrics agree with the official scripts, to 1e-9 a question.

What was compared, and how the scripts' outputs came to be, stands in the first line of
tests/data/official_metrics.jsonl.
"""

from __future__ import annotations

import json
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from kgplatform.evaluate.metrics import (
    HOTPOTQA_RULES,
    MUSIQUE_RULES,
    compute_contains,
    score_answer,
)

pytestmark = pytest.mark.unit

OFFICIAL = Path(__file__).parents[2] / "data" / "official_metrics.jsonl"
HEADER, *LINES = map(json.loads, OFFICIAL.read_text(encoding="utf-8").splitlines())
RULES = {"hotpotqa": HOTPOTQA_RULES, "2wiki": HOTPOTQA_RULES, "musique": MUSIQUE_RULES}
FIGURES = ("em", "f1", "precision", "recall")
TOLERANCE = 1e-9


def lines_of(script: str) -> list[dict[str, Any]]:
    return [line for line in LINES if line["script"] == script]


def score(line: dict[str, Any]) -> dict[str, float]:
    rules = RULES[line["script"]]
    return score_answer(line["prediction"], line["answers"], rules=rules)._asdict()


@pytest.mark.parametrize("script", RULES)
def test_answers_score_as_by_the_official_script(script: str) -> None:
    lines = lines_of(script)
    assert len(lines) > 150
    ours = [[score(line)[name] for name in FIGURES if name in line] for line in lines]
    official = [[line[name] for name in FIGURES if name in line] for line in lines]
    for line, own, other in zip(lines, ours, official, strict=True):
        assert own == pytest.approx(other, abs=TOLERANCE), line


def test_contains_is_as_by_the_official_script() -> None:
    lines = lines_of("popqa")
    assert len(lines) > 100
    for line in lines:
        assert compute_contains(line["prediction"], line["answers"]) == line["contains"], line


@pytest.mark.parametrize(
    ("script", "names", "scale", "rounding"),
    [
        pytest.param(
            "hotpotqa", ("em", "f1", "prec", "recall"), 1, TOLERANCE, id="hotpotqa: not rounded"
        ),
        pytest.param("2wiki", ("em", "f1", "prec", "recall"), 100, 0.005, id="2wiki: two digits"),
        pytest.param("musique", ("answer_em", "answer_f1"), 1, 0.0005, id="musique: three digits"),
    ],
)
def test_means_are_what_the_official_script_prints(
    script: str, names: tuple[str, ...], scale: float, rounding: float
) -> None:
    scores = [score(line) for line in lines_of(script)]
    for own, official in zip(FIGURES, names, strict=False):
        mean = scale * fmean(s[own] for s in scores)
        assert mean == pytest.approx(HEADER["totals"][script][official], abs=rounding + TOLERANCE)


def test_published_answers_of_a_model_score_as_by_the_official_script(data_dir: Path) -> None:
    records = []
    for part in ("correct", "wrong"):
        path = data_dir / "llm" / f"hotpotqa_dynamic_gpt-4o_20251004_031022_{part}.json"
        if not path.exists():
            pytest.skip(f"{path} is not there")
        records += json.loads(path.read_text(encoding="utf-8"))
    scores = [score_answer(r["final_answer"], r["ground_truths"]) for r in records]
    published = HEADER["published_run"]
    assert len(scores) == published["n"]
    expected = [published[name] for name in ("em", "f1", "prec", "recall")]
    means = [fmean(column) for column in zip(*scores, strict=True)]
    assert means == pytest.approx(expected, abs=TOLERANCE)
