"""What a reader is, what it is opened with, and what it hands back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from kgplatform.records import Citation, Evidence, Question, ScoredStatement, Step, Usage

if TYPE_CHECKING:
    from kgplatform.models.conversation import ChatModel
    from kgplatform.models.linguistics import Linguistics
    from kgplatform.models.reading_heads.heads import ReadingHeads

__all__ = ["Reader", "ReaderResources", "Reading"]

NO_USAGE = Usage()


@dataclass(frozen=True, slots=True)
class Reading:
    """A reader's result, with everything it rests on; citations are best first.

    `answer` is empty exactly when `abstained`.
    `confidence` says how sure the reader is of `answer`, or of `rejected` where it abstained, on
    a scale of its own (0..1, higher is surer); None where it cannot say. `rejected` is the best
    answer that an abstention turned away, so that thresholds can be judged afterwards. `missing`
    names what an abstaining reader would have to know more of. `by_fact`: values of both sides, or
    a fact of the graph or a knowledge base, say so; no span was chosen by its likelihood.
    """

    answer: str
    abstained: bool
    reader: str
    citations: tuple[Citation, ...] = ()
    statements: tuple[ScoredStatement, ...] = ()
    usage: Usage = NO_USAGE
    steps: tuple[Step, ...] = ()
    confidence: float | None = None
    rejected: str = ""
    missing: tuple[str, ...] = ()
    by_fact: bool = False


class Reader(Protocol):
    """Answers a question from evidence, or abstains.

    An entry of the group kgplatform.readers is what returns one, a class as a rule, called with a
    ReaderResources (which a `runtime.Resources` is).
    """

    def read(self, question: Question, evidence: Evidence) -> Reading:
        """Return the answer with its citations, or an abstention.

        Args:
            question: as it was asked.
            evidence: of a retriever, best passages first; a citation is a span of one of them.

        Raises:
            ModelError: a model that reads cannot be asked.
        """


class ReaderResources(Protocol):
    """What a reader may use; each is opened when it is first asked for."""

    @property
    def linguistics(self) -> Linguistics:
        """The spaCy pipeline."""

    @property
    def reading_heads(self) -> ReadingHeads | None:
        """The trained reading heads; None where their weights are not in the package."""

    @property
    def chat(self) -> ChatModel | None:
        """The chat model; None where none is set."""
