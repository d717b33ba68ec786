"""Claims: what the documents say for them and against them."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from kgplatform.records.claim import CHECKED_PASSAGES
from kgplatform.records.json import to_json
from kgplatform.runtime.requests import Filters
from kgplatform.runtime.wire import CheckRecord
from kgplatform.web.replies import Text, reply, shows
from kgplatform.web.routes.parameters import MOST_PASSAGES
from kgplatform.web.service import Served

__all__ = ["router"]

router = APIRouter(tags=["questions"])


class Checking(Filters):
    """A claim, and where it is looked up."""

    claim: Text = Field(examples=["Colin Archer designed the Fram."])
    top_k: int = Field(
        CHECKED_PASSAGES, ge=1, le=MOST_PASSAGES, strict=True, description="Most passages."
    )


@router.post("/check", summary="Check a claim", responses=shows(CheckRecord))
def check(body: Checking, service: Served) -> Response:
    """Find the sentences that state a claim and those that contradict it, or none."""

    def work() -> object:
        documents = body.to_filter()
        return to_json(service.platform.check(body.claim, top_k=body.top_k, documents=documents))

    return reply(service.run_in_turn(work))
