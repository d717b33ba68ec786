"""From sources to the graph: one pipeline that can be cut off at any point and run again."""

from kgplatform.ingest.analysis import IngestModels
from kgplatform.ingest.pipeline import ingest
from kgplatform.ingest.report import IngestReport

__all__ = ["IngestModels", "IngestReport", "ingest"]
