"""From sources to the graph: one pipeline that can be cut off at any point and run again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgplatform.lazy import load_later

if TYPE_CHECKING:
    from kgplatform.ingest.analysis import IngestModels
    from kgplatform.ingest.pipeline import ingest
    from kgplatform.ingest.report import IngestReport

__all__ = ["ENGINES", "IngestModels", "IngestReport", "ingest"]

ENGINES = ("local", "ray")

__getattr__ = load_later(
    __name__,
    {
        "IngestModels": "kgplatform.ingest.analysis",
        "IngestReport": "kgplatform.ingest.report",
        "ingest": "kgplatform.ingest.pipeline",
    },
)
