"""Brings names of a plan together that differ in case, underscores or a known abbreviation.

Models define Ans_1 and use ans1 or Answer_1: where just one defined name is meant, it is taken.
They also forget the f before a text with placeholders.
"""

from __future__ import annotations

import re
from collections import Counter

from kgplatform.plan.language import (
    FUNCTIONS,
    Argument,
    Call,
    Plan,
    Reference,
    Statement,
    Text,
)

__all__ = ["join_names"]

FIELD = re.compile(r"\{\s*([A-Za-z_]\w*)\s*\}")
SAME_STEMS = (("answer", "ans"), ("subquestion", "question"), ("information", "info"))


def join_names(plan: Plan) -> tuple[Plan, list[tuple[int, str, str, str]]]:
    """Return the plan with unknown names replaced by the defined ones they are meant as.

    Names of parameters are put in the spelling of the language as well, and {Ans_1} in a text
    without f is made a placeholder where there is such a name.

    Returns:
        the plan, and (line, slip, before, after) for each change.
    """
    defined = [statement.name for statement in plan.statements]
    by_key = {key: name for name, key in ((n, _key(n)) for n in defined)}
    unique = {key for key, count in Counter(_key(n) for n in set(defined)).items() if count == 1}
    joined: list[tuple[int, str, str, str]] = []
    statements = []
    for statement in plan.statements:
        namer = _Namer(set(defined), {k: by_key[k] for k in unique})
        value = namer.rename(statement.value)
        joined += [(statement.line, *change) for change in namer.changed]
        statements.append(Statement(statement.name, value, statement.line, statement.column))
    return Plan(tuple(statements), plan.question_type), joined


def _key(name: str) -> str:
    key = re.sub(r"[_\W]", "", name).casefold()
    for long, short in SAME_STEMS:
        key = key.replace(long, short)
    return key


class _Namer:
    """Renames within one statement and remembers what it renamed."""

    def __init__(self, defined: set[str], by_key: dict[str, str]) -> None:
        self.changed: list[tuple[str, str, str]] = []
        self._defined = defined
        self._by_key = by_key

    def rename(self, value: Text | Call | Reference) -> Text | Call | Reference:
        if isinstance(value, Call):
            arguments = tuple(
                (self._parameter(value.function, name), self._argument(argument))
                for name, argument in value.arguments
            )
            return Call(value.function, arguments)
        if isinstance(value, Reference):
            return Reference(self._name(value.name))
        return self._text(value)

    def _argument(self, value: Argument) -> Argument:
        match value:
            case Reference():
                return Reference(self._name(value.name))
            case Text():
                return self._text(value)
            case _:
                return tuple(self._argument(item) for item in value)

    def _text(self, text: Text) -> Text:
        if text.is_plain and any(self._is_known(name) for name in FIELD.findall(text.words)):
            pieces = FIELD.split(text.words)
            named = Text.of(*(self._restore(n, piece) for n, piece in enumerate(pieces)))
            self.changed.append(("missing f", text.words, named.words))
            return named
        return Text.of(
            *(p if isinstance(p, str) else Reference(self._name(p.name)) for p in text.parts)
        )

    def _restore(self, number: int, piece: str) -> str | Reference:
        """Return a piece of a text split at its braces: every second one is a name."""
        if number % 2 == 0:
            return piece
        return Reference(self._name(piece)) if self._is_known(piece) else "{" + piece + "}"

    def _is_known(self, name: str) -> bool:
        return name in self._defined or _key(name) in self._by_key

    def _name(self, name: str) -> str:
        if name in self._defined:
            return name
        meant = self._by_key.get(_key(name), name)
        if meant != name:
            self.changed.append(("name", name, meant))
        return meant

    def _parameter(self, function: str, name: str) -> str:
        for known in FUNCTIONS[function].parameters:
            if known.casefold() == name.casefold() and known != name:
                self.changed.append(("name", name, known))
                return known
        return name
