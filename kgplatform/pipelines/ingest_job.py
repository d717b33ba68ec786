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
from kgplatform.ingest.job.spec import Extraction, Job
from kgplatform.ingest.limits import Limits, Prices
from kgplatform.ingest.resolution.resolve import DEFAULT_THRESHOLD, NOTHING_AUTOMATIC
from kgplatform.progress import Progress
from kgplatform.runtime.ingest_models import choose_concurrency, ingest_models, model_loader
from kgplatform.runtime.job_settings import resources_for
from kgplatform.runtime.resources import Resources
from kgplatform.sources.listing import check_paths
from kgplatform.wikidata.ingest_items import bring_items, bring_missing, count_missing

__all__ = ["WITHOUT_EXTRACTOR", "estimate_job", "ingest_item", "run_job"]

WITHOUT_EXTRACTOR = Extraction.of("none")
"""Of Wikidata items, which are facts already."""


def run_job(resources: Resources, job: Job, *, progress: Progress | None = None) -> IngestReport:
    """Do a job; see `kgplatform.ingest.ingest` for what is raised.

    An endpoint that fails costs the Wikidata items, which the report says, not the texts.

    Args:
        resources: in whose graph; the job may name other models.
        job: what is read, and how.
        progress: reports it; None: that of the resources.
    """
    check_paths(job.paths())  # before anything is connected to or loaded
    with resources_for(resources, job) as others:
        others.migrate()
        return _run(others, job, progress or others.progress)


def _run(resources: Resources, job: Job, progress: Progress) -> IngestReport:
    models = ingest_models(resources, job.extraction)
    with _engine(resources, job, models) as engine:
        report = ingest(
            job.paths(),
            graph=resources.graph(),
            models=models,
            engine=engine,
            derivation=_derivation(resources, job),
            limits=_limits(resources, job),
            pruned=job.pruned(),
            name=job.name,
            progress=progress,
        )
    if job.wikidata is None:
        return report
    return report + bring_missing(
        resources, job.wikidata, progress, models=ingest_models(resources, WITHOUT_EXTRACTOR)
    )


def ingest_item(resources: Resources, qid: str) -> IngestReport:
    """Bring a Wikidata item's statements into the graph; see `Platform.ingest_item`."""
    resources.migrate()
    path = resources.wikidata.save_item(resources.wikidata.fetch_item(qid))
    models = ingest_models(resources, WITHOUT_EXTRACTOR)
    return bring_items(resources, {qid: path}, models=models, progress=resources.progress)


def estimate_job(resources: Resources, job: Job, *, progress: Progress | None = None) -> Estimate:
    """Return what a job would do and cost; nothing is written, and no SPARQL endpoint is asked."""
    with resources_for(resources, job) as others:
        return _estimate(others, job, progress or others.progress)


def _estimate(resources: Resources, job: Job, progress: Progress) -> Estimate:
    estimate = estimate_ingest(
        job.paths(),
        graph=resources.graph(),
        models=ingest_models(resources, job.extraction),
        concurrency=choose_concurrency(resources, job.extraction),
        limits=_limits(resources, job),
        pruned=job.pruned(),
        progress=progress,
    )
    if job.wikidata is None:
        return estimate
    return replace(estimate, wikidata=count_missing(resources, job.wikidata))


@contextmanager
def _engine(resources: Resources, job: Job, models: IngestModels) -> Iterator[Engine]:
    load = model_loader(resources.settings, job.extraction)
    if job.engine.name == "local":
        yield LocalEngine(models, workers=job.engine.workers or 1, load=load)
        return
    from kgplatform.ingest.ray_engine import RayEngine

    with RayEngine(
        load,
        extractors=models.extractor_names(),
        workers=job.engine.workers,
        address=resources.settings.ray_address,
    ) as engine:
        yield engine


def _derivation(resources: Resources, job: Job) -> Derivation:
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
        chat=resources.chat_itself
        if links.questions and job.extraction.extractor == "llm"
        else None,
    )


def _limits(resources: Resources, job: Job) -> Limits:
    cost, prices = job.cost, None
    if cost is not None:
        prices = Prices(cost.prompt_per_million, cost.completion_per_million, cost.currency)
    return Limits(
        max_file_mb=job.limits.max_file_mb,
        reading=resources.settings.read_limits,
        max_files=job.limits.max_files,
        max_passages=job.limits.max_passages,
        max_model_calls=job.limits.max_model_calls,
        max_cost=job.limits.max_cost,
        prices=prices,
    )
