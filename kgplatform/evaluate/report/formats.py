"""Figures as text, alike in the terminal and in a report."""

from __future__ import annotations

__all__ = [
    "format_count",
    "format_metric",
    "format_milliseconds",
    "format_p",
    "format_percent",
    "format_points",
]

METRICS = {
    "em": "EM",
    "f1": "F1",
    "mrr": "MRR",
    "precision": "answer P",
    "answer_recall": "answer R",
    "em_answered": "EM answered",
    "bertscore": "BERTScore",
    "list_precision": "list P",
    "list_recall": "list R",
    "h1_recall": "H1-R",
    "h2_recall": "H2-R",
}
LEAST_P = 0.001


def format_metric(name: str) -> str:
    """Return the heading of a metric of `figures.score_questions`."""
    return METRICS.get(name, name.replace("ndcg", "nDCG"))


def format_percent(share: float) -> str:
    """Return a share of 0..1 in percent, with one decimal."""
    return f"{100 * share:.1f}"


def format_points(difference: float) -> str:
    """Return a difference of shares in percentage points, with its sign."""
    points = f"{100 * difference:+.1f}"
    return "0.0" if points in {"+0.0", "-0.0"} else points.replace("-", "−")


def format_p(value: float) -> str:
    """Return a p-value with three decimals."""
    return f"{value:.3f}" if value >= LEAST_P else f"< {LEAST_P}"


def format_milliseconds(value: float) -> str:
    """Return milliseconds, whole from 10 on."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def format_count(value: float) -> str:
    """Return a whole number with its thousands apart."""
    return f"{value:,.0f}"
