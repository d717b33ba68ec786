"""Reads the text of a plan, strictly: what is no plan is an error with line, column and a hint.

The grammar stands in plan.lark. `repair.py` reads what models write.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from functools import cache
from io import StringIO
from typing import Any

from lark import Lark, Token, Transformer, v_args
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError

from kgplatform.packaged import PACKAGE_DIR
from kgplatform.plan.language import (
    FUNCTIONS,
    Argument,
    Call,
    Plan,
    PlanError,
    Reference,
    Statement,
    Text,
)
from kgplatform.plan.printer import QUESTION_TYPE

__all__ = ["parse_plan", "read_quoted", "split_lines"]

GRAMMAR = PACKAGE_DIR / "plan" / "plan.lark"
TYPE_LINE = re.compile(
    rf"^[ \t]*#+[ \t]*{re.escape(QUESTION_TYPE.strip('# '))}(.*)$",
    re.MULTILINE | re.IGNORECASE,
)
ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.DOTALL)
ESCAPED = {"n": "\n", "r": "\r", "t": "\t"}
FIELD = re.compile(r"\{\{|\}\}|\{\s*([A-Za-z_]\w*)\s*\}|[{}]")
MOST_PLAN_CHARS = 20_000
"""Ten times the longest plan seen; what is longer is no plan, and costs time."""

MOST_STATEMENTS = 50
"""The longest plan seen, of eight steps, has 34."""

MOST_DEPTH = 10
"""Of brackets: the language has two, a call and a list in it."""

BRACKETS = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|#[^\n]*|(?P<open>[(\[])|[)\]]")


def parse_plan(text: str) -> Plan:
    """Return the plan that a text writes down.

    Raises:
        PlanError: it is not in the plan language.
    """
    if len(text) > MOST_PLAN_CHARS:
        raise PlanError(
            f"it has {len(text)} characters", hint=f"a plan has at most {MOST_PLAN_CHARS}"
        )
    _check_depth(text)
    try:
        statements = _Reader().transform(_grammar().parse(text))
    except UnexpectedInput as exc:
        raise _explain(exc, text) from None
    except VisitError as exc:
        if isinstance(exc.orig_exc, PlanError):
            raise exc.orig_exc from None
        raise
    if not statements:
        raise PlanError("it has no statement", hint='begin with Sub_Question_1: str = "…"')
    if len(statements) > MOST_STATEMENTS:
        raise PlanError(
            f"it has {len(statements)} statements",
            hint=f"a plan has at most {MOST_STATEMENTS}",
            line=statements[MOST_STATEMENTS].line,
            column=statements[MOST_STATEMENTS].column,
        )
    type_line = TYPE_LINE.search(text)
    return Plan(tuple(statements), type_line[1].strip() if type_line else "")


def _check_depth(text: str) -> None:
    """See that brackets are not so deep that the reader, which is recursive, could not follow."""
    depth = 0
    for match in BRACKETS.finditer(text):
        if match[0] in ")]":
            depth = max(depth - 1, 0)
        elif match["open"]:
            depth += 1
        if depth > MOST_DEPTH:
            raise PlanError(
                "its brackets are too deep",
                hint="give each call a name on a line of its own",
                line=text.count("\n", 0, match.start()) + 1,
                column=match.start() - text.rfind("\n", 0, match.start()),
            )


def read_quoted(quoted: str, *, line: int = 0, column: int = 0) -> Text:
    """Return the text that a quoted one stands for; braces are placeholders after an f.

    Raises:
        PlanError: it has braces that are no placeholder.
    """
    is_format = quoted[0] in "fF"
    inner = quoted[2:-1] if is_format else quoted[1:-1]
    plain = ESCAPE.sub(_unescape, inner)
    if not is_format:
        return Text.of(plain)
    parts: list[str | Reference] = []
    at = 0
    for match in FIELD.finditer(plain):
        parts.append(plain[at : match.start()])
        at = match.end()
        if match[1]:
            parts.append(Reference(match[1]))
        elif len(match[0]) == 2:
            parts.append(match[0][0])
        else:
            raise PlanError(
                f"the text has a lone '{match[0]}'",
                hint="write {Name} for an answer and {{ for a brace",
                line=line,
                column=column,
            )
    return Text.of(*parts, plain[at:])


def _unescape(match: re.Match[str]) -> str:
    code = match[1]
    if len(code) > 1:
        return chr(int(code[1:], 16))
    return ESCAPED.get(code, code)


@cache
def _grammar() -> Lark:
    return Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", propagate_positions=True)


@v_args(inline=True)
class _Reader(Transformer[Token, list[Statement]]):
    """Makes the plan's values of the parse tree, from its leaves up."""

    def start(self, *statements: Statement) -> list[Statement]:
        return list(statements)

    def annotation(self, *_: Token) -> None:
        return None

    def statement(self, name: Token, *rest: Any) -> Statement:
        value = rest[-1]
        if isinstance(value, tuple):
            raise PlanError(
                "a list has no name of its own",
                hint="write it as the argument of Compare",
                **_place(name),
            )
        return Statement(str(name), value, **_place(name))

    def text(self, token: Token) -> Text:
        return read_quoted(str(token), **_place(token))

    def reference(self, token: Token) -> Reference:
        return Reference(str(token))

    def list(self, *items: Argument | None) -> tuple[Argument, ...]:
        return tuple(item for item in items if item is not None)

    def argument(self, *parts: Any) -> tuple[Token | None, Argument]:
        return (None, parts[0]) if len(parts) == 1 else (parts[0], parts[1])

    def call(self, name: Token, *arguments: tuple[Token | None, Any] | None) -> Call:
        function = FUNCTIONS.get(str(name))
        if function is None:
            raise _unknown_function(name)
        names = list(function.parameters)
        given: list[tuple[str, Argument]] = []
        for place, argument in enumerate(a for a in arguments if a is not None):
            keyword, value = argument
            for call in _list_calls(value):
                raise _nested(call, name)
            by_place = names[place] if place < len(names) else f"Answer{place + 1}"
            given.append((str(keyword) if keyword else by_place, value))
        return Call(function.name, tuple(given))


