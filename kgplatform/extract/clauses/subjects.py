"""Finds who or what a clause is about, also where its verb has no subject of its own.

That is the noun that a relative clause or a participle hangs on, or the subject of the verb that
this one is joined to or depends on. A noun that only describes passes the question on to what it
describes: in "X is a firm that makes tiles" X makes them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from kgplatform.extract.clauses.patterns import Construction, load_words
from kgplatform.extract.clauses.phrases import Phrases, kind_of
from kgplatform.extract.grammar.arguments import Argument
from kgplatform.extract.grammar.classes import type_of_noun

__all__ = ["RELATIVES", "Subjects", "leads_object"]

RELATIVES = frozenset(("WDT", "WP"))
MOST_STEPS = 6
USED_BY_SUBJECT = frozenset(("promise", "vow", "threaten"))
"""Verbs with an object whose infinitive is done by the subject: "promised him to"."""
PLACING = frozenset(("at", "from", "in", "near"))
NOT_WHO = frozenset(("Place", "Event", "Work", "date", "quantity", "Money", "Percent"))
"""Kinds that "who" never stands for; organisations have it too."""
OBJECTS = ("dobj", "dative")


class Subjects:
    """Who the verbs of one passage are about.

    Args:
        constructions: those of the passage.
        phrases: makes the arguments.
        lemma_of: the base form of a token.
    """

    def __init__(
        self,
        constructions: Iterable[Construction],
        phrases: Phrases,
        lemma_of: Callable[[Any], str],
    ) -> None:
        self._phrases = phrases
        self._lemma_of = lemma_of
        links: dict[str, dict[int, Any]] = defaultdict(dict)
        for name, nodes in constructions:
            if name == "own subject":
                links[name][nodes["verb"].i] = nodes["subject"]
            elif name in ("relative clause", "participle"):
                links[name][nodes["verb"].i] = nodes["noun"]
            elif name == "shared subject":
                links[name][nodes["verb"].i] = nodes["other"]
        self._links = links

    def own(self, verb: Any) -> Any | None:
        """Return the token that is a verb's own subject."""
        return self._links["own subject"].get(verb.i)

    def antecedent(self, verb: Any) -> Any | None:
        """Return the noun that a verb's relative clause is about."""
        noun = self._links["relative clause"].get(verb.i)
        if noun is not None and self._is_no_person(noun, verb):
            return noun.head.head
        return _carrier(noun, verb) if noun is not None else None

    def _is_no_person(self, noun: Any, verb: Any) -> bool:
        """Return whether "who" is about the noun before: "a cyclist from Oslo, who won"."""
        if not _is_inner(noun) or not any(t.lower_ in ("who", "whom") for t in verb.children):
            return False
        preposition, outer = noun.head, noun.head.head
        if preposition.lower_ in PLACING and type_of_noun(outer.lower_) == "Person":
            return True
        kinds = {kind_of(argument) for argument in self._phrases.subjects(noun)[:1]}
        return bool(kinds & NOT_WHO)

    def of(self, verb: Any, steps: int = MOST_STEPS) -> list[Argument]:
        """Return what a verb is about; nothing where the text does not say.

        Args:
            verb: a token that is a verb.
            steps: how many more links of the tree to follow.
        """
        if steps == 0:
            return []
        there = [child for child in verb.children if child.dep_ in ("expl", "attr")]
        if there and there[0].dep_ == "expl":
            return self._phrases.subjects(there[1]) if len(there) > 1 else []
        own, antecedent = self.own(verb), self.antecedent(verb)
        if own is not None:
            if own.tag_ in RELATIVES or (own.lower_ == "that" and antecedent is not None):
                return self.referents(antecedent, steps) if antecedent is not None else []
            return self._phrases.subjects(own)
        if (noun := self._links["participle"].get(verb.i)) is not None:
            return [] if _may_hang_elsewhere(noun, verb) else self.referents(noun, steps)
        other = self._links["shared subject"].get(verb.i)
        return self._shared(verb, other, steps) if other is not None else []

    def referents(self, noun: Any, steps: int = MOST_STEPS) -> list[Argument]:
        """Return what a noun stands for, or what it describes."""
        first = noun
        while first.dep_ == "conj" and first.head.pos_ == "NOUN":
            first = first.head
        if first.dep_ == "attr":
            noun = first
        is_predicate = noun.dep_ == "attr" and self._lemma_of(noun.head) in ("be", "become")
        if steps and is_predicate and (described := self.of(noun.head, steps - 1)):
            return described
        if steps and noun.dep_ == "appos":
            return self.referents(noun.head, steps - 1)
        return self._phrases.subjects(noun)[:1]

    def _shared(self, verb: Any, other: Any, steps: int) -> list[Argument]:
        if verb.dep_ == "advcl":
            is_free = any(child.dep_ in ("mark", "aux") for child in verb.children)
            if is_free or verb.tag_ not in ("VBG", "VBN"):
                return []
            noun = self._described_before(verb)
            return (
                self.referents(noun, steps - 1) if noun is not None else self.of(other, steps - 1)
            )
        if other.pos_ == "ADJ":
            return self.of(other.head, steps - 1) if other.dep_ in ("acomp", "oprd") else []
        if verb.dep_ == "xcomp" and leads_object(other, self._lemma_of):
            objects = (child for child in other.children if child.dep_ in OBJECTS)
            return self._phrases.subjects(next(objects))
        return self.of(other, steps - 1)

    def _described_before(self, verb: Any) -> Any | None:
        """Return the noun before the comma of a participle that says what something is like.

        "She made a film, featuring Ann": the film features her, whatever the parser says.
        """
        if self._lemma_of(verb) not in load_words()["describing"]:
            return None
        before = verb.doc[verb.left_edge.i - 1] if verb.left_edge.i else None
        while before is not None and before.is_punct and before.i > verb.sent.start:
            before = before.nbor(-1)
        while before is not None and before.dep_ in ("compound", "nmod", "nummod", "punct"):
            before = before.head
        is_noun = before is not None and before.pos_ in ("NOUN", "PROPN") and before.i < verb.i
        return before if is_noun else None


