"""Pairs of a text's fact and a claim that share an entity: what two-hop questions are asked over.

The filters are DivKnowQA's (section 2.1, "Selection of KB Triplets"): what is asked of the
knowledge base must not stand in the page of its subject, and a claim that leads to the text must
have one value. One more keeps errors of reading and linking out: where the knowledge base states
the text's fact too, both must say the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kgplatform.sources.facts.documents import name_key
from kgplatform.text.classes import entity_type_of
from kgplatform.training.divknow_data.claims import Claim, ClaimValue
from kgplatform.training.divknow_data.naming import ReadText, is_clean_name, same_date
from kgplatform.training.divknow_data.phrases import Phrases
from kgplatform.training.divknow_data.text_facts import Pages, TextFact

__all__ = ["MAX_ANSWERS", "MAX_COUNT", "Chain", "Material", "kb_to_text", "text_to_kb"]

INSTANCE_OF = "P31"
MAX_ANSWERS = 3
"""Right answers of a short question; with more of them a guess is easily right."""
MIN_COUNT, MAX_COUNT = 2, 50
"""Entities counted: one is no count, and long lists are seldom complete in Wikidata."""


@dataclass(frozen=True, slots=True)
class Chain:
    """A fact of a text and a claim, of which the first leads to the second or the other way."""

    type: str
    fact: TextFact
    claim: Claim
    is_kb_blind: bool

    @property
    def bridge_qid(self) -> str:
        """The entity that both share."""
        is_first = self.type.startswith("text")
        return self.fact.object_qid if is_first else self.fact.subject_qid


@dataclass(frozen=True, slots=True)
class Material:
    """All that chains are made of.

    `claims` has all claims of every item by QID; `naming` those that have an entity of the texts as
    a value. `refused` counts what the filters left out, by reason.
    """

    facts: Sequence[TextFact]
    claims: Mapping[str, Sequence[Claim]]
    naming: Sequence[Claim]
    pages: Pages
    texts: Mapping[str, str]
    phrases: Mapping[str, Phrases]
    refused: Counter[str] = field(default_factory=Counter)

    def support(self, fact: TextFact) -> bool | None:
        """Return whether the knowledge base states a fact too; None: it states another, or more."""
        for claim in self.claims.get(fact.subject_qid, ()):
            if claim.relation == fact.relation:
                agrees = len(claim.values) == 1 and _is_same(claim.values[0], fact)
                return True if agrees else None
        return False

    def type_of(self, qid: str, stated: str = "Thing") -> str:
        """Return an item's type by its classes, and where they name none the one given."""
        for claim in self.claims.get(qid, ()):
            if claim.property == INSTANCE_OF:
                found = (entity_type_of(value.text) for value in claim.values)
                return next((kind for kind in found if kind), stated)
        return stated

    def suits_fact(self, fact: TextFact) -> bool:
        """Whether a text's fact is of the types that its phrases are right of, names clean."""
        subject = self.type_of(fact.subject_qid, fact.subject_type)
        value = self.type_of(fact.object_qid, fact.object_type)
        is_clean = is_clean_name(fact.subject) and is_clean_name(fact.object)
        return is_clean and self.phrases[fact.relation].suit(subject, value)

    def suits_claim(self, claim: Claim, stated: str = "Thing") -> bool:
        """Return whether a claim is of the types that its phrases are right of."""
        phrases = self.phrases.get(claim.relation)
        return phrases is not None and all(
            phrases.suit(self.type_of(claim.qid, stated), self.type_of(value.qid))
            for value in claim.values
        )


def text_to_kb(material: Material) -> Iterator[Chain]:
    """Yield the chains from a fact of a text to a claim about its object."""
    for fact in material.facts:
        noun = material.phrases[fact.relation].noun
        if not fact.object_qid or not noun:
            continue
        if (support := material.support(fact)) is None:
            material.refused["the knowledge base disagrees"] += 1
            continue
        own, page = material.texts[fact.document_id], material.pages.text_about(fact.object_qid)
        read = ReadText(f"{own}\n{page}")
        for claim in material.claims.get(fact.object_qid, ()):
            if not material.suits_claim(claim, fact.object_type):
                continue
            for kind in _kinds(claim, material.phrases.get(claim.relation)):
                if any(value.qid == fact.subject_qid != "" for value in claim.values):
                    material.refused["it leads back"] += 1
                elif any(_stands_in(value, read) for value in claim.values):
                    material.refused["the answer is in the text"] += 1
                else:
                    yield Chain(f"text_to_kb_{kind}", fact, claim, not support)


def kb_to_text(material: Material) -> Iterator[Chain]:
    """Yield the chains from a claim to a fact that a text states about its only value."""
    about: dict[str, list[TextFact]] = {}
    for fact in material.facts:
        if fact.subject_qid:
            about.setdefault(fact.subject_qid, []).append(fact)
    for claim in material.naming:
        phrases = material.phrases.get(claim.relation)
        if phrases is None or not phrases.noun or not material.suits_claim(claim):
            continue
        own = [c for c in material.claims.get(claim.qid, ()) if c.property == claim.property]
        if not own or len(own[0].values) != 1:
            material.refused["several objects"] += 1
            continue
        bridge = own[0].values[0]
        if _stands_in(bridge, ReadText(material.pages.text_about(claim.qid))):
            material.refused["the bridge is in the text"] += 1
            continue
        for fact in about.get(bridge.qid, ()):
            yield from _asked_of_text(material, own[0], fact)


def _asked_of_text(material: Material, claim: Claim, fact: TextFact) -> Iterator[Chain]:
    phrases = material.phrases[fact.relation]
    if fact.object_qid == claim.qid or name_key(fact.object) == name_key(claim.subject):
        material.refused["it leads back"] += 1
        return
    if (support := material.support(fact)) is None:
        material.refused["the knowledge base disagrees"] += 1
        return
    if phrases.ask:
        yield Chain("kb_to_text_short", fact, claim, not support)
    if phrases.verify:
        yield Chain("kb_to_text_yes_no", fact, claim, not support)


def _kinds(claim: Claim, phrases: Phrases | None) -> Iterator[str]:
    """Yield what may be asked of a claim: short, yes_no, aggregate."""
    if phrases is None or any(value.kind in ("quantity", "string") for value in claim.values):
        return
    if phrases.ask and len(claim.values) <= MAX_ANSWERS:
        yield "short"
    if phrases.verify:
        yield "yes_no"
    are_things = all(value.kind == "thing" for value in claim.values)
    if phrases.count and are_things and MIN_COUNT <= len(claim.values) <= MAX_COUNT:
        yield "aggregate"


def _is_same(value: ClaimValue, fact: TextFact) -> bool:
    if value.qid and fact.object_qid:
        return value.qid == fact.object_qid
    if value.kind == "date":
        return same_date(value.text, fact.object)
    return name_key(value.text) == name_key(fact.object)


def _stands_in(value: ClaimValue, text: ReadText) -> bool:
    return text.states(value.text) if value.kind == "date" else text.names(value.text)
