"""Exports a conversation as Markdown, for people: questions, answers, and what they quote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kgplatform.text.markdown import as_text

__all__ = ["render_conversation"]


def render_conversation(questions: Sequence[Mapping[str, Any]]) -> str:
    """Return a conversation as Markdown, ending in a line feed.

    Args:
        questions: in the order of asking, as `Questions.show` returns them.
    """
    return "\n".join(line for question in questions for line in _render(question))


def _render(question: Mapping[str, Any]) -> list[str]:
    lines = [f"## {_quote_line(question['text'])}", ""]
    if question["understood"] != question["text"]:
        lines += [f"Understood as: {_quote_line(question['understood'])}", ""]
    answer = "No answer was found." if question["abstained"] else question["answer"]
    lines += [_quote_line(answer), ""]
    for number, citation in enumerate(question["citations"], start=1):
        title = citation["title"] or citation["uri"]
        lines.append(f"{number}. {_quote_line(title)}: “{_quote_line(citation['quote'])}”")
    how = f"{question['method']}, {question['reader']} reader, question {question['id']}"
    return [*lines, "", f"_{how}, {question['asked_at']}_", ""]


def _quote_line(text: str) -> str:
    """Return a text on one line, in which Markdown sees nothing but text."""
    return as_text(" ".join(text.split()))
