"""The method `fused`: two methods of the platform, fused by reciprocal ranks.

A passage scores the sum of 1 / (60 + rank) over the rankings that it is in (Cormack et al. 2009).
`fused` is graph and passages, `fused-kgp` graph and KGP.
"""

from collections import defaultdict
from dataclasses import replace
from typing import Literal

from kgplatform import Evidence, MethodOptions, Question, Step
from kgplatform.pipelines.methods import open_retriever
from kgplatform.runtime.resources import Resources

RRF_K = 60


class FusedOptions(MethodOptions):
    """Which method stands beside graph."""

    second: Literal["passages", "kgp"] = "passages"


class FusedRetriever:
    options = FusedOptions

    def __init__(self, resources: Resources, options: FusedOptions) -> None:
        self._names = ("graph", options.second)
        self._retrievers = [open_retriever(resources, name) for name in self._names]

    def retrieve(self, question: Question, *, top_k: int) -> Evidence:
        found = [retriever.retrieve(question, top_k=4 * top_k) for retriever in self._retrievers]
        passages = {p.passage_id: p for evidence in found for p in evidence.passages}
        scores: dict[str, float] = defaultdict(float)
        for evidence in found:
            for rank, passage in enumerate(evidence.passages, start=1):
                scores[passage.passage_id] += 1 / (RRF_K + rank)
        best = sorted(scores, key=lambda key: (-scores[key], key))[:top_k]
        ranked = tuple(replace(passages[key], score=scores[key]) for key in best)
        steps = [step for evidence in found for step in evidence.steps]
        return Evidence(ranked, steps=(*steps, Step("fuse", {"methods": list(self._names)})))
