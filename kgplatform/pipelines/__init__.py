"""From a question to an answer, and from sources to a graph: everything above, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgplatform.lazy import load_later

if TYPE_CHECKING:
    from kgplatform.pipelines.direct import answer_directly, check_asked, find_evidence
    from kgplatform.pipelines.ingest_job import estimate_job, ingest_item, run_job
    from kgplatform.pipelines.methods import open_complement
    from kgplatform.pipelines.plan.planning import (
        Planned,
        answer_by_plan,
        answer_plan_text,
        make_plan,
        read_by_plan,
    )
    from kgplatform.pipelines.plan.variants import FORM, find_variant

__all__ = [
    "FORM",
    "Planned",
    "answer_by_plan",
    "answer_directly",
    "answer_plan_text",
    "check_asked",
    "estimate_job",
    "find_evidence",
    "find_variant",
    "ingest_item",
    "make_plan",
    "open_complement",
    "read_by_plan",
    "run_job",
]

_NAMES = {
    "direct": ("answer_directly", "check_asked", "find_evidence"),
    "ingest_job": ("estimate_job", "ingest_item", "run_job"),
    "methods": ("open_complement",),
    "plan.planning": ("Planned", "answer_by_plan", "answer_plan_text", "make_plan", "read_by_plan"),
    "plan.variants": ("FORM", "find_variant"),
}

__getattr__ = load_later(
    __name__, {name: f"{__name__}.{module}" for module, names in _NAMES.items() for name in names}
)
