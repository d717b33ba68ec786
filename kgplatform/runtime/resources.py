"""Loads the models that the settings name, each when it is first needed, and for workers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from pathlib import Path

from pydantic import SecretStr

from kgplatform.answer.reader import Complement
from kgplatform.connected import Connected
from kgplatform.extract.extractors import DEFAULT_CONCURRENCY, Extractor, make_extractor
from kgplatform.extract.typing import RestrictedExtractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.migrations import refuse_other_embedder
from kgplatform.ingest.analysis import IngestModels
from kgplatform.ingest.engines import ModelLoader
from kgplatform.ingest.job.spec import Extraction
from kgplatform.models.conversation import ChatModel
from kgplatform.models.cross_encoder import ScorePairs, load_cross_encoder
from kgplatform.models.embedding import Embedder, load_embedder
from kgplatform.models.going_on import GoingOn
from kgplatform.models.linguistics import Linguistics, load_linguistics
from kgplatform.pipelines.divknow.outer import NOTHING_OUTER, OuterParts
from kgplatform.plan.in_context import DEMONSTRATIONS
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.reading_limits import ReadLimits
from kgplatform.records import ENTITY_TYPES
from kgplatform.retrieve import Retriever, choose_method, find_complement
from kgplatform.settings import Settings

__all__ = ["Opened", "choose_concurrency", "ingest_models", "model_loader"]


class Opened(Connected):
    """A graph with its models, as the settings name them, each loaded when it is first needed.

    Args:
        settings: what to open.
        progress: told about downloads and long work.
        measured: whether models are measured, so that nothing takes their place where they fail.
    """

    def __init__(
        self, settings: Settings, *, progress: Progress = NO_PROGRESS, measured: bool = False
    ) -> None:
        super().__init__(settings, progress=progress)
        self._measured = measured

    @cached_property
    def embedder(self) -> Embedder:
        """The embedder, fetched and loaded on first use."""
        settings = self.settings
        return load_embedder(settings.embedder, cache=settings.cache, progress=self.progress)

    def searched(self) -> tuple[Graph, Embedder]:
        """Return the graph with the embedder that its vectors are of.

        Raises:
            SchemaError: they are another embedder's.
        """
        return self._searched

    @cached_property
    def _searched(self) -> tuple[Graph, Embedder]:
        graph, embedder = self.graph(), self.embedder
        refuse_other_embedder(graph, embedder=embedder.name, dimension=embedder.dimension)
        return graph, embedder

    @cached_property
    def linguistics(self) -> Linguistics:
        """The spaCy pipeline, loaded on first use."""
        return load_linguistics(self.settings.spacy_pipeline)

    @cached_property
    def cross_encoder(self) -> ScorePairs | None:
        """The cross-encoder, loaded on first use; None where none is set."""
        name = self.settings.cross_encoder
        return load_cross_encoder(name) if name else None

    @cached_property
    def chat(self) -> ChatModel | None:
        """The chat model, or None where none is configured, which is a normal state.

        It tells its failures as replies that cannot be used, so that what asks it goes on without,
        unless these models are measured.
        """
        return self.chat_itself if self._measured else _going_on(self.chat_itself)

    @cached_property
    def chat_itself(self) -> ChatModel | None:
        """The chat model for what must not go on without it: its failures are errors."""
        settings = self.settings
        return self._load_chat(
            "chat", settings.chat_base_url, settings.chat_api_key, settings.chat_model
        )

    @cached_property
    def tuned_planner(self) -> ChatModel | None:
        """The model tuned to plan, or None where none is configured; as `chat` otherwise."""
        settings = self.settings
        planner = self._load_chat(
            "planner", settings.planner_base_url, settings.planner_api_key, settings.planner_model
        )
        return planner if self._measured else _going_on(planner)

    @property
    def demonstrations(self) -> Path:
        """The planning data that a chat model is shown as it plans."""
        return self.settings.plan_demonstrations or DEMONSTRATIONS

    def _load_chat(
        self, role: str, base_url: str | None, api_key: SecretStr | None, model: str | None
    ) -> ChatModel | None:
        """Return the model at an endpoint; `role` is what its settings' names begin with."""
        if not base_url and not model:
            return None  # without loading the client, which takes long
        from kgplatform.models.chat import load_chat_model

        return load_chat_model(
            base_url,
            api_key,
            model,
            role=role,
            timeout_s=self.settings.chat_timeout_s,
            concurrency=self.settings.chat_concurrency,
            cache_path=self.settings.replies,
        )

    def find_method(self, name: str) -> Retriever:
        """Return the method of a name, or "auto", with the models that it asks.

        Raises:
            UsageError: there is none of that name, or it needs a chat model that is not set.
        """
        _, retriever = choose_method(
            name,
            open_chat=lambda: self.chat,
            open_linguistics=lambda: self.linguistics,
            open_outer=self.open_outer,
        )
        return retriever

    def open_outer(self) -> OuterParts:
        """Return what a method is handed of rooms to the right of its own: nothing here."""
        return NOTHING_OUTER

    def complement(self, method: str, documents: Sequence[str] | None = None) -> Complement | None:
        """Return what adds to a method's evidence the things that a reader misses.

        Args:
            method: its name.
            documents: ids of the only documents that may be added; None: all.

        Returns:
            A function from question, evidence and names to evidence with more; None where the
            method has none.
        """
        found = find_complement(method)
        if found is None:
            return None
        graph, embedder = self.searched()
        return partial(found, graph=graph, embedder=embedder, within=documents)


def _going_on(model: ChatModel | None) -> ChatModel | None:
    return GoingOn(model) if model is not None else None


def ingest_models(opened: Opened, extraction: Extraction) -> IngestModels:
    """Return the models of an ingest.

    Raises:
        UsageError: the extractor needs a chat model and none is set.
    """
    return IngestModels(opened.embedder, opened.linguistics, _extractor(opened, extraction))


def read_limits(settings: Settings) -> ReadLimits:
    """Return what reading one file may take, as the settings say."""
    return ReadLimits(settings.read_memory_mb, settings.read_cpu_s, settings.read_wall_s)


def choose_concurrency(opened: Opened, extraction: Extraction) -> int:
    """Return how many chat calls an ingest has under way, as its job or the settings say."""
    return extraction.concurrency or opened.settings.chat_concurrency or DEFAULT_CONCURRENCY


def model_loader(settings: Settings, extraction: Extraction) -> ModelLoader:
    """Return what loads the same models in another process, without secrets that are not theirs."""
    needed = settings.model_copy(update={"neo4j_password": None, "planner_api_key": None})
    return partial(_load, needed, extraction)


def _load(settings: Settings, extraction: Extraction) -> IngestModels:
    return ingest_models(Opened(settings), extraction)


def _extractor(opened: Opened, extraction: Extraction) -> Extractor:
    needs_chat = extraction.extractor == "llm"
    extractor = make_extractor(
        extraction.extractor,
        linguistics=opened.linguistics,
        chat=opened.chat_itself if needs_chat else None,
        entity_types=extraction.entity_types,
        concurrency=choose_concurrency(opened, extraction),
    )
    if needs_chat or set(extraction.entity_types) >= set(ENTITY_TYPES) - {"Thing"}:
        return extractor
    return RestrictedExtractor(extractor, types=extraction.entity_types)
