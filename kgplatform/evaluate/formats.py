"""Reads one record of a published question file: its question, answers and paragraphs.

Each data set has a published form of its own, and data sets in circulation mix them (paragraphs in
place of HotpotQA's context, for one); both are read here, whatever the data set. The types of
fields are those of `published`; what becomes of the paragraphs is the business of `datasets`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.hops import (
    Hops,
    order_by_answer,
    order_by_decomposition,
    order_by_evidences,
)
from kgplatform.evaluate.published import (
    DivKnowRecord,
    HotpotQaRecord,
    ListRecord,
    MusiqueRecord,
    Paragraph,
    PopQaRecord,
    PublishedRecord,
    SingleRecord,
    WikiRecord,
    validate,
)
from kgplatform.records.ids import content_id
from kgplatform.training.divknow_data.gold import GoldHop, from_record

__all__ = ["PACK_FORMATS", "PackParagraph", "PackQuestion", "guess_dataset_format", "read_question"]

Record = Mapping[str, Any]
Facts = Mapping[str, Collection[int]]

CHAINED_TYPES = frozenset({"compositional", "inference"})
"""2WikiMultihopQA's types whose evidences are one chain; comparisons have no order."""


@dataclass(frozen=True, slots=True)
class PackParagraph:
    """One paragraph given with a question; `gold` says that the answer rests on it.

    `fact` are the sentences of a gold one that the answer rests on, '' where no record says.
    """

    title: str
    text: str
    gold: bool
    fact: str = ""


@dataclass(frozen=True, slots=True)
class PackQuestion:
    """One question as published, with its own paragraphs in their order.

    `hops` are the numbers of the gold paragraphs hop by hop, where the record gives the order;
    `steps` say what each hop asks and returns, where the record has that (DivKnowQA's form);
    `answer_id` is the Wikidata item of the answer, where it has that (2WikiMultihopQA).
    """

    id: str
    text: str
    answers: tuple[str, ...]
    type: str | None
    paragraphs: tuple[PackParagraph, ...] = ()
    hops: Hops = ()
    wants_all: bool = False
    steps: tuple[GoldHop, ...] = ()
    answer_id: str | None = None


def read_question(record: Record, *, format: str, place: str) -> PackQuestion:
    """Read one record of a data set.

    Args:
        record: as published.
        format: a key of PACK_FORMATS.
        place: where it stands, such as "Record 3 of dev.json", to say what is wrong with it.

    Raises:
        EvaluationError: the record lacks its id, question, answer or paragraphs, a field is of
            another type, or none of its paragraphs is marked as supporting the answer.
    """
    form = PACK_FORMATS[format]
    fields = validate(record, form.fields, place=f"{place} ({format})")
    identifier = fields.id
    if identifier is None and not form.has_paragraphs:
        identifier = content_id("question", fields.question)  # sets of bare questions have none
    try:
        if not identifier:
            raise ValueError("it has no id")
        paragraphs = _read_paragraphs(fields, is_needed=form.has_paragraphs)
        gold = {number: paragraph for number, paragraph in enumerate(paragraphs) if paragraph.gold}
        hops = form.read_hops(fields, gold)
        return PackQuestion(
            identifier,
            fields.question,
            tuple(dict.fromkeys(form.read_answers(fields))),
            fields.type,
            paragraphs,
            hops if {number for hop in hops for number in hop} == gold.keys() else (),
            form.wants_all,
            from_record(record).hops if isinstance(fields, DivKnowRecord) else (),
            fields.answer_id if isinstance(fields, WikiRecord) else None,
        )
    except (KeyError, TypeError, ValueError) as exc:
        raise EvaluationError(f"{place} ({format}) cannot be read: {_describe(exc)}.") from exc


def guess_dataset_format(record: Record) -> str | None:
    """Return the format of which `record` has the marks, or None."""
    return next((name for name, form in PACK_FORMATS.items() if form.recognise(record)), None)


def _describe(exc: Exception) -> str:
    return f"it has no {exc}" if isinstance(exc, KeyError) else str(exc)


def _read_paragraphs(fields: PublishedRecord, *, is_needed: bool) -> tuple[PackParagraph, ...]:
    facts: dict[str, set[int]] = {}
    for title, sentence in fields.supporting_facts or ():
        facts.setdefault(title, set()).add(sentence)
    if fields.paragraphs is not None:
        read = tuple(_read_marked(paragraph, facts) for paragraph in fields.paragraphs)
    else:
        read = tuple(_read_context(fields.context or (), facts))
    if not any(paragraph.gold for paragraph in read) and (read or is_needed):
        raise ValueError(
            "it has no supporting paragraph among its own; "
            "use the distractor or answerable form of the data set"
        )
    return read


