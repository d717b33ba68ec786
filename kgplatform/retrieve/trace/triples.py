"""TRACE's KG generator (Fang et al. 2024, section 3.2): the triples of each document, once for all.

The triples of a passage are the statements that it states, whichever extractor read them. Where
it states none and a chat model is there, they are generated with the paper's prompt (figure 5),
around the title of its document, and written to the graph like any reading: what the passage
shows becomes a statement with its span, the rest is kept apart. They do not depend on the
question, so the next one finds them.

Departures: a passage is what is read, since documents of any length are; its triples are held
against its text; a statement has qualifiers; the prompt has two demonstrations, the same for all,
where the paper shows the three of fifty labelled documents that are nearest (appendix C.4).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np

from kgplatform.errors import BadReply
from kgplatform.events import carry
from kgplatform.extract.proof.claims import Claims
from kgplatform.extract.proof.prove import Proof, prove
from kgplatform.graph.connection import Graph
from kgplatform.graph.writer import write_readings
from kgplatform.models.conversation import ChatModel, NoReply, UnusableReply
from kgplatform.models.embedding import Embedder, Vectors
from kgplatform.models.prompts import disarm, load_prompt
from kgplatform.records import Passage, Usage
from kgplatform.records.document import Claim
from kgplatform.retrieve.on_demand import Unread, list_unread
from kgplatform.text.sentences import split_by_punctuation

__all__ = [
    "TASK",
    "Generated",
    "Triple",
    "embed_triples",
    "fetch_triples",
    "generate_triples",
    "read_triples",
]

TASK = "triples"
MAX_TOKENS = 800  # some thirty triples of a long paragraph
CALLS_AT_ONCE = 4
TRIPLE = re.compile(r"[<⟨]([^;<>⟨⟩]+);([^;<>⟨⟩]+);(\s*(?:[<>]=?(?= ?\d))?[^<>⟨⟩]+)[>⟩]")
"""A tail may begin with a comparison: <Oslo; population; > 700,000>."""


@dataclass(frozen=True, slots=True)
class Triple:
    """A statement as TRACE sees it.

    Attributes:
        text: it as one readable line, which is embedded.
        things: ids of the entities that it is about, and of the one its document is about.
        start, end: the span of the passage that states it.
        attribution: who says so there.
    """

    id: str
    subject: str
    relation: str
    object: str
    qualifiers: tuple[tuple[str, str], ...]
    text: str
    passage_id: str
    start: int
    end: int
    things: frozenset[str]
    attribution: str = ""

    def write(self) -> str:
        """Return it in the paper's form: <head; relation; tail>."""
        said = [f"{relation}: {value}" for relation, value in self.qualifiers]
        more = "; ".join([*said, f"according to {self.attribution}"] if self.attribution else said)
        tail = f"{self.object} ({more})" if more else self.object
        return f"<{self.subject}; {self.relation}; {tail}>"


@dataclass(frozen=True, slots=True)
class Generated:
    """What was generated for a question's documents.

    Attributes:
        passages: how many were read for it.
        statements: how many of the triples their passages show.
        problems: why a reply could not be used, one sentence each.
    """

    passages: int = 0
    statements: int = 0
    usage: Usage = field(default_factory=Usage)
    problems: tuple[str, ...] = ()


def fetch_triples(passage_ids: Sequence[str], *, graph: Graph) -> tuple[list[Triple], Vectors]:
    """Return the triples of some passages, and the vectors that the graph has of them.

    A triple that several passages state is of the first of them.

    Returns:
        The triples in the order of the passages and of their texts; float32 of shape
        (triples, dimension), a row of zeros where there is no vector yet.
    """
    triples: dict[str, Triple] = {}
    vectors: dict[str, Sequence[float]] = {}
    for row in graph.read("fetch_triples", passage_ids=list(passage_ids)):
        triples.setdefault(row["id"], _triple(row))
        vectors[row["id"]] = row["embedding"] or ()
    dimension = max((len(vector) for vector in vectors.values()), default=0)
    table = np.zeros((len(triples), dimension), dtype=np.float32)
    for place, key in enumerate(triples):
        if vectors[key]:
            table[place] = vectors[key]
    return list(triples.values()), table


