"""The Wikidata half of the facade: opens what the settings name, and hands tasks to their room."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Protocol

from kgplatform.errors import UsageError
from kgplatform.graph.connection import Graph
from kgplatform.models.conversation import ChatModel
from kgplatform.models.embedding import Embedder
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.question.limits import check_question
from kgplatform.settings import Settings
from kgplatform.wikidata.client import ClientOptions
from kgplatform.wikidata.endpoints import open_endpoint
from kgplatform.wikidata.entity_links import EntityLinkReport, link_entities
from kgplatform.wikidata.health import EndpointState, probe_endpoint
from kgplatform.wikidata.item_files import fetch_classes, item_path, write_item
from kgplatform.wikidata.items import Item, fetch_item
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.labels import fetch_labels
from kgplatform.wikidata.linking import Linker
from kgplatform.wikidata.named import bind_query, sparql_names
from kgplatform.wikidata.question.coverage import list_missed
from kgplatform.wikidata.question.llm_query import QueryWriter, WrittenAnswer
from kgplatform.wikidata.question.mentions import ItemFinder
from kgplatform.wikidata.question.relations import RelationRanker
from kgplatform.wikidata.question.translating import QuestionAnswer, Translator
from kgplatform.wikidata.server import LoadReport, LocalStore, StoreInfo
from kgplatform.wikidata.terms import DEFAULT_LIMIT, Endpoint, Result, parse_term

__all__ = ["Resources", "WikidataBridge", "require_model"]

QUERY_SUFFIXES = (".rq", ".sparql")


class Resources(Protocol):
    """What is needed of the graph and the models that the settings name."""

    @property
    def settings(self) -> Settings:
        """Those settings."""

    @property
    def embedder(self) -> Embedder:
        """The embedder of the graph's vectors."""

    @property
    def chat(self) -> ChatModel | None:
        """The chat model, where one is set."""

    def graph(self) -> Graph:
        """Return the open connection."""


