"""The evidence for a citation: the passage with its span marked, its page, its cells."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from kgplatform.answer.places import find_cell_names
from kgplatform.export.cells import read_piece
from kgplatform.export.page_marks import mark
from kgplatform.pipelines.page_pictures import find_file
from kgplatform.platform import Platform
from kgplatform.web.pages.rendering import is_fragment, show
from kgplatform.web.replies import Text
from kgplatform.web.service import Served

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
Offset = Annotated[int, Query(ge=0)]


@router.get("/evidence")
def evidence(
    request: Request, service: Served, passage: Text, start: Offset, end: Offset
) -> Response:
    """Show where a quote stands; beside an answer, or as a page of its own."""
    platform = service.platform
    lines = platform.locate(passage, start, end)
    [row] = platform.query("fetch_passages", ids=[passage])
    text, header = row["text"], row["header"]
    names = find_cell_names(text, start, end, header=header) if header else ("", "")
    return show(
        request,
        "_evidence.html" if is_fragment(request.scope) else "evidence.html",
        passage=row,
        address=f"/evidence?{request.url.query}",
        before=text[:start],
        quote=text[start:end],
        after=text[end:],
        labels=sorted({line["label"] or str(line["page"]) for line in lines}),
        pages=_list_pages(platform, row, lines),
        table=read_piece(text, start, end, header=header) if header else [],
        place=[name for name in names if name],
    )


def _list_pages(
    platform: Platform, passage: dict[str, Any], lines: list[dict[str, Any]]
) -> list[dict[str, Any]]:
    """Return the pages of boxes that can be drawn, each with its size and its boxes."""
    if not any(line["box"] for line in lines):
        return []
    if find_file(platform.resources, passage["document_id"]) is None:
        return []
    sizes = platform.query("fetch_passage_pages", id=passage["id"])
    return [
        {
            "number": page["number"],
            "label": page["label"] or page["number"],
            "width": page["width"],
            "height": page["height"],
            "boxes": boxes,
        }
        for page in sizes
        if (boxes := [mark(line["box"]) for line in lines if line["page"] == page["number"]])
    ]
