"""What a plan's execution came to: every step with its evidence, and the answer or what lacks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kgplatform.pipelines.plan import WHOLE
from kgplatform.pipelines.plan.answering import Answered, Answerer, SubQuestion
from kgplatform.pipelines.plan.values import Item
from kgplatform.plan.language import GET_ANSWER
from kgplatform.records import Citation, Evidence, ScoredPassage, ScoredStatement, Step, Usage

__all__ = ["Execution", "StepResult", "ask_whole", "merge_evidence"]

WHOLE_NAME = "Whole_Question"
ANSWER_SEPARATOR = "; "
SHOWN_PASSAGES = 3


@dataclass(frozen=True, slots=True)
class StepResult:
    """One call of a plan, done.

    `asked` holds the sub-question as often as it was asked, once for each value of its
    placeholders. `problem` says what failed; a union may have items all the same.
    """

    name: str
    function: str
    items: tuple[Item, ...]
    asked: tuple[tuple[SubQuestion, Answered], ...] = ()
    problem: str = ""
    detail: tuple[tuple[str, Any], ...] = ()

    def describe(self) -> Step:
        """Return the step as commands print it."""
        stated: dict[str, Any] = {"name": self.name, "answers": [item.text for item in self.items]}
        stated |= dict(self.detail)
        if self.asked:
            stated["asked"] = [_describe_asked(question, answer) for question, answer in self.asked]
        if self.problem:
            stated["problem"] = self.problem
        return Step(self.function, stated)


def _describe_asked(question: SubQuestion, answered: Answered) -> dict[str, Any]:
    stated: dict[str, Any] = {
        "question": question.text,
        "answers": [item.text for item in answered.items],
        "passage_ids": [p.passage_id for p in answered.evidence.passages[:SHOWN_PASSAGES]],
        "titles": [p.title for p in answered.evidence.passages[:SHOWN_PASSAGES]],
        "quotes": [citation.quote for citation in answered.citations],
        "source": answered.source,
    }
    if answered.tried:
        stated["before"] = list(answered.tried)
    if answered.problem:
        stated["problem"] = answered.problem
    return stated


@dataclass(frozen=True, slots=True)
class Execution:
    """A plan's answer, in the order found; `steps` are its calls in the order of the plan.

    `complete` says that no step failed; without it `items` may lack some, and are never made up.
    """

    items: tuple[Item, ...]
    steps: tuple[StepResult, ...]
    complete: bool

    @property
    def answer(self) -> str:
        """The answers in one line, '' where there is none."""
        return ANSWER_SEPARATOR.join(item.text for item in self.items)

    @property
    def problems(self) -> tuple[str, ...]:
        """What failed, in the order of the plan."""
        return tuple(f"{step.name}: {step.problem}" for step in self.steps if step.problem)

    @property
    def usage(self) -> Usage:
        """What all steps cost."""
        return sum((answered.usage for _, answered in self._asked()), Usage())

    @property
    def citations(self) -> tuple[Citation, ...]:
        """What the answers of all steps rest on, those of the last step first, each once.

        An answer to the whole question rests on its own alone.
        """
        found = (c for _, answered in reversed(self._rests_on()) for c in answered.citations)
        unique: dict[tuple[str, int, int], Citation] = {}
        for citation in found:
            unique.setdefault((citation.passage_id, citation.start, citation.end), citation)
        return tuple(unique.values())

    @property
    def statements(self) -> tuple[ScoredStatement, ...]:
        """The facts that the answers rest on, each once; see `citations`."""
        return _unite_statements(s for _, answered in self._rests_on() for s in answered.statements)

    @property
    def evidence(self) -> Evidence:
        """What all steps retrieved, merged."""
        return merge_evidence([answered.evidence for _, answered in self._asked()])

    def describe(self) -> tuple[Step, ...]:
        """Return all steps, and what is partial about the answer, as commands print them."""
        stated = [step.describe() for step in self.steps]
        if not self.complete:
            known = {
                s.name: [item.text for item in s.items]
                for s in self.steps
                if s.items and s.function == GET_ANSWER
            }
            stated.append(Step("partial_answer", {"known": known, "missing": list(self.problems)}))
        return tuple(stated)

    def _rests_on(self) -> list[tuple[SubQuestion, Answered]]:
        last = self.steps[-1]
        return list(last.asked) if last.function == WHOLE else self._asked()

    def _asked(self) -> list[tuple[SubQuestion, Answered]]:
        return [pair for step in self.steps for pair in step.asked]


def ask_whole(execution: Execution, question: str, answer: Answerer) -> Execution:
    """Ask the question itself in place of what its plan came to; the plan's steps stay.

    The answer rests on evidence like that of any step, and a step of its own says where it is
    from. A question that a step asked already is not asked again.
    """
    if any(asked.text == question for step in execution.steps for asked, _ in step.asked):
        return execution
    asked = SubQuestion(WHOLE_NAME, question, question)
    answered = answer(asked)
    step = StepResult(WHOLE_NAME, WHOLE, answered.items, ((asked, answered),), answered.problem)
    complete = execution.complete and not answered.problem
    return Execution(answered.items, (*execution.steps, step), complete)


def merge_evidence(found: list[Evidence]) -> Evidence:
    """Return the passages of several retrievals in turn: the best of each, then the second best.

    A passage keeps its best score.
    """
    passages: dict[str, ScoredPassage] = {}
    for rank in range(max((len(e.passages) for e in found), default=0)):
        for evidence in found:
            if rank < len(evidence.passages):
                passage = evidence.passages[rank]
                passages.setdefault(passage.passage_id, passage)
    statements = _unite_statements(s for evidence in found for s in evidence.statements)
    return Evidence(tuple(passages.values()), statements)


def _unite_statements(found: Iterable[ScoredStatement]) -> tuple[ScoredStatement, ...]:
    """Return statements once each; those without an id, of an endpoint, by what they say."""
    return tuple({s.statement_id or (s.subject, s.relation, s.object): s for s in found}.values())
