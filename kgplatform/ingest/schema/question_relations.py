"""Reads from a file of questions which relations they ask for, and between which types.

With a chat model, as in HOLMES, appendix A.5: questions are clustered by embedding, and of each
cluster the model sees the question at the centre with its nearest and names the relations.
Departures: decomposition, topics and schema are one prompt instead of three, answered once a
cluster; and the number of clusters follows from a bound on the calls, not from an elbow. Without
one, the questions' syntax is read (`question_syntax`).
"""

from __future__ import annotations

import gzip
import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict

from kgplatform.errors import BadReply, UsageError
from kgplatform.models.conversation import ChatModel
from kgplatform.models.embedding import Embedder
from kgplatform.models.linguistics import Linguistics
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.models.replies import parse_reply
from kgplatform.progress import Progress
from kgplatform.question.syntax import LITERAL_TYPE_NAMES, Triple, read_triples
from kgplatform.records import ENTITY_TYPES, Usage
from kgplatform.records.ids import content_sha256

__all__ = ["QuestionReading", "load_questions", "read_questions"]

TASK = "question_schema"
MAX_QUESTIONS = 10_000  # as many as HOLMES clustered
MAX_CLUSTERS = 40  # calls of the chat model
QUESTIONS_PER_CLUSTER = 6  # the centre and five more, as in A.5.3
MAX_ITERATIONS = 20
FIELDS = ("question", "Question", "text", "query")
SYNTAX_VERSION = "1"  # to be raised when the same questions would be read otherwise

TypeName = Literal[
    "Person", "Organization", "Place", "Work", "Event", "Group", "Product", "Thing",
    "Date", "Quantity", "Text",
]  # fmt: skip


class SchemaTriple(BaseModel):
    """One relation as the model gives it."""

    model_config = ConfigDict(extra="forbid")

    subject: TypeName
    relation: str
    object: TypeName


class SchemaReply(BaseModel):
    """The model's reply to prompts/question_schema.md."""

    model_config = ConfigDict(extra="forbid")

    triples: list[SchemaTriple]


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """How many questions ask for each relation between types, and from what that was read.

    `questions_read` is 0 where it was known already.
    """

    signature: str
    triples: Mapping[Triple, int] = field(default_factory=dict)
    questions_read: int = 0
    failures: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)


def read_questions(
    path: Path,
    *,
    known: QuestionReading,
    embedder: Embedder,
    linguistics: Linguistics | None,
    chat: ChatModel | None,
    limits: str,
    progress: Progress,
) -> QuestionReading:
    """Return what a file of questions asks for; `known` itself if it was read from the same.

    Args:
        limits: what the caller will keep of it; under other limits it must be read again.

    Raises:
        UsageError: see `load_questions`; or there is neither a chat model nor linguistics.
        ModelError: the chat model is not available.
    """
    if chat is None and linguistics is None:
        raise UsageError("Questions can only be read with a chat model or linguistics: give one.")
    questions, failures = load_questions(path)
    signature = content_sha256(_reader_name(linguistics, chat), limits, *questions)
    if signature == known.signature:
        return known
    progress.begin("Reading questions", total=len(questions), unit="questions")
    if chat is None and linguistics is not None:
        counts: Counter[Triple] = Counter()
        for tree in linguistics.parse(questions):
            counts.update(read_triples(tree, linguistics.lemmatize))
            progress.advance()
        return QuestionReading(signature, counts, len(questions), failures)
    assert chat is not None  # noqa: S101 - ensured by the first check
    asked = _ask_in_clusters(questions, embedder=embedder, chat=chat, progress=progress)
    return QuestionReading(
        signature, asked.triples, len(questions), (*failures, *asked.failures), asked.usage
    )


