"""Runs ingest jobs: from a job's words to the models, the engine and the limits of the pipeline."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kgplatform.ingest import IngestModels, IngestReport, ingest
from kgplatform.ingest.derive import Derivation
from kgplatform.ingest.engines import Engine, LocalEngine
from kgplatform.ingest.estimate import Estimate, estimate_ingest
from kgplatform.ingest.job.spec import Job
from kgplatform.ingest.limits import Limits, Prices
from kgplatform.ingest.resolution.resolve import DEFAULT_THRESHOLD, NOTHING_AUTOMATIC
from kgplatform.progress import Progress
from kgplatform.runtime.resources import (
    Opened,
    choose_concurrency,
    ingest_models,
    model_loader,
    read_limits,
)
from kgplatform.wikidata.ingest_items import bring_wanted, count_wanted

__all__ = ["estimate_job", "run_job"]


def run_job(opened: Opened, job: Job, *, progress: Progress) -> IngestReport:
    """Do a job; see `kgplatform.ingest.ingest` for what is raised.

    An endpoint that fails costs the Wikidata items, which the report tells, not the texts.
    """
    models = ingest_models(opened, job.extraction)
    with _engine(opened, job, models) as engine:
        report = ingest(
            job.paths(),
            graph=opened.graph(),
            models=models,
            engine=engine,
            derivation=_derivation(opened, job),
            limits=_limits(opened, job),
            pruned=job.pruned(),
            name=job.name,
            progress=progress,
        )
    return report + bring_wanted(opened, job.wikidata, progress) if job.wikidata else report


def estimate_job(opened: Opened, job: Job, *, progress: Progress) -> Estimate:
    """Tell what a job would do and cost; nothing is written, and no SPARQL endpoint is asked."""
    estimate = estimate_ingest(
        job.paths(),
        graph=opened.graph(),
        models=ingest_models(opened, job.extraction),
        concurrency=choose_concurrency(opened, job.extraction),
        limits=_limits(opened, job),
        pruned=job.pruned(),
        progress=progress,
    )
    if job.wikidata is None:
        return estimate
    return replace(estimate, wikidata=count_wanted(opened, job.wikidata))


@contextmanager
def _engine(opened: Opened, job: Job, models: IngestModels) -> Iterator[Engine]:
    load = model_loader(opened.settings, job.extraction)
    if job.engine.name == "local":
        yield LocalEngine(models, workers=job.engine.workers or 1, load=load)
        return
    from kgplatform.ingest.ray_engine import RayEngine

    with RayEngine(
        load,
        extractor=models.extractor.name,
        workers=job.engine.workers,
        address=opened.settings.ray_address,
    ) as engine:
        yield engine


def _derivation(opened: Opened, job: Job) -> Derivation:
    """Return what to derive; tables that the job does not have leave the graph's settings."""
    resolution, links = job.resolution, job.links
    threshold = resolution.threshold or DEFAULT_THRESHOLD
    if "resolution" not in job.model_fields_set:
        wanted = None
    else:
        wanted = threshold if resolution.enabled else NOTHING_AUTOMATIC
    return Derivation(
        threshold=wanted,
        links=links.methods() if "links" in job.model_fields_set else None,
        schema=links.schema_,
        questions=Path(links.questions) if links.questions else None,
        chat=opened.chat_itself if links.questions and job.extraction.extractor == "llm" else None,
    )


def _limits(opened: Opened, job: Job) -> Limits:
    cost, prices = job.cost, None
    if cost is not None:
        prices = Prices(cost.prompt_per_million, cost.completion_per_million, cost.currency)
    return Limits(
        max_file_mb=job.limits.max_file_mb,
        reading=read_limits(opened.settings),
        max_files=job.limits.max_files,
        max_passages=job.limits.max_passages,
        max_model_calls=job.limits.max_model_calls,
        max_cost=job.limits.max_cost,
        prices=prices,
    )
