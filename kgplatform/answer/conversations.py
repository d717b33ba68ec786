"""Looks after conversations: questions that are understood from those before them."""

from __future__ import annotations

import secrets
from typing import Any

from kgplatform.answer.questions import Questions, Resources, check_name
from kgplatform.errors import NotFound
from kgplatform.records.question import Turn

__all__ = ["Conversations", "make_conversation_id"]

ID_BYTES = 12
MOST_TURNS = 10
"""That a question is understood from."""
EVERY_QUESTION = 100_000
_Rows = list[dict[str, Any]]  # `list` is a method below


def make_conversation_id() -> str:
    """Return the id of a new conversation, which is there from its first question on."""
    return secrets.token_hex(ID_BYTES)


class Conversations:
    """The conversations that are recorded in a graph; each is the questions that have its id."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources

    def list(self, *, skip: int = 0, limit: int) -> list[dict[str, Any]]:
        """Return conversations, the latest first.

        Returns:
            {id, name, questions, started_at, asked_at} each; `questions` is how many there are.
        """
        return self._resources.graph().read("list_conversations", skip=skip, limit=limit)

    def show(self, conversation: str) -> _Rows:
        """Return the questions of a conversation in the order of asking, each as in full.

        Raises:
            NotFound: there is none.
        """
        questions = Questions(self._resources)
        rows = questions.list(conversation=conversation, limit=EVERY_QUESTION)
        if not rows:
            raise _no_conversation(conversation)
        return [questions.show(row["id"]) for row in reversed(rows)]

    def turns(self, conversation: str) -> tuple[Turn, ...]:
        """Return the last turns of a conversation; none where it has not begun."""
        rows = self._resources.graph().read(
            "list_turns", conversation=conversation, limit=MOST_TURNS
        )
        return tuple(Turn(row["question"], row["answer"]) for row in rows)

    def rename(self, conversation: str, name: str) -> dict[str, int]:
        """Give a conversation a name.

        Raises:
            NotFound: there is none.
            UsageError: the name is empty or too long.
        """
        name, graph = check_name(name), self._resources.graph()
        return _known(
            graph.write("write_conversation_name", conversation=conversation, name=name),
            conversation,
        )

    def delete(self, conversation: str) -> dict[str, int]:
        """Delete the questions of a conversation; return how many went.

        Raises:
            NotFound: there is none.
        """
        graph = self._resources.graph()
        return _known(graph.write("delete_conversation", conversation=conversation), conversation)


def _known(rows: list[dict[str, int]], conversation: str) -> dict[str, int]:
    if not rows[0]["questions"]:
        raise _no_conversation(conversation)
    return rows[0]


def _no_conversation(conversation: str) -> NotFound:
    return NotFound(
        f"There is no conversation '{conversation}': kgplatform conversations list shows the ids."
    )
