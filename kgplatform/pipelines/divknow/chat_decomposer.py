"""The paper's decomposition (DivKnowQA, section 3.1): a chat model, n + 1 calls for n hops.

Each call has the question, the single-hop questions so far and what was kept for them; its reply
answers the last one and asks the next in several wordings, or says that nothing is left to ask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pydantic import BaseModel, ConfigDict

from kgplatform.errors import BadReply
from kgplatform.models.conversation import ChatModel, Message, UnusableReply
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.models.replies import parse_reply, strict_schema
from kgplatform.pipelines.divknow.decomposition import Decomposer, Hop, NextHop
from kgplatform.records import Usage

__all__ = ["TASK", "ChatDecomposer"]

TASK = "next_query"
TEMPERATURE = 0.7
"""Of the paper, for diverse queries (section 3.2)."""
MAX_TOKENS = 250
MOST_QUERIES = 3
SHOWN_CHARS = 800  # of a piece of evidence; passages are about as long
TAG = "evidence"


class NextReply(BaseModel):
    """A reply as the prompt asks for it."""

    model_config = ConfigDict(extra="ignore", strict=True)

    reason: str
    answer: str
    finished: bool
    question: str
    queries: list[str]


class ChatDecomposer:
    """Decomposes one question.

    Args:
        question: the whole question.
        chat: the model.
        without_model: takes its place where its first reply cannot be used.
    """

    def __init__(self, question: str, chat: ChatModel, without_model: Decomposer) -> None:
        self._question = question
        self._chat = chat
        self._without_model = without_model
        self._is_replaced = False

    @property
    def left(self) -> str:
        """See `Decomposer.left`; what a model asks last need not have the answer."""
        return self._without_model.left if self._is_replaced else ""

    def next_hop(self, hops: Sequence[Hop]) -> NextHop:
        """See `Decomposer.next_hop`; one call. A question that was asked already is not again.

        Raises:
            ModelError: the model is not available; a bad reply is not raised but reported.
        """
        if self._is_replaced:
            return self._without_model.next_hop(hops)
        schema = strict_schema(NextReply.model_json_schema())
        usage = Usage()
        try:
            reply = self._chat.complete(
                self.write_messages(hops),
                task=TASK,
                schema=schema,
                max_tokens=MAX_TOKENS,
                temperature=TEMPERATURE,
            )
            usage = reply.usage
            read = parse_reply(reply.text, NextReply, task=TASK)
        except BadReply as exc:
            spent = exc.usage if isinstance(exc, UnusableReply) else usage
            return self._go_on(hops, exc.reason, spent)
        answer = read.answer.strip() if hops else ""
        asked = " ".join(read.question.split())
        is_over = read.finished or not asked or asked in {hop.question for hop in hops}
        if is_over:
            return NextHop(answer=answer, reason=read.reason, usage=usage)
        wordings = (asked, *(" ".join(query.split()) for query in read.queries))
        queries = tuple(dict.fromkeys(filter(None, wordings)))[:MOST_QUERIES]
        return NextHop(asked, queries, answer, read.reason, usage=usage)

    def _go_on(self, hops: Sequence[Hop], problem: str, usage: Usage) -> NextHop:
        """Return what to do after a reply that cannot be used: hops that were asked are enough."""
        if hops:
            return NextHop(problem=problem, usage=usage)
        self._is_replaced = True
        return replace(self._without_model.next_hop(hops), problem=problem, usage=usage)

    def write_messages(self, hops: Sequence[Hop]) -> list[Message]:
        """Return the conversation that asks for the hop after some others."""
        lines = [" ".join(c.text.split())[:SHOWN_CHARS] for hop in hops for c in hop.kept]
        stated = "\n".join(
            f"{number}. {disarm(hop.question, TAG)} {disarm(hop.answer, TAG)}".rstrip()
            for number, hop in enumerate(hops, start=1)
        )
        return load_prompt(TASK).render(
            question=disarm(self._question, TAG),
            evidence="\n".join(
                f"[{number}] {disarm(line, TAG)}"
                for number, line in enumerate(dict.fromkeys(lines), start=1)
            ),
            hops=f"\n{stated}" if stated else "(none)",
        )
