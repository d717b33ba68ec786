"""Instruction data for KGP's agent: question and facts so far, to the next fact.

Wang et al. 2024, section 4, appendix 8.1 and listing 1: the agent is tuned to predict the next
supporting fact from those before. The conversations are the ones that the agent `chat` has with its
model, so a model tuned on them is asked as it was taught; the form, one {"messages": [...]} a
line, is what fine-tuning tools read. As in listing 1 the first fact is given: the walk's seeds are
found by a search.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from kgplatform.errors import EvaluationError
from kgplatform.evaluate.questions import Dataset, EvaluationQuestion
from kgplatform.export.files import write_file
from kgplatform.models.conversation import Message
from kgplatform.retrieve.kgp.agents import ask_for_evidence, write_fact

__all__ = ["make_instructions", "write_instructions"]


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

    Facts come in the order of reasoning where the data tell it, else in that of the record.
    """
    titles = {document.id: document.title for document in dataset.corpus}
    for question in dataset.questions[:limit]:
        facts = [write_fact(titles.get(key, ""), text) for key, text in _order(question)]
        for place in range(1, len(facts)):
            yield [
                *ask_for_evidence(question.text, facts[:place]),
                {"role": "assistant", "content": facts[place]},
            ]


def _order(question: EvaluationQuestion) -> list[tuple[str, str]]:
    """Return the question's facts hop by hop."""
    hop_of = {key: number for number, hop in enumerate(question.hops) for key in hop}
    return sorted(dict(question.facts).items(), key=lambda fact: hop_of.get(fact[0], 0))
