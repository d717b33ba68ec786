"""Two-hop questions with all that is known of how they are answered, and their form in a file.

DivKnowQA (section 2.1) asks over a text and a knowledge base in either order. A question's line in
a file names both hops with what each rests on, so that it can be executed again, and retrieval be
measured hop by hop.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from kgplatform.errors import UsageError
from kgplatform.records.ids import content_id

__all__ = [
    "QUESTION_TYPES",
    "GoldHop",
    "GoldQuestion",
    "from_record",
    "to_record",
    "write_questions",
]

QUESTION_TYPES = (
    "text_to_kb_short",
    "text_to_kb_yes_no",
    "text_to_kb_aggregate",
    "kb_to_text_short",
    "kb_to_text_yes_no",
)
"""The paper's five compositions (section 2.1, "Generating Heterogeneous Multi-Hop Questions")."""

TEXT, KB = "text", "kb"


@dataclass(frozen=True, slots=True)
class GoldHop:
    """One step of a question.

    Attributes:
        source: "text" or "kb".
        question: the step asked by itself, in words.
        answers: all that it returns; the bridge for the first step, the final answer for the last.
        facts: what it rests on as (subject, relation, object) in words.
        sparql: the query that returns the answers, of a step over the knowledge base; else ''.
        document: (title, text) of the document that states it, of a step over the text; else ''s.
        sentence: what of that text states it; else ''.
        statement: id of the graph's statement of it; else ''.
        verified: the value that a yes/no step asks about; else ''.
        qids: (subject, object) identifiers, '' for what has none; a count has no object.
    """

    source: str
    question: str
    answers: tuple[str, ...]
    facts: tuple[tuple[str, str, str], ...]
    sparql: str = ""
    document: tuple[str, str] = ("", "")
    sentence: str = ""
    statement: str = ""
    verified: str = ""
    qids: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """A question of one of QUESTION_TYPES; any of `answers` is right, the first is the usual one.

    `template` is its wording by templates, which `text` may be a rewording of; `is_kb_blind` says
    that the knowledge base does not state the fact that the text states.
    """

    type: str
    text: str
    answers: tuple[str, ...]
    bridge: str
    bridge_qid: str
    hops: tuple[GoldHop, GoldHop]
    template: str
    is_kb_blind: bool = False

    @property
    def id(self) -> str:
        """Depends on what is asked, not on how it is worded."""
        parts = [part for hop in self.hops for fact in hop.facts for part in fact]
        return content_id("divknow", self.type, self.template, *parts)

    @property
    def text_hop(self) -> GoldHop:
        """The step over the text."""
        return next(hop for hop in self.hops if hop.source == TEXT)

    @property
    def kb_hop(self) -> GoldHop:
        """The step over the knowledge base."""
        return next(hop for hop in self.hops if hop.source == KB)


def to_record(question: GoldQuestion) -> dict[str, Any]:
    """Return a question as a JSON-ready dict, one paragraph being the gold document."""
    title, text = question.text_hop.document
    return {
        "id": question.id,
        "type": question.type,
        "question": question.text,
        "template": question.template,
        "answer": question.answers[0],
        "answer_aliases": list(question.answers[1:]),
        "bridge": {"name": question.bridge, "qid": question.bridge_qid},
        "kb_states_text_fact": not question.is_kb_blind,
        "hops": [_hop_to_record(hop) for hop in question.hops],
        "paragraphs": [{"title": title, "text": text, "is_supporting": True}],
    }


def write_questions(questions: Iterable[GoldQuestion], path: Path) -> None:
    """Write questions, a record a line; a name that ends in .gz makes a packed file.

    Raises:
        UsageError: the file cannot be written.
    """
    lines = [json.dumps(to_record(question), ensure_ascii=False) for question in questions]
    content = "".join(f"{line}\n" for line in lines).encode()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Without a time of writing, the same questions are the same file.
        path.write_bytes(gzip.compress(content, mtime=0) if path.suffix == ".gz" else content)
    except OSError as exc:
        raise UsageError(f"'{path}' cannot be written: {exc.strerror or exc}.") from exc


def from_record(record: Mapping[str, Any]) -> GoldQuestion:
    """Return the question that `to_record` made a dict of.

    Raises:
        KeyError, TypeError, ValueError: it is none.
    """
    paragraph = record["paragraphs"][0]
    document = str(paragraph["title"]), str(paragraph["text"])
    first, second = (_hop_from_record(hop, document) for hop in record["hops"])
    return GoldQuestion(
        type=record["type"],
        text=record["question"],
        answers=(record["answer"], *record["answer_aliases"]),
        bridge=record["bridge"]["name"],
        bridge_qid=record["bridge"]["qid"],
        hops=(first, second),
        template=record["template"],
        is_kb_blind=not record["kb_states_text_fact"],
    )


def _hop_to_record(hop: GoldHop) -> dict[str, Any]:
    stated: dict[str, Any] = {
        "source": hop.source,
        "question": hop.question,
        "answers": list(hop.answers),
        "facts": [list(fact) for fact in hop.facts],
        "qids": list(hop.qids),
        **({"verified": hop.verified} if hop.verified else {}),
    }
    if hop.source == KB:
        return {**stated, "sparql": hop.sparql}
    return {**stated, "paragraph": 0, "sentence": hop.sentence, "statement": hop.statement}


def _hop_from_record(record: Mapping[str, Any], document: tuple[str, str]) -> GoldHop:
    subject, value = record["qids"]
    hop = GoldHop(
        source=record["source"],
        question=record["question"],
        answers=tuple(record["answers"]),
        facts=tuple((fact[0], fact[1], fact[2]) for fact in record["facts"]),
        qids=(subject, value),
        verified=record.get("verified", ""),
    )
    if hop.source == KB:
        return replace(hop, sparql=record["sparql"])
    if hop.source != TEXT:
        raise ValueError(f"a hop's source is '{hop.source}'")
    sentence, statement = record["sentence"], record["statement"]
    return replace(hop, document=document, sentence=sentence, statement=statement)
