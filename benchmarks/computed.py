"""How often the program alone tells which of two things it is, or whether both are of one country.

    python benchmarks/computed.py DATA/2wikimultihopqa.jsonl.gz --skip 100       # no model

The evidence is the gold documents, so finding is no part of it. An answer is sure where a chat
model would not be asked for it (`llm-computed`); other questions of yes and no are asked of the
model however sure the program is, and stand in the table to show why. `--skip` leaves out the first
questions, which other benchmarks measure.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from record import print_table, write_result

from kgplatform.answer import read
from kgplatform.answer.readers import EXTRACTIVE, SURE_ENOUGH
from kgplatform.evaluate.datasets import Dataset, EvaluationQuestion, load_dataset
from kgplatform.evaluate.metrics import compute_exact_match
from kgplatform.platform import Platform
from kgplatform.question.analysis import CHOICE, YES_NO, analyse
from kgplatform.question.comparisons import compares
from kgplatform.records import Evidence, ScoredPassage
from kgplatform.settings import Settings

COMPARED, OTHER = "yes or no, compared", "yes or no, of other things"
KINDS = (CHOICE, COMPARED, OTHER)


def find_kind(question: str) -> str | None:
    """Return the row of the table that a question counts in; None where it is of none."""
    asked = analyse(question)
    if asked.kind == YES_NO:
        return COMPARED if compares(asked) else OTHER
    return CHOICE if asked.kind == CHOICE else None


def list_gold(question: EvaluationQuestion, texts: dict[str, tuple[str, str]]) -> Evidence:
    """Return the gold documents as evidence, in the order of their ids."""
    return Evidence(
        tuple(
            ScoredPassage(gold, gold, texts[gold][0], f"gold:{gold}", texts[gold][1], 1.0)
            for gold in sorted(question.gold)
        )
    )


def measure(
    dataset: Dataset, questions: Iterable[EvaluationQuestion], platform: Platform
) -> list[dict[str, Any]]:
    """Return a row a kind: questions, the sure ones, and how many of these and of all are right."""
    texts = {document.id: (document.title, document.text) for document in dataset.corpus}
    counts = {kind: {"n": 0, "sure": 0, "sure and right": 0, "right": 0} for kind in KINDS}
    for question in questions:
        kind = find_kind(question.text)
        if kind is None:
            continue
        reading = read(
            question.text,
            list_gold(question, texts),
            linguistics=platform.linguistics,
            reader=EXTRACTIVE,
        )
        right = bool(compute_exact_match(reading.answer, question.answers))
        sure = not reading.abstained and (reading.confidence or 0.0) >= SURE_ENOUGH
        found = {"n": True, "sure": sure, "sure and right": sure and right, "right": right}
        for name, holds in found.items():
            counts[kind][name] += holds
    return [{"pack": dataset.name, "kind": kind, **counts[kind]} for kind in KINDS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", type=Path, nargs="+", help="packs of the public data sets")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many first questions")
    arguments = parser.parse_args()
    figures = []
    with Platform(Settings.load()) as platform:
        for path in arguments.packs:
            dataset = load_dataset(path)
            figures += measure(dataset, dataset.questions[arguments.skip :], platform)
    print_table(figures)
    write_result("computed", figures)


if __name__ == "__main__":
    main()
