"""The form of a manifest, which may come from anybody: what does not have it is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from kgplatform.errors import UsageError

__all__ = ["check_form"]


class _Document(BaseModel):
    id: str
    uri: str
    title: str | None
    sha256: str | None
    fileSha256: str | None = None  # noqa: N815  # as it is written


class _Part(BaseModel):
    start: int
    end: int
    quote: str


class _Span(_Part):
    document_id: str
    document_start: int
    document_end: int
    parts: list[_Part]


class _Citation(BaseModel):
    document_id: str
    uri: str
    title: str
    sha256: str | None
    quote: str
    document_start: int | None
    document_end: int | None


class _Side(BaseModel):
    name: str
    written: str


class _Passage(BaseModel):
    passage_id: str
    document_id: str
    title: str
    uri: str
    page: int | None
    section: str
    header: str
    document_start: int | None
    document_end: int | None


class _Computation(BaseModel):
    operation: str
    answer: str
    sides: list[_Side] = []
    passages: list[_Passage] = []


class _Question(BaseModel):
    text: str
    understood: str | None = None
    computations: list[_Computation] | None = None


class _Manifest(BaseModel):
    manifest_version: int
    content_sha256: str
    files: dict[str, str]
    not_proved: str
    questions: list[_Question]
    documents: list[_Document]
    citations: list[_Citation]
    spans: list[_Span]


class _Node(BaseModel):
    id: str
    labels: list[str]
    properties: dict[str, Any]


class _Relationship(BaseModel):
    type: str
    start: str
    end: str


class _Export(BaseModel):
    manifest: _Manifest
    nodes: list[_Node] = []
    relationships: list[_Relationship] = []


def check_form(found: dict[str, Any], path: Path) -> None:
    """Refuse what is not of the form of a manifest, or of a JSON export with one.

    Args:
        found: {manifest} and, of a JSON export, {nodes, relationships}.
        path: where it was read.

    Raises:
        UsageError: it is not.
    """
    try:
        _Export.model_validate(found, strict=True)
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise UsageError(
            f"{path} has a manifest that no export wrote ({where}: {first['msg']}): export again."
        ) from exc
