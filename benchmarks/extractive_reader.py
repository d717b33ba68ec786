"""How well the extractive reader answers from evidence it is given, at zero tokens.

Three settings a data set: the gold paragraphs; the gold paragraphs and three others; five others
and no gold ("unanswerable", where abstaining is right). The first half of each file was used for
development, training and fitting; the figures are of the second half.

    python benchmarks/extractive_reader.py DATA_FOLDER [--half first] [--weights HEADS]
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

from kgplatform.answer.extractive import read_extractively
from kgplatform.evaluate.metrics import compute_exact_match, compute_f1
from kgplatform.models.linguistics import DEFAULT_PIPELINE, Linguistics, load_linguistics
from kgplatform.models.reading_heads.heads import WEIGHTS, ReadingHeads, load
from kgplatform.records import Evidence, ScoredPassage
from kgplatform.settings import Settings

DATASETS = ("2wikimultihopqa", "hotpotqa", "musique")
SETTINGS = {"gold": (True, 0), "gold+3": (True, 3), "unanswerable": (False, 5)}
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


def _to_passage(number: int, paragraph: dict[str, Any]) -> ScoredPassage:
    text = paragraph.get("text") or " ".join(s.strip() for s in paragraph["sentences"])
    return ScoredPassage(str(number), str(number), paragraph["title"], "", text, 1.0)


def measure(
    cases: Sequence[Case], linguistics: Linguistics, heads: ReadingHeads | None
) -> dict[str, float]:
    em, f1, abstained, wrong, milliseconds = [], [], [], [], []
    for case in cases:
        started = time.perf_counter()
        reading = read_extractively(case.question, Evidence(case.passages), linguistics, heads)
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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder with the *.jsonl.gz packs")
    parser.add_argument("--half", choices=("first", "second"), default="second")
    parser.add_argument("--weights", type=Path, default=WEIGHTS, help="of the reading heads")
    options = parser.parse_args()
    linguistics = load_linguistics(DEFAULT_PIPELINE)
    heads = load(cache=Settings().cache, weights=options.weights)
    table = {
        name: _measure_all(options.data, name, options.half, linguistics, heads)
        for name in DATASETS
    }
    if options.half == "second":
        _write(table)


def _measure_all(
    folder: Path, name: str, half: str, linguistics: Linguistics, heads: ReadingHeads | None
) -> dict[str, dict[str, float]]:
    rows = {}
    for setting, (gold, others) in SETTINGS.items():
        cases = list(load_cases(folder / f"{name}.jsonl.gz", half, gold=gold, others=others))
        rows[setting] = measure(cases, linguistics, heads)
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
        "half": "second (the first was used for development, training and fitting)",
        "results": table,
    }
    RESULTS.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
