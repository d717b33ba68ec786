"""The reader with a language model: a short answer with quotes, each quote checked.

The model is trusted with reading, not with truth: a quote that is not in its passage is dropped,
and an answer that nothing verified supports becomes an abstention.
"""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from kgplatform.answer.citations import cite, locate
from kgplatform.answer.reading import Reading
from kgplatform.answer.text import occurrences
from kgplatform.errors import BadReply
from kgplatform.models.conversation import ChatModel, Message
from kgplatform.models.prompts import load_prompt
from kgplatform.models.replies import parse_reply
from kgplatform.records import Citation, Evidence, ScoredPassage, ScoredStatement, Step, Usage

__all__ = ["TASK", "AnswerReply", "QuotedSpan", "UnusableReplies", "read_with_model"]

TASK = "answer"
MAX_TOKENS = 700  # an answer and a few one-sentence quotes
ATTEMPTS = 2


class QuotedSpan(BaseModel):
    """One citation as the model gives it."""

    model_config = ConfigDict(extra="forbid")

    number: int = Field(description="number of the evidence")
    quote: str = Field(description="copied from that evidence character by character")


class AnswerReply(BaseModel):
    """The model's reply to prompts/answer.md."""

    model_config = ConfigDict(extra="forbid")

    answer: str
    abstain: bool
    citations: list[QuotedSpan]


class UnusableReplies(BadReply):
    """Every reply was malformed; `usage` counts what they cost."""

    def __init__(self, last: BadReply, usage: Usage) -> None:
        self.usage = usage
        super().__init__(last.reason, task=last.task, raw=last.raw)


@dataclass(frozen=True, slots=True)
class _Checked:
    """The citations that hold, the items they name, and how many did not hold."""

    citations: tuple[Citation, ...]
    statements: tuple[ScoredStatement, ...]
    named: tuple[ScoredPassage, ...]
    dropped: int


def read_with_model(question: str, evidence: Evidence, chat: ChatModel) -> Reading:
    """Ask the model for a cited answer, at most twice, and verify what it cites.

    Raises:
        UnusableReplies: every reply was malformed; it counts what they cost.
        ModelError: the model is not available.
    """
    prompt = load_prompt(TASK)
    messages = prompt.render(evidence=_number(evidence), question=question)
    reply, usage, retried = _ask(chat, messages)
    checked = _check(reply, evidence)
    steps = [
        Step("ask_model", {"model": chat.name, "prompt": prompt.version, "retried": retried}),
        Step("verify_citations", {"kept": _count(checked), "dropped": checked.dropped}),
    ]
    if reply.abstain or not reply.answer.strip():
        steps.append(Step("abstain", {"reason": "the model found no answer in the evidence"}))
        return Reading("", True, "llm", usage=usage, steps=tuple(steps))
    answer = reply.answer.strip()
    if _count(checked):
        return Reading(
            answer, False, "llm", checked.citations, checked.statements, usage, tuple(steps)
        )
    return _read_unverified(answer, checked, usage, steps)


def _ask(chat: ChatModel, messages: list[Message]) -> tuple[AnswerReply, Usage, bool]:
    usage = Usage()
    for attempt in range(ATTEMPTS):
        raw = ""
        try:
            reply = chat.complete(
                messages, task=TASK, schema=AnswerReply.model_json_schema(), max_tokens=MAX_TOKENS
            )
            raw, usage = reply.text, usage + reply.usage
            return parse_reply(raw, AnswerReply, task=TASK), usage, attempt > 0
        except BadReply as exc:
            if attempt + 1 == ATTEMPTS:
                raise UnusableReplies(exc, usage) from exc
            messages = [*messages, *_tell_fault(raw or exc.raw, exc.reason)]
    raise AssertionError("unreachable")


def _tell_fault(raw: str, reason: str) -> list[Message]:
    return [
        {"role": "assistant", "content": raw},
        {
            "role": "user",
            "content": f"That reply cannot be used: {reason}. Reply again with one JSON object "
            "of the form described, and nothing else.",
        },
    ]


def _number(evidence: Evidence) -> str:
    """Write the passages, then the statements, as one numbered list."""
    passages = [f"{passage.title}\n{passage.text}" for passage in evidence.passages]
    statements = [_verbalise(statement) for statement in evidence.statements]
    return "\n\n".join(
        f"[{number}] {_disarm(text)}" for number, text in enumerate(passages + statements, start=1)
    )


def _disarm(text: str) -> str:
    # A document must not be able to end the evidence and speak as the user.
    return text.replace("</evidence", "< /evidence").replace("<evidence", "< evidence")


def _verbalise(statement: ScoredStatement) -> str:
    fact = f"{statement.subject} | {statement.relation} | {statement.object}"
    qualifiers = "; ".join(f"{relation}: {value}" for relation, value in statement.qualifiers)
    return f"{fact} ({qualifiers})" if qualifiers else fact


def _check(reply: AnswerReply, evidence: Evidence) -> _Checked:
    """Keep the citations whose quote stands where it is said to stand."""
    citations: dict[tuple[str, int, int], Citation] = {}
    statements: dict[str, ScoredStatement] = {}
    named: list[ScoredPassage] = []
    dropped = 0
    for quoted in reply.citations:
        at = quoted.number - 1
        if 0 <= at < len(evidence.passages):
            passage = evidence.passages[at]
            named.append(passage)
            span = locate(quoted.quote, passage.text)
            if span is not None:
                citations.setdefault((passage.passage_id, *span), cite(passage, *span))
                continue
        elif 0 <= at - len(evidence.passages) < len(evidence.statements):
            statement = evidence.statements[at - len(evidence.passages)]
            if locate(quoted.quote, _verbalise(statement)) is not None:
                statements.setdefault(statement.statement_id, statement)
                citations.update(_cite_source(statement, evidence))
                continue
        dropped += 1
    return _Checked(tuple(citations.values()), tuple(statements.values()), tuple(named), dropped)


def _cite_source(
    statement: ScoredStatement, evidence: Evidence
) -> dict[tuple[str, int, int], Citation]:
    """Cite the sentence that states a cited statement, if its passage is in the evidence."""
    for passage in evidence.passages:
        if passage.passage_id == statement.passage_id and statement.end <= len(passage.text):
            key = (passage.passage_id, statement.start, statement.end)
            return {key: cite(passage, statement.start, statement.end)}
    return {}


def _count(checked: _Checked) -> int:
    return len(checked.citations) + len(checked.statements)


def _read_unverified(answer: str, checked: _Checked, usage: Usage, steps: list[Step]) -> Reading:
    """Keep an answer without a verified quote only if a passage it named holds its words."""
    for passage in checked.named:
        found = occurrences(answer, passage.text)
        if found:
            reason = "no quote could be verified, but a cited passage holds the answer's words"
            steps.append(Step("keep_answer", {"reason": reason}))
            return Reading(
                answer, False, "llm", (cite(passage, *found[0]),), usage=usage, steps=tuple(steps)
            )
    reason = "no quote could be verified, and no cited passage holds the answer's words"
    steps.append(Step("abstain", {"reason": reason, "rejected_answer": answer}))
    return Reading("", True, "llm", usage=usage, steps=tuple(steps))
