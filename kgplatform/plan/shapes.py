"""The shape of a plan: which pattern it is an instance of, names and words aside.

p is a projection (a sub-question), e an entity, i an intersection, u a union, c a comparison:
p(i(p(e),p(e))) is the paper's ip (figure 3). Parts of i, u and c are in alphabetical order, as
their order means nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kgplatform.plan.language import (
    COMPARE,
    FINISH,
    GET_ANSWER,
    INTERSECTION,
    UNION,
    Call,
    Plan,
    Reference,
    Text,
    list_references,
)
from kgplatform.plan.patterns import (
    ALL_PATTERNS,
    Compare,
    Entity,
    Intersect,
    Node,
    Project,
    Unite,
)

__all__ = ["CHAINS", "pattern_of", "shape_of", "shape_of_pattern"]

UNKNOWN = "?"
MOST_SHAPE = 1_000  # characters; patterns have twenty
CHAINS = ("1p", "2p", "3p")
"""The patterns that are chains, by their hops."""
LETTERS = {INTERSECTION: "i", UNION: "u", COMPARE: "c"}


def shape_of_pattern(node: Node) -> str:
    """Return the shape of a pattern's plans."""
    match node:
        case Entity():
            return "e"
        case Project(of):
            return f"p({shape_of_pattern(of)})"
        case Intersect(parts) | Unite(parts):
            letter = "i" if isinstance(node, Intersect) else "u"
            return f"{letter}({','.join(sorted(shape_of_pattern(part) for part in parts))})"
        case Compare(bridged):
            return "c(p(p(e)),p(p(e)))" if bridged else "c(p(e),p(e))"


NAMES = {shape_of_pattern(p.root): p.name for p in ALL_PATTERNS.values()}
"""The patterns by their shape."""


def shape_of(plan: Plan) -> str:
    """Return the shape of a plan that has been checked; "?" stands for parts beyond any pattern."""
    values = {s.name: s.value for s in plan.statements}
    calls = (value for value in values.values() if isinstance(value, Call))
    end = next(call for call in calls if call.function == FINISH)
    return _Shapes(values).of(end.argument("Answer"))


def pattern_of(plan: Plan) -> str:
    """Return the name of the pattern that a plan follows, '' for another one."""
    return NAMES.get(shape_of(plan), "")


@dataclass
class _Shapes:
    """Returns the shapes of a plan's parts, each once however often it is used."""

    values: Mapping[str, Text | Call | Reference]
    known: dict[str, str] = field(default_factory=dict)

    def of(self, argument: object) -> str:
        """Return the shape of what an argument stands for."""
        name, value = "", argument
        while isinstance(value, Reference):
            name = value.name
            value = self.values.get(name)
        if not isinstance(value, Call):
            return UNKNOWN
        if name not in self.known:
            shape = self._of_call(value)
            self.known[name] = shape if len(shape) <= MOST_SHAPE else UNKNOWN
        return self.known[name]

    def _of_call(self, call: Call) -> str:
        if call.function == GET_ANSWER:
            before = sorted(self.of(reference) for reference in self._placeholders(call))
            return f"p({','.join(before) or 'e'})"
        if call.function not in LETTERS:
            return UNKNOWN
        if call.function == COMPARE:
            answers = call.argument("Answers")
            parts: list[object] = list(answers) if isinstance(answers, tuple) else []
        else:
            parts = [part for _, part in call.arguments]
        return f"{LETTERS[call.function]}({','.join(sorted(self.of(p) for p in parts))})"

    def _placeholders(self, call: Call) -> list[Reference]:
        text: object = call.argument("query")
        while isinstance(text, Reference):
            text = self.values.get(text.name)
        return list(dict.fromkeys(list_references(text))) if isinstance(text, Text) else []
