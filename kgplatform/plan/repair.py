"""Reads a plan as a model writes it: the usual slips are set right, each one recorded.

A plan that parses and is sound is taken as it is, and so is each line that parses alone. Of the
others what is no plan is left out and what is nearly a statement is made one; names that differ in
case or underscores alone are brought together. What is still wrong then is an error: nothing is
invented.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgplatform.plan.language import (
    FUNCTIONS,
    ORIGINAL_QUESTION,
    Plan,
    PlanError,
    Reference,
    Statement,
    Text,
)
from kgplatform.plan.parser import MOST_PLAN_CHARS, parse_plan, split_lines
from kgplatform.plan.printer import QUESTION_TYPE, print_plan
from kgplatform.plan.repair_code import is_code, read_code
from kgplatform.plan.repair_end import FINAL, cut_after_finish, finish
from kgplatform.plan.repair_names import join_names
from kgplatform.plan.repair_nested import lift_calls
from kgplatform.plan.repair_quotes import close_brackets, count_open, quote, straighten
from kgplatform.plan.repaired import ReadPlan, Repair

__all__ = ["read_plan"]

FENCE = re.compile(
    r"^[ \t]*(?:```|~~~)[^\n]*\n(.*?)(?:^[ \t]*(?:```|~~~)|\Z)", re.DOTALL | re.MULTILINE
)
NUMBERING = re.compile(r"^\s*(?:(?:step\s*)?\d+\s*[.):]|[-*•>])\s+(?=[A-Za-z_#])", re.IGNORECASE)
ASSIGNMENT = re.compile(
    r"^\s*(?P<name>[A-Za-z_]\w*)\s*(?::[\w\[\], ]{1,40}?)?\s*"
    r"(?:=(?!=)|:(?=\s*[fF]?[\"']))\s*(?P<value>.*)$",
    re.DOTALL,
)
CALL = re.compile(r"^\s*(?P<function>[A-Za-z_]\w*)\s*\((?P<rest>.*)$", re.DOTALL)
QUOTE = re.compile(r"^[fF]?[\"']")
TRIPLE = re.compile(r"^[fF]?(?:\"{3}|'{3})")
WORD = re.compile(r"[A-Za-z]+")
WORDS_NAME = re.compile(r"^(?:original_?question|sub_?question|thought)", re.IGNORECASE)
DECORATION = re.compile(r"[*`]+")


def read_plan(text: str, *, question: str = "") -> ReadPlan:
    """Return the plan in a text that a model or a person wrote.

    Args:
        text: the plan, perhaps with prose around it.
        question: the original question, put first where the plan does not give it.

    Raises:
        PlanError: there is no plan in it, or more is wrong than slips.
    """
    try:
        plan = parse_plan(text)
    except PlanError as exc:
        if len(text) > MOST_PLAN_CHARS:
            raise
        plan, repairs = _repair(text, exc)
    else:
        repairs = []
    plan, cut = cut_after_finish(plan)
    plan, joined = join_names(plan)
    repairs += cut
    repairs += [Repair(line, slip, before, after) for line, slip, before, after in joined]
    plan, finished = finish(plan)
    repairs += finished
    return ReadPlan(_put_question(plan, question), tuple(repairs))


def _repair(text: str, problem: PlanError) -> tuple[Plan, list[Repair]]:
    """Return the plan in a text that does not parse.

    Raises:
        PlanError: `problem`, where no line of the text is a plan's.
    """
    repairs: list[Repair] = []
    lines = _unfence(text, repairs)
    kept: list[tuple[int, str]] = []
    for number, line in _join_lines(lines):
        lifted, rest = lift_calls(number, line, _function)
        repairs += lifted
        for piece in (*(repair.after for repair in lifted), rest):
            written = _repair_line(number, piece, repairs)
            if written:
                kept.append((number, written))
    if not any(not line.startswith("#") for _, line in kept):
        raise problem
    numbers = [number for number, _ in kept]
    try:
        plan = parse_plan("\n".join(line for _, line in kept))
    except PlanError as exc:
        place = numbers[exc.line - 1] if exc.line else 0
        raise PlanError(exc.problem, hint=exc.hint, line=place, column=exc.column) from None
    placed = tuple(replace(s, line=numbers[s.line - 1]) for s in plan.statements)
    return replace(plan, statements=placed), repairs


def _unfence(text: str, repairs: list[Repair]) -> list[tuple[int, str]]:
    """Return the numbered lines of the fenced block that holds the most of a plan."""
    blocks = list(FENCE.finditer(text))
    if not blocks:
        return list(enumerate(split_lines(text), start=1))
    best = max(blocks, key=lambda block: sum(name in block[1] for name in (*FUNCTIONS, "=")))
    first = text.count("\n", 0, best.start(1)) + 1
    repairs.append(Repair(first - 1, "code fence", best[0].split("\n")[0].strip(), ""))
    return list(enumerate(split_lines(best[1]), start=first))


def _join_lines(lines: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Yield numbered lines, those within open parentheses as one."""
    held, start, depth = "", 0, 0
    for number, line in lines:
        begins = ASSIGNMENT.match(line) is not None and not _is_argument(line)
        if held and begins:
            yield start, held
            held, depth = "", 0
        if not held:
            start = number
        held = f"{held} {line.strip()}" if held else line
        depth += count_open(line)
        if depth <= 0 or not ASSIGNMENT.match(held):
            yield start, held
            held, depth = "", 0
    if held:
        yield start, held


