"""Documents: dropped, watched as they are read, listed, shown, removed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Query, Request, UploadFile
from starlette.responses import RedirectResponse, Response

from kgplatform.demo import demo_documents
from kgplatform.runtime.requests import Filters
from kgplatform.web.pages.forms import Form
from kgplatform.web.pages.rendering import is_fragment, show
from kgplatform.web.replies import Text
from kgplatform.web.routes import documents
from kgplatform.web.service import Served, Service, Writer
from kgplatform.web.uploads import keep_uploads

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
ROWS = 100
MOST_ROWS = 10_000
PART_ROWS = 200
"""Most entities, facts, passages and questions that a document's page shows."""

PARTS = {
    "entities": "list_document_entities",
    "facts": "list_document_facts",
    "questions": "list_document_questions",
}


class ListedDocuments(Form, Filters):
    """Which documents the page lists."""

    limit: int = Query(ROWS, ge=1, le=MOST_ROWS)


@router.get("/documents")
def list_documents(
    where: Annotated[ListedDocuments, Query()], request: Request, service: Served
) -> Response:
    """List the documents, and the files that are being read."""
    platform = service.platform
    rows = platform.list_documents(limit=where.limit + 1, documents=where.to_filter())
    given = where.model_dump(exclude_none=True, exclude={"limit"})
    return show(
        request,
        "documents.html",
        rows=rows[: where.limit],
        given=given,
        jobs=service.jobs.list(),
        more=_more(given, where.limit) if len(rows) > where.limit else None,
        kinds=sorted({row["media_type"] for row in rows}),
    )


@router.post("/documents", dependencies=[Writer])
def upload(files: list[UploadFile], request: Request, service: Served) -> Response:
    """Take files, and begin to read them."""
    uploads = [(file.filename or "", file.file) for file in files]
    return _begin(request, service, keep_uploads(service.platform.settings.home, uploads))


@router.post("/documents/demo", dependencies=[Writer])
def load_demo(request: Request, service: Served) -> Response:
    """Begin to read the texts of the demo."""
    return _begin(request, service, [demo_documents()])


@router.get("/jobs/{job_id}")
def show_job(job_id: Text, request: Request, service: Served) -> Response:
    """Show how far a job is; the page asks again until it has ended."""
    return show(request, "_job.html", job=service.jobs.show(job_id))


@router.post("/jobs/{job_id}/cancel", dependencies=[Writer])
def cancel(job_id: Text, request: Request, service: Served) -> Response:
    """Have a job stop."""
    job = service.jobs.cancel(job_id)
    if not is_fragment(request.scope):
        return RedirectResponse("/documents", 303)
    return show(request, "_job.html", job=job)


@router.get("/documents/{document_id}")
def show_document(document_id: Text, request: Request, service: Served) -> Response:
    """Show a document: its structure, what it names and states, the questions that cite it."""
    platform = service.platform
    document = platform.fetch_document(document_id)
    parts: dict[str, Any] = {
        part: platform.query(query, id=document_id, limit=PART_ROWS)
        for part, query in PARTS.items()
    }
    return show(request, "document.html", document=document, most=PART_ROWS, **parts)


@router.post("/documents/{document_id}/remove", dependencies=[Writer])
def remove(document_id: Text, service: Served) -> Response:
    """Remove a document with all that only it supports."""
    documents.remove(document_id, service)
    return RedirectResponse("/documents", 303)


def _begin(request: Request, service: Service, paths: Sequence[Path]) -> Response:
    job = service.jobs.start(paths)
    if not is_fragment(request.scope):
        return RedirectResponse("/documents", 303)
    return show(request, "_job.html", job=job)


def _more(given: dict[str, Any], limit: int) -> str:
    return f"/documents?{urlencode({**given, 'limit': min(2 * limit, MOST_ROWS)}, doseq=True)}"
