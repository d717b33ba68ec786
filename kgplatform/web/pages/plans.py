"""Plans: a question taken apart, its plan changed and run, and run again."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from starlette.responses import Response

from kgplatform.answer.recalled import recall_answer
from kgplatform.plan import PLAN, PLANNERS, SOURCES
from kgplatform.plugins import AUTO, READERS, RETRIEVERS
from kgplatform.web.pages import forms
from kgplatform.web.pages.rendering import show
from kgplatform.web.pages.turns import view_answer
from kgplatform.web.replies import Text
from kgplatform.web.routes.plans import Planning, RunPlan, make_plan, run_plan
from kgplatform.web.service import Served, Service, Writer

__all__ = ["router"]

router = APIRouter(include_in_schema=False)
LOOKED_AT = 200
"""Of the latest questions, to find those that were answered by a plan."""


class PlanForm(forms.Form, Planning):
    """A question as the form sends it."""


class RunForm(forms.Form, RunPlan):
    """A plan as the form sends it."""


@router.get("/plans")
def begin(request: Request, service: Served, of: Text = "", question: Text = "") -> Response:
    """Show the forms; with the plan of a question that was answered by one."""
    plan: dict[str, Any] = {}
    if of:
        answer = recall_answer(service.platform.resources, of).answer
        question = answer.question
        plan = next((step.detail for step in answer.steps if step.name == PLAN), {})
    return _show(request, service, question=question, plan=plan)


@router.post("/plans")
def plan(form: Annotated[PlanForm, Form()], request: Request, service: Served) -> Response:
    """Take a question apart, and show its plan to be changed and run."""
    planned = make_plan(service, form)
    given = {"question": form.question, "planner": form.planner}
    return _show(request, service, plan=planned.describe().detail, **given)


@router.post("/plans/run", dependencies=[Writer])
def run(form: Annotated[RunForm, Form()], request: Request, service: Served) -> Response:
    """Run a plan, and show its answer below it."""
    planned, answer = run_plan(service, form)
    return _show(
        request,
        service,
        question=answer.question,
        plan=planned.describe().detail,
        ran=form,
        turn=view_answer(service, answer),
    )


def _show(request: Request, service: Service, **values: Any) -> Response:
    questions = service.platform.questions.list(limit=LOOKED_AT)
    given: dict[str, Any] = {"question": "", "planner": AUTO, "plan": {}, "ran": None, "turn": None}
    return show(
        request,
        "plans.html",
        planners=PLANNERS,
        sources=SOURCES,
        methods=[AUTO, *RETRIEVERS],
        readers=[AUTO, *READERS],
        has_chat=service.platform.settings.chat_model is not None,
        earlier=[row for row in questions if row["method"].partition("-")[0] == PLAN],
        **{**given, **values},
    )
