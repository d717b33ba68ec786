"""Checks a plan before it is run: types, names, cycles, results that nobody uses."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from kgplatform.plan.language import (
    ANSWERS,
    COMPARE,
    FINISH,
    FUNCTIONS,
    INFO,
    ORIGINAL_QUESTION,
    SET,
    TEXT,
    VALUE,
    Argument,
    Call,
    Function,
    Plan,
    PlanError,
    Reference,
    Statement,
    Text,
    list_references,
)

__all__ = ["Problem", "check_plan", "find_problems"]

FEWEST_COMPARED = 2
IN_TEXT = (ANSWERS, SET, VALUE)
"""What a placeholder may stand for: an answer is put in the sub-question, each one of several in
its turn."""
WHY_NOT = {
    TEXT: "a text",
    INFO: "what a search found, not an answer",
    SET: "a set, and a single value is needed",
    ANSWERS: "an answer",
    VALUE: "one value, and a set is needed",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a plan; one that is not fatal does not keep it from being run."""

    message: str
    hint: str
    line: int
    column: int
    fatal: bool = True

    def error(self) -> PlanError:
        """Return it as an error to raise."""
        return PlanError(self.message, hint=self.hint, line=self.line, column=self.column)


def check_plan(plan: Plan) -> tuple[Problem, ...]:
    """See that a plan can be run; return what is odd about it all the same.

    Raises:
        PlanError: it cannot; the first reason.
    """
    problems = find_problems(plan)
    for problem in problems:
        if problem.fatal:
            raise problem.error()
    return problems


def find_problems(plan: Plan) -> tuple[Problem, ...]:
    """Return all that is wrong with a plan, in the order of its lines."""
    types = _list_types(plan)
    found = [
        *_check_names(plan),
        *(problem for s in plan.statements for problem in _check_statement(s, types)),
        *_check_cycles(plan),
        *_check_finish(plan),
        *_check_use(plan),
    ]
    return tuple(sorted(found, key=lambda p: (p.line, p.column)))


def _problem(statement: Statement, message: str, hint: str, *, fatal: bool = True) -> Problem:
    return Problem(message, hint, statement.line, statement.column, fatal)


def _list_types(plan: Plan) -> dict[str, str]:
    """Return the type of each name; of one that only names others in a circle, a text."""
    values = {statement.name: statement.value for statement in reversed(plan.statements)}
    types: dict[str, str] = {}
    for name, given in values.items():
        passed, value = [name], given
        while isinstance(value, Reference) and value.name in values and value.name not in passed:
            passed.append(value.name)
            value = values[value.name]
        types[name] = FUNCTIONS[value.function].returns if isinstance(value, Call) else TEXT
    return types


def _check_names(plan: Plan) -> Iterator[Problem]:
    known: dict[str, Statement] = {}
    for statement in plan.statements:
        if statement.name in known:
            first = known[statement.name].line
            yield _problem(
                statement,
                f"'{statement.name}' is assigned twice",
                f"choose another name: line {first} has this one",
            )
        known.setdefault(statement.name, statement)
    for statement in plan.statements:
        for reference in list_references(statement.value):
            if reference.name not in known:
                near = difflib.get_close_matches(reference.name, known, n=1)
                hint = f"did you mean {near[0]}" if near else "assign it on a line of its own"
                yield _problem(statement, f"'{reference.name}' is not defined", hint)


def _check_statement(statement: Statement, types: Mapping[str, str]) -> Iterator[Problem]:
    value = statement.value
    if isinstance(value, Text):
        yield from _check_text(statement, value, types)
    if not isinstance(value, Call):
        return
    function = FUNCTIONS[value.function]
    yield from _check_signature(statement, value, function)
    for name, argument in value.arguments:
        wanted = function.parameters.get(name)
        if wanted is None and function.grows and _is_further(name):
            wanted = function.parameters["Answer2"]
        if wanted is None:
            continue
        is_list = name in function.lists
        if is_list != isinstance(argument, tuple):
            yield _problem(
                statement,
                f"{value.function} takes {'a list' if is_list else 'one thing'} as {name}",
                f"write {name} = [A, B]" if is_list else f"write {name} = A",
            )
            continue
        for item in argument if isinstance(argument, tuple) else (argument,):
            yield from _check_argument(statement, name, item, wanted, types)
    if value.function == COMPARE:
        yield from _check_compare(statement, value)


