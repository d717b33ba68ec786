"""The baseline `none`: no evidence, so that a model answers from what it was trained on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from kgplatform.evaluate.baselines.corpus import SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.records import Evidence, Step

__all__ = ["CLOSED_BOOK", "ClosedBook"]

CLOSED_BOOK = "none"  # as a method's name


class ClosedBook:
    """Finds nothing; the reader of this baseline is `read_closed_book`."""

    settings: ClassVar[Mapping[str, Any]] = {}
    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(self, corpus: SearchedCorpus) -> None:
        del corpus

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return no evidence."""
        del question, top_k
        return Evidence(steps=(Step("closed_book"),))
