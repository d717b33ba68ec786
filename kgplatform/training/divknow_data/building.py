"""A chain becomes a question with its gold: words, queries, answers, and a false answer to verify.

The false answer of a yes/no question is one that the same relation has of something else, as the
paper wants distractors "incorrect but closely related" (section 2.1); here none is made up, and one
that the texts name is left, since it might be right after all.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kgplatform.sources.facts.documents import name_key
from kgplatform.text.numbers import NUMBER_WORDS
from kgplatform.training.divknow_data.chains import Chain, Material
from kgplatform.training.divknow_data.claims import Claim, ClaimValue
from kgplatform.training.divknow_data.gold import GoldHop, GoldQuestion
from kgplatform.training.divknow_data.naming import ReadText, date_forms
from kgplatform.training.divknow_data.phrases import Phrases, fill
from kgplatform.training.divknow_data.text_facts import TextFact
from kgplatform.wikidata.named import bind_query
from kgplatform.wikidata.terms import RdfTerm, entity_iri, property_iri

__all__ = ["Builder"]

TRIED = 200
"""False answers drawn until one is none of the right ones."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """The final step of a question: its pattern, object, answers and query."""

    pattern: str
    value: str
    answers: tuple[str, ...]
    sparql: str = ""
    object_qid: str = ""


class Builder:
    """Makes questions of chains.

    Args:
        material: what the chains were made of.
        seed: the same one draws the same false answers.
    """

    def __init__(self, material: Material, *, seed: int) -> None:
        self._material = material
        self._random = random.Random(seed)
        self._values: dict[str, dict[str, ClaimValue]] = {}
        for claims in material.claims.values():
            for claim in claims:
                values = self._values.setdefault(claim.relation, {})
                values.update((value.text, value) for value in claim.values)
        self._objects: dict[tuple[str, str], dict[str, TextFact]] = {}
        for fact in material.facts:
            pool = self._objects.setdefault((fact.relation, fact.object_type), {})
            pool[fact.object] = fact

    def build(self, chain: Chain, *, is_true: bool) -> GoldQuestion | None:
        """Return the question of a chain, None where no false answer is found.

        Args:
            chain: of any type.
            is_true: whether a yes/no question is to be answered with yes.
        """
        starts_in_text = chain.type.startswith("text")
        asked = self._ask_kb(chain, is_true) if starts_in_text else self._ask_text(chain, is_true)
        if asked is None:
            return None
        fact, claim, phrases = chain.fact, chain.claim, self._material.phrases
        first = phrases[fact.relation] if starts_in_text else phrases[claim.relation]
        subject = fact.subject if starts_in_text else claim.subject
        bridge = claim.subject if starts_in_text else fact.subject
        text = fill(asked.pattern, fill(first.noun, subject), asked.value)
        single = fill(asked.pattern, bridge, asked.value)
        if starts_in_text:
            hops = (self._text_hop(fact), _kb_hop(claim, single, asked))
        else:
            hops = (_bridge_hop(claim, phrases), self._text_hop(fact, single, asked))
        if name_key(bridge) in name_key(subject) or name_key(subject) in name_key(bridge):
            return None  # the question would give away its bridge
        answers = _count_forms(asked.answers) if chain.type.endswith("aggregate") else asked.answers
        return GoldQuestion(
            chain.type, text, answers, bridge, chain.bridge_qid, hops, text, chain.is_kb_blind
        )

    def _ask_kb(self, chain: Chain, is_true: bool) -> _Asked | None:
        claim = chain.claim
        phrases = self._material.phrases[claim.relation]
        item, name = entity_iri(claim.qid), property_iri(claim.property)
        if chain.type.endswith("short"):
            answers = tuple(form for value in claim.values for form in _forms(value))
            query = _query("answer_forward", item=item, property=name)
            return _Asked(phrases.ask, "", answers, query, claim.values[0].qid)
        if chain.type.endswith("aggregate"):
            query = _query("count_forward", item=item, property=name)
            return _Asked(phrases.count, "", (str(len(claim.values)),), query)
        value = self._random.choice(claim.values) if is_true else self._false_value(chain)
        if value is None:
            return None
        query = _query("ask_statement", item=item, property=name, value=value.term)
        return _Asked(phrases.verify, value.text, (_truth(is_true),), query, value.qid)

    def _ask_text(self, chain: Chain, is_true: bool) -> _Asked | None:
        fact = chain.fact
        phrases = self._material.phrases[fact.relation]
        if chain.type.endswith("short"):
            is_date = fact.object_type == "date"
            return _Asked(phrases.ask, "", date_forms(fact.object) if is_date else (fact.object,))
        value = fact.object if is_true else self._false_object(chain)
        return _Asked(phrases.verify, value, (_truth(is_true),)) if value else None

    def _false_value(self, chain: Chain) -> ClaimValue | None:
        """Return a value of the same property that the item does not have and no text names."""
        pool = self._values[chain.claim.relation]
        right = {value.text for value in chain.claim.values}
        kinds = {value.kind for value in chain.claim.values}
        read = self._read(chain)
        for name in self._draw(pool):
            if name not in right and pool[name].kind in kinds and not read.names(name):
                return pool[name]
        return None

    def _false_object(self, chain: Chain) -> str:
        """Return an object of the same relation and type that is not the fact's, or ''."""
        fact, read = chain.fact, self._read(chain)
        claims = self._material.claims.get(fact.subject_qid, ())
        known = {name_key(v.text) for c in claims if c.relation == fact.relation for v in c.values}
        for name in self._draw(self._objects[fact.relation, fact.object_type]):
            if not read.names(name) and name_key(name) not in known:
                return name
        return ""

    def _read(self, chain: Chain) -> ReadText:
        own = self._material.texts[chain.fact.document_id]
        return ReadText(f"{own}\n{self._material.pages.text_about(chain.bridge_qid)}")

    def _draw(self, pool: Mapping[str, object]) -> Sequence[str]:
        names = sorted(pool)
        return self._random.sample(names, min(len(names), TRIED))

    def _text_hop(self, fact: TextFact, question: str = "", asked: _Asked | None = None) -> GoldHop:
        """Return the step over the text, by default that of asking for the fact's object."""
        phrases = self._material.phrases[fact.relation]
        return GoldHop(
            "text",
            question or fill(phrases.ask, fact.subject),
            asked.answers if asked else (fact.object,),
            ((fact.subject, fact.relation, fact.object),),
            document=(fact.title, self._material.texts[fact.document_id]),
            sentence=fact.sentence,
            statement=fact.id,
            verified=asked.value if asked else "",
            qids=(fact.subject_qid, fact.object_qid),
        )


