"""Puts a report together: every figure in it is computed from run files and their data sets."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean
from typing import Any

from kgplatform.errors import EvaluationError, UsageError
from kgplatform.evaluate.abstention import coverage_curve, judge_threshold
from kgplatform.evaluate.bertscore import score_bert
from kgplatform.evaluate.figures import compute_times, pair_questions, score_questions
from kgplatform.evaluate.questions import Dataset
from kgplatform.evaluate.report.contents import (
    Block,
    Coverage,
    Measure,
    PairedTest,
    System,
)
from kgplatform.evaluate.report.labels import label_runs
from kgplatform.evaluate.report.paired import compare_systems, compare_with_reference
from kgplatform.evaluate.runs import Run
from kgplatform.evaluate.scoring import score

__all__ = ["compare_runs", "make_blocks"]

logger = logging.getLogger(__name__)

NamedRun = tuple[str, Run]
"""The name of a run file, and what it holds."""


def make_blocks(
    runs: Sequence[NamedRun],
    datasets: Sequence[Dataset],
    measure: Measure,
    *,
    with_tests: bool = False,
) -> tuple[Block, ...]:
    """Return the figures of runs, those of one data set and setting together, in their order.

    Args:
        runs: name of the file, and what it holds.
        datasets: what they were made from; known by content, whatever the order.
        measure: what to compute.
        with_tests: whether to add paired tests and coverage curves, which take some seconds.

    A run that has not come to its first question is left out, with a warning.

    Raises:
        EvaluationError: a run is of none of the data sets, or cannot be scored as `measure` says,
            or none has come to its first question.
    """
    known = {dataset.sha256: dataset for dataset in datasets}
    groups: dict[tuple[str, str], list[NamedRun]] = {}
    for name, run in runs:
        if run.header.dataset_sha256 not in known:
            raise EvaluationError(
                f"{name} is a run of {run.header.dataset} with a content that no given data set "
                "has: give the file that it was made from, with the same --format and --corpus."
            )
        if not run.questions:
            logger.warning("%s has no answered question yet and is left out", name)
            continue
        groups.setdefault((run.header.dataset_sha256, run.header.setting), []).append((name, run))
    if runs and not groups:
        raise EvaluationError("None of the runs has an answered question yet: continue them.")
    blocks = []
    for (sha256, _), members in groups.items():
        block = _make_block(known[sha256], members, measure)
        blocks.append(_add_tests(block, known[sha256], members, measure) if with_tests else block)
    return tuple(blocks)


def compare_runs(
    a: Run, b: Run, dataset: Dataset, measure: Measure
) -> tuple[int, list[PairedTest]]:
    """Return over how many questions two runs are compared, and their differences, a minus b.

    Every metric that says something of both is compared; p-values are of each by itself. The runs
    may be of different settings: the questions are the same.

    Raises:
        EvaluationError: a run is not of the data set, cannot be scored as `measure` says, or has
            no metric that the other has.
    """
    n = _count_questions((a, b), dataset, measure)
    first, second = label_runs([a.header, b.header])
    values = [score_questions(run, dataset, ks=measure.ks, limit=n) for run in (a, b)]
    tests = compare_systems(first, values[0], second, values[1])
    if not tests:
        raise EvaluationError(
            f"The runs of {first} and {second} have no metric in common: compare runs that both "
            "rank documents, or both answer."
        )
    return n, tests


def _make_block(dataset: Dataset, members: Sequence[NamedRun], measure: Measure) -> Block:
    runs = [run for _, run in members]
    n = _count_questions(runs, dataset, measure)
    labels = label_runs([run.header for run in runs])
    return Block(
        dataset=dataset.name,
        dataset_sha256=dataset.sha256,
        setting=runs[0].header.setting,
        n=n,
        questions=len(dataset.questions),
        documents=len(dataset.corpus),
        systems=tuple(
            System(
                label=label,
                file=name,
                header=run.header,
                figures=_compute_figures(run, dataset, measure, n=n),
                retrieve_ms=_compute_retrieve_ms(run, dataset, limit=n),
                recall_curve=_compute_curve(run, dataset, limit=n),
                errors=_read_errors(run, dataset, limit=n),
            )
            for label, (name, run) in zip(labels, members, strict=True)
        ),
    )


def _compute_figures(run: Run, dataset: Dataset, measure: Measure, *, n: int) -> dict[str, Any]:
    figures = score(run, dataset, ks=measure.ks, limit=n, prices=measure.prices)
    if measure.with_bertscore and figures["em"] is not None:
        figures["bertscore"] = fmean(score_bert(run, dataset, limit=n))
    return figures


def _count_questions(runs: Sequence[Run], dataset: Dataset, measure: Measure) -> int:
    """Return how many questions to score: those asked for, or as many as all runs have."""
    if measure.limit is not None:
        return min(measure.limit, len(dataset.questions))
    return min(_count_answered(run, dataset) for run in runs)


def _count_answered(run: Run, dataset: Dataset) -> int:
    """Return how many questions of the data set, from the first, the run has without a gap."""
    asked = {result.id for result in run.questions}
    gaps = (i for i, question in enumerate(dataset.questions) if question.id not in asked)
    return next(gaps, len(dataset.questions))


def _compute_retrieve_ms(run: Run, dataset: Dataset, *, limit: int) -> dict[str, float] | None:
    pairs = pair_questions(run, dataset, limit=limit)
    return compute_times([result for _, result in pairs], "retrieve")


def _compute_curve(run: Run, dataset: Dataset, *, limit: int) -> tuple[float, ...]:
    """Return recall at 1, 2, … the run's depth; nothing where the run ranks nothing."""
    depths = range(1, run.header.depth + 1)
    values = score_questions(run, dataset, ks=depths, limit=limit)
    return tuple(fmean(values[f"recall@{k}"]) for k in depths if f"recall@{k}" in values)


def _read_errors(run: Run, dataset: Dataset, *, limit: int) -> tuple[tuple[str, str], ...]:
    return tuple(
        (question.id, result.error)
        for question, result in pair_questions(run, dataset, limit=limit)
        if result.error
    )


def _add_tests(
    block: Block, dataset: Dataset, members: Sequence[NamedRun], measure: Measure
) -> Block:
    pairs = [(system, run) for system, (_, run) in zip(block.systems, members, strict=True)]
    tests = compare_with_reference(
        {s.label: score_questions(r, dataset, ks=measure.ks, limit=block.n) for s, r in pairs},
        metrics=measure.metrics,
        against=_find_reference(block, measure.against),
        never=[system.label for system in block.systems if system.is_upper_bound],
    )
    coverage = [
        Coverage(system.label, tuple(points), judge_threshold(run, dataset, limit=block.n))
        for system, run in pairs
        if system.figures["em"] is not None
        and (points := coverage_curve(run, dataset, limit=block.n))
    ]
    return replace(block, tests=tuple(tests), coverage=tuple(coverage))


def _find_reference(block: Block, against: str | None) -> str | None:
    """Return the label of the system that is called `against`, or is the only one of its method."""
    labels = [system.label for system in block.systems]
    if against is None or against in labels:
        return against
    found = [system.label for system in block.systems if system.header.method == against]
    if len(found) == 1:
        return found[0]
    raise UsageError(
        f"'{against}' is not the name of one system on {block.dataset}: "
        f"choose one of {'; '.join(labels)}."
    )
