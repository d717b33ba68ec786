"""How well the extractive reader answers from evidence it is given, at zero tokens.

Three settings a data set: the gold paragraphs; the gold paragraphs and three others; five others
and no gold ("unanswerable", where abstaining is right). The first half of each file was used for
development and for fitting the weights; the figures are of the second half.

    python benchmarks/extractive_reader.py DATA_FOLDER            # table and results/*.json
    python benchmarks/extractive_reader.py DATA_FOLDER --half first
    python benchmarks/extractive_reader.py DATA_FOLDER --fit      # prints weights, writes nothing
    python benchmarks/extractive_reader.py DATA_FOLDER --calibrate   # and what confidences are
"""

from __future__ import annotations

import argparse
import gzip
import json
import platform
import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression

from kgplatform.answer.evidence.build import view_evidence
from kgplatform.answer.extractive import read_extractively
from kgplatform.answer.spans.candidates import find_candidates
from kgplatform.answer.spans.features import FEATURES, compute_features
from kgplatform.answer.spans.weights import PLATT_OFFSET, PLATT_SLOPE, SURE
from kgplatform.evaluate.metrics import compute_exact_match, compute_f1
from kgplatform.models.linguistics import DEFAULT_PIPELINE, Linguistics, load_linguistics
from kgplatform.question.analysis import SPAN, analyse
from kgplatform.records import Evidence, ScoredPassage

DATASETS = ("2wikimultihopqa", "hotpotqa", "musique")
SETTINGS = {"gold": (True, 0), "gold+3": (True, 3), "unanswerable": (False, 5)}
PENALTY = 3.0  # L2, chosen on the development halves
NEARLY_RIGHT_F1 = 0.7  # a span to learn from where no candidate is exactly the answer
RESULTS = Path(__file__).parent / "results" / "extractive_reader.json"


@dataclass(frozen=True)
class Case:
    """One question with its evidence in random order."""

    question: str
    answers: tuple[str, ...]
    passages: tuple[ScoredPassage, ...]


def load_cases(path: Path, half: str, *, gold: bool, others: int) -> Iterator[Case]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    middle = len(rows) // 2
    chosen = rows[:middle] if half == "first" else rows[middle:]
    for number, row in enumerate(chosen):
        paragraphs = row["paragraphs"]
        kept = [p for p in paragraphs if p["is_supporting"]] if gold else []
        kept = kept + [p for p in paragraphs if not p["is_supporting"]][:others]
        random.Random(number).shuffle(kept)
        passages = tuple(_to_passage(n, p) for n, p in enumerate(kept))
        yield Case(row["question"], (row["answer"], *row.get("answer_aliases", ())), passages)


