"""Ingest jobs: how far they are, as events too, and how one is cancelled."""

from __future__ import annotations

from fastapi import APIRouter
from starlette.responses import Response, StreamingResponse

from kgplatform.records.json import to_json
from kgplatform.runtime.wire import list_model, record_model
from kgplatform.web.jobs import JobState
from kgplatform.web.replies import EVENTS, Text, event, reply, shows, stream
from kgplatform.web.service import Served, Writer

__all__ = ["router"]

router = APIRouter(prefix="/jobs", tags=["jobs"])
JOB = record_model(JobState)


@router.get("", summary="List jobs", responses=shows(list_model(JOB)))
def list_jobs(service: Served) -> Response:
    """List the ingest jobs of this server, the latest first."""
    return reply(to_json(service.jobs.list()))


@router.get("/{job_id}", summary="Show a job", responses=shows(JOB))
def show(job_id: Text, service: Served) -> Response:
    """Show how far a job is."""
    return reply(to_json(service.jobs.show(job_id)))


@router.get(
    "/{job_id}/events",
    summary="Watch a job",
    response_class=StreamingResponse,
    responses={200: {"description": "Its states", "content": {EVENTS: {}}}},
)
def watch(job_id: Text, service: Served) -> Response:
    """Send the states of a job as events `job` until it has ended."""
    states = service.jobs.watch(job_id)
    return stream(event("job", to_json(state)) for state in states)


@router.post(
    "/{job_id}/cancel", summary="Cancel a job", responses=shows(JOB), dependencies=[Writer]
)
def cancel(job_id: Text, service: Served) -> Response:
    """Have a job stop at its next step; what it had written stays."""
    return reply(to_json(service.jobs.cancel(job_id)))
