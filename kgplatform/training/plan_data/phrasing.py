"""Draws how a question says its relations and names: the many ways that people have for each.

A planner that has seen "the father of Ada" alone does not know "Ada's father" again. So a relation
is said by one of its wordings in relations.toml, people's relations by the possessive or by the
noun of the relative's sex, two relations of kin by the one noun that means both, and a work with
the word for its kind. A question's plan asks in the words that the question has.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field, replace

from kgplatform.plan.wording import (
    RelationWords,
    compared_words,
    is_known,
    kin_of,
    nouns_by_sex,
    relation_words,
    said_kinds,
    variants,
    with_article,
)
from kgplatform.training.plan_data.facts import Facts
from kgplatform.training.plan_data.groundings import Grounding, Hop, Leaf, compute_answers

__all__ = ["Phrasing", "words_for"]

VARIED = 0.7  # of relations with several wordings; the others are said by the first
OF_PERSON, OF_OTHER = 0.5, 0.15  # said by the possessive
BY_SEX = 0.6  # "wife" in place of "spouse"
AS_KIN = 0.6  # "paternal grandfather" in place of "the father of the father"
WITH_KIND = 0.4  # "film Jaws" in place of "Jaws"
SEX = "sex or gender"
SEXES = ("male", "female")
NOUN_OF = re.compile(r"^the (?P<noun>[^{}]+) of \{\}$")
ASK_NOUN = re.compile(
    r"^(?P<wh>Who|What|When|Where) (?P<be>is|was) the (?P<noun>[^{}]+) of \{\}\?$"
)


@dataclass
class Phrasing:
    """How one question is worded; what was drawn once stays so for the question's plan.

    Args:
        facts: of the graph.
        draw: where chance comes from.
    """

    facts: Facts
    draw: random.Random
    _words: dict[str, RelationWords] = field(default_factory=dict)
    _hops: dict[Hop, RelationWords] = field(default_factory=dict)
    _names: dict[str, str] = field(default_factory=dict)

    def name(self, thing: str) -> str:
        """Return an entity's name as it stands in a sentence."""
        return with_article(self.facts.things[thing].label)

    def subject(self, thing: str) -> str:
        """Return the name of what a hop starts at, a work's with its kind now and then."""
        if thing not in self._names:
            kind = self.kind(thing)
            is_said = kind in said_kinds() and self.draw.random() < WITH_KIND
            self._names[thing] = f"{kind} {self.name(thing)}" if is_said else self.name(thing)
        return self._names[thing]

    def kind(self, thing: str) -> str:
        """Return what kind of entity it is, '' where the graph does not name it."""
        kind = self.facts.things.get(self.facts.things[thing].kind)
        return kind.label if kind else ""

    def said(self, thing: str) -> str:
        """Return an entity's name as the question has it."""
        return self._names.get(thing) or self.name(thing)

    def words(self, relation: str) -> RelationWords:
        """Return the words of a relation, the same throughout the question.

        Raises:
            ValueError: it cannot be put into words.
        """
        if relation not in self._words:
            words = words_for(self.facts, relation)
            if words is None:
                name = self.facts.relations[relation]
                raise ValueError(f"the relation '{name}' cannot be put into words")
            several = (words, *variants(self.facts.relations[relation], words))
            is_varied = len(several) > 1 and self.draw.random() < VARIED
            self._words[relation] = self.draw.choice(several) if is_varied else words
        return self._words[relation]

    def words_of(self, hop: Hop) -> RelationWords:
        """Return the words by which the question says a hop."""
        return self._hops.get(hop) or self.words(hop.relation)

    def ask(self, hop: Hop) -> tuple[str, Grounding]:
        """Return the question for what a hop leads to, and what it is asked of."""
        words, of = self._say(hop)
        ask = words.ask
        match = ASK_NOUN.match(ask)
        if match and self._is_possessive(of):
            ask = f"{match['wh']} {match['be']} {{}}'s {match['noun']}?"
        return ask, of

    def phrase(self, hop: Hop) -> tuple[str, Grounding]:
        """Return the phrase that describes what a hop leads to, and what it is about."""
        words, of = self._say(hop)
        phrase = words.phrase
        match = NOUN_OF.match(phrase)
        if match and self._is_possessive(of):
            phrase = f"{{}}'s {match['noun']}"
        return phrase, of

    def _say(self, hop: Hop) -> tuple[RelationWords, Grounding]:
        """Return the words for a hop, or for it and the one before as kin, and what they are of."""
        if kin := self._kin(hop):
            noun, of = kin
            phrase = f"the {noun} of {{}}"
            return RelationWords(f"Who is {phrase}?", noun, phrase, is_person=True), of
        return self._by_sex(hop), hop.of

    def _is_possessive(self, of: Grounding) -> bool:
        if not isinstance(of, Leaf):
            return False
        often = OF_PERSON if self.facts.is_person(of.thing) else OF_OTHER
        return self.draw.random() < often

    def _by_sex(self, hop: Hop) -> RelationWords:
        """Return a hop's words with the noun for the sex of those that it leads to."""
        words = self.words(hop.relation)
        nouns = nouns_by_sex(self.facts.relations[hop.relation])
        if not nouns or words.noun not in words.ask or self.draw.random() >= BY_SEX:
            return words
        sexes = {self._sex(thing) for thing in compute_answers(hop, self.facts)}
        if len(sexes) != 1 or not sexes & set(SEXES):
            return words
        noun = nouns[SEXES.index(sexes.pop())]
        ask, phrase = (text.replace(words.noun, noun) for text in (words.ask, words.phrase))
        self._hops[hop] = replace(words, ask=ask, noun=noun, phrase=phrase)
        return self._hops[hop]

    def _sex(self, thing: str) -> str:
        relation = next((r for r, name in self.facts.relations.items() if name == SEX), "")
        found = self.facts.objects(thing, relation)
        return self.facts.things[found[0]].label if len(found) == 1 else ""

    def _kin(self, hop: Hop) -> tuple[str, Grounding] | None:
        """Return the noun for two relations of kin, and whose it is; None where none is drawn."""
        if not isinstance(hop.of, Hop):
            return None
        names = self.facts.relations
        noun = kin_of(names[hop.of.relation], names[hop.relation])
        return (noun, hop.of.of) if noun and self.draw.random() < AS_KIN else None


def words_for(facts: Facts, relation: str) -> RelationWords | None:
    """Return the words for a relation of some facts, as their sentences put it if they have any."""
    name, phrase = facts.relations[relation], facts.phrases.get(relation, "")
    is_in_file = is_known(name) or compared_words(name) is not None
    if facts.phrases and not phrase and not is_in_file:
        return None
    return relation_words(name, phrase, of_people=facts.leads_to_people(relation))
