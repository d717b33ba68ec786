"""Ranking of what all tools found (DivKnowQA, section 3.3), for one single-hop question.

By cross-encoder, as in the paper, where one is set; by a chat model, which names what helps; or by
the bi-encoder that the graph's vectors are of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np
from pydantic import BaseModel, ConfigDict

from kgplatform.errors import BadReply
from kgplatform.graph.connection import Graph
from kgplatform.models.conversation import ChatModel, UnusableReply
from kgplatform.models.embedding import Embedder
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.models.replies import parse_reply, strict_schema
from kgplatform.pipelines.divknow.candidates import Candidate
from kgplatform.records import Usage

__all__ = ["TASK", "BiEncoderRanker", "ChatRanker", "CrossEncoderRanker", "Ranked", "Ranker"]

TASK = "rank_evidence"
MAX_TOKENS = 60  # a list of ten numbers
SHOWN_CHARS = 600  # of a candidate, to a chat model: some 30 of them fit 6,000 tokens


@dataclass(frozen=True, slots=True)
class Ranked:
    """Candidates best first, and what ranking them cost."""

    candidates: tuple[Candidate, ...]
    usage: Usage = field(default_factory=Usage)
    problem: str = ""


class Ranker(Protocol):
    """Ranks the candidates of a hop."""

    name: str

    def rank(self, question: str, candidates: Sequence[Candidate]) -> Ranked:
        """Return the candidates, best first; those of equal scores stay in their order."""


class BiEncoderRanker:
    """Cosine of the question's vector and each candidate's; passages keep the graph's vectors."""

    name = "bi-encoder"

    def __init__(self, *, graph: Graph, embedder: Embedder) -> None:
        self._graph = graph
        self._embedder = embedder

    def rank(self, question: str, candidates: Sequence[Candidate]) -> Ranked:
        """See `Ranker.rank`; one embedding of the question and one of each line, one query."""
        if not candidates:
            return Ranked(())
        asked = self._embedder.embed_queries([question])[0]
        vector = self._graph.vector(asked)
        row = self._graph.read("compare_passages", ids=[c.key for c in candidates], vector=vector)
        known = dict(zip(row[0]["ids"], row[0]["cosines"], strict=True))
        lines = [c for c in candidates if c.key not in known]
        if lines:
            cosines = self._embedder.embed_passages([c.text for c in lines]) @ asked
            known |= dict(zip((c.key for c in lines), np.asarray(cosines).tolist(), strict=True))
        return Ranked(_sort(candidates, [known[c.key] for c in candidates]))


class CrossEncoderRanker:
    """A cross-encoder's score of the question with each candidate."""

    name = "cross-encoder"

    def __init__(self, score_pairs: Callable[[str, Sequence[str]], Sequence[float]]) -> None:
        self._score_pairs = score_pairs

    def rank(self, question: str, candidates: Sequence[Candidate]) -> Ranked:
        """See `Ranker.rank`."""
        if not candidates:
            return Ranked(())
        return Ranked(_sort(candidates, self._score_pairs(question, [c.text for c in candidates])))


class RankReply(BaseModel):
    """A chat model's choice: numbers of candidates, the most helpful first."""

    model_config = ConfigDict(extra="ignore", strict=True)

    numbers: list[int]


class ChatRanker:
    """One call a hop: what the model names comes first, the rest as without it.

    Args:
        chat: the model.
        without_model: ranks before it, so that what it leaves out has an order.
    """

    name = "chat model"

    def __init__(self, chat: ChatModel, without_model: Ranker) -> None:
        self._chat = chat
        self._without_model = without_model

    def rank(self, question: str, candidates: Sequence[Candidate]) -> Ranked:
        """See `Ranker.rank`; scores are reciprocal ranks. A reply that cannot be used ranks none.

        Raises:
            ModelError: the model is not available.
        """
        before = self._without_model.rank(question, candidates).candidates
        if not before:
            return Ranked(())
        named, usage, problem = self._ask(question, before)
        order = [*named, *(place for place in range(len(before)) if place not in named)]
        ranked = [replace(before[p], score=1 / rank) for rank, p in enumerate(order, start=1)]
        return Ranked(tuple(ranked), usage, problem)

    def _ask(self, question: str, candidates: Sequence[Candidate]) -> tuple[list[int], Usage, str]:
        """Return the places that the model names, what it cost, and why it cannot be used."""
        lines = [" ".join(candidate.text.split())[:SHOWN_CHARS] for candidate in candidates]
        messages = load_prompt(TASK).render(
            question=disarm(question, "evidence"),
            evidence="\n".join(
                f"[{number}] {disarm(line, 'evidence')}"
                for number, line in enumerate(lines, start=1)
            ),
        )
        schema = strict_schema(RankReply.model_json_schema())
        usage = Usage()
        try:
            reply = self._chat.complete(messages, task=TASK, schema=schema, max_tokens=MAX_TOKENS)
            usage = reply.usage
            numbers = parse_reply(reply.text, RankReply, task=TASK).numbers
        except BadReply as exc:
            spent = exc.usage if isinstance(exc, UnusableReply) else usage
            return [], spent, exc.reason
        places = dict.fromkeys(n - 1 for n in numbers if 1 <= n <= len(candidates))
        return list(places), usage, ""


def _sort(candidates: Sequence[Candidate], scores: Sequence[float]) -> tuple[Candidate, ...]:
    scored = [replace(c, score=float(s)) for c, s in zip(candidates, scores, strict=True)]
    return tuple(sorted(scored, key=lambda candidate: -candidate.score))
