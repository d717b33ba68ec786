"""Classifies a question and finds the documents it names: how structural retrieval begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from kgplatform.models.conversation import ChatModel
from kgplatform.models.prompts import load_prompt
from kgplatform.question.document_parts.questions import StructuralQuestion, parse_structure
from kgplatform.question.document_parts.references import Reference
from kgplatform.records import Step, Usage
from kgplatform.records.json import to_json
from kgplatform.retrieve.kgp.structural.asking import TASK, ask_structure
from kgplatform.retrieve.kgp.structural.documents import DocumentName, find_documents

__all__ = ["Classified", "Named", "classify_question", "name_documents"]


@dataclass(frozen=True, slots=True)
class Classified:
    """What a question names, None where it is about content; how that was found, and its cost."""

    parsed: StructuralQuestion | None
    step: Step
    usage: Usage


@dataclass(frozen=True, slots=True)
class Named:
    """A structural question with the ids of the documents that each of its names stands for.

    `known` are the ids of all documents that have parts; `words` are the names that are one word
    of the question, which may mean something else, by their place in `ids`.
    """

    parsed: StructuralQuestion
    known: tuple[str, ...]
    ids: tuple[tuple[str, ...], ...] = ()
    words: frozenset[int] = frozenset()

    @property
    def is_complete(self) -> bool:
        """Whether every part is named with its document."""
        return all(reference.documents for reference in self.parsed.references)

    def candidates(self, nearest: Sequence[str], *, limit: int) -> list[str]:
        """Return the ids of the documents whose parts may be meant.

        Args:
            nearest: documents, those first that the question's words fit best.
            limit: most documents in addition to those named; all, if there are no more.
        """
        named = dict.fromkeys(key for ids in self.ids for key in ids)
        if self.is_complete:
            return list(named)
        known = set(self.known)
        others = known if len(known) <= limit else [key for key in nearest if key in known][:limit]
        return sorted({*named, *others})


def classify_question(question: str, *, chat: ChatModel | None) -> Classified:
    """Return what a question names.

    Args:
        chat: asked first where it is given; rules read the question where its reply is bad.

    Raises:
        ModelError: the chat model is not available.
    """
    stated: dict[str, Any] = {"by": "rules"}
    usage = Usage()
    if chat is not None:
        asked = ask_structure(question, chat)
        usage = asked.usage
        stated = {
            "by": "chat model",
            "model": chat.name,
            "prompt": load_prompt(TASK).version,
            "usage": to_json(usage),
        }
        if not asked.problem:
            return Classified(asked.parsed, _step(asked.parsed, stated), usage)
        stated |= {"by": "rules", "bad_replies": 1, "problem": asked.problem}
    parsed = parse_structure(question)
    return Classified(parsed, _step(parsed, stated), usage)


def name_documents(
    question: str,
    parsed: StructuralQuestion,
    documents: Sequence[DocumentName],
    *,
    words: bool = True,
) -> Named:
    """Return the question with the documents it names among those that have parts.

    Args:
        question: in plain English.
        parsed: how it was read without documents.
        documents: those that have parts.
        words: whether one word may be a document's name, wherever it stands.
    """
    known = tuple(document.id for document in documents)
    if parsed.document_names:
        resolved = _resolve_names(parsed, documents)
        by_rules = parse_structure(question)
        if any(resolved.ids) or by_rules is None:
            return resolved
        parsed = by_rules  # there is no document of the names that a model took for one
    mentions = find_documents(question, documents, places=parsed.places, words=words)
    spans = [(mention.start, mention.end) for mention in mentions]
    # Read again, since the words of a title mean nothing else: "Enquiries by page".
    again = parse_structure(question, documents=spans) if mentions else None
    if again is None:
        return Named(parsed, known)
    ids = tuple(mention.ids for mention in mentions)
    return Named(again, known, ids, frozenset(i for i, m in enumerate(mentions) if m.is_word))


def _resolve_names(parsed: StructuralQuestion, documents: Sequence[DocumentName]) -> Named:
    """Return the question with the ids for the names that a model found in it."""
    ids = []
    for name in parsed.document_names:
        mentions = find_documents(f"in {name}", documents, places=[len("in ")])
        ids.append(tuple(key for mention in mentions for key in mention.ids))
    references = tuple(_with_known(reference, parsed, ids) for reference in parsed.references)
    known = tuple(document.id for document in documents)
    return Named(replace(parsed, references=references), known, tuple(ids))


def _with_known(
    reference: Reference, parsed: StructuralQuestion, ids: Sequence[Sequence[str]]
) -> Reference:
    known = tuple(index for index in reference.documents if ids[index])
    unknown = [parsed.document_names[index] for index in reference.documents if not ids[index]]
    return replace(reference, documents=known, owner=unknown[0] if unknown and not known else "")


def _step(parsed: StructuralQuestion | None, stated: dict[str, Any]) -> Step:
    parts = [_describe(reference) for reference in parsed.references] if parsed else []
    return Step("classify", {"structural": parsed is not None, "parts": parts, **stated})


def _describe(reference: Reference) -> dict[str, Any]:
    """Return what a reference says, without what it does not say."""
    stated: dict[str, Any] = {
        "kind": reference.kind,
        "numbers": list(reference.numbers),
        "positions": list(reference.positions),
        "topic": reference.topic,
        "within": _describe(reference.within) if reference.within else None,
    }
    return {key: value for key, value in stated.items() if value}