def embed_triples(
    triples: Sequence[Triple], vectors: Vectors, *, graph: Graph, embedder: Embedder
) -> Vectors:
    """Return the vectors of all triples; those that had none are written to the graph."""
    new = [place for place in range(len(triples)) if not vectors[place].any()]
    if not new:
        return vectors
    made = embedder.embed_passages([triples[place].text for place in new])
    rows = [[triples[p].id, graph.vector(v)] for p, v in zip(new, made, strict=True)]
    graph.write("write_statement_embeddings", rows=rows)
    table = np.zeros((len(triples), embedder.dimension), dtype=np.float32)
    if vectors.shape == table.shape:
        table[:] = vectors
    table[new] = made
    return table


def generate_triples(passage_ids: Sequence[str], *, graph: Graph, chat: ChatModel) -> Generated:
    """Generate the triples of those passages that state nothing and were not asked about before.

    One model call a passage, a few at a time; one query, and one transaction where there are any.

    Raises:
        ModelError: the model is not available.
    """
    prompt = load_prompt(TASK)
    extractor = f"trace:{chat.name}:{prompt.version}"
    unread = list_unread(passage_ids, extractor=extractor, graph=graph)
    if not unread:
        return Generated()
    passages = [item.passage for item in unread]
    with ThreadPoolExecutor(CALLS_AT_ONCE, thread_name_prefix="triples") as pool:
        stated = list(pool.map(carry(partial(_ask, chat=chat)), passages))
    proofs = [
        _prove(item, claims, extractor) for item, (claims, _, _) in zip(unread, stated, strict=True)
    ]
    readable = [p.id for p, (_, _, problem) in zip(passages, stated, strict=True) if not problem]
    write_readings(
        graph,
        mentions=[mention for proof in proofs for mention in proof.mentions],
        statements=[statement for proof in proofs for statement in proof.statements],
        unproven=[fact for proof in proofs for fact in proof.unproven],
        passage_ids=readable,
        extractor=extractor,
    )
    return Generated(
        len(passages),
        sum(len(proof.statements) for proof in proofs),
        sum((usage for _, usage, _ in stated), Usage()),
        tuple(problem for _, _, problem in stated if problem),
    )


def read_triples(text: str) -> tuple[Claim, ...]:
    """Return the triples that stand whole in a reply, each once."""
    found = ([" ".join(part.split()) for part in parts] for parts in TRIPLE.findall(text))
    return tuple(
        dict.fromkeys(
            Claim(head, relation, tail)
            for head, relation, tail in found
            if head and relation and tail
        )
    )


def _ask(passage: Passage, chat: ChatModel) -> tuple[Claims, Usage, str]:
    """Return what the model says of a passage, what it cost, and why it cannot be used."""
    messages = load_prompt(TASK).render(
        title=disarm(passage.title or "(none)", "text"), text=disarm(passage.text, "text")
    )
    try:
        # what was cut is read as far as it goes
        reply = chat.complete(messages, task=TASK, max_tokens=MAX_TOKENS, may_be_cut=True)
        raw, usage = reply.text, reply.usage
    except NoReply as exc:
        return Claims(), exc.usage, f"{passage.title}: {exc.reason}"
    except UnusableReply as exc:
        raw, usage = exc.raw, exc.usage
    except BadReply as exc:
        return Claims(), Usage(llm_calls=1), f"{passage.title}: {exc.reason}"
    facts = read_triples(raw)
    problem = "" if facts else f"{passage.title}: no triple in the reply"
    return Claims(facts=facts, items=len(facts), is_reply=True), usage, problem


def _prove(item: Unread, claims: Claims, extractor: str) -> Proof:
    sentences = split_by_punctuation(item.passage.text)
    return prove(
        claims, item.passage, sentences=sentences, mentions=item.mentions, extractor=extractor
    )


def _triple(row: dict[str, Any]) -> Triple:
    return Triple(
        id=row["id"],
        subject=row["subject"],
        relation=row["relation"],
        object=row["object"],
        qualifiers=tuple((relation, value) for relation, value in sorted(row["qualifiers"])),
        text=row["text"],
        passage_id=row["passage_id"],
        start=row["start"],
        end=row["end"],
        things=frozenset(row["things"]),
        attribution=row["attribution"] or "",
    )