def load_questions(path: Path) -> tuple[list[str], tuple[str, ...]]:
    """Return the questions of a file, at most 10,000, and a sentence for each bad line.

    Lines of a .txt or .md file are questions; others are JSON, with the question under
    "question", "text" or "query". Any may be compressed (.gz).

    Raises:
        UsageError: the file cannot be read, or holds no question.
    """
    is_text = path.name.removesuffix(".gz").endswith((".txt", ".md"))
    questions: list[str] = []
    failures = []
    try:
        for number, line in enumerate(_lines(path), start=1):
            question = line.strip() if is_text else _question_of(line)
            if question:
                questions.append(question)
            elif line.strip():
                failures.append(f"'{path}' line {number} is not JSON with a question: skipped.")
            if len(questions) == MAX_QUESTIONS:
                failures.append(f"'{path}' holds more than {MAX_QUESTIONS} questions: rest left.")
                break
    except (OSError, EOFError, UnicodeDecodeError) as exc:
        raise UsageError(f"The questions in '{path}' cannot be read ({exc}): check it.") from exc
    if not questions:
        raise UsageError(f"'{path}' holds no question: give one a line, as text or as JSON.")
    return questions, tuple(failures)


def _lines(path: Path) -> Iterator[str]:
    with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as stream:
        for line in stream:
            yield line.decode("utf-8-sig")


def _question_of(line: str) -> str:
    try:
        record = json.loads(line)
    except ValueError:
        return ""
    if not isinstance(record, dict):
        return ""
    found = next((record[name] for name in FIELDS if isinstance(record.get(name), str)), "")
    return str(found).strip()


def _reader_name(linguistics: Linguistics | None, chat: ChatModel | None) -> str:
    if chat is not None:
        return f"chat:{chat.name}:{load_prompt(TASK).version}"
    return f"syntax:{SYNTAX_VERSION}:{linguistics.name if linguistics else ''}"


def _ask_in_clusters(
    questions: Sequence[str], *, embedder: Embedder, chat: ChatModel, progress: Progress
) -> QuestionReading:
    """Ask the model once a cluster; a relation counts for every question of its cluster."""
    counts: Counter[Triple] = Counter()
    failures: list[str] = []
    usage = Usage()
    for shown, size in _clusters(questions, embedder):
        messages = load_prompt(TASK).render(
            types=", ".join((*ENTITY_TYPES, *LITERAL_TYPE_NAMES.values())),
            questions="\n".join(f"- {disarm(question, 'questions')}" for question in shown),
        )
        try:
            reply = chat.complete(messages, task=TASK, schema=SchemaReply.model_json_schema())
            usage += reply.usage
            parsed = parse_reply(reply.text, SchemaReply, task=TASK)
        except BadReply as exc:
            failures.append(f"A group of {size} questions could not be used: {exc}")
            continue
        finally:
            progress.advance(size)
        found = {(t.subject, " ".join(t.relation.split()), t.object) for t in parsed.triples}
        counts.update({triple: size for triple in found if triple[1]})
    return QuestionReading("", counts, failures=tuple(failures), usage=usage)


def _clusters(questions: Sequence[str], embedder: Embedder) -> Iterator[tuple[list[str], int]]:
    """Yield of each cluster the questions nearest to its centre, and its size."""
    from scipy.cluster.vq import kmeans2

    unique = sorted(set(questions))
    vectors: Any = embedder.embed_queries(unique).astype(np.float64)
    number = min(MAX_CLUSTERS, -(-len(unique) // QUESTIONS_PER_CLUSTER))
    if number == 1:
        centres, members = vectors.mean(axis=0, keepdims=True), np.zeros(len(unique), int)
    else:
        seed = int(hashlib.sha256("\n".join(unique).encode()).hexdigest()[:8], 16)
        centres, members = kmeans2(
            vectors, number, iter=MAX_ITERATIONS, minit="++", seed=seed, missing="warn"
        )
    for cluster in range(number):
        rows = np.flatnonzero(members == cluster)
        distances = np.linalg.norm(vectors[rows] - centres[cluster], axis=1)
        nearest = rows[np.argsort(distances, kind="stable")[:QUESTIONS_PER_CLUSTER]]
        if len(rows):
            yield [unique[row] for row in nearest], len(rows)
