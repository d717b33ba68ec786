"""Opens the pipeline of a method's name: what all that answers questions goes through."""

from __future__ import annotations

from collections.abc import Callable

from kgplatform.pipelines.conversation import Unclear
from kgplatform.pipelines.direct import Direct
from kgplatform.pipelines.observed import Observed
from kgplatform.pipelines.protocol import AnswerOptions, Pipeline
from kgplatform.plugins import PIPELINES
from kgplatform.records import Answer
from kgplatform.runtime.resources import Resources

__all__ = ["open_pipeline"]


def open_pipeline(
    resources: Resources,
    method: str = "auto",
    how: AnswerOptions | None = None,
    *,
    unclear: str = "",
    record: Callable[[Answer], Answer] = lambda answer: answer,
) -> Pipeline:
    """Return what answers questions by a method; nothing is opened before it is asked.

    Args:
        resources: whose graph and models.
        method: of a retriever or a pipeline, or "auto".
        how: how it answers; None: as `Platform.ask` does by itself.
        unclear: why the question cannot be answered, which is then all that is said.
        record: keeps each answer, and returns it as it is kept; by default nothing is kept.
    """
    how = how or AnswerOptions()
    pipeline = Unclear(method, unclear) if unclear else _open(resources, method, how)
    return Observed(pipeline, method, how.top_k, resources.settings.log_content, record)


def _open(resources: Resources, method: str, how: AnswerOptions) -> Pipeline:
    name, _ = PIPELINES.split(method)
    if name not in PIPELINES:
        return Direct(resources, method, how)
    pipeline: Pipeline = PIPELINES.load(name)(resources, method, how)
    return pipeline
