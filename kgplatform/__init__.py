"""kgplatform: documents to a graph of proven facts on Neo4j, and answers with evidence.

The public names are loaded when they are first used, so that `kgplatform --help` and
`import kgplatform.records` do not wait for spaCy.
"""

from __future__ import annotations

from kgplatform.lazy import load_later

TYPE_CHECKING = False  # that of typing, which takes longer to load than all that is here
if TYPE_CHECKING:
    from kgplatform.answer.reading import Reader, ReaderResources, Reading
    from kgplatform.errors import *  # noqa: F403  # all of them
    from kgplatform.export.exporter import Exporter
    from kgplatform.extract.reading import Extractor, ExtractorResources, PassageReading
    from kgplatform.pipelines.protocol import AnswerOptions, Pipeline
    from kgplatform.platform import Platform
    from kgplatform.records import (
        Answer,
        Citation,
        Document,
        Entity,
        Evidence,
        Mention,
        Passage,
        Question,
        ScoredPassage,
        ScoredStatement,
        Statement,
        Step,
        Usage,
    )
    from kgplatform.records.claim import CheckedClaim
    from kgplatform.records.filters import DocumentFilter
    from kgplatform.retrieve.options import MethodOptions
    from kgplatform.retrieve.protocols import Retriever, RetrieverResources
    from kgplatform.settings import Settings
    from kgplatform.sources.files import Source

__all__ = [
    "Answer",
    "AnswerOptions",
    "ArtifactError",
    "BadReply",
    "CheckedClaim",
    "Citation",
    "DiskFull",
    "Document",
    "DocumentFilter",
    "EmptySource",
    "EndpointBusy",
    "EndpointReply",
    "EndpointTimeout",
    "EndpointUnavailable",
    "Entity",
    "EvaluationError",
    "Evidence",
    "Exporter",
    "Extractor",
    "ExtractorResources",
    "GraphClosed",
    "GraphError",
    "GraphUnavailable",
    "KgPlatformError",
    "Mention",
    "MethodOptions",
    "MissingExtra",
    "ModelError",
    "ModelUnavailable",
    "NotFound",
    "Passage",
    "PassageReading",
    "Pipeline",
    "Platform",
    "PluginError",
    "QueryError",
    "Question",
    "RateLimited",
    "ReadOnlyGraph",
    "Reader",
    "ReaderResources",
    "Reading",
    "Retriever",
    "RetrieverResources",
    "Retryable",
    "SchemaError",
    "ScoredPassage",
    "ScoredStatement",
    "ServerError",
    "Settings",
    "SettingsError",
    "Source",
    "SourceError",
    "SparqlError",
    "Statement",
    "Step",
    "Usage",
    "UsageError",
    "WikidataError",
    "WikidataMissing",
    "WriterLost",
]

_ROOMS = {
    "answer.reading": ("Reader", "ReaderResources", "Reading"),
    "export.exporter": ("Exporter",),
    "extract.reading": ("Extractor", "ExtractorResources", "PassageReading"),
    "pipelines.protocol": ("AnswerOptions", "Pipeline"),
    "platform": ("Platform",),
    "records": (
        "Answer", "Citation", "Document", "Entity", "Evidence", "Mention", "Passage", "Question",
        "ScoredPassage", "ScoredStatement", "Statement", "Step", "Usage",
    ),
    "records.claim": ("CheckedClaim",),
    "records.filters": ("DocumentFilter",),
    "retrieve.options": ("MethodOptions",),
    "retrieve.protocols": ("Retriever", "RetrieverResources"),
    "settings": ("Settings",),
    "sources.files": ("Source",),
}  # fmt: skip

__getattr__ = load_later(
    __name__,
    dict.fromkeys(__all__, "kgplatform.errors")
    | {name: f"kgplatform.{room}" for room, names in _ROOMS.items() for name in names},
)
