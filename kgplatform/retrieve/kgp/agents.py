"""Agents of KGP's walk: each says where the next evidence of a reasoning path should be.

Wang et al. 2024, section 4, equation 1: of the neighbours the one is next whose vector g(X) is
nearest to what f makes of question and path. g is the graph's own embedder for all agents, so f is
all that they are; what it returns is compared by the database.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from kgplatform.errors import BadReply
from kgplatform.events import carry
from kgplatform.models.conversation import ChatModel, Message, UnusableReply
from kgplatform.models.embedding import Embedder, Vectors
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.records import Usage
from kgplatform.retrieve.kgp.encoder import HopEncoder

__all__ = [
    "TASK",
    "Agent",
    "Aims",
    "ChatAgent",
    "EmbeddingAgent",
    "EncoderAgent",
    "Fact",
    "ask_for_evidence",
    "write_fact",
]

TASK = "next_evidence"
MAX_TOKENS = 160  # two or three sentences
CALLS_AT_ONCE = 4
PATH_SHARE = 0.25
"""Of the path's vector next to the question's: it leads further, and ranks a little worse.

Of the gold passages of 2Wiki (first 150 questions) the entity graph's walk reaches 90, 91 and 94 of
100 with 0, 0.1 and 0.25, of MuSiQue 81, 82 and 83; of HotpotQA's it brings 92, 91 and 90 among the
first five. Within a graph neighbours are near the path already, so more does not help."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A passage of a path as an agent sees it; `vector` is the one it has in the graph."""

    title: str
    text: str
    vector: Vectors


@dataclass(frozen=True, slots=True)
class Aims:
    """Where the next evidence of each path should be: vectors of length 1, (paths, dimension).

    `written` is the evidence that a model wrote for each path, '' where its reply could not be
    used; `problems` says why not.
    """

    vectors: Vectors
    written: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)
    problems: tuple[str, ...] = ()


class Agent(Protocol):
    """Equation 1's f, for one question."""

    def aim(self, paths: Sequence[Sequence[Fact]]) -> Aims:
        """Return what is sought after each path; the empty path asks for the first evidence."""


class EmbeddingAgent:
    """No model: the next evidence is like the question, and a little like the path."""

    def __init__(self, question: Vectors) -> None:
        """Take the question's vector, (dimension,)."""
        self._question = question

    def aim(self, paths: Sequence[Sequence[Fact]]) -> Aims:
        """Return the question's vector moved towards each path's mean."""
        return Aims(np.stack([self._move(path) for path in paths]))

    def _move(self, path: Sequence[Fact]) -> Vectors:
        moved = self._question
        if path:
            moved = moved + PATH_SHARE * np.mean([fact.vector for fact in path], axis=0)
        return np.asarray(moved / np.linalg.norm(moved), dtype=np.float32)


class EncoderAgent:
    """The hop-trained encoder: it learned which fact follows on question and path."""

    def __init__(self, question: Vectors, encoder: HopEncoder) -> None:
        """Take the question's vector, (dimension,), and the encoder of its embedder."""
        self._question = question
        self._encoder = encoder

    def aim(self, paths: Sequence[Sequence[Fact]]) -> Aims:
        """Return where the encoder expects the fact after each path."""
        return Aims(
            np.stack([self._encoder.seek(self._question, _vectors(path)) for path in paths])
        )


class ChatAgent:
    """A chat model writes the next evidence, which need not be true: it is only compared."""

    def __init__(self, question: str, vector: Vectors, chat: ChatModel, embedder: Embedder) -> None:
        """Take the question with its vector, (dimension,), the model, and the graph's embedder."""
        self._question = question
        self._chat = chat
        self._embedder = embedder
        self._without_model = EmbeddingAgent(vector)

    def aim(self, paths: Sequence[Sequence[Fact]]) -> Aims:
        """Return the vectors of what the model wrote, one call a path that is not empty.

        Where a reply cannot be used, question and path are compared as without a model.

        Raises:
            ModelError: the model is not available.
        """
        vectors = self._without_model.aim(paths).vectors
        asked = [place for place, path in enumerate(paths) if path]
        with ThreadPoolExecutor(CALLS_AT_ONCE, thread_name_prefix="evidence") as pool:
            replies = list(pool.map(carry(self._ask), [paths[place] for place in asked]))
        written = dict.fromkeys(range(len(paths)), "")
        written |= {place: text for place, (text, _, _) in zip(asked, replies, strict=True)}
        stated = [place for place in asked if written[place]]
        if stated:
            vectors[stated] = self._embedder.embed_passages([written[place] for place in stated])
        return Aims(
            vectors,
            written=tuple(written.values()),
            usage=sum((usage for _, usage, _ in replies), Usage()),
            problems=tuple(problem for _, _, problem in replies if problem),
        )

    def _ask(self, path: Sequence[Fact]) -> tuple[str, Usage, str]:
        """Return what the model wrote, what it cost, and why it cannot be used."""
        facts = [write_fact(fact.title, fact.text) for fact in path]
        usage = Usage()
        try:
            reply = self._chat.complete(
                ask_for_evidence(self._question, facts),
                task=TASK,
                max_tokens=MAX_TOKENS,
                may_be_cut=True,  # it is only compared
            )
            usage = reply.usage
            if not reply.text.strip():
                raise BadReply("it is empty", task=TASK, raw=reply.text)
        except BadReply as exc:
            spent = exc.usage if isinstance(exc, UnusableReply) else usage
            return "", spent, exc.reason
        return reply.text.strip(), usage, ""


def ask_for_evidence(question: str, facts: Sequence[str]) -> list[Message]:
    """Return the conversation that asks for the next evidence, as instruction data has it too.

    Args:
        question: in plain English.
        facts: what was found so far, in order.
    """
    evidence = "\n".join(disarm(fact, "evidence") for fact in facts)
    return load_prompt(TASK).render(question=disarm(question, "evidence"), evidence=evidence)


def write_fact(title: str, text: str) -> str:
    """Return a fact on one line, under its document's title."""
    return f"{title}: {' '.join(text.split())}" if title else " ".join(text.split())


def _vectors(path: Sequence[Fact]) -> Vectors:
    return np.array([fact.vector for fact in path], dtype=np.float32)