def _is_argument(line: str) -> bool:
    """Return whether a line is a call's argument on a line of its own: "info = Info_1,"."""
    match = ASSIGNMENT.match(line)
    known = {name for function in FUNCTIONS.values() for name in function.parameters}
    return match is not None and match["name"] in known


def _repair_line(number: int, line: str, repairs: list[Repair]) -> str:
    """Return the statement or comment that a line is meant as, '' for prose."""
    bare = line.strip()
    if not bare:
        return ""
    if bare.startswith("#"):
        return bare if QUESTION_TYPE.strip("# ").casefold() in bare.casefold() else ""
    unnumbered = NUMBERING.sub("", bare)
    if unnumbered != bare:
        repairs.append(Repair(number, "numbering", bare, unnumbered))
    plain = DECORATION.sub("", unnumbered) if unnumbered[0] in "*`" else unnumbered
    match = ASSIGNMENT.match(plain)
    if match is None:
        call = CALL.match(plain)
        if call and _function(call["function"]):
            repairs.append(Repair(number, "call without a name", bare, f"{FINAL} = {plain}"))
            return _repair_call(number, FINAL, call, repairs)
        repairs.append(Repair(number, "prose", bare, ""))
        return ""
    return plain if _is_sound(plain) else _repair_assignment(number, bare, match, repairs)


def _is_sound(line: str) -> bool:
    """Whether a line is a statement as it is; a thought of one word without quotes is none."""
    try:
        statements = parse_plan(line).statements
    except PlanError:
        return False
    first = statements[0]
    is_word = isinstance(first.value, Reference) and WORD.fullmatch(first.value.name)
    return len(statements) == 1 and not (is_word and WORDS_NAME.match(first.name))


def _repair_assignment(number: int, bare: str, match: re.Match[str], repairs: list[Repair]) -> str:
    name, value = match["name"], match["value"].rstrip().rstrip(";")
    call = CALL.match(value)
    if call and _function(call["function"]):
        return _repair_call(number, name, call, repairs)
    is_words = WORDS_NAME.match(name) is not None
    if not is_words and (call or re.fullmatch(r"[A-Za-z_]\w*", value)):
        return f"{name}: str = {value}"
    straight = straighten(value)
    if not straight or (not QUOTE.match(straight) and not is_words and not is_code(straight)):
        repairs.append(Repair(number, "prose", bare, ""))
        return ""
    if is_code(straight) or TRIPLE.match(straight):
        return _repair_code(number, name, straight, repairs)
    quoted = quote(straight)
    written = f"{name}: str = {quoted}"
    if quoted != value:
        repairs.append(Repair(number, _name_slip(value, quoted), bare, written))
    return written


def _repair_code(number: int, name: str, value: str, repairs: list[Repair]) -> str:
    """Return the statement of a text that is made by code.

    Raises:
        PlanError: the code does more than to put texts and answers together.
    """
    text = read_code(value)
    if text is None:
        raise PlanError(
            f"the text of {name} is made by code, or over several lines",
            hint='write one text on a line, as in f"Who succeeded {Ans_1}?"',
            line=number,
            column=1,
        )
    written = print_plan(Plan((Statement(name, text),))).strip()
    repairs.append(Repair(number, "code", value, written))
    return written


def _name_slip(before: str, after: str) -> str:
    if before[:1] not in "\"'fF" or before[-1:] not in "\"'":
        return "missing quote"
    return "missing f" if after[0] == "f" and before[:1] not in "fF" else "quotation marks"


def _function(name: str) -> str | None:
    """Return the function of a name, case and underscores aside."""
    folded = name.replace("_", "").casefold()
    return next((f for f in FUNCTIONS if f.replace("_", "").casefold() == folded), None)


def _repair_call(number: int, name: str, call: re.Match[str], repairs: list[Repair]) -> str:
    function, rest = _function(call["function"]) or "", call["rest"].rstrip(" ;,")
    if function != call["function"]:
        repairs.append(Repair(number, "wrong case", call["function"], function))
    written = f"{name}: str = {function}({rest}"
    closed = close_brackets(written)
    if closed != written:
        repairs.append(Repair(number, "missing bracket", written, closed))
    return closed


def _put_question(plan: Plan, question: str) -> Plan:
    if not question or plan.question:
        return plan
    first = Statement(ORIGINAL_QUESTION, Text.of(question))
    return Plan((first, *plan.statements), plan.question_type)