def _is_further(name: str) -> bool:
    return name.startswith("Answer") and name.removeprefix("Answer").isdigit()


def _check_signature(statement: Statement, call: Call, function: Function) -> Iterator[Problem]:
    given = [name for name, _ in call.arguments]
    for name in function.parameters:
        if name not in given and name not in function.optional:
            yield _problem(
                statement,
                f"{function.name} needs {name}",
                f"write {function.name}({', '.join(f'{n} = …' for n in function.parameters)})",
            )
    for name in dict.fromkeys(given):
        if given.count(name) > 1:
            yield _problem(statement, f"{function.name} is given {name} twice", "remove one")
        known = name in function.parameters or (function.grows and _is_further(name))
        if not known:
            takes = ", ".join(function.parameters)
            yield _problem(statement, f"{function.name} has no {name}", f"it takes {takes}")


def _check_text(statement: Statement, text: Text, types: Mapping[str, str]) -> Iterator[Problem]:
    for reference in list_references(text):
        kind = types.get(reference.name)
        if kind is not None and kind not in IN_TEXT:
            yield _problem(
                statement,
                f"the placeholder {{{reference.name}}} is {WHY_NOT[kind]}",
                "name an answer, as in {Ans_1}",
            )


def _check_argument(
    statement: Statement,
    name: str,
    argument: Argument,
    wanted: tuple[str, ...],
    types: Mapping[str, str],
) -> Iterator[Problem]:
    if isinstance(argument, tuple):
        yield _problem(statement, f"{name} has a list within a list", "write one list")
        return
    if isinstance(argument, Text):
        yield from _check_text(statement, argument, types)
        kind: str | None = TEXT
    else:
        kind = types.get(argument.name)
    if kind is not None and kind not in wanted:
        stated = argument.name if isinstance(argument, Reference) else "the text"
        yield _problem(
            statement,
            f"{name} cannot be {stated}: it is {WHY_NOT[kind]}",
            f"give {' or '.join(wanted)}",
        )


def _check_compare(statement: Statement, call: Call) -> Iterator[Problem]:
    questions, answers = call.argument("Subquestions"), call.argument("Answers")
    if not isinstance(questions, tuple) or not isinstance(answers, tuple):
        return
    if len(questions) != len(answers):
        yield _problem(
            statement,
            f"Compare has {len(questions)} sub-questions and {len(answers)} answers",
            "give one answer a sub-question, in the same order",
        )
    if len(answers) < FEWEST_COMPARED:
        yield _problem(statement, "Compare has nothing to compare", "give at least two answers")


def _check_cycles(plan: Plan) -> Iterator[Problem]:
    uses = {s.name: [r.name for r in list_references(s.value)] for s in plan.statements}
    try:
        TopologicalSorter(uses).prepare()
    except CycleError as exc:
        names = list(reversed(exc.args[1]))
        first = next(s for s in plan.statements if s.name in names)
        yield _problem(
            first,
            f"its steps wait for one another: {' needs '.join(names)}",
            "let one of them be answered without the others",
        )


def _check_finish(plan: Plan) -> Iterator[Problem]:
    finishes = [s for s in plan.statements if _calls(s, FINISH)]
    if not finishes:
        last = plan.statements[-1]
        yield _problem(
            last, f"it never calls {FINISH}", f"end with Final_Answer: str = {FINISH}(Answer = …)"
        )
    for further in finishes[1:]:
        yield _problem(further, f"it calls {FINISH} twice", "remove one of them")


def _calls(statement: Statement, function: str) -> bool:
    return isinstance(statement.value, Call) and statement.value.function == function


def _check_use(plan: Plan) -> Iterator[Problem]:
    used = {r.name for s in plan.statements for r in list_references(s.value)}
    for statement in plan.statements:
        is_end = _calls(statement, FINISH) or statement.name == ORIGINAL_QUESTION
        if statement.name not in used and not is_end:
            message = f"'{statement.name}' is never used"
            yield _problem(statement, message, "use it or remove it", fatal=False)
