"""Hands DetLLM what rooms to the right of retrieval do: SPARQL, decomposition, answers of hops."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kgplatform.answer import read
from kgplatform.pipelines.divknow.outer import LookUp, OuterParts
from kgplatform.plan.hops import list_hops
from kgplatform.plan.syntax.planner import plan_by_syntax
from kgplatform.records import Evidence, Usage
from kgplatform.runtime.resources import Resources

__all__ = ["make_outer_parts"]


def make_outer_parts(resources: Resources, look_up: LookUp | None = None) -> OuterParts:
    """Return what DetLLM is handed.

    Args:
        resources: the models; each is loaded when it is first needed.
        look_up: answers a question by SPARQL; None: there is no endpoint.
    """
    return OuterParts(
        look_up=look_up,
        decompose=lambda question: list_hops(plan_by_syntax(question, resources.linguistics)),
        read=partial(_read, resources),
        score_pairs=partial(_score, resources) if resources.settings.cross_encoder else None,
    )


def _score(resources: Resources, query: str, texts: Sequence[str]) -> Sequence[float]:
    """Return how relevant texts are by the cross-encoder, which is set."""
    return resources.cross_encoder(query, texts) if resources.cross_encoder else ()


def _read(
    resources: Resources, question: str, evidence: Evidence, *, may_ask_chat: bool
) -> tuple[str, Usage]:
    """Return the answer of the platform's own reader, empty where it abstains, and its cost."""
    chat = resources.chat if may_ask_chat else None
    reading = read(question, evidence, chat=chat, linguistics=resources.linguistics)
    return reading.answer, reading.usage
