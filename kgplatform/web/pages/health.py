"""Health: what `kgplatform doctor` finds of each part."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from kgplatform.web.pages.rendering import show
from kgplatform.web.service import Served

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/doctor")
def doctor(request: Request) -> Response:
    """Show the page at once; it asks for the findings, which take a moment."""
    return show(request, "doctor.html", findings=None)


@router.get("/doctor/findings")
def findings(request: Request, service: Served) -> Response:
    """Show what was found; a page of its own where no script asks for it."""
    return show(request, "doctor.html", findings=service.diagnose())