def _place(token: Token) -> dict[str, int]:
    return {"line": token.line or 0, "column": token.column or 0}


def _list_calls(value: Any) -> Iterator[Call]:
    if isinstance(value, tuple):
        for inner in value:
            yield from _list_calls(inner)
    elif isinstance(value, Call):
        yield value


def _nested(call: Call, outer: Token) -> PlanError:
    return PlanError(
        f"{call.function}(…) stands inside another call",
        hint=f"give it a name on a line of its own, as in Result: str = {call.function}(…)",
        **_place(outer),
    )


def split_lines(text: str) -> list[str]:
    """Return the lines of a text as editors count them: no form feed or the like ends one."""
    return [line.rstrip("\n") for line in StringIO(text, newline=None)]


def _unknown_function(name: Token) -> PlanError:
    near = difflib.get_close_matches(str(name), FUNCTIONS, n=1)
    known = f"did you mean {near[0]}" if near else f"there are {', '.join(FUNCTIONS)}"
    return PlanError(f"there is no function '{name}'", hint=known, **_place(name))


def _explain(exc: UnexpectedInput, text: str) -> PlanError:
    """Return lark's finding in the words of the language."""
    if isinstance(exc, UnexpectedToken) and exc.token.type == "$END":
        lines = split_lines(text) or [""]
        place = {"line": len(lines), "column": len(lines[-1]) + 1}
        return PlanError("it ends too early", hint=_expect(exc.expected), **place)
    place = {"line": int(exc.line or 0), "column": int(exc.column or 0)}
    if isinstance(exc, UnexpectedCharacters):
        at = exc.pos_in_stream or 0
        found = text[at : at + 1]
        if found in "\"'":
            problem, hint = "a quotation mark is not closed", "close the text on the same line"
        else:
            problem, hint = f"unexpected {found!r}", _expect(exc.allowed)
        return PlanError(problem, hint=hint, **place)
    token = getattr(exc, "token", "")
    return PlanError(f"unexpected '{token}'", hint=_expect(getattr(exc, "expected", ())), **place)


TERMS = {
    "NAME": "a name",
    "TEXT": 'a text in "…"',
    "EQUAL": "=",
    "COLON": ":",
    "LPAR": "(",
    "RPAR": ")",
    "LSQB": "[",
    "RSQB": "]",
    "COMMA": ",",
    "$END": "the end",
}


def _expect(terminals: Any) -> str:
    stated = sorted({TERMS[name] for name in terminals or () if name in TERMS})
    return f"expected {' or '.join(stated)}" if stated else "write NAME: str = VALUE"
