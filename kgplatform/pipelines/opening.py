"""Opens the pipeline of a method's name: what all that answers questions goes through."""

from __future__ import annotations

from kgplatform.pipelines.direct import Direct
from kgplatform.pipelines.protocol import AnswerOptions, Pipeline
from kgplatform.plugins import PIPELINES
from kgplatform.runtime.resources import Resources

__all__ = ["open_pipeline"]


def open_pipeline(
    resources: Resources, method: str = "auto", how: AnswerOptions | None = None
) -> Pipeline:
    """Return what answers questions by a method; nothing is opened before it is asked.

    Args:
        resources: whose graph and models.
        method: of a retriever or a pipeline, or "auto".
        how: how it answers; None: as `Platform.ask` does by itself.
    """
    how = how or AnswerOptions()
    name, _ = PIPELINES.split(method)
    if name not in PIPELINES:
        return Direct(resources, method, how)
    pipeline: Pipeline = PIPELINES.load(name)(resources, method, how)
    return pipeline
