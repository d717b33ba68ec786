"""Connects to the graph that the settings name; what needs a graph alone, without any model.

Models take longer to load than most commands run: what only looks at the graph begins here.
"""

from __future__ import annotations

from functools import cached_property
from types import TracebackType
from typing import Any, Self

from kgplatform.errors import GraphClosed, NotFound
from kgplatform.graph.connection import Address, Graph
from kgplatform.graph.migrations import refuse_other_version
from kgplatform.graph.server import LocalServer
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.settings import Settings

__all__ = ["EVERY_DOCUMENT", "Connected", "no_document"]

EVERY_DOCUMENT = 2**31


class Connected:
    """A graph as the settings name it; a context manager.

    Args:
        settings: what to open; nothing is opened before it is needed.
        progress: told about downloads and long work.
    """

    def __init__(self, settings: Settings, *, progress: Progress = NO_PROGRESS) -> None:
        self.settings = settings
        self.progress = progress

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection, if there is one."""
        for name in ("_ready_graph", "_searched"):
            self.__dict__.pop(name, None)
        graph = self.__dict__.pop("connection", None)
        if graph is not None:
            graph.close()

    @cached_property
    def server(self) -> LocalServer:
        """The local Neo4j of these settings, running or not."""
        settings = self.settings
        return LocalServer(
            settings.home,
            version=settings.neo4j_version,
            cache=settings.cache,
            java_options=settings.neo4j_java_options,
            configuration=settings.neo4j_configuration,
        )

    def graph(self) -> Graph:
        """Return the open connection to a graph that this version of kgplatform reads.

        Raises:
            GraphUnavailable: nothing answers; for the local Neo4j the message says how to start it.
            SchemaError: another version of kgplatform wrote the graph.
        """
        return self._ready_graph

    @cached_property
    def _ready_graph(self) -> Graph:
        refuse_other_version(self.connection)
        return self.connection

    @cached_property
    def connection(self) -> Graph:
        """The open connection, whatever is in the graph: what looks after the schema begins here.

        Raises:
            GraphUnavailable: nothing answers; for the local Neo4j the message says how to start it.
        """
        try:
            return Graph.connect(self._address())
        except GraphClosed:
            if self.settings.neo4j_uri is not None:
                raise
            self.server.start(self.progress)  # which sees that the graph is closed
            return Graph.connect(self.server.address())

    def _address(self) -> Address:
        settings = self.settings
        if settings.neo4j_uri is None:
            return self.server.address()
        password = settings.neo4j_password
        return Address(
            uri=settings.neo4j_uri,
            user=settings.neo4j_user,
            password=password.get_secret_value() if password else "",
            database=settings.neo4j_database,
        )

    def query(self, name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """Run a named query in read mode and return its rows.

        Raises:
            UsageError: there is no such query, or a parameter is missing or unknown.
        """
        return self.graph().read(name, **parameters)

    def list_documents(self, *, limit: int = EVERY_DOCUMENT) -> list[dict[str, Any]]:
        """Return the documents of the graph by title, at most `limit`."""
        return self.graph().read("list_documents", limit=limit)

    def fetch_document(self, document_id: str) -> dict[str, Any]:
        """Return one document with its passages.

        Raises:
            NotFound: there is no such document.
        """
        rows = self.graph().read("fetch_document", id=document_id)
        if not rows:
            raise no_document(document_id)
        return rows[0]


def no_document(document_id: str) -> NotFound:
    """Return the error for an id that no document has."""
    return NotFound(
        f"There is no document '{document_id}': kgplatform documents list shows the ids."
    )
