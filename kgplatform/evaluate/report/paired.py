"""Compares runs question by question: two with one another, or all of a block with one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from kgplatform.evaluate.report.contents import PairedTest
from kgplatform.evaluate.significance import compare_pairs

__all__ = ["adjust_p_values", "compare_systems", "compare_with_reference"]

Values = Mapping[str, Sequence[float]]
"""Figures of single questions by metric, as `figures.score_questions` returns them."""


def compare_systems(
    system: str, values: Values, reference: str, others: Values
) -> list[PairedTest]:
    """Return the differences of two systems in every metric that both have, as the first lists it.

    Args:
        system, reference: the labels of the two.
        values, others: their figures, of the same questions.
    """
    tests = []
    for metric in (name for name in values if name in others):
        found = compare_pairs(values[metric], others[metric])
        tests.append(
            PairedTest(
                metric=metric,
                system=system,
                reference=reference,
                value=fmean(values[metric]),
                reference_value=fmean(others[metric]),
                difference=found["difference"],
                interval=(found["low"], found["high"]),
                p_value=found["p"],
                p_adjusted=found["p"],
            )
        )
    return tests


def compare_with_reference(
    values: Mapping[str, Values],
    *,
    metrics: Sequence[str],
    against: str | None = None,
    never: Sequence[str] = (),
) -> list[PairedTest]:
    """Return, a metric after the other, each system's difference from the reference.

    Args:
        values: the figures of single questions by label, in the order of the report.
        metrics: what to compare, in this order; a system without one is left out of it.
        against: label of the reference; None: the best system of each metric.
        never: labels that are no reference unless named.
    """
    tests = []
    for metric in metrics:
        having = {label: {metric: v[metric]} for label, v in values.items() if v.get(metric)}
        candidates = [label for label in having if label not in never]
        best = max(candidates, key=lambda label: fmean(having[label][metric]), default=None)
        reference = against or best
        if reference not in having:
            continue
        found = [
            test
            for label in having
            if label != reference
            for test in compare_systems(label, having[label], reference, having[reference])
        ]
        tests += adjust_p_values(found)
    return tests


def adjust_p_values(tests: Sequence[PairedTest]) -> list[PairedTest]:
    """Return the tests with p adjusted for their number (Holm, 1979, step-down), in their order."""
    order = sorted(range(len(tests)), key=lambda i: tests[i].p_value)
    adjusted, highest = list(tests), 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(tests) - rank) * tests[i].p_value))
        adjusted[i] = replace(tests[i], p_adjusted=highest)
    return adjusted
