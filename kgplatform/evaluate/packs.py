"""Reads one record of a published question file: its question, answers and paragraphs.

Each data set has a published form of its own, and packs in circulation mix them (paragraphs in
place of HotpotQA's context, for one); both are read here, whatever the data set. What becomes
of the paragraphs is the business of `datasets`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgplatform.errors import EvaluationError

__all__ = ["PACK_FORMATS", "PackParagraph", "PackQuestion", "guess_pack_format", "read_question"]

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class PackParagraph:
    """One paragraph given with a question; `gold` says that the answer rests on it."""

    title: str
    text: str
    gold: bool


@dataclass(frozen=True, slots=True)
class PackQuestion:
    """One question as published, with its own paragraphs in their order."""

    id: str
    text: str
    answers: tuple[str, ...]
    type: str | None
    paragraphs: tuple[PackParagraph, ...]


def read_question(record: Record, *, format: str) -> PackQuestion:
    """Read one record of a data set in `format`, a key of PACK_FORMATS.

    Raises:
        EvaluationError: the record lacks its id, question, answer or paragraphs, or none of
            its paragraphs is marked as supporting the answer.
    """
    identifier = record.get("_id", record.get("id"))
    question = record.get("question")
    if identifier is None or not isinstance(question, str):
        raise EvaluationError(
            f"A {format} record needs an id and a question, but has {_keys(record)}."
        )
    try:
        paragraphs = _read_paragraphs(record)
        answers = PACK_FORMATS[format].read_answers(record)
    except (AttributeError, KeyError, TypeError, ValueError) as exc:
        raise EvaluationError(
            f"The {format} question {identifier} cannot be read: {exc!r}."
        ) from exc
    if not any(paragraph.gold for paragraph in paragraphs):
        raise EvaluationError(
            f"The {format} question {identifier} has no supporting paragraph among its own; "
            "use the distractor or answerable form of the data set."
        )
    kind = record.get("type")
    return PackQuestion(str(identifier), question, answers, kind, paragraphs)


def guess_pack_format(record: Record) -> str | None:
    """Return the format of which `record` has the marks, or None."""
    return next((name for name, form in PACK_FORMATS.items() if form.recognise(record)), None)


def _read_paragraphs(record: Record) -> tuple[PackParagraph, ...]:
    if "paragraphs" in record:
        return tuple(_read_marked_paragraph(item) for item in record["paragraphs"])
    gold_titles = set(_supporting_titles(record["supporting_facts"]))
    pairs = [(str(title), _join(sentences)) for title, sentences in _context(record["context"])]
    missing = gold_titles - {title for title, _ in pairs}
    if missing:
        raise ValueError(f"its context lacks the supporting paragraph {min(missing)!r}")
    return tuple(PackParagraph(title, text, title in gold_titles) for title, text in pairs)


def _read_marked_paragraph(item: Record) -> PackParagraph:
    text = item.get("text", item.get("paragraph_text"))
    if text is None:
        text = _join(item["sentences"])
    return PackParagraph(str(item["title"]), text, bool(item["is_supporting"]))


def _context(context: Any) -> Sequence[tuple[Any, Any]]:
    """Pairs of title and sentences; columns are the form the set has as a parquet table."""
    if isinstance(context, Mapping):
        return list(zip(context["title"], context["sentences"], strict=True))
    return [(title, sentences) for title, sentences in context]


def _supporting_titles(facts: Any) -> list[str]:
    if isinstance(facts, Mapping):
        return list(facts["title"])
    return [fact[0] for fact in facts]


def _join(sentences: Sequence[str]) -> str:
    """One space between sentences; the published ones carry leading spaces or none."""
    return " ".join(sentence.strip() for sentence in sentences)


def _keys(record: Record) -> str:
    return ", ".join(sorted(record)) or "no keys"


def _single_answer(record: Record) -> tuple[str, ...]:
    return (str(record["answer"]),)


def _answer_and_aliases(record: Record) -> tuple[str, ...]:
    return _distinct([record["answer"], *(record.get("answer_aliases") or ())])


def _possible_answers(record: Record) -> tuple[str, ...]:
    """PopQA writes its list of answers as JSON inside a string."""
    possible = record["possible_answers"]
    return _distinct(json.loads(possible) if isinstance(possible, str) else possible)


def _distinct(answers: Sequence[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(answer) for answer in answers))


@dataclass(frozen=True, slots=True)
class _PackFormat:
    recognise: Callable[[Record], bool]
    read_answers: Callable[[Record], tuple[str, ...]]


PACK_FORMATS: dict[str, _PackFormat] = {
    "popqa": _PackFormat(lambda record: "possible_answers" in record, _possible_answers),
    "musique": _PackFormat(lambda record: "question_decomposition" in record, _answer_and_aliases),
    "2wiki": _PackFormat(lambda record: "evidences" in record, _single_answer),
    "hotpotqa": _PackFormat(lambda record: "supporting_facts" in record, _single_answer),
}
"""The published forms by name, most particular first: the first that recognises a record is it."""
