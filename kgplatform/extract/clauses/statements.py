"""Reads the statements of a parsed passage, clause by clause.

After ClausIE (Del Corro and Gemulla, 2013), MinIE (Gashteovski et al., 2017) and Stanford's OpenIE
(Angeli et al., 2015): every finite or reduced clause states one fact. Departures: what those split
into several triples stays one fact with qualifiers, whose roles are given by preposition and kind
of argument; polarity, modality and attribution are kept beside the fact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kgplatform.extract.clauses.facts import CONFIDENCE, Fact
from kgplatform.extract.clauses.nouns import Nouns
from kgplatform.extract.clauses.patterns import Construction, find_constructions
from kgplatform.extract.clauses.phrases import Phrases, is_cut
from kgplatform.extract.clauses.stance import Stance, Stances
from kgplatform.extract.clauses.subjects import Subjects
from kgplatform.extract.clauses.verbs import read_verb
from kgplatform.extract.facts import make_literal
from kgplatform.extract.grammar.arguments import Arguments
from kgplatform.extract.grammar.found import Stated, is_circular, state_fact
from kgplatform.records import Entity, Literal, Passage, Phrase, Statement, name_of

__all__ = ["read_clauses"]

NO_PEOPLE = frozenset(("Organization", "Place", "Work", "Event", "Product"))
QUOTES = '"“”'
TO_COME = ("future", "planned", "obliged", "permitted")
"""Modalities of what is not yet so."""


def read_clauses(
    passage: Passage, parsed: Any, arguments: Arguments, *, lemma_of: Callable[[Any], str]
) -> list[Stated]:
    """Return what the clauses of a passage state.

    Args:
        passage: its text gives the wording.
        parsed: the spaCy Doc of passage.text, with a dependency parse.
        arguments: what is named in the passage.
        lemma_of: the base form of a token.
    """
    constructions = list(find_constructions(parsed))
    phrases = Phrases(arguments)
    subjects = Subjects(constructions, phrases, lemma_of)
    nouns = Nouns(arguments, phrases, subjects)
    by_sentence: dict[int, list[Construction]] = {}
    for construction in constructions:
        first = next(iter(construction.nodes.values()))
        by_sentence.setdefault(first.sent.start, []).append(construction)
    facts: list[tuple[Any, Stances, Fact]] = []
    for sentence in parsed.sents:
        if sentence.text.rstrip(" \"'”’)").endswith("?"):
            continue
        stances = Stances(sentence, phrases, lemma_of)
        verbs = (token for token in sentence if token.pos_ in ("VERB", "AUX"))
        found = [f for verb in verbs for f in read_verb(verb, subjects, phrases, lemma_of)]
        found += (f for one in by_sentence.get(sentence.start, ()) for f in nouns.read(one))
        facts += ((sentence, stances, fact) for fact in found)
    statements: dict[str, Stated] = {}
    for sentence, stances, fact in facts:
        whole = fact._replace(object=phrases.as_subject(fact.object))
        if not (_is_void(whole) or _is_quoted(passage.text, whole)):
            statement = _to_statement(passage, sentence, stances, whole)
            at = fact.verb.idx if fact.verb is not None else -1
            statements.setdefault(statement.id, Stated(statement, at))
    return list(statements.values())


def _is_void(fact: Fact) -> bool:
    subject, obj = fact.subject, fact.object
    is_empty = not any(char.isalnum() for char in name_of(obj.target))
    return is_empty or is_cut(obj) or is_circular(subject, obj) or _is_impossible(fact)


def _is_impossible(fact: Fact) -> bool:
    """Return whether a person would be an organisation, a place or the like, or the reverse."""
    if fact.canonical != "be" or not (fact.subject.is_entity and fact.object.is_entity):
        return False
    kinds = {fact.subject.kind, fact.object.kind}
    return "Person" in kinds and bool(kinds & NO_PEOPLE)


def _is_quoted(text: str, fact: Fact) -> bool:
    """Return whether a verb stands within quotation marks and its subject before them."""
    if fact.verb is None or fact.verb.idx < fact.subject.end:
        return False
    between = text[fact.subject.end : fact.verb.idx].lstrip(QUOTES)
    return sum(between.count(mark) for mark in QUOTES) % 2 == 1


def _of_what_is_to_come(passage: Passage, fact: Fact) -> Fact:
    """Return a fact whose days that count from the day of the text are ahead of it."""

    def read(target: Entity | Phrase | Literal) -> Entity | Phrase | Literal:
        if not isinstance(target, Literal) or not target.is_relative:
            return target
        words, datatype = target.value, target.datatype
        return make_literal(words, datatype, reference=passage.date, is_future=True)

    return fact._replace(
        object=fact.object._replace(target=read(fact.object.target)),
        qualifiers=tuple(replace(item, target=read(item.target)) for item in fact.qualifiers),
    )


def _to_statement(passage: Passage, sentence: Any, stances: Stances, fact: Fact) -> Statement:
    stance = stances.of(fact.verb, fact.chain) if fact.verb is not None else Stance()
    if stance.modality in TO_COME:
        fact = _of_what_is_to_come(passage, fact)
    subject, obj = fact.subject, fact.object
    start = min(sentence.start_char, subject.start, obj.start)
    end = max(sentence.end_char, subject.end, obj.end)
    statement = state_fact(
        passage,
        (start, end),
        subject,
        fact.relation,
        obj,
        confidence=CONFIDENCE[fact.construction],
        qualifiers=fact.qualifiers,
        canonical=fact.canonical,
        **stance._asdict(),
    )
    if fact.construction == "verb":  # "the group abstained", not "did abstained"
        return replace(statement, text=statement.text.replace(" did ", " ", 1))
    return statement
