"""The pages that people open: each shows what the API's functions return, and decides nothing."""

from __future__ import annotations

from fastapi import APIRouter

from kgplatform.web.pages import (
    ask,
    conversations,
    documents,
    entities,
    evidence,
    explore,
    health,
    pictures,
    plans,
    queries,
    questions,
    runs,
    static,
)

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
for module in (
    static,
    ask,
    conversations,
    questions,
    evidence,
    pictures,
    documents,
    explore,
    queries,
    entities,
    runs,
    plans,
    health,
):
    router.include_router(module.router)