def load_steps(path: Path) -> Iterator[Case]:
    """Yield MuSiQue's one-hop questions with the evidence of the whole: to learn to stay put."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for number, row in enumerate(rows[: len(rows) // 2]):
        kept = [p for p in row["paragraphs"] if p["is_supporting"]]
        kept += [p for p in row["paragraphs"] if not p["is_supporting"]][:2]
        random.Random(number).shuffle(kept)
        passages = tuple(_to_passage(n, p) for n, p in enumerate(kept))
        answers: dict[str, str] = {}
        for step in row["question_decomposition"]:
            question = step["question"]
            for reference, answer in answers.items():
                question = question.replace(reference, answer)
            answers[f"#{len(answers) + 1}"] = step["answer"]
            if ">>" not in question:
                yield Case(question[0].upper() + question[1:], (step["answer"],), passages)


def _to_passage(number: int, paragraph: dict[str, Any]) -> ScoredPassage:
    text = paragraph.get("text") or " ".join(s.strip() for s in paragraph["sentences"])
    return ScoredPassage(str(number), str(number), paragraph["title"], "", text, 1.0)


def measure(cases: Sequence[Case], linguistics: Linguistics) -> dict[str, float]:
    em, f1, abstained, wrong, milliseconds = [], [], [], [], []
    for case in cases:
        started = time.perf_counter()
        reading = read_extractively(case.question, Evidence(case.passages), linguistics)
        milliseconds.append((time.perf_counter() - started) * 1000)
        em.append(compute_exact_match(reading.answer, case.answers))
        f1.append(compute_f1(reading.answer, case.answers))
        abstained.append(reading.abstained)
        wrong.append(not reading.abstained and not em[-1])
    return {
        "n": len(cases),
        "em": round(float(np.mean(em)), 4),
        "f1": round(float(np.mean(f1)), 4),
        "abstained": round(float(np.mean(abstained)), 4),
        "answered_wrongly": round(float(np.mean(wrong)), 4),
        "ms_p50": round(float(np.percentile(milliseconds, 50)), 1),
        "ms_p95": round(float(np.percentile(milliseconds, 95)), 1),
    }


def fit(folder: Path, linguistics: Linguistics) -> dict[str, float]:
    """Fit the weights on the first halves: the right candidates against all, listwise softmax."""
    groups = [
        group
        for name in DATASETS
        for setting in ("gold", "gold+3")
        for case in load_cases(
            folder / f"{name}.jsonl.gz", "first", gold=True, others=SETTINGS[setting][1]
        )
        if (group := _group(case, linguistics)) is not None
    ]
    steps = load_steps(folder / "musique.jsonl.gz")
    groups += [group for case in steps if (group := _group(case, linguistics)) is not None]
    values = np.vstack([group[0] for group in groups])
    right = np.concatenate([group[1] for group in groups])
    sizes = np.array([len(group[1]) for group in groups])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = values @ weights
        shifted = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        total = np.add.reduceat(shifted, starts)
        hit = np.add.reduceat(shifted * right, starts) + 1e-300
        gradient = values.T @ (
            shifted / np.repeat(total, sizes) - shifted * right / np.repeat(hit, sizes)
        )
        value = -np.log(hit / total).sum() + PENALTY * weights @ weights
        return float(value), gradient + 2 * PENALTY * weights

    fitted = minimize(loss, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B").x
    return {name: round(float(weight), 2) for name, weight in zip(FEATURES, fitted, strict=True)}


def calibrate(folder: Path, linguistics: Linguistics) -> dict[str, float]:
    """Return how often what the reader is so sure of is right, on the first halves.

    Of spans the slope and offset of Platt's logistic curve over their score, of comparisons the
    share of right ones.
    """
    spans: list[tuple[float, float]] = []
    compared: dict[str, list[float]] = {"sure": [], "unsure": []}
    for name in DATASETS:
        for gold, others in SETTINGS.values():
            path = folder / f"{name}.jsonl.gz"
            for case in load_cases(path, "first", gold=gold, others=others):
                reading = read_extractively(case.question, Evidence(case.passages), linguistics)
                right = compute_exact_match(reading.answer or reading.rejected, case.answers)
                if any(step.name == "compare" for step in reading.steps):
                    compared["sure" if reading.confidence == SURE else "unsure"].append(right)
                elif reading.confidence is not None:
                    odds = np.log(reading.confidence / (1 - reading.confidence))
                    spans.append(((odds - PLATT_OFFSET) / PLATT_SLOPE, right))
    scores, right = np.array(spans).T
    curve = LogisticRegression(C=1e6).fit(scores[:, None], right)
    return {
        "slope": round(float(curve.coef_[0, 0]), 3),
        "offset": round(float(curve.intercept_[0]), 3),
        **{name: round(float(np.mean(shares)), 3) for name, shares in compared.items()},
    }


def _group(case: Case, linguistics: Linguistics) -> tuple[np.ndarray, np.ndarray] | None:
    asked = analyse(case.question)
    if asked.kind != SPAN:
        return None
    view = view_evidence(asked, Evidence(case.passages), linguistics)
    candidates = find_candidates(asked, view)
    scores = np.array([compute_f1(candidate.text, case.answers) for candidate in candidates])
    if not candidates or scores.max() < NEARLY_RIGHT_F1:
        return None
    values = [compute_features(asked, view, candidate) for candidate in candidates]
    return np.array(values), scores == scores.max()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder with the *.jsonl.gz packs")
    parser.add_argument("--half", choices=("first", "second"), default="second")
    parser.add_argument("--fit", action="store_true", help="print fitted weights instead")
    parser.add_argument("--calibrate", action="store_true", help="print confidences instead")
    options = parser.parse_args()
    linguistics = load_linguistics(DEFAULT_PIPELINE)
    if options.calibrate:
        print(json.dumps(calibrate(options.data, linguistics), indent=2))
        return
    if options.fit:
        print(json.dumps(fit(options.data, linguistics), indent=2))
        return
    table = {name: _measure_all(options.data, name, options.half, linguistics) for name in DATASETS}
    if options.half == "second":
        _write(table)


def _measure_all(
    folder: Path, name: str, half: str, linguistics: Linguistics
) -> dict[str, dict[str, float]]:
    rows = {}
    for setting, (gold, others) in SETTINGS.items():
        cases = list(load_cases(folder / f"{name}.jsonl.gz", half, gold=gold, others=others))
        rows[setting] = measure(cases, linguistics)
        stated = "  ".join(f"{key} {value:g}" for key, value in rows[setting].items())
        print(f"{name:16} {setting:13} {stated}", flush=True)
    return rows


def _write(table: dict[str, Any]) -> None:
    RESULTS.parent.mkdir(exist_ok=True)
    report = {
        "command": "python benchmarks/extractive_reader.py DATA_FOLDER",
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": f"{platform.machine()}, {platform.system()}, Python {sys.version.split()[0]}",
        "versions": {name: version(name) for name in ("kgplatform", "spacy", "rapidfuzz")},
        "pipeline": DEFAULT_PIPELINE,
        "half": "second (the first was used for development)",
        "results": table,
    }
    RESULTS.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
