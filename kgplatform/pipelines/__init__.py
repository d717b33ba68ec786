"""From a question to an answer, and from sources to a graph: everything above, put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgplatform.lazy import load_later

if TYPE_CHECKING:
    from kgplatform.pipelines.claims import check_claim
    from kgplatform.pipelines.conversation import understand
    from kgplatform.pipelines.ingest_job import estimate_job, ingest_item, run_job
    from kgplatform.pipelines.keeping import keep
    from kgplatform.pipelines.opening import open_pipeline
    from kgplatform.pipelines.packs import PackReport, export_pack, import_pack
    from kgplatform.pipelines.page_pictures import draw_page
    from kgplatform.pipelines.plan.pipeline import answer_plan_text
    from kgplatform.pipelines.plan.planning import Planned, make_plan
    from kgplatform.pipelines.question_check import QuestionCheck, check_questions
    from kgplatform.pipelines.removal import remove_documents

__all__ = [
    "PackReport",
    "Planned",
    "QuestionCheck",
    "answer_plan_text",
    "check_claim",
    "check_questions",
    "draw_page",
    "estimate_job",
    "export_pack",
    "import_pack",
    "ingest_item",
    "keep",
    "make_plan",
    "open_pipeline",
    "remove_documents",
    "run_job",
    "understand",
]

__getattr__ = load_later(
    __name__,
    {
        "PackReport": "kgplatform.pipelines.packs",
        "Planned": "kgplatform.pipelines.plan.planning",
        "QuestionCheck": "kgplatform.pipelines.question_check",
        "answer_plan_text": "kgplatform.pipelines.plan.pipeline",
        "check_questions": "kgplatform.pipelines.question_check",
        "check_claim": "kgplatform.pipelines.claims",
        "draw_page": "kgplatform.pipelines.page_pictures",
        "estimate_job": "kgplatform.pipelines.ingest_job",
        "export_pack": "kgplatform.pipelines.packs",
        "import_pack": "kgplatform.pipelines.packs",
        "ingest_item": "kgplatform.pipelines.ingest_job",
        "keep": "kgplatform.pipelines.keeping",
        "make_plan": "kgplatform.pipelines.plan.planning",
        "open_pipeline": "kgplatform.pipelines.opening",
        "remove_documents": "kgplatform.pipelines.removal",
        "run_job": "kgplatform.pipelines.ingest_job",
        "understand": "kgplatform.pipelines.conversation",
    },
)
