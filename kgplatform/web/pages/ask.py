"""The page to ask on: a conversation, the evidence beside it."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from kgplatform.web.pages.rendering import show

__all__ = ["router"]

router = APIRouter(include_in_schema=False)


@router.get("/ask")
def begin(request: Request) -> Response:
    """Show an empty conversation."""
    return show(request, "ask.html")
