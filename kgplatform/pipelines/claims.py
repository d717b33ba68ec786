"""Checks a claim against the documents: passages are found for it, and their sentences judged."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from kgplatform.answer.claims import Judgement, judge, judge_with_model
from kgplatform.errors import UsageError
from kgplatform.pipelines.direct import check_asked, find_evidence
from kgplatform.plugins import AUTO
from kgplatform.records import Question, ScoredPassage
from kgplatform.records.claim import CHECKED_PASSAGES, CheckedClaim, Verdict
from kgplatform.records.filters import Documents
from kgplatform.runtime.resources import Resources

__all__ = ["check_claim"]

MS_PER_S = 1000


def check_claim(
    resources: Resources,
    claim: str,
    *,
    top_k: int = CHECKED_PASSAGES,
    documents: Documents = None,
) -> CheckedClaim:
    """Return the sentences of the documents that state a claim, and those that contradict it.

    Args:
        resources: whose graph and models.
        claim: a sentence that stands alone.
        top_k: most passages that are found for it.
        documents: to look in: a filter, or the ids of the only ones.

    Raises:
        UsageError: the claim is empty or too long, or there is nothing to judge it by.
        NotFound: there is no document of one of the ids.
        ModelError: the chat model that judges failed.
    """
    check_asked(claim, top_k, "claim")
    judged_by = _open_judge(resources)
    started = time.monotonic()
    asked = Question(claim, resources.select_documents(documents))
    passages = find_evidence(resources, asked, method=AUTO, top_k=top_k).passages[:top_k]
    found = time.monotonic()
    judged = judged_by(claim, passages)
    ended = time.monotonic()
    return CheckedClaim(
        claim,
        _decide(judged),
        judged.supporting,
        judged.contradicting,
        judged.judge,
        len(passages),
        judged.usage,
        {
            "retrieve": (found - started) * MS_PER_S,
            "judge": (ended - found) * MS_PER_S,
            "total": (ended - started) * MS_PER_S,
        },
    )


def _open_judge(
    resources: Resources,
) -> Callable[[str, Sequence[ScoredPassage]], Judgement]:
    """Return what judges: the reading heads, or without their weights the chat model."""
    split = resources.linguistics.split_sentences
    if (heads := resources.reading_heads) is not None:
        return partial(judge, heads=heads, split_sentences=split)
    if (chat := resources.chat_itself) is not None:
        return partial(judge_with_model, chat=chat, split_sentences=split)
    raise UsageError(
        "There is nothing to judge a claim by: the reading heads have no weights here, so set a "
        "chat model (KGPLATFORM_CHAT_BASE_URL and KGPLATFORM_CHAT_MODEL)."
    )


def _decide(judged: Judgement) -> Verdict:
    if judged.supporting:
        return "disputed" if judged.contradicting else "supported"
    return "contradicted" if judged.contradicting else "none"
