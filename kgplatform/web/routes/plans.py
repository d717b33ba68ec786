"""Plans of questions, shown and run; what a name means in Wikidata."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from kgplatform.plan import Planner
from kgplatform.plugins import AUTO
from kgplatform.records import Answer
from kgplatform.records.json import to_json
from kgplatform.records.question import DEFAULT_TOP_K
from kgplatform.runtime.requests import Filters
from kgplatform.runtime.wire import AnswerRecord, StepRecord, list_model
from kgplatform.web.replies import Body, Text, reply, shows
from kgplatform.web.service import Served, Service, Writer

if TYPE_CHECKING:
    from kgplatform.pipelines import Planned

__all__ = ["Planning", "RunPlan", "make_plan", "router", "run_plan"]

router = APIRouter(tags=["plans"])
PLAN = """\
Original_Question: str = "Who designed the Norge?"
Thought1: str = "An atomic question, no need to decompose. Search directly."
Sub_Question_1: str = "Who designed the Norge?"
Info_1: str = Search(query = Sub_Question_1, thought = Thought1)
Ans_1: str = Get_Answer(query = Sub_Question_1, info = Info_1)
Final_Answer: str = Finish_The_Plan(Answer = Ans_1)
"""


class Planning(Body):
    """A question to be taken apart."""

    question: Text = Field(examples=["Where did the engineer who designed the Norge die?"])
    planner: Planner = "auto"


class RunPlan(Filters):
    """A plan, and how it is run."""

    plan: Text = Field(description="As POST /api/v1/plans returns it.", examples=[PLAN])
    over: Literal["text", "wikidata", "both"] = "text"
    method: Text = AUTO
    top_k: int = Field(DEFAULT_TOP_K, ge=1, le=100, strict=True)
    reader: Text = AUTO


class PlannedAnswer(BaseModel):
    """A plan as it was run, and its answer."""

    plan: StepRecord
    answer: AnswerRecord


class LinkRecord(BaseModel):
    """An item that a name may mean; scores are of 0 to 1, higher is better."""

    model_config = ConfigDict(extra="forbid")
    qid: str
    label: str
    classes: list[str]
    score: float
    likeness: float
    context: float
    type_agreement: float
    links: int


@router.post("/plans", summary="Plan a question", responses=shows(StepRecord))
def plan(body: Planning, service: Served) -> Response:
    """Take a question apart into a plan that can be edited and run."""
    return reply(to_json(make_plan(service, body).describe()))


@router.post(
    "/plans/run", summary="Run a plan", responses=shows(PlannedAnswer), dependencies=[Writer]
)
def run(body: RunPlan, service: Served) -> Response:
    """Run a plan, and record its answer."""
    planned, answer = run_plan(service, body)
    return reply({"plan": to_json(planned.describe()), "answer": to_json(answer)})


def make_plan(service: Service, body: Planning) -> Planned:
    """Return the plan of a question, when it is its turn."""
    work = service.take_slot()
    return work.run(lambda: service.platform.plan(body.question, planner=body.planner))


def run_plan(service: Service, body: RunPlan) -> tuple[Planned, Answer]:
    """Return a plan as it was run, and its answer, when it is its turn."""

    def work() -> tuple[Planned, Answer]:
        return service.platform.run_plan(
            body.plan,
            method=body.method,
            top_k=body.top_k,
            reader=body.reader,
            over=body.over,
            documents=body.to_filter(),
        )

    return service.run_in_turn(work)


@router.get("/wikidata/link", summary="Link a name", responses=shows(list_model(LinkRecord)))
def link(
    name: Text,
    service: Served,
    context: Annotated[Text, Query(description="The text around the name.")] = "",
    type: Annotated[Text | None, Query(description="What it names.")] = None,
    top_k: Annotated[int, Query(ge=1, le=100)] = 5,
) -> Response:
    """Find the Wikidata items that a name may mean, best first."""
    linker = service.platform.wikidata.linker
    found = linker.rank(name, context=context, entity_type=type)
    return reply([one.to_json() for one in found[:top_k]])
