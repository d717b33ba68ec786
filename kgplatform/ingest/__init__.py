"""From sources to the graph: one pipeline that can be cut off at any point and run again."""

from kgplatform.ingest.pipeline import IngestModels, ingest
from kgplatform.ingest.report import IngestReport

__all__ = ["IngestModels", "IngestReport", "ingest"]
