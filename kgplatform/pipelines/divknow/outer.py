"""What DetLLM needs of rooms to the right of this one: handed in, because no room imports those.

The facade makes it of the wikidata room (question to SPARQL), the plan room (decomposition by
syntax) and the answer room (the answer of a hop). Without it the method asks the question as it is,
of text and triples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from kgplatform.records import Evidence, Usage

__all__ = ["NOTHING_OUTER", "LookUp", "LookedUp", "OuterParts"]


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
class OuterParts:
    """What is handed in.

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


NOTHING_OUTER = OuterParts()
