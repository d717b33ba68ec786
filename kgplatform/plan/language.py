"""The plan language as values: what a plan is, its functions, and what is wrong with one.

Wang et al. 2024, section 3.2 and appendix C.2. A plan is a list of assignments; each gives a name
to a text, or to what one of six functions returns. Placeholders in a text stand for the answer of
an earlier sub-question, as in f"Who succeeded {Ans_1}?".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from kgplatform.errors import UsageError

__all__ = [
    "ANSWERS",
    "COMPARE",
    "FINAL_ANSWER",
    "FINISH",
    "FUNCTIONS",
    "GET_ANSWER",
    "INFO",
    "INTERSECTION",
    "ORIGINAL_QUESTION",
    "SEARCH",
    "SET",
    "TEXT",
    "UNION",
    "VALUE",
    "Argument",
    "Call",
    "Function",
    "Plan",
    "PlanError",
    "Reference",
    "Statement",
    "Text",
    "list_references",
]

SEARCH, GET_ANSWER, COMPARE = "Search", "Get_Answer", "Compare"
INTERSECTION, UNION, FINISH = "Intersection", "Union", "Finish_The_Plan"
ORIGINAL_QUESTION, FINAL_ANSWER = "Original_Question", "Final_Answer"

TEXT, INFO, ANSWERS, SET, VALUE = "text", "information", "answers", "set", "value"
"""Types. `answers` is what a reader gives, one or several; a `set` is made of such by a set
operation, and a `value` by a comparison."""


class PlanError(UsageError):
    """A plan cannot be read or run; `line` and `column` count from 1, 0 where there is none."""

    def __init__(self, problem: str, *, hint: str, line: int = 0, column: int = 0) -> None:
        self.problem = problem
        self.hint = hint
        self.line = line
        self.column = column
        where = f"Line {line}, column {column} of the plan: " if line else "The plan: "
        super().__init__(f"{where}{problem}; {hint}.")


@dataclass(frozen=True, slots=True)
class Reference:
    """The name of something assigned elsewhere in the plan."""

    name: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text with placeholders: no two words in a row are both plain, and none is empty."""

    parts: tuple[str | Reference, ...]

    @property
    def is_plain(self) -> bool:
        """Whether it has no placeholder."""
        return not any(isinstance(part, Reference) for part in self.parts)

    @property
    def words(self) -> str:
        """The text with its placeholders as they are written."""
        return "".join(p if isinstance(p, str) else "{" + p.name + "}" for p in self.parts)

    @classmethod
    def of(cls, *parts: str | Reference) -> Text:
        """Return the text of some parts, neighbouring plain ones joined."""
        joined: list[str | Reference] = []
        for part in parts:
            last = joined[-1] if joined else None
            if isinstance(part, str) and isinstance(last, str):
                joined[-1] = last + part
            elif part != "":
                joined.append(part)
        return cls(tuple(joined))


Argument: TypeAlias = "Reference | Text | tuple[Argument, ...]"


@dataclass(frozen=True, slots=True)
class Call:
    """A function with its arguments by name, in the order written."""

    function: str
    arguments: tuple[tuple[str, Argument], ...]

    def argument(self, name: str) -> Argument | None:
        """Return the argument of that name, if it is given."""
        return dict(self.arguments).get(name)


@dataclass(frozen=True, slots=True)
class Statement:
    """One assignment; `line` and `column` say where it was read, and do not count as content."""

    name: str
    value: Text | Call | Reference
    line: int = field(default=0, compare=False)
    column: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan; `question_type` is what the line "### Question Type:" says, '' without one."""

    statements: tuple[Statement, ...]
    question_type: str = ""

    @property
    def question(self) -> str:
        """The original question, '' where the plan does not give it."""
        value = self.find(ORIGINAL_QUESTION)
        return value.words if isinstance(value, Text) else ""

    def find(self, name: str) -> Text | Call | Reference | None:
        """Return what a name stands for."""
        return next((s.value for s in self.statements if s.name == name), None)


@dataclass(frozen=True, slots=True)
class Function:
    """A function's parameters with what each takes, and what it returns.

    `more` is what further arguments take, named as the last parameter with the next number. A
    parameter of ("list", TYPE) takes a list.
    """

    name: str
    parameters: Mapping[str, tuple[str, ...]]
    returns: str
    optional: frozenset[str] = frozenset()
    lists: frozenset[str] = frozenset()
    grows: bool = False


SETS = {"Answer1": (ANSWERS, SET), "Answer2": (ANSWERS, SET)}

FUNCTIONS = {
    function.name: function
    for function in (
        Function(
            SEARCH, {"query": (TEXT,), "thought": (TEXT,)}, INFO, optional=frozenset({"thought"})
        ),
        Function(GET_ANSWER, {"query": (TEXT,), "info": (INFO,)}, ANSWERS),
        Function(
            COMPARE,
            {"Original_Query": (TEXT,), "Subquestions": (TEXT,), "Answers": (ANSWERS,)},
            VALUE,
            lists=frozenset({"Subquestions", "Answers"}),
        ),
        Function(INTERSECTION, SETS, SET, grows=True),
        Function(UNION, SETS, SET, grows=True),
        Function(FINISH, {"Answer": (ANSWERS, SET, VALUE)}, VALUE),
    )
}


def list_references(value: Argument | Call) -> Iterator[Reference]:
    """Yield every name that a value uses, in order."""
    match value:
        case Reference():
            yield value
        case Text():
            yield from (part for part in value.parts if isinstance(part, Reference))
        case Call():
            for _, argument in value.arguments:
                yield from list_references(argument)
        case tuple():
            for item in value:
                yield from list_references(item)
