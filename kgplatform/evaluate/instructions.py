"""Instruction data for KGP's agent: question and facts so far, to the next fact.

Wang et al. 2024, section 4, appendix 8.1 and listing 1: the agent is tuned to predict the next
supporting fact from those before. The conversations are the ones that the agent `chat` has with its
model, so a model tuned on them is asked as it was taught; the form, one {"messages": [...]} a
line, is what fine-tuning tools read. As in listing 1 the first fact is given: the walk's seeds are
found by a search. What is given are whole passages, as the agent sees them; the reply is the fact.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.questions import CorpusDocument, Dataset, EvaluationQuestion
from kgplatform.export.files import write_file
from kgplatform.models.conversation import Message
from kgplatform.retrieve.kgp.agents import ask_for_evidence, write_fact
from kgplatform.text.names import normalize_name, strip_disambiguation

__all__ = ["make_instructions", "write_instructions"]

COMPARING = frozenset({"comparison", "bridge_comparison"})  # types of HotpotQA and 2Wiki


def write_instructions(datasets: list[Dataset], out: Path, *, limit: int | None = None) -> int:
    """Write a conversation a line; return how many there are.

    Args:
        datasets: with gold documents.
        out: the file.
        limit: the first so many questions of each data set; None: all.

    Raises:
        EvaluationError: there is no question with two facts.
    """
    lines = [
        json.dumps({"messages": messages}, ensure_ascii=False)
        for dataset in datasets
        for messages in make_instructions(dataset, limit=limit)
    ]
    if not lines:
        raise EvaluationError(
            "No question has two facts that its answer rests on: give HotpotQA, "
            "2WikiMultihopQA or MuSiQue files."
        )
    write_file(out, "\n".join(lines) + "\n")
    return len(lines)


def make_instructions(dataset: Dataset, *, limit: int | None = None) -> Iterator[list[Message]]:
    """Yield a conversation for each fact but the first of each question, the fact its reply.

    Facts come in the order of reasoning: that of the data where they give it, else a passage before
    the one that it names. Where neither says it, only a comparison's facts may come in any order;
    of other questions nothing is taught.
    """
    documents = {document.id: document for document in dataset.corpus}
    for question in dataset.questions[:limit]:
        facts = dict(question.facts)
        known = [documents[key] for key in facts if key in documents]
        ordered = _order(question, known) if len(known) == len(facts) else []
        for place in range(1, len(ordered)):
            given = [write_fact(document.title, document.text) for document in ordered[:place]]
            fact = write_fact(ordered[place].title, facts[ordered[place].id])
            yield [
                *ask_for_evidence(question.text, given),
                {"role": "assistant", "content": fact},
            ]


def _order(
    question: EvaluationQuestion, documents: Sequence[CorpusDocument]
) -> list[CorpusDocument]:
    """Return the documents of a question's facts in the order of reasoning, none if it is open."""
    if question.hops:
        hop_of = {key: number for number, hop in enumerate(question.hops) for key in hop}
        return sorted(documents, key=lambda document: hop_of.get(document.id, 0))
    is_open = question.type not in COMPARING and len(documents) > 1
    waiting, ordered = list(documents), []
    while waiting:
        free = [d for d in waiting if not any(_leads(other, d) for other in waiting)]
        if not free:  # they name each other in a circle
            return []
        first = free[0]
        is_open &= not any(_leads(first, other) for other in waiting)
        waiting.remove(first)
        ordered.append(first)
    return [] if is_open else ordered


def _leads(one: CorpusDocument, other: CorpusDocument) -> bool:
    """Return whether a document names another that does not name it."""
    return one is not other and _names(one, other) and not _names(other, one)


def _names(one: CorpusDocument, other: CorpusDocument) -> bool:
    title = f" {normalize_name(strip_disambiguation(other.title))} "
    return bool(title.strip()) and title in f" {normalize_name(one.text)} "
