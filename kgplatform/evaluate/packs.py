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
from kgplatform.evaluate.hops import (
    Hops,
    order_by_answer,
    order_by_decomposition,
    order_by_evidences,
)
from kgplatform.ids import content_id
from kgplatform.wikidata.generation.gold import GoldHop, from_record

__all__ = ["PACK_FORMATS", "PackParagraph", "PackQuestion", "guess_pack_format", "read_question"]

Record = Mapping[str, Any]
Facts = Mapping[str, Sequence[int]]

CHAINED_TYPES = frozenset({"compositional", "inference"})
"""2WikiMultihopQA's types whose evidences are one chain; comparisons have no order."""


@dataclass(frozen=True, slots=True)
class PackParagraph:
    """One paragraph given with a question; `gold` says that the answer rests on it.

    `fact` are the sentences of a gold one that the answer rests on, '' where no record tells.
    """

    title: str
    text: str
    gold: bool
    fact: str = ""


@dataclass(frozen=True, slots=True)
class PackQuestion:
    """One question as published, with its own paragraphs in their order.

    `hops` are the numbers of the gold paragraphs hop by hop, where the record tells the order;
    `steps` tell what each hop asks and returns, where the record has that (DivKnowQA's form).
    """

    id: str
    text: str
    answers: tuple[str, ...]
    type: str | None
    paragraphs: tuple[PackParagraph, ...] = ()
    hops: Hops = ()
    wants_all: bool = False
    steps: tuple[GoldHop, ...] = ()


def read_question(record: Record, *, format: str, number: int) -> PackQuestion:
    """Read one record of a data set.

    Args:
        record: as published.
        format: a key of PACK_FORMATS.
        number: which record of its file it is, for telling of what is wrong with it.

    Raises:
        EvaluationError: the record lacks its id, question, answer or paragraphs, or none of
            its paragraphs is marked as supporting the answer.
    """
    form = PACK_FORMATS[format]
    text = record.get(form.question_key)
    identifier = record.get("_id", record.get("id"))
    if identifier is None and not form.has_paragraphs and isinstance(text, str):
        identifier = content_id("question", text)  # sets of bare questions are published without
    if identifier is None or not isinstance(text, str):
        raise EvaluationError(
            f"Record {number} of the {format} file needs an id and a question, "
            f"but has {_keys(record)}."
        )
    try:
        return _read_checked(record, str(identifier), text, form)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as exc:
        raise EvaluationError(
            f"The {format} question {identifier} (record {number}) cannot be read: {exc!r}."
        ) from exc


def guess_pack_format(record: Record) -> str | None:
    """Return the format of which `record` has the marks, or None."""
    return next((name for name, form in PACK_FORMATS.items() if form.recognise(record)), None)


def _read_checked(record: Record, identifier: str, text: str, form: _PackFormat) -> PackQuestion:
    answers = form.read_answers(record)
    if not answers:
        raise ValueError("it has no answer")
    paragraphs = _read_paragraphs(record) if form.has_paragraphs else ()
    gold = {number: paragraph for number, paragraph in enumerate(paragraphs) if paragraph.gold}
    if form.has_paragraphs and not gold:
        raise ValueError(
            "it has no supporting paragraph among its own; "
            "use the distractor or answerable form of the data set"
        )
    hops = form.read_hops(record, gold)
    if {number for hop in hops for number in hop} != gold.keys():
        hops = ()  # an order of some of them is none
    kind = record.get("type")
    steps = form.read_steps(record)
    return PackQuestion(identifier, text, answers, kind, paragraphs, hops, form.wants_all, steps)


def _read_paragraphs(record: Record) -> tuple[PackParagraph, ...]:
    facts = _supporting_facts(record.get("supporting_facts") or ())
    if "paragraphs" in record:
        return tuple(_read_marked_paragraph(item, facts) for item in record["paragraphs"])
    pairs = [(str(title), sentences) for title, sentences in _context(record["context"])]
    missing = facts.keys() - {title for title, _ in pairs}
    if missing:
        raise ValueError(f"its context lacks the supporting paragraph {min(missing)!r}")
    return tuple(
        PackParagraph(title, _join(sentences), title in facts, _choose(sentences, facts.get(title)))
        for title, sentences in pairs
    )


def _read_marked_paragraph(item: Record, facts: Facts) -> PackParagraph:
    title, text = str(item["title"]), item.get("text", item.get("paragraph_text"))
    is_gold, sentences = bool(item["is_supporting"]), item.get("sentences", ())
    if text is None:
        text = _join(item["sentences"])
    fact = _choose(sentences, facts.get(title)) if is_gold else ""
    return PackParagraph(title, text, is_gold, fact)


def _context(context: Any) -> Sequence[tuple[Any, Any]]:
    """Pairs of title and sentences; columns are the form the set has as a parquet table."""
    if isinstance(context, Mapping):
        return list(zip(context["title"], context["sentences"], strict=True))
    return [(title, sentences) for title, sentences in context]


