"""The addresses of the API, a module a subject; each replies what `Platform` returns."""

from __future__ import annotations

from fastapi import APIRouter

from kgplatform.web.replies import PROBLEMS
from kgplatform.web.routes import (
    ask,
    claims,
    conversations,
    documents,
    entities,
    jobs,
    plans,
    queries,
    questions,
)

__all__ = ["API", "router"]

API = "/api/v1"

router = APIRouter(prefix=API, responses=PROBLEMS)
for module in (ask, claims, documents, jobs, entities, questions, conversations, queries, plans):
    router.include_router(module.router)
