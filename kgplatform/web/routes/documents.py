"""Documents: listed, shown, uploaded and removed."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, UploadFile
from starlette.responses import Response

from kgplatform.records.json import to_json
from kgplatform.runtime.wire import list_model, record_model, row_model
from kgplatform.web.jobs import JobState
from kgplatform.web.replies import Text, reply, shows
from kgplatform.web.routes.parameters import ListFilters
from kgplatform.web.service import Served, Writer
from kgplatform.web.uploads import forget_upload, keep_uploads

__all__ = ["router"]

router = APIRouter(prefix="/documents", tags=["documents"])


class DocumentFilters(ListFilters):
    """The filters of the list of documents."""

    limit: int = Query(100, ge=1, le=100_000, description="Most rows.")


@router.get("", summary="List documents", responses=shows(list_model(row_model("list_documents"))))
def list_documents(where: Annotated[DocumentFilters, Query()], service: Served) -> Response:
    """List the documents of the graph by title."""
    rows = service.platform.list_documents(limit=where.limit, documents=where.to_filter())
    return reply(rows)


@router.get(
    "/{document_id}", summary="Show a document", responses=shows(row_model("fetch_document"))
)
def show(document_id: Text, service: Served) -> Response:
    """Show one document with its pages, sections, tables and passages."""
    return reply(service.platform.fetch_document(document_id))


@router.delete(
    "/{document_id}",
    summary="Remove a document",
    responses=shows(dict[str, int], description="What went, and how many"),
    dependencies=[Writer],
)
def remove(document_id: Text, service: Served) -> Response:
    """Remove one document with all that only it supports, and its file where it was uploaded."""
    platform = service.platform
    uri = platform.fetch_document(document_id)["uri"]
    removed = platform.remove_documents([document_id])
    forget_upload(platform.settings.home, uri)
    return reply(removed)


@router.post(
    "",
    summary="Upload documents",
    status_code=202,
    responses=shows(record_model(JobState), 202, "The job that ingests them"),
    dependencies=[Writer],
)
def upload(files: list[UploadFile], service: Served) -> Response:
    """Take files and ingest them in a job: GET /api/v1/jobs/{id} says how far it is."""
    uploads = [(file.filename or "", file.file) for file in files]
    platform = service.platform
    paths = keep_uploads(platform.settings.home, uploads)
    return reply(to_json(service.jobs.start(paths)), 202)
