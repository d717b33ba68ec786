"""What the baselines that a model answers by turns share: a turn, and how they search and read.

They are those of LPKG (Wang et al. 2024, section 5.1). Each finds its evidence while it answers, so
one call gives both.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from kgplatform.answer import read
from kgplatform.answer.asking import UnusableReplies
from kgplatform.answer.reading import Reading
from kgplatform.evaluate.baselines.corpus import SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.models.conversation import ChatModel, Message, UnusableReply, require_chat
from kgplatform.models.prompts import load_prompt
from kgplatform.pipelines.methods import DEFAULT_METHOD, open_retriever
from kgplatform.pipelines.plan.outcome import merge_evidence
from kgplatform.records import Evidence, Question, Step, Usage
from kgplatform.retrieve.hydrate import narrow_evidence

__all__ = [
    "FINAL_ANSWER",
    "MOST_TURNS",
    "TURNS",
    "AnsweredByModel",
    "ReadEvidence",
    "Search",
    "conclude",
    "read_answer",
    "read_found",
    "read_with",
    "say",
    "search_corpus",
]

MOST_TURNS = 7  # of ReAct on HotpotQA (Yao et al. 2023, section 3.2)
PASSAGES = 5  # a search, as a reader gets of one
MAX_TOKENS = 300  # a thought and an action
FINAL_ANSWER = re.compile(
    r"(?<!intermediate )\banswer\b(?:[^\n:.]*:|[^\n:.]*? is\b:?)[\s*\"]*(?P<answer>.+)",
    re.IGNORECASE,
)
"""As in "Answer: Oslo", "the answer to the question is: Oslo", "Therefore, the answer is Oslo."."""
TURNS: Mapping[str, Any] = {"turns": MOST_TURNS, "turn_passages": PASSAGES}  # as settings

Search = Callable[[str], Evidence]
ReadEvidence = Callable[[str, Evidence], Reading]


class AnsweredByModel(ABC):
    """A baseline whose model answers while it searches: its evidence is all that was found.

    Raises:
        UsageError: there is no chat model.
    """

    name: ClassVar[str]  # as a method's
    settings: ClassVar[Mapping[str, Any]] = {}
    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(self, corpus: SearchedCorpus) -> None:
        self.corpus = corpus
        self.chat = require_chat(corpus.platform.chat, method=self.name)

    @abstractmethod
    def answer(self, question: EvaluationQuestion) -> tuple[Evidence, Reading]:
        """Return all that was found, best of each search first, and what the model ends with."""

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return all that was found, however much is asked for."""
        del top_k
        return self.answer(question)[0]


def say(
    task: str,
    chat: ChatModel,
    *,
    max_tokens: int = MAX_TOKENS,
    after: Sequence[Message] = (),
    **values: str,
) -> tuple[str, Usage]:
    """Return what a model writes in one turn; of a reply that is cut, what there is.

    Most that are cut go on past their own turn.

    Args:
        task: whose prompt is sent.
        chat: the model.
        max_tokens: of the turn.
        after: turns that follow the prompt's.
        values: of the prompt's placeholders.

    Raises:
        ModelError: the model is not available.
    """
    messages = [*load_prompt(task).render(**values), *after]
    try:
        reply = chat.complete(messages, task=task, max_tokens=max_tokens, may_be_cut=True)
    except UnusableReply as exc:
        return exc.raw, exc.usage
    return reply.text, reply.usage


def conclude(
    answer: str, found: Sequence[Evidence], usage: Usage, turns: Sequence[str]
) -> tuple[Evidence, Reading]:
    """Return the evidence of all turns, with what they cost, and the answer; '' is an abstention.

    Args:
        answer: what the model ends with.
        found: by each search.
        usage: of the model's turns and of what was read between them.
        turns: what the model wrote.
    """
    merged = merge_evidence(list(found))
    steps = (Step("turns", {"said": list(turns)}),)
    evidence = Evidence(merged.passages, merged.statements, steps, usage)
    plain = answer.strip(" .*\n")
    return evidence, Reading(plain, abstained=not plain, reader="llm")


def read_found(
    question: str,
    found: Sequence[Evidence],
    usage: Usage,
    turns: Sequence[str],
    read: ReadEvidence,
) -> tuple[Evidence, Reading]:
    """End for a model that does not: the answer is read from the best that it found.

    Small models often ask the same again; without this such a baseline would be weaker than plain
    retrieval.

    Args:
        question: the whole question.
        found: by each search.
        usage: of the turns so far.
        turns: what the model wrote.
        read: the reader.
    """
    merged = merge_evidence(list(found))
    if not merged.passages:
        return conclude("", found, usage, turns)
    answer, cost = read_answer(question, narrow_evidence(merged, PASSAGES), read)
    return conclude(answer, found, usage + cost, turns)


def read_answer(question: str, evidence: Evidence, read: ReadEvidence) -> tuple[str, Usage]:
    """Return the answer of a question and what it cost; nonsense is no answer."""
    try:
        reading = read(question, evidence)
    except UnusableReplies as exc:
        return "", exc.usage
    return reading.answer, reading.usage


def search_corpus(corpus: SearchedCorpus, question: EvaluationQuestion) -> Search:
    """Return the platform's default method, over what may be searched for a question."""
    retriever = open_retriever(corpus.platform.resources, DEFAULT_METHOD)
    allowed = corpus.list_allowed(question)
    within = None if allowed is None else tuple(allowed)

    def search(query: str) -> Evidence:
        return retriever.retrieve(Question(query, within), top_k=PASSAGES)

    return search


def read_with(corpus: SearchedCorpus, chat: ChatModel) -> ReadEvidence:
    """Return the platform's own reader by model."""
    linguistics = corpus.platform.linguistics

    def read_evidence(question: str, evidence: Evidence) -> Reading:
        return read(
            question, evidence, reader="llm", chat=chat, linguistics=linguistics, fall_back=False
        )

    return read_evidence