class WikidataBridge:
    """All that can be done with Wikidata under some settings.

    Args:
        resources: the settings, and the graph and models they name; opened when first needed.
        progress: reports long work.
    """

    def __init__(self, resources: Resources, *, progress: Progress = NO_PROGRESS) -> None:
        self._resources = resources
        self._settings: Settings = resources.settings
        self._progress = progress
        self._home = resources.settings.wikidata_home or resources.settings.home

    @cached_property
    def endpoint(self) -> Endpoint:
        """The endpoint that the settings name, or the local one, started where it does not run.

        Raises:
            WikidataError: none is named, and nothing is loaded.
        """
        settings = self._settings
        return open_endpoint(settings.sparql_endpoint, home=self._home, options=self._options)

    @property
    def _options(self) -> ClientOptions:
        settings = self._settings
        return ClientOptions(
            contact=settings.sparql_contact,
            timeout_s=settings.sparql_timeout_s,
            cache_age_s=settings.sparql_cache_age_s,
        )

    @cached_property
    def store(self) -> LocalStore:
        """The local SPARQL server, running or not."""
        return LocalStore(self._home)

    def probe(self) -> EndpointState | None:
        """Ask the endpoint how it is; None where there is none, or the local one does not run.

        Raises:
            WikidataError: it does not answer.
        """
        running = self.store.status()
        address = self._settings.sparql_endpoint or (running.address if running else None)
        if address is None:
            return None
        folder = self._home / "cache"  # that of queries, whose host may have asked to wait
        return probe_endpoint(address, folder=folder, options=self._options)

    def load(self, dump: Path) -> tuple[LoadReport, StoreInfo]:
        """Build the local store and its index of names from a dump, and serve it.

        What was loaded before is kept, and served, where that fails; see `LocalStore.load`.
        """
        self.close()  # what was opened knows another dump
        report = self.store.load(dump, progress=self._progress)
        return report, self.store.start()

    @cached_property
    def linker(self) -> Linker:
        """What links names to items, by the index of what is loaded.

        Raises:
            WikidataError: nothing is loaded.
        """
        index = LabelIndex(self.store.index_path)
        return Linker(index, endpoint=self.endpoint, embedder=self._resources.embedder)

    @cached_property
    def item_finder(self) -> ItemFinder:
        """What finds the items that questions name."""
        return ItemFinder(self.linker)

    @cached_property
    def translator(self) -> Translator:
        """What answers questions by SPARQL templates, without a language model."""
        return Translator(self.linker.index, endpoint=self.endpoint, ranker=self._ranker)

    @cached_property
    def query_writer(self) -> QueryWriter:
        """What lets the chat model write queries.

        Raises:
            UsageError: no chat model is set.
        """
        chat = require_model(self._resources.chat)
        index = self.linker.index
        return QueryWriter(chat, index=index, endpoint=self.endpoint, ranker=self._ranker)

    @cached_property
    def _ranker(self) -> RelationRanker:
        names = self.linker.index.properties()
        return RelationRanker(names, embedder=self._resources.embedder)

    def link_entities(self, *, is_exact: bool = False) -> EntityLinkReport:
        """Give the graph's entities their identifiers; see `entity_links.link_entities`."""
        graph = self._resources.graph()
        return link_entities(graph, self.linker, is_exact=is_exact, progress=self._progress)

    def ask(
        self, question: str, *, items: Sequence[str] = (), by_model: bool = False
    ) -> QuestionAnswer | WrittenAnswer | None:
        """Answer a question by a SPARQL query; see `Translator.answer` and `QueryWriter.answer`.

        Args:
            question: in plain English.
            items: the items that it is about; none: those that it names.
            by_model: the chat model writes the query.

        Raises UsageError where the question has no word, or too many.
        """
        check_question(question)
        qids = list(items) or [mention.qid for mention in self.item_finder.find(question)]
        writer = self.query_writer if by_model else self.translator
        return writer.answer(question, qids)

    def list_missed(
        self, question: str, found: QuestionAnswer | WrittenAnswer, *, items: Sequence[str] = ()
    ) -> list[str]:
        """Return the words that a query of `ask`, from these `items`, has nothing for."""
        if isinstance(found, WrittenAnswer):
            return []
        mentions = () if items else self.item_finder.find(question)
        index, embedder = self.linker.index, self._resources.embedder
        return list_missed(
            question, found, mentions=mentions, index=index, embedder=embedder, ranker=self._ranker
        )

    def fetch_labels(self, result: Result) -> dict[str, str]:
        """Return what the items and properties in a result are called, as the endpoint has it."""
        found = [term.identifier for row in result.rows for term in row.values()]
        return fetch_labels(self.endpoint, filter(None, found))

    def fetch_item(self, qid: str) -> Item:
        """Return an item with its statements; see `items.fetch_item`."""
        return fetch_item(self.endpoint, qid)

    def save_item(self, item: Item) -> Path:
        """Write an item as a fact file below the data folder, and return its path."""
        path = item_path(self.store.folder, item.qid)
        write_item(item, path, classes=fetch_classes(self.endpoint, item))
        return path

    def close(self) -> None:
        """Close what was opened; it is opened again when it is needed."""
        kept = vars(self)
        if "linker" in kept:
            self.linker.index.close()
        for name, attribute in vars(type(self)).items():
            if isinstance(attribute, cached_property):
                kept.pop(name, None)

    def run_query(
        self,
        name_or_path: str,
        *,
        parameters: Mapping[str, str | int | float] | None = None,
        limit: int = DEFAULT_LIMIT,
    ) -> Result:
        """Run a named SPARQL query, or the one in a file.

        Args:
            name_or_path: a name of `sparql_names()`, or a file that ends in .rq or .sparql.
            parameters: of a named query; see `parse_term` for how values are written.
            limit: most rows.

        Raises:
            UsageError: there is no such query or file, or a parameter is missing or unknown.
            WikidataError: the query may not be sent, or could not be answered.
        """
        terms = {name: parse_term(value) for name, value in (parameters or {}).items()}
        path = Path(name_or_path)
        if path.suffix not in QUERY_SUFFIXES:
            if name_or_path not in sparql_names():
                raise UsageError(
                    f"There is no SPARQL query '{name_or_path}': give a file that ends in .rq, or "
                    f"one of {', '.join(sparql_names())}."
                )
            return self.endpoint.run(bind_query(name_or_path, **terms), limit=limit)
        if terms:
            raise UsageError("Only named queries take parameters: write the values into the file.")
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as exc:
            raise UsageError(f"The file '{path}' cannot be read: {exc}.") from exc
        return self.endpoint.run(text, limit=limit)


def require_model(chat: ChatModel | None) -> ChatModel:
    """Return the chat model that queries and questions are to be written by.

    Raises:
        UsageError: none is set.
    """
    if chat is None:
        raise UsageError(
            "No chat model is set: set KGPLATFORM_CHAT_BASE_URL and KGPLATFORM_CHAT_MODEL."
        )
    return chat
