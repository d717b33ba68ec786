"""Ingest jobs: what to read, how, with which models and within which limits, as a TOML file.

    name = "reports"
    [[sources]]
    path = "reports/**/*.pdf"      # next to the job's file
    [extraction]
    extractor = "spacy"

A mistake is reported with the file's line and the key, to be corrected without a manual.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
)
from pydantic_core import PydanticCustomError

from kgplatform.errors import UsageError
from kgplatform.extract.reading import DEFAULT_EXTRACTOR
from kgplatform.ingest.job.lines import find_line
from kgplatform.ingest.job.mistakes import explain_mistakes
from kgplatform.ingest.links.passage_links import DEFAULT_LINKS, LinkLimits
from kgplatform.plugins import EXTRACTORS
from kgplatform.records import ENTITY_TYPES
from kgplatform.sources.files import MAX_FILE_MB
from kgplatform.text.languages import check_languages

__all__ = ["JOB_SUFFIX", "Engine", "Extraction", "Job", "Resolution", "Wikidata", "load_job"]

JOB_SUFFIX = ".toml"
MAX_ITEMS = 1_000
"""Wikidata items a run unless the job says otherwise: some minutes of a public endpoint's time."""

EntityType = Literal[
    "Person", "Organization", "Place", "Work", "Event", "Group", "Product", "Thing"
]


class _Part(BaseModel):
    """A table of a job; keys it does not know are mistakes."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Source(_Part):
    """A file, folder or glob; relative to the job's file. `prune` removes what a folder lost."""

    path: str = Field(min_length=1)
    prune: bool = False


def _registered(extractor: str) -> str:
    if extractor not in EXTRACTORS:
        raise PydanticCustomError("literal_error", "unknown", {"expected": EXTRACTORS.listed()})
    return extractor


class Extraction(_Part):
    """Who reads entities and statements, of which types, and with how many calls under way.

    `concurrency` where it is not given: as many as the chat endpoint takes (`chat_concurrency`).
    """

    extractor: Annotated[str, AfterValidator(_registered)] = DEFAULT_EXTRACTOR
    entity_types: tuple[EntityType, ...] = Field(
        default=ENTITY_TYPES,  # type: ignore[arg-type]
        min_length=1,
    )
    concurrency: int | None = Field(default=None, ge=1, le=256)

    @classmethod
    def of(cls, extractor: str) -> Extraction:
        """Return the usual extraction by one extractor.

        Raises:
            UsageError: there is no such extractor.
        """
        if extractor not in EXTRACTORS:
            raise EXTRACTORS.unknown(extractor)
        return cls.model_validate({"extractor": extractor})


def _without_secret(url: str | None) -> str | None:
    if url and urlsplit(url).username is not None:
        raise PydanticCustomError("secret", "a user name or password in an address")
    return url


class Models(_Part):
    """Models other than those of the settings; keys and passwords stay in the environment."""

    embedder: str | None = None
    spacy_pipeline: str | None = None
    spacy_pipelines: Annotated[dict[str, str], AfterValidator(check_languages)] | None = None
    chat_base_url: Annotated[str | None, AfterValidator(_without_secret)] = None
    chat_model: str | None = None


class Link(_Part):
    """How densely passages are linked by one method."""

    max_degree: int = Field(ge=1, le=1000)
    min_score: float = Field(ge=0.0, le=1.0)


def _link(method: str) -> Any:
    """Return the type of a link's value: true, false, or a table of what differs."""
    usual = DEFAULT_LINKS[method]

    def read(value: Any) -> Any:
        if value is False:
            return None
        if value is not True and not isinstance(value, dict):
            raise ValueError("give true, false or a table {enabled, max_degree, min_score}")
        given = {} if value is True else dict(value)
        if given.pop("enabled", True) is False:
            return None
        return {"max_degree": usual.max_degree, "min_score": usual.min_score, **given}

    return Annotated[Link | None, BeforeValidator(read)]


class Links(_Part):
    """Which links between passages are made, and whether the auxiliary schema is kept."""

    keyword: _link("keyword") = None  # type: ignore[valid-type]
    embedding: _link("embedding") = None  # type: ignore[valid-type]
    entity: _link("entity") = None  # type: ignore[valid-type]
    schema_: bool = Field(default=True, alias="schema")
    questions: str | None = None

    def methods(self) -> dict[str, LinkLimits]:
        """Return the methods that are asked for, with their limits."""
        asked = {name: getattr(self, name) for name in DEFAULT_LINKS}
        return {
            name: LinkLimits(max_degree=link.max_degree, min_score=link.min_score)
            for name, link in asked.items()
            if link is not None
        }


