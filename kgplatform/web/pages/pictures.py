"""Pictures of the pages that evidence stands on."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as InPath
from starlette.responses import Response

from kgplatform.errors import NotFound
from kgplatform.web.pages.rendering import PAGE_HEADERS
from kgplatform.web.replies import Text
from kgplatform.web.service import Served

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
MOST_PAGES = 100_000


@router.get("/documents/{document_id}/pages/{number}")
def picture(
    document_id: Text, number: Annotated[int, InPath(ge=1, le=MOST_PAGES)], service: Served
) -> Response:
    """Send a page of a document as a picture, as long as the file is the one that was read."""
    drawn = service.platform.draw_page(document_id, number)
    if drawn is None:
        raise NotFound("The file is not there any more, or is another than the one that was read.")
    headers = {**PAGE_HEADERS, "Cache-Control": "private, max-age=3600"}
    return Response(drawn.data, media_type=drawn.media_type, headers=headers)