def _read_marked(paragraph: Paragraph, facts: Facts) -> PackParagraph:
    title, text, sentences = paragraph.title, paragraph.text, paragraph.sentences
    if text is None and sentences is None:
        raise ValueError(f"its paragraph '{title}' has neither text nor sentences")
    fact = _choose(sentences or (), facts.get(title, ())) if paragraph.is_supporting else ""
    text = _join(sentences or ()) if text is None else text
    return PackParagraph(title, text, paragraph.is_supporting, fact)


def _read_context(
    context: Sequence[tuple[str, Sequence[str]]], facts: Facts
) -> Iterator[PackParagraph]:
    missing = facts.keys() - {title for title, _ in context}
    if missing and context:
        raise ValueError(f"its context lacks the supporting paragraph '{min(missing)}'")
    for title, sentences in context:
        fact = _choose(sentences, facts.get(title, ()))
        yield PackParagraph(title, _join(sentences), title in facts, fact)


def _choose(sentences: Sequence[str], numbers: Collection[int]) -> str:
    """Return the sentences of these numbers; some published numbers are beyond the last one."""
    return _join([text for number, text in enumerate(sentences) if number in numbers])


def _join(sentences: Sequence[str]) -> str:
    """One space between sentences; the published ones carry leading spaces or none."""
    return " ".join(sentence.strip() for sentence in sentences)


Gold = Mapping[int, PackParagraph]


def _answer_and_aliases(fields: HotpotQaRecord) -> list[str]:
    return [fields.answer, *(fields.answer_aliases or ())]


def _no_order(_fields: PublishedRecord, _gold: Gold) -> Hops:
    return ()


def _musique_order(fields: MusiqueRecord, _gold: Gold) -> Hops:
    steps = fields.question_decomposition
    if any(step.paragraph_support_idx is None for step in steps):
        return ()
    return order_by_decomposition([step.model_dump() for step in steps])


def _2wiki_order(fields: WikiRecord, gold: Gold) -> Hops:
    if fields.type not in CHAINED_TYPES:
        return ()
    titles = {number: paragraph.title for number, paragraph in gold.items()}
    return order_by_evidences(fields.evidences, titles)


def _divknow_order(fields: DivKnowRecord, _gold: Gold) -> Hops:
    """A hop over the knowledge base rests on no paragraph."""
    return tuple(() if hop.paragraph is None else (hop.paragraph,) for hop in fields.hops)


def _hotpotqa_order(fields: HotpotQaRecord, gold: Gold) -> Hops:
    if fields.type != "bridge":
        return ()
    texts = {number: f"{p.title} {p.text}" for number, p in gold.items()}
    return order_by_answer(fields.answer, texts)


@dataclass(frozen=True, slots=True)
class _PackFormat:
    """How a form is recognised, read and asked; the functions take an instance of `fields`."""

    recognise: Callable[[Record], bool]
    fields: type[PublishedRecord]
    read_answers: Callable[[Any], Sequence[str]]
    read_hops: Callable[[Any, Gold], Hops] = _no_order
    has_paragraphs: bool = True
    wants_all: bool = False


PACK_FORMATS: dict[str, _PackFormat] = {
    "divknow": _PackFormat(
        lambda record: "hops" in record and "bridge" in record,
        DivKnowRecord,
        _answer_and_aliases,
        _divknow_order,
    ),
    "popqa": _PackFormat(
        lambda record: "possible_answers" in record,
        PopQaRecord,
        lambda fields: fields.possible_answers,
        has_paragraphs=False,
    ),
    "musique": _PackFormat(
        lambda record: "question_decomposition" in record,
        MusiqueRecord,
        _answer_and_aliases,
        _musique_order,
    ),
    "2wiki": _PackFormat(
        lambda record: "evidences" in record, WikiRecord, _answer_and_aliases, _2wiki_order
    ),
    "hotpotqa": _PackFormat(
        lambda record: "supporting_facts" in record,
        HotpotQaRecord,
        _answer_and_aliases,
        _hotpotqa_order,
    ),
    "clqa": _PackFormat(
        lambda record: "label" in record,
        ListRecord,
        lambda fields: fields.label,
        has_paragraphs=False,
        wants_all=True,
    ),
    "bamboogle": _PackFormat(
        lambda record: "Question" in record,
        SingleRecord,
        lambda fields: fields.answer,
        has_paragraphs=False,
    ),
}
"""The published forms by name, most particular first: the first that recognises a record is it."""