class Resolution(_Part):
    """Whether entities that are the same one are merged, and how alike close names must be."""

    enabled: bool = True
    threshold: float | None = Field(default=None, ge=0.5, le=1.0)


class Wikidata(_Part):
    """Which items' statements are brought into the graph after the sources.

    `link` gives the graph's entities their identifiers first, `exact` only by names that are the
    same; `linked` brings the items of all entities that have one and that texts name, the most
    named first.
    """

    items: tuple[Annotated[str, Field(pattern=r"^Q[1-9]\d*$")], ...] = ()
    link: bool = False
    exact: bool = False
    linked: bool = False
    max_items: int = Field(default=MAX_ITEMS, ge=1)


class JobLimits(_Part):
    """How much one run may do."""

    max_file_mb: float | None = Field(default=MAX_FILE_MB, gt=0)
    max_files: int | None = Field(default=None, ge=1)
    max_passages: int | None = Field(default=None, ge=1)
    max_model_calls: int | None = Field(default=None, ge=1)
    max_cost: float | None = Field(default=None, gt=0)


class Cost(_Part):
    """The chat model's prices per million tokens."""

    prompt_per_million: float = Field(ge=0)
    completion_per_million: float = Field(ge=0)
    currency: str = "USD"


class Engine(_Part):
    """Where the models run; `address` is that of a Ray cluster that the settings name as well."""

    name: Literal["local", "ray"] = "local"
    workers: int | None = Field(default=None, ge=1)
    address: str | None = None


class Job(_Part):
    """One ingest job, whole."""

    name: str = ""
    sources: tuple[Source, ...] = Field(min_length=1)
    extraction: Extraction = Extraction()
    models: Models = Models()
    links: Links = Links()
    resolution: Resolution = Resolution()
    wikidata: Wikidata | None = None
    limits: JobLimits = JobLimits()
    cost: Cost | None = None
    engine: Engine = Engine()

    def paths(self) -> list[Path]:
        """Return the sources' paths."""
        return [Path(source.path) for source in self.sources]

    def pruned(self) -> list[Path]:
        """Return the folders whose lost files' documents are to be removed."""
        return [Path(source.path) for source in self.sources if source.prune]

    @classmethod
    def of_paths(cls, paths: Sequence[Path | str], **parts: Any) -> Job:
        """Return a job that reads some paths, all else as usual.

        Raises:
            UsageError: a path is empty.
        """
        if "" in map(str, paths):
            raise UsageError("A path is empty: name a file or a folder.")
        # unchecked, as a file's name may hold bytes that are no text, which a job's file cannot
        sources = tuple(Source.model_construct(path=str(path)) for path in paths)
        return cls(sources=sources, **parts)


def load_job(file: Path) -> Job:
    """Read and check a job's file; its paths become absolute.

    Raises:
        UsageError: the file cannot be read or is not a job; it names line and key.
    """
    try:
        text = file.read_text(encoding="utf-8-sig")
        job = Job.model_validate(tomllib.loads(text))
    except OSError as exc:
        raise UsageError(f"The job '{file}' cannot be read: {exc.strerror or exc}.") from exc
    except UnicodeDecodeError as exc:
        raise UsageError(f"The job '{file}' is not UTF-8 text: save it as UTF-8.") from exc
    except ValidationError as exc:
        raise UsageError(" ".join(explain_mistakes(file, text, exc, tables=TABLES))) from exc
    except (ValueError, RecursionError) as exc:  # thousands of digits, or of brackets, too
        raise UsageError(f"The job '{file}' is not TOML: {exc}.") from exc
    if job.limits.max_cost is not None and job.cost is None:
        line = find_line(text, ["limits", "max_cost"])
        raise UsageError(
            f"{file} line {line}: 'limits.max_cost' needs prices: add [cost] with "
            "prompt_per_million and completion_per_million."
        )
    folder = file.resolve().parent
    sources = tuple(
        source.model_copy(update={"path": str(folder / source.path)}) for source in job.sources
    )
    changes: dict[str, Any] = {"sources": sources, "name": job.name or file.stem}
    if job.links.questions:  # a job without links leaves those of the graph as they are
        questions = str(folder / job.links.questions)
        changes["links"] = job.links.model_copy(update={"questions": questions})
    return job.model_copy(update=changes)


TABLES: dict[str, type[BaseModel]] = {
    "": Job,
    "sources": Source,
    "extraction": Extraction,
    "models": Models,
    "links": Links,
    "keyword": Link,
    "embedding": Link,
    "entity": Link,
    "resolution": Resolution,
    "wikidata": Wikidata,
    "limits": JobLimits,
    "cost": Cost,
    "engine": Engine,
}
