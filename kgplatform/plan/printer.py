"""Writes a plan in the paper's code form; what is printed parses to the same plan."""

from __future__ import annotations

from kgplatform.plan.language import (
    ORIGINAL_QUESTION,
    Argument,
    Call,
    Plan,
    Reference,
    Statement,
    Text,
)

__all__ = ["QUESTION_TYPE", "print_body", "print_plan"]

QUESTION_TYPE = "### Question Type: "
DECOMPOSE = "### Decompose the original question into sub-questions."
ESCAPES = str.maketrans(
    {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t", "\x00": "\\x00"}
)


def print_plan(plan: Plan) -> str:
    """Return the plan's text, a statement a line."""
    lines: list[str] = []
    for place, statement in enumerate(plan.statements):
        if place == 0 and statement.name != ORIGINAL_QUESTION:
            lines += _heading(plan)
        lines.append(_print_statement(statement))
        if place == 0 and statement.name == ORIGINAL_QUESTION:
            lines += _heading(plan)
    return "\n".join(lines) + "\n"


def print_body(plan: Plan) -> str:
    """Return what follows the original question: what a planner is asked to complete."""
    rest = tuple(s for s in plan.statements if s.name != ORIGINAL_QUESTION)
    return print_plan(Plan(rest, plan.question_type))


def _heading(plan: Plan) -> list[str]:
    return [QUESTION_TYPE + plan.question_type, DECOMPOSE] if plan.question_type else []


def _print_statement(statement: Statement) -> str:
    value = statement.value
    written = _print_call(value) if isinstance(value, Call) else _print_argument(value)
    return f"{statement.name}: str = {written}"


def _print_call(call: Call) -> str:
    arguments = ", ".join(f"{name} = {_print_argument(value)}" for name, value in call.arguments)
    return f"{call.function}({arguments})"


def _print_argument(value: Argument) -> str:
    match value:
        case Reference():
            return value.name
        case Text():
            return _print_text(value)
        case _:
            return "[" + ", ".join(_print_argument(item) for item in value) + "]"


def _print_text(text: Text) -> str:
    if text.is_plain:
        return f'"{text.words.translate(ESCAPES)}"'
    return 'f"' + "".join(_print_part(part) for part in text.parts) + '"'


def _print_part(part: str | Reference) -> str:
    if isinstance(part, Reference):
        return "{" + part.name + "}"
    return part.translate(ESCAPES).replace("{", "{{").replace("}", "}}")
