"""Measures methods on question data sets: data sets, metrics, runs as files, a scratch graph."""

from __future__ import annotations

__all__ = ["DATASET_FORMATS", "DEFAULT_KS"]

DATASET_FORMATS = (
    "beir", "divknow", "popqa", "musique", "2wiki", "hotpotqa", "clqa", "bamboogle",
)  # fmt: skip
DEFAULT_KS = (2, 5, 10)
"""Depths of recall@k and all@k."""