def _kb_hop(claim: Claim, question: str, asked: _Asked) -> GoldHop:
    facts = tuple((claim.subject, claim.relation, value.text) for value in claim.values)
    qids = claim.qid, asked.object_qid
    return GoldHop(
        "kb", question, asked.answers, facts, asked.sparql, verified=asked.value, qids=qids
    )


def _bridge_hop(claim: Claim, phrases: Mapping[str, Phrases]) -> GoldHop:
    """Return the first step of a question that begins in the knowledge base."""
    value = claim.values[0]
    query = _query(
        "answer_forward", item=entity_iri(claim.qid), property=property_iri(claim.property)
    )
    asked = _Asked(phrases[claim.relation].ask, "", (value.text,), query, value.qid)
    return _kb_hop(claim, fill(asked.pattern, claim.subject), asked)


def _query(name: str, **values: RdfTerm) -> str:
    """Return a named query with its values and without its comment."""
    lines = bind_query(name, **values).splitlines()
    return " ".join(line.strip() for line in lines if not line.startswith("#"))


def _forms(value: ClaimValue) -> tuple[str, ...]:
    return date_forms(value.text) if value.kind == "date" else (value.text,)


def _count_forms(counts: Sequence[str]) -> tuple[str, ...]:
    """Return numbers in digits, and in the words that people write ("[3, three]", appendix A.4)."""
    return (*counts, *(word for word, number in NUMBER_WORDS.items() if str(number) in counts))


def _truth(is_true: bool) -> str:
    return "yes" if is_true else "no"
