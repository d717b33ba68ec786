"""Every error that kgplatform raises on purpose, and the exit code the command line gives it.

    KgPlatformError
    ├── UsageError            a command or call was given something it cannot use
    │   └── SettingsError     a setting is unknown, missing or malformed
    ├── MissingExtra          an optional package is not installed
    ├── PluginError           what a package adds cannot be used
    ├── DiskFull              a disk has no room for what is to be written
    ├── ArtifactError         a pinned file could not be fetched, or is not what was pinned
    ├── GraphError
    │   ├── GraphUnavailable  Neo4j does not answer, or refuses the credentials
    │   │   └── GraphClosed   Neo4j answers, but has closed the graph after an error
    │   ├── ServerError       the local Neo4j could not be started or stopped
    │   ├── SchemaError       the graph's schema is missing, changed, or made for another embedder
    │   ├── QueryError        Neo4j refused a query
    │   │   └── ReadOnlyGraph    it wrote, and the database or the user may only read
    │   └── WriterLost        another process took over the writing
    ├── ModelError
    │   ├── ModelUnavailable  the chat endpoint or a model file cannot be reached
    │   ├── RateLimited       the chat endpoint asks to wait
    │   └── BadReply          the model's reply is not what was asked for
    ├── WikidataError         the SPARQL endpoint, or the local one's store, cannot be used
    │   ├── EndpointUnavailable  it does not answer, or fails
    │   ├── WikidataMissing   none is set up, or its names were not read
    │   ├── EndpointTimeout   it takes longer than it was given
    │   ├── EndpointBusy      it asks to wait
    │   ├── EndpointReply     its reply is no result of a query
    │   └── SparqlError       a query is none that may be sent, or the endpoint refuses it
    ├── SourceError           a file cannot be read as a document
    │   └── EmptySource       a file holds nothing, and no document any more
    ├── NotFound              nothing in the graph has that id or name
    └── EvaluationError       a data set or a run file is malformed

A message is one sentence that says what is wrong and what to do; facts a caller may need are
attributes. `Retryable` marks the errors for which trying again may help.
"""

from __future__ import annotations

from pathlib import Path

__all__ = [
    "ArtifactError",
    "BadReply",
    "DiskFull",
    "EmptySource",
    "EndpointBusy",
    "EndpointReply",
    "EndpointTimeout",
    "EndpointUnavailable",
    "EvaluationError",
    "GraphClosed",
    "GraphError",
    "GraphUnavailable",
    "KgPlatformError",
    "MissingExtra",
    "ModelError",
    "ModelUnavailable",
    "NotFound",
    "PluginError",
    "QueryError",
    "RateLimited",
    "ReadOnlyGraph",
    "Retryable",
    "SchemaError",
    "ServerError",
    "SettingsError",
    "SourceError",
    "SparqlError",
    "UsageError",
    "WikidataError",
    "WikidataMissing",
    "WriterLost",
]

EXIT_INPUT = 2
EXIT_SERVICE = 3


class KgPlatformError(Exception):
    """Base of all errors raised on purpose; `exit_code` is what the command line returns."""

    exit_code: int = EXIT_INPUT


class Retryable:
    """Mixin: the same call may succeed later; `retry_after_s` is the endpoint's wish, if any."""

    retry_after_s: float | None = None


class UsageError(KgPlatformError):
    """A command or call was given something it cannot use."""


class SettingsError(UsageError):
    """A setting is unknown, missing or malformed."""


class MissingExtra(KgPlatformError):
    """An optional package is not installed."""

    def __init__(self, extra: str, feature: str) -> None:
        self.extra = extra
        super().__init__(
            f'{feature} needs an optional package: run pip install "kgplatform[{extra}]".'
        )


class PluginError(KgPlatformError):
    """What an installed package adds to the platform cannot be used."""


class ArtifactError(KgPlatformError):
    """A pinned file could not be fetched, or its content is not what was pinned."""

    exit_code = EXIT_SERVICE


class DiskFull(KgPlatformError):
    """A disk has no room for what is to be written in `folder`."""

    exit_code = EXIT_SERVICE

    def __init__(self, folder: Path, free_bytes: int, needed_bytes: int | None = None) -> None:
        self.folder = folder
        needed = f", {needed_bytes / 1e6:.0f} MB needed" if needed_bytes else ""
        super().__init__(
            f"The disk that holds {folder} is full ({free_bytes / 1e6:.0f} MB free{needed}): make "
            "room and run the command again."
        )


class GraphError(KgPlatformError):
    """Something went wrong between the platform and Neo4j."""

    exit_code = EXIT_SERVICE


class GraphUnavailable(GraphError, Retryable):
    """Neo4j does not answer, or refuses the credentials."""


class GraphClosed(GraphUnavailable):
    """Neo4j answers, but has closed the graph after an error; it opens it when it starts anew."""


class ServerError(GraphError):
    """The local Neo4j could not be started, stopped or reset."""


class SchemaError(GraphError):
    """The graph's schema is missing, was changed, or was made for another embedder."""

    exit_code = EXIT_INPUT


class QueryError(GraphError):
    """Neo4j refused a query."""

    exit_code = EXIT_INPUT

    def __init__(self, message: str, *, query_name: str, code: str | None = None) -> None:
        self.query_name = query_name
        self.code = code
        super().__init__(message)


class ReadOnlyGraph(QueryError):
    """A query writes, and the database is read-only, or the user has no right to write."""


class WriterLost(GraphError):
    """Another process took over the writing, as this one stood still; it wrote nothing since."""


class ModelError(KgPlatformError):
    """A model could not do what was asked of it."""

    exit_code = EXIT_SERVICE


class ModelUnavailable(ModelError, Retryable):
    """The chat endpoint or a model file cannot be reached."""


class RateLimited(ModelError, Retryable):
    """The chat endpoint asks to wait."""

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(message)


class BadReply(ModelError):
    """The model's reply is not what was asked for."""

    def __init__(self, reason: str, *, task: str, raw: str) -> None:
        self.reason = reason
        self.task = task
        self.raw = raw
        super().__init__(f"The model's reply to the task '{task}' cannot be used: {reason}.")


class WikidataError(KgPlatformError):
    """The SPARQL endpoint, or the store of the local one, cannot be used."""

    exit_code = EXIT_SERVICE


class EndpointUnavailable(WikidataError, Retryable):
    """The endpoint does not answer, or fails."""


class WikidataMissing(WikidataError):
    """No endpoint is set up, or no index of its names was made."""


class EndpointTimeout(WikidataError):
    """The endpoint takes longer than it was given; the same query would again."""


class EndpointBusy(WikidataError, Retryable):
    """The endpoint asks to wait."""

    def __init__(self, message: str, *, retry_after_s: float | None = None) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(message)


class EndpointReply(WikidataError):
    """The endpoint's reply is no result of a query."""


class SparqlError(WikidataError):
    """A query is none that may be sent, or the endpoint refuses it; `reason` is why."""

    exit_code = EXIT_INPUT

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(f"The SPARQL query cannot be run: {reason}.")


class SourceError(KgPlatformError):
    """A file cannot be read as a document."""


class EmptySource(SourceError):
    """A file holds nothing: no document, or none any more; `file` is its path."""

    def __init__(self, file: str) -> None:
        self.file = file
        super().__init__(file)

    def __str__(self) -> str:
        return f"'{self.file}' is empty: there is nothing to read."


class NotFound(KgPlatformError):
    """Nothing in the graph has that id or name."""

    exit_code = 1


class EvaluationError(KgPlatformError):
    """A data set or a run file is malformed."""
