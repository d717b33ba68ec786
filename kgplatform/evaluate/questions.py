"""What is asked and of what: the values that the evaluate room hands to one another."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from functools import cached_property
from typing import Any

from kgplatform.errors import EvaluationError, UsageError
from kgplatform.question.limits import check_length
from kgplatform.training.divknow_data.gold import GoldHop

__all__ = ["CorpusDocument", "Dataset", "EvaluationQuestion"]


@dataclass(frozen=True, slots=True)
class CorpusDocument:
    """One document of a corpus; `id` is unique in it."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class EvaluationQuestion:
    """A question with what a right answer is and rests on; ids are of corpus documents.

    Attributes:
        answers: any of them is right; with `wants_all` all of them are asked for.
        type: the data set's own name for the kind of question.
        gold: the documents that the answer rests on.
        allowed: the question's own paragraphs (HotpotQA's distractor setting), or nothing.
        hops: `gold` in the order of reasoning, documents of one step together; empty where the
            data do not give the order.
        wants_all: a right answer is the whole list of `answers`.
        facts: (document, what of it the answer rests on) for each of `gold`, in the order of the
            record: its supporting sentences where the data give them, else the whole text.
        steps: what each hop asks, returns and rests on, over texts or Wikidata; empty where the
            data do not say. The entry of `hops` of a step over Wikidata is empty.
        grades: (document, how relevant it is) for each of `gold`, whole numbers from 1; empty
            where the data do not grade.
        aliases: what is right as well, by a file next to the data (2WikiMultihopQA's).
    """

    id: str
    text: str
    answers: tuple[str, ...]
    type: str | None
    gold: frozenset[str]
    allowed: frozenset[str] = frozenset()
    hops: tuple[frozenset[str], ...] = ()
    wants_all: bool = False
    facts: tuple[tuple[str, str], ...] = ()
    steps: tuple[GoldHop, ...] = ()
    grades: tuple[tuple[str, int], ...] = ()
    aliases: tuple[str, ...] = ()

    @property
    def accepted(self) -> tuple[str, ...]:
        """All that a right answer may be called."""
        return self.answers + self.aliases

    @property
    def relevance(self) -> Mapping[str, int]:
        """How relevant each of `gold` is; 1 where the data do not grade."""
        return dict.fromkeys(self.gold, 1) | dict(self.grades)

    @property
    def has_two_hops(self) -> bool:
        """Whether it takes two steps over at most one document each, as DivKnowQA's questions do.

        A hop over several documents at once (MuSiQue's 3hop2) is several steps side by side.
        """
        return len(self.hops) == 2 and all(len(hop) <= 1 for hop in self.hops)


@dataclass(frozen=True)
class Dataset:
    """A corpus and the questions asked of it, in the order of their file.

    The corpus may be empty (CLQA-Wiki, Bamboogle): such questions can only be asked closed book.
    `form` is the published form it was read from, which says whose script scores its answers.
    """

    name: str
    corpus: tuple[CorpusDocument, ...]
    questions: tuple[EvaluationQuestion, ...]
    form: str = "beir"

    def __post_init__(self) -> None:
        for question in self.questions:
            try:
                check_length(question.text)
            except UsageError as exc:
                raise EvaluationError(f"Question '{question.id}': {exc}") from exc

    @cached_property
    def corpus_sha256(self) -> str:
        """Hash of the corpus alone: what an ingest depends on."""
        return _hash_lines(astuple(document) for document in self.corpus)

    @cached_property
    def sha256(self) -> str:
        """Hash of corpus and questions: what a run depends on. Independent of the file's form.

        What figures alone depend on (hops, grades, aliases) is not part of it.
        """
        questions = (
            (q.id, q.text, q.answers, q.type, q.wants_all, *map(sorted, (q.gold, q.allowed)))
            for q in self.questions
        )
        return _hash_lines([self.corpus_sha256, *questions])


def _hash_lines(items: Iterable[Any]) -> str:
    digest = hashlib.sha256()
    for item in items:
        digest.update(json.dumps(item, ensure_ascii=False).encode() + b"\n")
    return digest.hexdigest()