def _supporting_facts(facts: Any) -> Facts:
    """Return the numbers of the supporting sentences by their paragraph's title."""
    if isinstance(facts, Mapping):
        facts = list(zip(facts["title"], facts.get("sent_id", ()), strict=False)) or [
            (title, None) for title in facts["title"]
        ]
    numbers: dict[str, list[int]] = {}
    for title, *rest in facts:
        numbers.setdefault(str(title), []).extend(n for n in rest if isinstance(n, int))
    return numbers


def _choose(sentences: Sequence[str], numbers: Sequence[int] | None) -> str:
    """Return the sentences of these numbers; some published numbers are beyond the last one."""
    wanted = set(numbers or ())
    return _join([text for number, text in enumerate(sentences) if number in wanted])


def _join(sentences: Sequence[str]) -> str:
    """One space between sentences; the published ones carry leading spaces or none."""
    return " ".join(sentence.strip() for sentence in sentences)


def _keys(record: Record) -> str:
    return ", ".join(sorted(record)) or "no keys"


def _answer_and_aliases(record: Record) -> tuple[str, ...]:
    return _distinct([record["answer"], *(record.get("answer_aliases") or ())])


def _possible_answers(record: Record) -> tuple[str, ...]:
    """PopQA writes its list of answers as JSON inside a string."""
    possible = record["possible_answers"]
    return _distinct(json.loads(possible) if isinstance(possible, str) else possible)


def _labels(record: Record) -> tuple[str, ...]:
    return _distinct(record["label"])


def _answer_list(record: Record) -> tuple[str, ...]:
    """Bamboogle's answer is one text as published, and a list in packs."""
    answer = record["answer"] if "answer" in record else record["Answer"]
    return _distinct([answer] if isinstance(answer, str) else answer)


def _distinct(answers: Sequence[Any]) -> tuple[str, ...]:
    if isinstance(answers, str) or any(answer is None for answer in answers):
        raise ValueError(f"its answers are {answers!r}")
    return tuple(dict.fromkeys(str(answer) for answer in answers))


Gold = Mapping[int, PackParagraph]


def _no_order(_record: Record, _gold: Gold) -> Hops:
    return ()


def _musique_order(record: Record, _gold: Gold) -> Hops:
    return order_by_decomposition(record["question_decomposition"])


def _2wiki_order(record: Record, gold: Gold) -> Hops:
    if record.get("type") not in CHAINED_TYPES:
        return ()
    titles = {number: paragraph.title for number, paragraph in gold.items()}
    return order_by_evidences(record["evidences"], titles)


def _divknow_order(record: Record, _gold: Gold) -> Hops:
    """A hop over the knowledge base rests on no paragraph."""
    return tuple((hop["paragraph"],) if "paragraph" in hop else () for hop in record["hops"])


def _divknow_steps(record: Record) -> tuple[GoldHop, ...]:
    return from_record(record).hops


def _no_steps(_record: Record) -> tuple[GoldHop, ...]:
    return ()


def _hotpotqa_order(record: Record, gold: Gold) -> Hops:
    if record.get("type") != "bridge":
        return ()
    texts = {number: f"{p.title} {p.text}" for number, p in gold.items()}
    return order_by_answer(str(record["answer"]), texts)


@dataclass(frozen=True, slots=True)
class _PackFormat:
    recognise: Callable[[Record], bool]
    read_answers: Callable[[Record], tuple[str, ...]]
    read_hops: Callable[[Record, Gold], Hops] = _no_order
    read_steps: Callable[[Record], tuple[GoldHop, ...]] = _no_steps
    question_key: str = "question"
    has_paragraphs: bool = True
    wants_all: bool = False


PACK_FORMATS: dict[str, _PackFormat] = {
    "divknow": _PackFormat(
        lambda record: "hops" in record and "bridge" in record,
        _answer_and_aliases,
        _divknow_order,
        _divknow_steps,
    ),
    "popqa": _PackFormat(lambda record: "possible_answers" in record, _possible_answers),
    "musique": _PackFormat(
        lambda record: "question_decomposition" in record, _answer_and_aliases, _musique_order
    ),
    "2wiki": _PackFormat(lambda record: "evidences" in record, _answer_and_aliases, _2wiki_order),
    "hotpotqa": _PackFormat(
        lambda record: "supporting_facts" in record, _answer_and_aliases, _hotpotqa_order
    ),
    "clqa": _PackFormat(
        lambda record: "label" in record, _labels, has_paragraphs=False, wants_all=True
    ),
    "bamboogle": _PackFormat(
        lambda record: "Question" in record,
        _answer_list,
        question_key="Question",
        has_paragraphs=False,
    ),
}
"""The published forms by name, most particular first: the first that recognises a record is it."""
