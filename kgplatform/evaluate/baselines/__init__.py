"""Baselines that methods are compared with: one module and one entry of BASELINES each.

A baseline gives passages and no statements, but for StructQA's triples, as published ones do.
`settings` says what shaped its ranking and is kept in the run; `packages` are what the extra
`evaluate` installs for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Protocol

from kgplatform.evaluate.baselines.corpus import SearchedCorpus
from kgplatform.evaluate.baselines.cot import COT, COT_TASK
from kgplatform.evaluate.baselines.given import GOLD_DOCUMENTS, OWN_DOCUMENTS
from kgplatform.evaluate.baselines.ircot import IRCOT, THOUGHT_TASK
from kgplatform.evaluate.baselines.none import CLOSED_BOOK
from kgplatform.evaluate.baselines.react import REACT, REACT_TASK
from kgplatform.evaluate.baselines.self_ask import SELF_ASK, SELF_ASK_TASK
from kgplatform.evaluate.baselines.structqa import STRUCTQA
from kgplatform.evaluate.baselines.turns import AnsweredByModel
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.models.conversation import ChatModel, require_chat
from kgplatform.models.prompts import load_prompt
from kgplatform.plugins import BASELINES
from kgplatform.records import Evidence

__all__ = [
    "BASELINES",
    "CLOSED_BOOK",
    "COT",
    "GOLD_DOCUMENTS",
    "IRCOT",
    "OWN_DOCUMENTS",
    "READING_MODEL",
    "RETRIEVING",
    "STRUCTQA",
    "WITHOUT_CORPUS",
    "AnsweredByModel",
    "Baseline",
    "SearchedCorpus",
    "baseline_settings",
]


class Baseline(Protocol):
    """A baseline over one corpus, made once a data set."""

    settings: ClassVar[Mapping[str, Any]]
    packages: ClassVar[tuple[str, ...]]

    def __init__(self, corpus: SearchedCorpus) -> None:
        """Make what is searched; it may read the whole corpus."""

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return the best `top_k` passages, best first."""


ASKING = {
    IRCOT: THOUGHT_TASK,
    COT: COT_TASK,
    REACT: REACT_TASK,
    SELF_ASK: SELF_ASK_TASK,
}
"""Baselines that ask a chat model, with the prompt they ask with."""

RETRIEVING = frozenset({"mdr", "kgp-random", REACT, SELF_ASK})
"""Baselines made of parts of the platform's own methods: what shapes these shapes them too."""

WITHOUT_CORPUS = frozenset({CLOSED_BOOK, COT})
"""Baselines that answer without evidence."""

READING_MODEL = frozenset({CLOSED_BOOK, COT, REACT, SELF_ASK})
"""Baselines whose answer is a chat model's, or none."""


def baseline_settings(name: str, chat: ChatModel | None) -> dict[str, Any]:
    """Return what shapes a baseline's ranking besides the code: JSON values, no secrets.

    Raises:
        UsageError: the baseline asks a chat model and there is none.
    """
    settings = dict(BASELINES[name].settings)
    if name not in ASKING:
        return settings
    model = require_chat(chat, method=name).name
    prompts = {ASKING[name]: load_prompt(ASKING[name]).version}
    return {**settings, "method_model": model, "method_prompts": prompts}
