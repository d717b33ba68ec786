"""Opens the graph and the models that the settings name, each when it is first needed.

What is given takes the place of what the settings name, and is its owner's to close. Models take
longer to load than most commands run, so their libraries are imported with them.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import SecretStr

from kgplatform.errors import GraphClosed, GraphUnavailable
from kgplatform.frames import Rows
from kgplatform.graph.connection import Address, Graph
from kgplatform.graph.library import load_query
from kgplatform.graph.migrations import (
    SchemaReport,
    check,
    migrate,
    refuse_other_embedder,
    refuse_other_version,
)
from kgplatform.graph.read_only import DEFAULT_ROWS, DEFAULT_TIMEOUT_S
from kgplatform.graph.runtime import version_line
from kgplatform.graph.server import LocalServer, local_versions
from kgplatform.models.local_models import LOCAL
from kgplatform.progress import NO_PROGRESS, NOTICES, Progress
from kgplatform.records.filters import Documents
from kgplatform.retrieve.documents import no_document, select_documents
from kgplatform.runtime.local_model import load_local_chat
from kgplatform.settings import Settings

if TYPE_CHECKING:
    from kgplatform.models.conversation import ChatModel
    from kgplatform.models.cross_encoder import ScorePairs
    from kgplatform.models.embedding import Embedder
    from kgplatform.models.linguistics import Linguistics
    from kgplatform.models.reading_heads.heads import ReadingHeads
    from kgplatform.wikidata.service import WikidataBridge

__all__ = ["EVERY_DOCUMENT", "Resources"]

EVERY_DOCUMENT = 2**31


class Resources:
    """A graph with its models, as the settings name them; a context manager.

    Args:
        settings: what to open; None: what `Settings.load` reads. Nothing is opened before it is
            needed.
        graph: used in place of the graph that the settings name; its owner closes it.
        embedder: in place of theirs; the graph's vectors must be of it.
        chat: in place of their chat model; False: no language model is asked, whatever they name.
        linguistics: in place of their spaCy pipeline.
        progress: reports downloads and long work.
        measured: whether models are measured, so that nothing takes their place where they fail.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        graph: Graph | None = None,
        embedder: Embedder | None = None,
        chat: ChatModel | Literal[False] | None = None,
        linguistics: Linguistics | None = None,
        progress: Progress = NO_PROGRESS,
        measured: bool = False,
    ) -> None:
        self.settings = Settings.load() if settings is None else settings
        self.progress = progress
        self._graph, self._embedder = graph, embedder
        self._chat, self._linguistics = chat, linguistics
        self._measured = measured

    def replace_settings(self, settings: Settings) -> Resources:
        """Return resources of other settings, with what was given to these."""
        return Resources(
            settings,
            graph=self._graph,
            embedder=self._embedder,
            chat=self._chat,
            linguistics=self._linguistics,
            progress=self.progress,
            measured=self._measured,
        )

    @property
    def has_given_models(self) -> bool:
        """Whether a model was given, which no other process can load."""
        given = (self._embedder, self._chat, self._linguistics)
        return any(model is not None and model is not False for model in given)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close what was opened, not what was given; it is opened again when it is needed."""
        bridge = self.__dict__.pop("wikidata", None)
        if bridge is not None:
            bridge.close()
        for name in ("_ready_graph", "searched"):
            self.__dict__.pop(name, None)
        graph = self.__dict__.pop("connection", None)
        if graph is not None and graph is not self._graph:
            graph.close()

    @cached_property
    def server(self) -> LocalServer:
        """The local Neo4j of these settings, running or not."""
        return self._local_server(self.settings.neo4j_version)

    def _local_server(self, version: str) -> LocalServer:
        settings = self.settings
        return LocalServer(
            settings.home,
            version=version,
            cache=settings.cache,
            java_options=settings.neo4j_java_options,
            configuration=settings.neo4j_configuration,
        )

    def graph(self) -> Graph:
        """Return the open connection to a graph that this version of kgplatform reads.

        The local Neo4j is started where it does not run; it stays, and people are informed.

        Raises:
            GraphUnavailable: nothing answers, or the local Neo4j does not run and the setting
                `neo4j_start` is off.
            ServerError: the local Neo4j cannot be started.
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

        See `graph` for what is started and raised.
        """
        if self._graph is not None:
            return self._graph
        if self.settings.neo4j_uri is not None:
            return Graph.connect(self._address(self.settings.neo4j_uri))
        try:
            return Graph.connect(self.server.address())
        except GraphClosed:
            self.server.start(self.progress)  # which sees that the graph is closed
        except GraphUnavailable:
            if not self._start_server():
                raise
        return Graph.connect(self.server.address())

    def _start_server(self) -> bool:
        """Start the local Neo4j unless it runs; return whether it may answer now."""
        if not self.settings.neo4j_start:
            return False
        server = self._local_server(self._version_to_start())
        if server.status() is not None and not server.is_changing():
            return False
        started = server.start_stopped(self.progress)
        if started is not None:
            NOTICES.warning(
                "Neo4j %s is started (%s) and stays: kgplatform db stop ends it.",
                started.version,
                started.uri,
            )
        return True

    def _version_to_start(self) -> str:
        """Return the version that ran last, if its graph is another and no version is set."""
        version, last = self.settings.neo4j_version, self.server.last_version()
        if last is None or "neo4j_version" in self.settings.model_fields_set:
            return version
        is_other = version_line(last) != version_line(version) and last in local_versions()
        return last if is_other else version

    def _address(self, uri: str) -> Address:
        settings = self.settings
        password = settings.neo4j_password
        return Address(
            uri=uri,
            user=settings.neo4j_user,
            password=password.get_secret_value() if password else "",
            database=settings.neo4j_database,
        )

    def query(self, name: str, /, **parameters: Any) -> Rows:
        """Run a named query in read mode and return its rows, a list with `to_frame()`.

        A parameter that is left out has the default that the query's file gives it.

        Raises:
            UsageError: there is no such query, or a parameter is missing or unknown.
        """
        query = load_query(name)
        rows = self.graph().read(name, **{**query.defaults, **parameters})
        return Rows(rows, columns=[column.name for column in query.columns])

    def cypher(
        self,
        text: str,
        parameters: Mapping[str, Any] | None = None,
        *,
        limit: int = DEFAULT_ROWS,
        timeout_s: float = DEFAULT_TIMEOUT_S,
    ) -> Rows:
        """Run Cypher of one's own, reading only, and return its rows; people hear of a cut.

        Args:
            text: one statement.
            parameters: values of its $parameters.
            limit: most rows.
            timeout_s: how long it may take.

        Raises:
            UsageError: it might do more than read the graph; see `kgplatform.graph.read_only`.
            QueryError: Neo4j refuses it, or it takes too long.
        """
        graph = self.graph()
        rows = graph.read_cypher(text, parameters or {}, limit=limit + 1, timeout_s=timeout_s)
        if len(rows) > limit:
            NOTICES.info("These are the first %s rows: there are more.", f"{limit:,}")
        return Rows(rows[:limit], columns=rows.columns)

    def list_documents(
        self, *, limit: int = EVERY_DOCUMENT, documents: Documents = None
    ) -> list[dict[str, Any]]:
        """Return the documents of the graph by title, at most `limit`; those of a filter alone.

        Raises:
            NotFound: there is no document of one of the ids.
        """
        found = self.select_documents(documents)
        if found is None:
            return self.graph().read("list_documents", limit=limit)
        wanted = frozenset(found)
        rows = self.graph().read("list_documents", limit=EVERY_DOCUMENT)
        return [row for row in rows if row["id"] in wanted][:limit]

    def select_documents(self, documents: Documents) -> tuple[str, ...] | None:
        """Return the ids of the documents that are meant; None where all are.

        Raises:
            NotFound: there is no document of one of the ids.
        """
        return select_documents(self.graph, documents)

    def fetch_document(self, document_id: str) -> dict[str, Any]:
        """Return one document with its passages.

        Raises:
            NotFound: there is no such document.
        """
        rows = self.graph().read("fetch_document", id=document_id)
        if not rows:
            raise no_document(document_id)
        return rows[0]

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder, fetched and loaded on first use."""
        if self._embedder is not None:
            return self._embedder
        from kgplatform.models.embedding import load_embedder

        settings = self.settings
        return load_embedder(settings.embedder, cache=settings.cache, progress=self.progress)

    @cached_property
    def searched(self) -> tuple[Graph, Embedder]:
        """The graph with the embedder that its vectors are of.

        Raises:
            SchemaError: they are another embedder's.
        """
        graph, embedder = self.graph(), self.embedder
        refuse_other_embedder(graph, embedder=embedder.name, dimension=embedder.dimension)
        return graph, embedder

    def migrate(self) -> list[str]:
        """Bring the graph's schema up to date; return the names of the migrations applied."""
        embedder = self.embedder
        return migrate(self.connection, embedder=embedder.name, dimension=embedder.dimension)

    def check_schema(self) -> SchemaReport:
        """Compare the graph's schema with the one this version and the embedder need."""
        embedder = self.embedder
        return check(self.connection, embedder=embedder.name, dimension=embedder.dimension)

    @cached_property
    def linguistics(self) -> Linguistics:
        """The spaCy pipeline, loaded on first use."""
        if self._linguistics is not None:
            return self._linguistics
        from kgplatform.models.linguistics import load_linguistics

        return load_linguistics(self.settings.spacy_pipeline)

    @cached_property
    def cross_encoder(self) -> ScorePairs | None:
        """The cross-encoder, loaded on first use; None where none is set."""
        name = self.settings.cross_encoder
        if not name:
            return None
        from kgplatform.models.cross_encoder import load_cross_encoder

        return load_cross_encoder(name)

    @cached_property
    def reading_heads(self) -> ReadingHeads | None:
        """The heads that read passages, loaded on first use; None where they have no weights."""
        from kgplatform.models.reading_heads.heads import load

        return load(cache=self.settings.cache, progress=self.progress)

    @cached_property
    def chat(self) -> ChatModel | None:
        """The chat model, or None where there is none, which is a normal state.

        Its failures become replies that cannot be used, so that what asks it goes on without,
        unless these models are measured.
        """
        return self.chat_itself if self._measured else _going_on(self.chat_itself)

    @cached_property
    def chat_itself(self) -> ChatModel | None:
        """The chat model for what must not go on without it: its failures are errors."""
        if self._chat is not None:
            return None if self._chat is False else self._chat
        settings = self.settings
        return self._load_chat(
            "chat", settings.chat_base_url, settings.chat_api_key, settings.chat_model
        )

    @cached_property
    def tuned_planner(self) -> ChatModel | None:
        """The model tuned to plan, or None where none is configured; as `chat` otherwise."""
        if self._chat is False:
            return None
        settings = self.settings
        planner = self._load_chat(
            "planner", settings.planner_base_url, settings.planner_api_key, settings.planner_model
        )
        return planner if self._measured else _going_on(planner)

    @property
    def demonstrations(self) -> Path:
        """The planning data that a chat model is shown as it plans."""
        from kgplatform.plan.in_context import DEMONSTRATIONS

        return self.settings.plan_demonstrations or DEMONSTRATIONS

    def _load_chat(
        self, role: str, base_url: str | None, api_key: SecretStr | None, model: str | None
    ) -> ChatModel | None:
        """Return the model at an endpoint; `role` is what its settings' names begin with."""
        if not base_url and not model:
            return None  # without loading the client, which takes long
        if base_url == LOCAL and role == "chat":
            return load_local_chat(self.settings, self.progress)
        from kgplatform.models.chat import load_chat_model

        return load_chat_model(
            *(base_url, api_key, model),
            role=role,
            timeout_s=self.settings.chat_timeout_s,
            concurrency=self.settings.chat_concurrency,
            cache_path=self.settings.replies,
        )

    @cached_property
    def wikidata(self) -> WikidataBridge:
        """All that can be done with Wikidata under these settings."""
        from kgplatform.wikidata.service import WikidataBridge

        return WikidataBridge(self, progress=self.progress)


def _going_on(model: ChatModel | None) -> ChatModel | None:
    if model is None:
        return None
    from kgplatform.models.going_on import GoingOn

    return GoingOn(model)
