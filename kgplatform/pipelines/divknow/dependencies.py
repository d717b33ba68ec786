"""What DetLLM asks of other rooms: SPARQL, decomposition by syntax, and the answer of a hop.

Without them the method asks the question as it is, of text and triples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

from kgplatform.answer import read
from kgplatform.plan.hops import list_hops
from kgplatform.plan.syntax.planner import plan_by_syntax
from kgplatform.records import Evidence, Usage
from kgplatform.runtime.resources import Resources

__all__ = ["NO_DEPENDENCIES", "Dependencies", "LookUp", "LookedUp", "make_dependencies"]


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What a knowledge base returned for a question.

    Attributes:
        name: what the question is about there, as in "Neil Armstrong".
        uri: where the knowledge base has that.
        lines: what was returned, a fact a line, "sub relation obj" (section 3.2).
        values: the answers among them: names, literals, a count, or yes or no.
        query: the SPARQL text; empty where none was made.
        problem: why nothing was returned; empty where something was.
    """

    name: str = ""
    uri: str = ""
    lines: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    query: str = ""
    usage: Usage = field(default_factory=Usage)
    problem: str = ""


class LookUp(Protocol):
    """Answers a single-hop question by SPARQL."""

    def __call__(self, question: str, *, may_ask_chat: bool) -> LookedUp:
        """Return what is found; `may_ask_chat`: a chat model may write the query.

        Raises:
            WikidataError: the endpoint cannot be asked.
            ModelError: the chat model is not available.
        """


class ReadHop(Protocol):
    """Answers a single-hop question from its evidence."""

    def __call__(
        self, question: str, evidence: Evidence, *, may_ask_chat: bool
    ) -> tuple[str, Usage]:
        """Return the answer, empty where there is none, and what it cost.

        Raises:
            ModelError: the chat model is not available.
        """


@dataclass(frozen=True, slots=True)
class Dependencies:
    """What is injected.

    Attributes:
        look_up: asks the knowledge base. None: there is none, and `no_look_up` says why.
        decompose: from a question to its single-hop questions, in the order to ask them; "{1}" in
            one stands for the answer of the first.
        read: reads the answer of a hop.
        score_pairs: a cross-encoder, from a query and texts to how relevant each is (higher is
            more); None: none is set.
    """

    look_up: LookUp | None = None
    no_look_up: str = "no knowledge base is set"
    decompose: Callable[[str], Sequence[str]] = lambda question: (question,)
    read: ReadHop = lambda *_, **__: ("", Usage())
    score_pairs: Callable[[str, Sequence[str]], Sequence[float]] | None = None


NO_DEPENDENCIES = Dependencies()


def make_dependencies(resources: Resources, look_up: LookUp | None = None) -> Dependencies:
    """Return the dependencies of DetLLM.

    Args:
        resources: the models; each is loaded when it is first needed.
        look_up: answers a question by SPARQL; None: there is no endpoint.
    """
    return Dependencies(
        look_up=look_up,
        decompose=lambda question: list_hops(plan_by_syntax(question, resources.linguistics)),
        read=partial(_read, resources),
        score_pairs=partial(_score, resources) if resources.settings.cross_encoder else None,
    )


def _score(resources: Resources, query: str, texts: Sequence[str]) -> Sequence[float]:
    """Return how relevant texts are by the cross-encoder, which is set."""
    return resources.cross_encoder(query, texts) if resources.cross_encoder else ()


def _read(
    resources: Resources, question: str, evidence: Evidence, *, may_ask_chat: bool
) -> tuple[str, Usage]:
    """Return the answer of the platform's own reader, empty where it abstains, and its cost."""
    chat = resources.chat if may_ask_chat else None
    reading = read(
        question,
        evidence,
        chat=chat,
        linguistics=resources.linguistics,
        heads=resources.reading_heads,
    )
    return reading.answer, reading.usage
