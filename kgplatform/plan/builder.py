"""Writes plans step by step in the paper's layout, so that every planner writes the same form."""

from __future__ import annotations

from collections.abc import Sequence

from kgplatform.plan.language import (
    COMPARE,
    FINAL_ANSWER,
    FINISH,
    GET_ANSWER,
    ORIGINAL_QUESTION,
    SEARCH,
    Call,
    Plan,
    Reference,
    Statement,
    Text,
)

__all__ = ["ATOMIC", "NEXT", "PlanBuilder"]

SET_NAME = "Inter_Result_{}"
NEXT = "After knowing the answer to that, I can ask the next question."
ATOMIC = "An atomic question, no need to decompose. Search directly."


class PlanBuilder:
    """A plan in the making; names are numbered as in the paper's examples (appendix C.2)."""

    def __init__(self, question: str, question_type: str = "") -> None:
        self.question_type = question_type
        self._statements = [Statement(ORIGINAL_QUESTION, Text.of(question))]
        self._asked = 0
        self._sets = 0

    def ask(self, *parts: str | Reference, thought: str = "") -> Reference:
        """Add a sub-question; return the name of its answer.

        Args:
            parts: of the sub-question, answers before it among them.
            thought: why it is asked; '': whether it needs an answer before it.
        """
        needs = any(isinstance(part, Reference) for part in parts)
        thought = thought or (NEXT if needs else ATOMIC)
        self._asked += 1
        number = self._asked
        question, info = Reference(f"Sub_Question_{number}"), Reference(f"Info_{number}")
        thinking, answer = Reference(f"Thought{number}"), Reference(f"Ans_{number}")
        self._add(thinking.name, Text.of(thought))
        self._add(question.name, Text.of(*parts))
        self._add(info.name, Call(SEARCH, (("query", question), ("thought", thinking))))
        self._add(answer.name, Call(GET_ANSWER, (("query", question), ("info", info))))
        return answer

    def combine(self, function: str, answers: Sequence[Reference]) -> Reference:
        """Add an intersection or union of two or more answers; return its name."""
        self._sets += 1
        name = SET_NAME.format(self._sets)
        arguments = tuple((f"Answer{n}", answer) for n, answer in enumerate(answers, start=1))
        self._add(name, Call(function, arguments))
        return Reference(name)

    def compare(self, answers: Sequence[Reference]) -> Reference:
        """Add the comparison of answers of sub-questions; return its name."""
        questions = tuple(Reference(a.name.replace("Ans_", "Sub_Question_")) for a in answers)
        arguments = (
            ("Original_Query", Reference(ORIGINAL_QUESTION)),
            ("Subquestions", questions),
            ("Answers", tuple(answers)),
        )
        self._add("Compare_Result", Call(COMPARE, arguments))
        return Reference("Compare_Result")

    def finish(self, answer: Reference) -> Plan:
        """Return the plan that ends with an answer."""
        self._add(FINAL_ANSWER, Call(FINISH, (("Answer", answer),)))
        return Plan(tuple(self._statements), self.question_type)

    def _add(self, name: str, value: Text | Call) -> None:
        self._statements.append(Statement(name, value))
