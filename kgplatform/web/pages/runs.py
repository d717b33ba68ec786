"""The ingest runs that the graph records, with what failed and why."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from kgplatform.web.pages.rendering import show
from kgplatform.web.service import Served

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
ROWS = 25
MOST_ROWS = 1_000


@router.get("/runs")
def list_runs(
    request: Request, service: Served, limit: Annotated[int, Query(ge=1, le=MOST_ROWS)] = ROWS
) -> Response:
    """List the latest runs, and the jobs of this server that are not done."""
    rows = service.platform.query("show_ingest_runs", limit=min(limit + 1, MOST_ROWS))
    is_more = len(rows) > limit
    return show(
        request,
        "runs.html",
        rows=rows[:limit],
        jobs=[job for job in service.jobs.list() if not job.finished_at],
        more=f"/runs?limit={min(2 * limit, MOST_ROWS)}" if is_more else None,
    )
