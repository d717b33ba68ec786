"""The models of an ingest, as its job and the settings name them: here, and in other processes."""

from __future__ import annotations

from functools import partial

from kgplatform.extract.extractors import DEFAULT_CONCURRENCY, NamedEntities, open_extractor
from kgplatform.extract.reading import Extractor
from kgplatform.extract.typing import RestrictedExtractor
from kgplatform.ingest.analysis import IngestModels
from kgplatform.ingest.engines import ModelLoader
from kgplatform.ingest.job.spec import Extraction
from kgplatform.models.conversation import ChatModel
from kgplatform.models.embedding import OnnxEmbedder
from kgplatform.models.entity_head.head import ENCODER, EntityHead, load
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import ENTITY_TYPES
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings

__all__ = ["choose_concurrency", "ingest_models", "model_loader"]


def ingest_models(resources: Resources, extraction: Extraction) -> IngestModels:
    """Return the models of an ingest.

    Raises:
        UsageError: the extractor needs a chat model and none is set.
    """
    head = _choose_head(resources)
    opened = open_extractor(extraction.extractor, _ExtractorResources(resources, extraction, head))
    others = {
        language: _limited(NamedEntities(pipeline), extraction)
        for language, pipeline in resources.settings.spacy_pipelines.items()
    }
    extractor = _limited(opened, extraction)
    return IngestModels(resources.embedder, resources.linguistics, extractor, others, head)


def choose_concurrency(resources: Resources, extraction: Extraction) -> int:
    """Return how many chat calls an ingest has under way, as its job or the settings say."""
    return extraction.concurrency or resources.settings.chat_concurrency or DEFAULT_CONCURRENCY


def model_loader(settings: Settings, extraction: Extraction) -> ModelLoader:
    """Return what loads the same models in another process, without secrets that are not theirs."""
    needed = settings.model_copy(update={"neo4j_password": None, "planner_api_key": None})
    return partial(_load, needed, extraction)


def _load(settings: Settings, extraction: Extraction) -> IngestModels:
    return ingest_models(Resources(settings), extraction)


def _choose_head(resources: Resources) -> EntityHead | None:
    """Return the platform's own recogniser where settings ask for it and its encoder is there."""
    embedder = resources.embedder
    if resources.settings.recogniser != "auto" or embedder.name != ENCODER:
        return None
    return load() if isinstance(embedder, OnnxEmbedder) else None


class _ExtractorResources:
    """The models of some resources for one extraction."""

    def __init__(
        self, resources: Resources, extraction: Extraction, head: EntityHead | None
    ) -> None:
        self._resources = resources
        self.recogniser = f"head-{head.version}" if head is not None else ""
        self.entity_types = extraction.entity_types
        self.concurrency = choose_concurrency(resources, extraction)

    @property
    def linguistics(self) -> Linguistics:
        return self._resources.linguistics

    @property
    def chat(self) -> ChatModel | None:
        return self._resources.chat_itself


def _limited(opened: Extractor, extraction: Extraction) -> Extractor:
    """Return an extractor that gives only the types of entities that are asked for."""
    is_every_type = set(extraction.entity_types) >= set(ENTITY_TYPES) - {"Thing"}
    if is_every_type or extraction.extractor == "llm":
        return opened
    return RestrictedExtractor(opened, types=extraction.entity_types)
