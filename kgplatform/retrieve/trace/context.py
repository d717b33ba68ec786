"""What TRACE's reader is given (Fang et al. 2024, section 3.4): the chains, or their documents.

TRACE-Triple gives the triples in the order of the chains. TRACE-Doc gives the documents of the
triples, in the order of majority voting: each triple of each chain is a vote for its document, and
a document without a vote is left out. Departures: a triple of several chains is given once; between
the two stand the sentences that state the triples, which say what an extractor left out of them,
and those that open their documents, which say what these are about; and no chain comes to a
document whose link to the others an extractor left out, while some come to a document next to the
point, so that what `graph` holds for likely is read without a vote, and what it holds for
improbable is not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kgplatform.records import EvidenceLine, ScoredPassage, ScoredStatement, Step
from kgplatform.retrieve.lines import write_line, write_whole
from kgplatform.retrieve.trace.chains import BeamStep, ReasoningChain
from kgplatform.retrieve.trace.triples import Triple
from kgplatform.text.sentences import split_by_punctuation

__all__ = [
    "choose_documents",
    "describe_beam",
    "join_passages",
    "list_sentences",
    "list_statements",
    "vote_for_passages",
]

LEAST_PROBABLE = 0.05  # of a document with votes
DIGITS = 4  # of a probability that is shown
OPTIONS_TOLD = 5  # of a chain: those that the beam follows


def list_statements(
    chains: Sequence[ReasoningChain], triples: Sequence[Triple]
) -> tuple[ScoredStatement, ...]:
    """Return the triples of the chains, each once, in their order.

    A triple scores as the most probable chain that it is in.
    """
    scores: dict[int, float] = {}
    for chain in chains:
        for row in chain.rows:
            scores.setdefault(row, chain.score)
    return tuple(_score(triples[row], score) for row, score in scores.items())


def list_sentences(
    chains: Sequence[ReasoningChain],
    triples: Sequence[Triple],
    passages: Sequence[ScoredPassage],
    *,
    read: Sequence[ScoredPassage] = (),
) -> tuple[EvidenceLine, ...]:
    """Return the sentences that state the chains' triples or open their documents, each once.

    Documents come in the order of the chains, their sentences in the order of the text. What two
    documents say in the same words is given once.

    Args:
        chains: most probable first.
        triples: what their rows are.
        passages: all that the triples are of.
        read: of `choose_documents`; all sentences of those that no chain comes to are last.
    """
    stated: dict[str, list[Triple]] = {}
    for row in dict.fromkeys(row for chain in chains for row in chain.rows):
        stated.setdefault(triples[row].passage_id, []).append(triples[row])
    known = {passage.passage_id: passage for passage in passages}
    of_chains = [
        write_line(known[key], start, end)
        for key, of_passage in stated.items()
        for number, (start, end) in enumerate(split_by_punctuation(known[key].text))
        if not number or any(triple.start < end and start < triple.end for triple in of_passage)
    ]
    others = (passage for passage in read if passage.passage_id not in stated)
    of_others = [line for passage in others for line in write_whole(passage)]
    said: dict[str, EvidenceLine] = {}
    for line in (*of_chains, *of_others):
        said.setdefault(line.text, line)
    return tuple(said.values())


def vote_for_passages(
    chains: Sequence[ReasoningChain],
    triples: Sequence[Triple],
    passages: Sequence[ScoredPassage],
) -> tuple[ScoredPassage, ...]:
    """Return the passages of the chains' triples, most votes first, votes as their scores.

    Of equally many votes the one that a more probable chain comes to first is first.

    Args:
        chains: most probable first.
        triples: what their rows are.
        passages: all that the triples are of.
    """
    votes = Counter(triples[row].passage_id for chain in chains for row in chain.rows)
    known = {passage.passage_id: passage for passage in passages}
    return tuple(replace(known[key], score=float(count)) for key, count in votes.most_common())


def choose_documents(
    voted: Sequence[ScoredPassage], documents: Sequence[ScoredPassage], *, likely: int
) -> tuple[ScoredPassage, ...]:
    """Return the passages to read: those with votes, unless improbable, and then the likely ones.

    Where there are none of these, all with votes.

    Args:
        voted: of `vote_for_passages`.
        documents: of `graph`, best first; their scores are probabilities.
        likely: how many of these it holds for likely.
    """
    probable = {p.passage_id for p in documents if p.score >= LEAST_PROBABLE}
    kept = tuple(passage for passage in voted if passage.passage_id in probable)
    return join_passages(kept, documents[:likely]) or tuple(voted)


def join_passages(*several: Sequence[ScoredPassage]) -> tuple[ScoredPassage, ...]:
    """Return the passages of several lists, each once, as it comes first."""
    known: dict[str, ScoredPassage] = {}
    for passages in several:
        for passage in passages:
            known.setdefault(passage.passage_id, passage)
    return tuple(known.values())


def describe_beam(steps: Sequence[BeamStep], triples: Sequence[Triple]) -> list[Step]:
    """Return a step for each step of the search: what was chosen from, and what was kept."""
    reported = []
    for number, step in enumerate(steps, start=1):
        opened = [
            {
                "chain": _write(chain, triples),
                "candidates": len(rows),
                "end": round(choice.end, DIGITS),
                "options": _describe_options(rows, choice.triples, triples),
            }
            for chain, rows, choice in zip(step.opened, step.candidates, step.choices, strict=True)
        ]
        kept = [_describe_chain(chain, triples) for chain in step.kept]
        reported.append(Step("lengthen_chains", {"length": number, "opened": opened, "kept": kept}))
    return reported


def _describe_chain(chain: ReasoningChain, triples: Sequence[Triple]) -> dict[str, Any]:
    """Return a chain as it is shown: score, whether it ended, text, statements with spans."""
    return {
        "score": round(chain.score, DIGITS),
        "ended": chain.is_ended,
        "chain": _write(chain, triples),
        "statements": [_describe_place(triples[row]) for row in chain.rows],
    }


def _describe_options(
    rows: Sequence[int], probabilities: Sequence[float], triples: Sequence[Triple]
) -> list[dict[str, Any]]:
    """Return the most probable candidates, best first."""
    likely = sorted(zip(probabilities, rows, strict=True), key=lambda item: (-item[0], item[1]))
    return [
        {
            "probability": round(probability, DIGITS),
            "triple": triples[row].write(),
            **_describe_place(triples[row]),
        }
        for probability, row in likely[:OPTIONS_TOLD]
        if probability >= 10**-DIGITS
    ]


def _describe_place(triple: Triple) -> dict[str, Any]:
    """Return which statement a triple is, and the span that states it."""
    return {
        "statement_id": triple.id,
        "passage_id": triple.passage_id,
        "start": triple.start,
        "end": triple.end,
    }


def _write(chain: ReasoningChain, triples: Sequence[Triple]) -> str:
    return ", ".join(triples[row].write() for row in chain.rows)


def _score(triple: Triple, score: float) -> ScoredStatement:
    return ScoredStatement(
        statement_id=triple.id,
        subject=triple.subject,
        relation=triple.relation,
        object=triple.object,
        qualifiers=triple.qualifiers,
        passage_id=triple.passage_id,
        start=triple.start,
        end=triple.end,
        score=score,
        attribution=triple.attribution,
    )
