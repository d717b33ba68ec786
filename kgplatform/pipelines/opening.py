"""Opens the pipeline of a method's name: what all that answers questions goes through."""

from __future__ import annotations

from kgplatform.pipelines.direct import Direct
from kgplatform.pipelines.plan.pipeline import ByPlan
from kgplatform.pipelines.plan.variants import find_variant
from kgplatform.pipelines.protocol import AnswerOptions, Pipeline
from kgplatform.runtime.resources import Resources

__all__ = ["open_pipeline"]


def open_pipeline(
    resources: Resources, method: str = "auto", how: AnswerOptions | None = None
) -> Pipeline:
    """Return what answers questions by a method; nothing is opened before it is asked.

    Args:
        resources: whose graph and models.
        method: of ANSWERING_FORMS, or "auto".
        how: how it answers; None: as `Platform.ask` does by itself.
    """
    how = how or AnswerOptions()
    variant = find_variant(method)
    if variant is None:
        return Direct(resources, method, how)
    return ByPlan(resources, method, variant, how)
