"""Reads documents that have their facts with them: given as data, or claimed by a model before.

Facts given as data are the text (kgplatform.sources.facts.documents), so every part has its span
and nothing is to be proven. Claims that came with a text are held against it like a model's
reply; a claim counts in the first passage that shows it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import replace

from kgplatform.extract.facts import make_literal, make_statement
from kgplatform.extract.proof.claims import Claims, parse_claims
from kgplatform.extract.proof.prove import REASONS, prove
from kgplatform.extract.reading import PassageReading
from kgplatform.records import (
    LITERAL_TYPES,
    Document,
    Entity,
    Literal,
    Mention,
    Passage,
    Qualifier,
    Statement,
    UnprovenFact,
)
from kgplatform.records.document import Fact, FactPart
from kgplatform.text.names import make_entity

__all__ = ["EXTRACTOR_NAME", "is_given", "read_given"]

EXTRACTOR_NAME = "given"
CUT_FACT = "given fact that no passage holds whole"

SentenceSplitter = Callable[[str], list[tuple[int, int]]]


def is_given(document: Document) -> bool:
    """Return whether a document has its facts with it, so that no extractor is to read it."""
    return bool(document.facts or document.claims)


def read_given(
    passages: Sequence[Passage], document: Document, *, split_sentences: SentenceSplitter
) -> list[PassageReading]:
    """Return the reading of each passage of a document that has its facts with it.

    Args:
        passages: all passages of the document, in order.
        document: its `facts` are taken as they are, its `claims` as far as they are proven.
        split_sentences: text to the spans of its sentences; used for claims.
    """
    if document.facts:
        return _read_facts(passages, document.facts)
    return _read_claims(passages, parse_claims(document.claims), split_sentences)


def _read_facts(passages: Sequence[Passage], facts: Sequence[Fact]) -> list[PassageReading]:
    """Put each fact into the passage that holds it whole; one that none holds is counted."""
    starts = [passage.start for passage in passages]
    held: list[list[Fact]] = [[] for _ in passages]
    cut = [0] * len(passages)
    for fact in facts:
        place = max(bisect_right(starts, fact.start) - 1, 0)
        if not passages:
            break
        if passages[place].start <= fact.start and fact.end <= passages[place].end:
            held[place].append(fact)
        else:
            cut[place] += 1
    return [
        _read_passage(passage, own, dropped)
        for passage, own, dropped in zip(passages, held, cut, strict=True)
    ]


def _read_passage(passage: Passage, facts: Sequence[Fact], cut: int) -> PassageReading:
    mentions: dict[tuple[int, int], Mention] = {}
    statements: dict[str, Statement] = {}
    for fact in facts:
        statement = _statement(passage, fact)
        statements.setdefault(statement.id, statement)
        for part in (fact.subject, fact.object, *(part for _, part in fact.qualifiers)):
            target, (start, end) = _target(part), _span(passage, part)
            if isinstance(target, Entity):
                mentions[start, end] = Mention(
                    passage.id, target, start, end, part.name, evidence="given"
                )
    return PassageReading(
        mentions=tuple(mentions[span] for span in sorted(mentions)),
        statements=tuple(statements.values()),
        dropped=((CUT_FACT, cut),) if cut else (),
    )


def _statement(passage: Passage, fact: Fact) -> Statement:
    subject = _target(fact.subject)
    if not isinstance(subject, Entity):  # sources/fact_rows.py refuses such a row
        raise TypeError("the subject of a given fact must be an entity")
    return make_statement(
        passage,
        (fact.start - passage.start, fact.end - passage.start),
        subject=subject,
        relation=fact.relation,
        obj=_target(fact.object),
        subject_span=_span(passage, fact.subject),
        object_span=_span(passage, fact.object),
        extractor=EXTRACTOR_NAME,
        confidence=fact.confidence,
        qualifiers=[
            Qualifier(relation, _target(part), *_span(passage, part))
            for relation, part in fact.qualifiers
        ],
    )


def _target(part: FactPart) -> Entity | Literal:
    if part.kind in LITERAL_TYPES:
        return make_literal(part.name, part.kind)
    entity = make_entity(part.name, part.kind)
    aliases = dict.fromkeys((*entity.aliases, *part.aliases))
    aliases.pop(part.name, None)
    return replace(entity, aliases=tuple(aliases), qid=part.qid)


def _span(passage: Passage, part: FactPart) -> tuple[int, int]:
    """Return where a part stands in its passage; its span was in the document."""
    return part.start - passage.start, part.end - passage.start


def _read_claims(
    passages: Sequence[Passage], claims: Claims, split_sentences: SentenceSplitter
) -> list[PassageReading]:
    """Prove the claims passage by passage; what no passage shows is kept with the first one."""
    readings: list[PassageReading] = []
    unproven: dict[tuple[str, str, str], UnprovenFact] = {}
    open_claims = claims
    for passage in passages:
        sentences = split_sentences(passage.text)
        proof = prove(open_claims, passage, sentences=sentences, extractor=EXTRACTOR_NAME)
        missed = {_key(item): item for item in proof.unproven if not _is_qualifier(item)}
        facts = tuple(f for f in open_claims.facts if (f.subject, f.relation, f.object) in missed)
        open_claims = replace(open_claims, facts=facts)
        unproven = {key: unproven.get(key, item) for key, item in missed.items()}
        readings.append(
            PassageReading(
                mentions=proof.mentions,
                statements=proof.statements,
                unproven=tuple(item for item in proof.unproven if _is_qualifier(item)),
                dropped=proof.dropped,
            )
        )
    if readings:
        first = readings[0]
        readings[0] = replace(
            first,
            unproven=(*first.unproven, *unproven.values()),
            dropped=tuple(sorted([*claims.dropped, *first.dropped])),
            repaired=claims.repaired,
        )
    return readings


def _key(item: UnprovenFact) -> tuple[str, str, str]:
    return item.subject, item.relation, item.object


def _is_qualifier(item: UnprovenFact) -> bool:
    """Return whether only a qualifier was not proven: its fact is a statement."""
    return item.reason == REASONS["qualifier"]
