"""Looks after the questions that were asked: lists, shows and deletes them."""

from __future__ import annotations

import json
from typing import Any, Protocol

from kgplatform.errors import NotFound, UsageError
from kgplatform.graph.connection import Graph
from kgplatform.records.filters import Documents

__all__ = ["Questions", "check_name"]

DEFAULT_LIMIT = 50
LONGEST_NAME = 200


class Resources(Protocol):
    """What questions are looked up in."""

    def graph(self) -> Graph:
        """Return the open connection."""

    def select_documents(self, documents: Documents) -> tuple[str, ...] | None:
        """Return the ids of the documents that are meant; None where all are."""


class Questions:
    """The questions that are recorded in a graph, with their answers."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources

    def list(
        self,
        words: str | None = None,
        *,
        conversation: str | None = None,
        skip: int = 0,
        limit: int = DEFAULT_LIMIT,
        documents: Documents = None,
    ) -> list[dict[str, Any]]:
        """Return questions, the latest first.

        Args:
            words: only those that have them, or whose answer has, in any case.
            conversation: only those of the conversation of this id.
            skip: how many of the first are left out.
            limit: most questions.
            documents: only those whose answer quotes one of them.

        Returns:
            {id, text, name, understood, answer, abstained, method, reader, asked_at, tokens,
            citations, conversation} each; `citations` is how many there are.
        """
        return self._resources.graph().read(
            "list_questions",
            words=words,
            conversation=conversation,
            skip=skip,
            limit=limit,
            documents=self._resources.select_documents(documents),
        )

    def show(self, question_id: str) -> dict[str, Any]:
        """Return one question as `list` does, its `citations` as they were quoted.

        Raises:
            NotFound: there is no such question.
        """
        rows = self._resources.graph().read("fetch_question", id=question_id)
        if not rows:
            raise _no_question(question_id)
        return {**rows[0], "citations": [json.loads(text) for text in rows[0]["citations"]]}

    def rename(self, question_id: str, name: str) -> dict[str, int]:
        """Give a question a name to be listed by; return how many were named.

        Raises:
            NotFound: there is no such question.
            UsageError: the name is empty or too long.
        """
        name = check_name(name)
        [row] = self._resources.graph().write("write_question_name", id=question_id, name=name)
        if not row["questions"]:
            raise _no_question(question_id)
        return row

    def delete(self, question_id: str) -> dict[str, int]:
        """Delete a question with the record of its answer; return how many went.

        Raises:
            NotFound: there is no such question.
        """
        [row] = self._resources.graph().write("delete_question", id=question_id)
        if not row["questions"]:
            raise _no_question(question_id)
        return row


def check_name(name: str) -> str:
    """Return the name that somebody gives a question or a conversation, on one line.

    Raises:
        UsageError: it is empty or too long.
    """
    name = " ".join(name.split())
    if not 0 < len(name) <= LONGEST_NAME:
        raise UsageError(f"A name has 1 to {LONGEST_NAME} characters: give another.")
    return name


def _no_question(question_id: str) -> NotFound:
    return NotFound(f"There is no question '{question_id}': ask says which id it is recorded by.")