def _may_hang_elsewhere(noun: Any, verb: Any) -> bool:
    """Return whether a participle after a comma may be about more than the last noun before it.

    "A film on the life of Ann, based on her book": the film is.
    """
    first = noun
    while first.dep_ == "conj":
        first = first.head
    words = verb.doc[noun.i + 1 : verb.left_edge.i + 1]
    return first.dep_ == "pobj" and any(word.text == "," for word in words)


def _is_inner(noun: Any) -> bool:
    """Return whether a noun is in a phrase of another: "oil" in "a leak of oil"."""
    is_object = noun.dep_ == "pobj" and noun.head.dep_ == "prep"
    return bool(is_object and noun.head.head.pos_ in ("NOUN", "PROPN"))


def _carrier(noun: Any, verb: Any) -> Any:
    """Return the noun that a relative clause is about, where the parser takes one too far in.

    Amounts and bare names of stuff have no such clauses: "a leak of oil that spoilt the bay".
    """
    if not _is_inner(noun):
        return noun
    outer = noun.head.head
    is_bare = noun.tag_ == "NN" and not any(t.dep_ in ("det", "poss") for t in noun.lefts)
    is_amount = noun.ent_type_ in ("MONEY", "PERCENT", "QUANTITY")
    is_marked = any(child.dep_ in ("det", "poss") for child in outer.lefts)
    starts = any(child.lower_ in ("that", "which") for child in verb.children)
    return outer if starts and is_marked and (is_bare or is_amount) else noun


def leads_object(verb: Any, lemma_of: Callable[[Any], str]) -> bool:
    """Return whether the infinitive after a verb is done by its object: "asked Ann to sell"."""
    has_object = any(child.dep_ in OBJECTS for child in verb.children)
    return has_object and lemma_of(verb) not in USED_BY_SUBJECT
