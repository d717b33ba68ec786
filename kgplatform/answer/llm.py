"""The reader with a language model: a short answer and the numbers of what it rests on.

As the readers of HOLMES (section 4.2.3, appendix A.4.5) and TRACE (section 3.4, appendix B.3):
instruction, evidence, question, short answer, after the facts that lead to it where the model is to
think first. Departures: the reply is JSON; the model names evidence by number and copies nothing,
because copying is what small models do slowly and badly.
The model is trusted with reading, not with truth: an answer whose words stand in no evidence, or a
yes or no to a question for an entity, by which small models mean that they do not know, is
asked for once more, and becomes an abstention where the next one is no better.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgplatform.answer.asking import AskedAnswer, UnusableReplies, ask_for_answer
from kgplatform.answer.citations import Support, cite, find_support
from kgplatform.answer.numbered import (
    NumberedItem,
    SentenceSplitter,
    number_evidence,
    write_items,
)
from kgplatform.answer.reading import Reading
from kgplatform.answer.reply import (
    AskingReply,
    CitedReply,
    ReasonedAskingReply,
    ReasonedReply,
)
from kgplatform.models.conversation import TOO_LONG, ChatModel
from kgplatform.models.prompts import load_prompt
from kgplatform.question.analysis import YES_AND_NO, Asked, analyse
from kgplatform.records import Citation, Evidence, ScoredPassage, ScoredStatement, Step
from kgplatform.text.numbers import NUMBER_WORDS
from kgplatform.text.words import content_stems, fold

__all__ = ["COUNTING", "choose_task", "read_with_model"]

Cited = AskedAnswer[CitedReply | ReasonedReply]

FORMS: dict[str, type[CitedReply | ReasonedReply]] = {
    "answer": CitedReply,
    "answer_or_ask": AskingReply,
    "answer_cot": ReasonedReply,
    "answer_or_ask_cot": ReasonedAskingReply,
}
"""What is replied to each prompt."""

SEPARATOR = "; "  # between the answers of a list
UNHELD = "no evidence holds the words of the answer"
NOT_ASKED = "yes or no is no answer to what is asked"
COUNTING = re.compile(r"\bhow many\b", re.IGNORECASE)


def choose_task(*, may_ask: bool = False, thinks: bool = False) -> str:
    """Return the name of the prompt; see `read_with_model`."""
    return f"answer{'_or_ask' * may_ask}{'_cot' * thinks}"


def read_with_model(
    question: str,
    evidence: Evidence,
    chat: ChatModel,
    *,
    split_sentences: SentenceSplitter,
    may_ask: bool = False,
    thinks: bool = False,
) -> Reading:
    """Ask the model for an answer, at most twice, and find the sentences that support it.

    Args:
        question: in plain English.
        evidence: best first; its passages are read, or its statements where it has no passages.
        chat: the model.
        split_sentences: text to the spans of its sentences, which are what is cited.
        may_ask: let the model name what it misses (HOLMES, section 4.2.3); where it abstains
            without a name, those of the question are missing.
        thinks: let the model write the facts that lead to its answer first.

    Raises:
        UnusableReplies: every reply was malformed; it counts what they cost.
        ModelError: the model is not available.
    """
    task = choose_task(may_ask=may_ask, thinks=thinks)
    found = number_evidence(evidence, split_sentences=split_sentences)
    analysed = analyse(question)
    asked, items = _ask(question, analysed, found, chat, task)
    stated = Step(
        "ask_model",
        {
            "model": chat.name,
            "prompt": load_prompt(task).version,
            "retried": asked.retried,
            **({"too_long_without": len(found) - len(items)} if len(items) < len(found) else {}),
            **({"reason": asked.reply.reason} if thinks else {}),
        },
    )
    if asked.answer:
        reading = _support(analysed, asked, items, evidence, [stated])
    else:
        reading = _abstain(asked, [stated], "the model found no answer in the evidence")
    if not reading.abstained or not isinstance(asked.reply, AskingReply | ReasonedAskingReply):
        return reading
    return replace(reading, missing=tuple(asked.reply.missing) or analysed.names)


def _ask(
    question: str, analysed: Asked, items: Sequence[NumberedItem], chat: ChatModel, task: str
) -> tuple[Cited, Sequence[NumberedItem]]:
    """Return the model's answer and the items it was shown: half of them where all are too long."""

    def find_fault(asked: Cited) -> str:
        if not asked.answer or _look_up(analysed, asked, items).kept:
            return ""
        if fold(asked.answer) in YES_AND_NO:
            return f'"{asked.answer}" is no answer to what is asked'
        return f'no evidence that it names says "{asked.answer}"'

    messages = load_prompt(task).render(evidence=write_items(items), question=question)
    try:
        asked = ask_for_answer(chat, messages, FORMS[task], task=task, find_fault=find_fault)
    except UnusableReplies as exc:
        if exc.cause != TOO_LONG or len(items) < 2:
            raise
        asked, items = _ask(question, analysed, items[: len(items) // 2], chat, task)
        asked = replace(asked, usage=asked.usage + exc.usage)
    return asked, items


@dataclass(frozen=True, slots=True)
class _LookedUp:
    """What of an answer the evidence holds, `kept`, and the sentences it stands in."""

    kept: tuple[str, ...]
    named: tuple[int, ...]
    support: Support


def _look_up(question: Asked, asked: Cited, items: Sequence[NumberedItem]) -> _LookedUp:
    parts = _parts_of(asked.answer)
    named = [number - 1 for number in asked.reply.numbers if 1 <= number <= len(items)]
    sought = [part for part in parts if fold(part) not in YES_AND_NO]
    support = find_support(question, sought, items, named=named)
    if support.unsupported and _is_count(asked.answer, len(set(named)), question):
        support = find_support(question, [], items, named=named)  # what was counted
    kept = [
        part
        for part in parts
        if (part not in support.unsupported or _is_option(part, question))
        and not (fold(part) in YES_AND_NO and question.asks_for_entity)
    ]
    return _LookedUp(tuple(kept) if support.spans else (), tuple(named), support)


def _support(
    question: Asked,
    asked: Cited,
    items: Sequence[NumberedItem],
    evidence: Evidence,
    steps: list[Step],
) -> Reading:
    """Keep what of the answer the evidence holds, with the sentences it stands in."""
    found = _look_up(question, asked, items)
    steps.append(_explain_support(asked.reply.numbers, found))
    if not found.kept:
        is_unstated = fold(asked.answer) in YES_AND_NO
        return _abstain(asked, steps, NOT_ASKED if is_unstated else UNHELD)
    kept, support = found.kept, found.support
    citations, statements = _cite_support(support, items)
    return Reading(
        answer=SEPARATOR.join(kept),
        abstained=False,
        reader="llm",
        citations=citations,
        statements=statements or _statements_behind(citations, kept, evidence.statements),
        usage=asked.usage,
        steps=tuple(steps),
        confidence=asked.confidence,
    )


def _abstain(asked: Cited, steps: list[Step], reason: str) -> Reading:
    return Reading(
        answer="",
        abstained=True,
        reader="llm",
        usage=asked.usage,
        steps=(*steps, Step("abstain", {"reason": reason})),
        confidence=asked.confidence,
        rejected=asked.answer,
    )


def _parts_of(answer: str) -> list[str]:
    parts = [part.strip() for part in answer.split(SEPARATOR.strip())]
    return list(dict.fromkeys(part for part in parts if part))


def _is_count(answer: str, named: int, asked: Asked) -> bool:
    """Return whether the answer is how many pieces of evidence the model names, as was asked."""
    said = fold(answer)
    is_named = said == str(named) or NUMBER_WORDS.get(said) == named
    return is_named and named > 1 and COUNTING.search(asked.text) is not None


def _is_option(answer: str, asked: Asked) -> bool:
    """Return whether the question offers the answer to choose, in a spelling of its own."""
    return content_stems(answer) in [content_stems(option) for option in asked.options]


def _explain_support(numbers: list[int], found: _LookedUp) -> Step:
    support = found.support
    detail = {
        "named": numbers,
        "cited": len(support.spans),
        "dropped": len(numbers) - len(found.named) + support.dropped,
    }
    if support.unsupported:
        detail["unsupported"] = list(support.unsupported)
    return Step("find_support", detail)


def _cite_support(
    support: Support, items: Sequence[NumberedItem]
) -> tuple[tuple[Citation, ...], tuple[ScoredStatement, ...]]:
    citations, statements = [], []
    for span in support.spans:
        source = items[span.item].source
        if isinstance(source, ScoredPassage):
            citations.append(cite(source, *items[span.item].locate(span.start, span.end)))
        else:
            statements.append(source)
    return tuple(citations), tuple(statements)


def _statements_behind(
    citations: tuple[Citation, ...], answers: Sequence[str], statements: tuple[ScoredStatement, ...]
) -> tuple[ScoredStatement, ...]:
    """Return the retrieved statements that a cited sentence states with an answer in them."""
    spans = {(citation.passage_id, citation.start, citation.end) for citation in citations}
    return tuple(
        statement
        for statement in statements
        if any(
            statement.passage_id == passage_id and statement.start < end and start < statement.end
            for passage_id, start, end in spans
        )
        and any(
            fold(answer) in fold(f"{statement.subject} {statement.object} {statement.qualifiers}")
            for answer in answers
        )
    )
