"""The readers of the platform: by the language model, without one, or by both.

The cascade lets the reader without a model answer what it is sure of, most of all comparisons of
two sides whose values it found, and asks the model for the rest (as FrugalGPT's cascade, Chen et
al. 2023, section 3, goes from a cheap model to an expensive one). Small models compare badly.

What is asked over the rows of a whole table is computed, not read (`aggregate`), or else not
answered by some of its rows, unless a model is to read all. So is which of two entities is older,
larger or earlier, and whether both are of one country, where the values of both are found: a model
of 1.5B parameters is right no more often than by chance, even where the two stand side by side. And
where a fact of the graph has the entity and the relation that a question asks for, or a knowledge
base returned one for just that question, what fills it is the answer, and is not read again.

A model is first shown what a method holds for likely, and the rest only where that has no answer; a
reader without a model, which costs no tokens, reads all (`likely`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Final

from kgplatform.answer.extractive import read_extractively
from kgplatform.answer.likely import read_in_turn, show_passages
from kgplatform.answer.llm import read_with_model
from kgplatform.answer.reading import ReaderResources, Reading
from kgplatform.answer.structural import abstain_unmatched
from kgplatform.answer.structured.fields import read_field
from kgplatform.answer.tables import read_aggregate, refuse_uncounted, view_tables
from kgplatform.answer.tables.columns import WholeTable
from kgplatform.answer.tables.lookup import read_table
from kgplatform.models.linguistics import Linguistics
from kgplatform.question.analysis import YES_NO, Asked, analyse
from kgplatform.question.comparisons import compares
from kgplatform.records import Evidence, Question, ScoredPassage, Step
from kgplatform.text.words import fold

if TYPE_CHECKING:
    from kgplatform.models.reading_heads.heads import ReadingHeads

__all__ = [
    "CASCADE",
    "EXTRACTIVE",
    "LLM",
    "LLM_COMPUTED",
    "LLM_COT",
    "SURE_ENOUGH",
    "CascadeReader",
    "ComputingReader",
    "ExtractiveReader",
    "LlmReader",
    "PlatformReader",
    "ThinkingReader",
    "read_alone",
]

LLM: Final = "llm"
EXTRACTIVE: Final = "extractive"
LLM_COT: Final = "llm-cot"
LLM_COMPUTED: Final = "llm-computed"
CASCADE: Final = "cascade"

SURE_ENOUGH = 0.85
"""From this confidence of the reader without a model on, no model is asked. It lies between
what comparisons of values found on both sides are right in and all that is less sure."""


class PlatformReader:
    """A Reader of the platform: computes, asks a model, or does without, by what its kind allows.

    Attributes:
        name: the entry's.
        may_count: whether the program counts rows of tables: not where a model has to read.
        thinks: whether a model thinks aloud before it answers.
    """

    name: ClassVar[str]
    may_count: ClassVar[bool] = True
    thinks: ClassVar[bool] = False

    def __init__(self, resources: ReaderResources) -> None:
        self.linguistics, self.heads = resources.linguistics, resources.reading_heads
        self.chat = resources.chat

    def read(self, question: Question, evidence: Evidence, *, may_ask: bool = False) -> Reading:
        """Return an answer or an abstention; `may_ask`: a model may name what is missing."""
        return _read_once(question.text, evidence, self, may_ask=may_ask)

    def reads_first(self, asked: Asked, evidence: Evidence) -> bool:  # noqa: ARG002
        """Whether it is read without the model first."""
        return False

    def may_keep(self, asked: Asked, reading: Reading) -> bool:
        """Whether what is read without the model need not be asked of the model.

        Of yes and no that is right no more often than a model, but where a knowledge base was asked
        just that; of other entities, where a fact says so and no span was chosen.
        """
        if not _is_sure(reading) or compares(asked):
            return _is_sure(reading)
        if asked.kind == YES_NO:
            return any(not citation.document_id for citation in reading.citations)
        return reading.by_fact


class ExtractiveReader(PlatformReader):
    """Reads without any model."""

    name = EXTRACTIVE

    def __init__(self, resources: ReaderResources) -> None:
        self.linguistics, self.heads = resources.linguistics, resources.reading_heads
        self.chat = None


class LlmReader(PlatformReader):
    """Has the model read everything."""

    name = LLM
    may_count = False


class ThinkingReader(LlmReader):
    """Has the model read everything, and think aloud first."""

    name = LLM_COT
    thinks = True


class ComputingReader(PlatformReader):
    """Has the model read what is neither computed nor a fact."""

    name = LLM_COMPUTED

    def reads_first(self, asked: Asked, evidence: Evidence) -> bool:
        """Whether it is read without the model first: not whether something is so."""
        is_claim = asked.kind == YES_NO and not compares(asked)
        return not is_claim or any(map(_is_outside, evidence.passages))


class CascadeReader(PlatformReader):
    """Has the model read what is not surely read without it."""

    name = CASCADE

    def reads_first(self, asked: Asked, evidence: Evidence) -> bool:  # noqa: ARG002
        """Whether it is read without the model first: always."""
        return True

    def may_keep(self, asked: Asked, reading: Reading) -> bool:  # noqa: ARG002
        """Whether what is read without the model need not be asked of the model."""
        return _is_sure(reading)


def _read_once(
    question: str, evidence: Evidence, reader: PlatformReader, *, may_ask: bool
) -> Reading:
    unmatched = abstain_unmatched(evidence, reader=EXTRACTIVE if reader.chat is None else LLM)
    if unmatched is not None:
        return unmatched
    tables = view_tables(question, evidence) if reader.may_count else []
    counted = _read_rows(question, evidence, tables)
    if counted is not None:
        return counted
    reading = _read_passages(question, evidence, reader, may_ask=may_ask)
    if not tables or _is_looked_up(question, evidence, reading):
        return reading
    return refuse_uncounted(question, evidence, reading, tables)


def _is_looked_up(question: str, evidence: Evidence, reading: Reading) -> bool:
    """Whether an answer is the program's own, or what it finds in a cell or field as well."""
    if reading.abstained or reading.reader != LLM:
        return not reading.abstained
    asked = analyse(question)
    found = read_field(asked, evidence) or read_table(asked, evidence)
    return found is not None and fold(found.answer) == fold(reading.answer)


def _read_passages(
    question: str, evidence: Evidence, reader: PlatformReader, *, may_ask: bool
) -> Reading:
    left, chat = evidence.left or question, reader.chat
    if chat is None:
        return read_alone(question, evidence, reader.linguistics, reader.heads)

    def ask(shown: Evidence) -> Reading:
        return read_with_model(
            left,
            shown,
            chat,
            split_sentences=reader.linguistics.split_sentences,
            may_ask=may_ask,
            thinks=reader.thinks,
        )

    asked = analyse(left)
    if not reader.reads_first(asked, evidence):
        return read_in_turn(asked, evidence, ask)
    alone = _read_first(asked, evidence, reader.linguistics, reader.heads)
    keeps = reader.may_keep(asked, alone)
    reading = alone if keeps else read_in_turn(asked, evidence, ask)
    stated = Step(
        "cascade",
        {
            "without_model": alone.answer or alone.rejected,
            "confidence": round(alone.confidence or 0.0, 3),
            "asked": not keeps,
        },
    )
    return replace(reading, steps=(stated, *reading.steps))


def read_alone(
    question: str, evidence: Evidence, linguistics: Linguistics, heads: ReadingHeads | None
) -> Reading:
    """Read without any model: the passages of chains too, as they cost no tokens."""
    asked = analyse(evidence.left or question)
    if evidence.passed_over and compares(asked):
        compared = _read_first(asked, evidence, linguistics, heads)
        if _is_sure(compared):
            return compared
    return read_extractively(asked.text, show_passages(evidence), linguistics, heads)


def _read_first(
    asked: Asked, evidence: Evidence, linguistics: Linguistics, heads: ReadingHeads | None
) -> Reading:
    """Read without the model; two entities are compared by all passages found, at no tokens.

    The facts, lines or passages that a method chose for a reader need not hold both values.
    """
    if evidence.passages and compares(asked):
        found = (*evidence.passages, *evidence.passed_over)
        evidence = replace(evidence, passages=found, passed_over=(), reads="passages")
    return read_extractively(asked.text, evidence, linguistics, heads)


def _is_sure(reading: Reading) -> bool:
    return not reading.abstained and (reading.confidence or 0.0) >= SURE_ENOUGH


def _is_outside(passage: ScoredPassage) -> bool:
    """Return whether a passage is what a knowledge base returned, and of no document."""
    return not passage.document_id


def _read_rows(question: str, evidence: Evidence, tables: Sequence[WholeTable]) -> Reading | None:
    """Return what is computed over rows, but for what a cell or a field says as such.

    "Employees: 215" goes before the rows of a list of some of them, and so does a cell of the only
    row that is meant.
    """
    computed = read_aggregate(question, tables)
    if computed is None:
        return None
    asked = analyse(question)
    is_one_row = computed.steps[0].detail.get("rows") == 1
    cell = read_table(asked, evidence) if is_one_row else None
    return cell or read_field(asked, evidence) or computed
