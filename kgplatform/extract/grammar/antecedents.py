"""Decides what a pronoun, or a description such as "the film", stands for.

It stands for the subject of the sentence before, or for what the passage's title names, when kind
and gender fit; else for nothing: a fact with a guessed subject is worse than no fact.
"""

from __future__ import annotations

from typing import Any

from kgplatform.extract.grammar.opening import Opening
from kgplatform.records import Entity

__all__ = ["Antecedents"]

GENDERS = {"he": "he", "his": "he", "him": "he", "she": "she", "her": "she"}
THING_PRONOUNS = {"it", "its"}
POINTING = ("the", "this")
HARMLESS = ("det", "punct", "case")


class Antecedents:
    """What a passage has been about so far.

    Args:
        opening: what its title names.

    Attributes:
        focus: the subject of the sentence before.
    """

    def __init__(self, opening: Opening | None) -> None:
        self.focus: Entity | None = None
        self._opening = opening

    def of_pronoun(self, word: str) -> Entity | None:
        """Return what "he", "her" or "its" stands for."""
        gender = GENDERS.get(word)
        if gender is not None:
            return self._person(gender)
        return self._thing() if word in THING_PRONOUNS else None

    def of_description(self, noun: Any) -> Entity | None:
        """Return the title's entity where "the NOUN" is of its class, with nothing to narrow it."""
        opening = self._opening
        if opening is None or noun.lower_ not in opening.nouns or opening.kind == "Person":
            return None
        children = list(noun.children)
        points = any(child.lower_ in POINTING for child in children)
        return opening.entity if points and all(c.dep_ in HARMLESS for c in children) else None

    def _person(self, gender: str) -> Entity | None:
        opening, focus = self._opening, self.focus
        if focus is not None and focus.type == "Person" and not self._is_title(focus):
            return focus
        if opening is None or opening.kind not in ("Person", "Thing"):
            return None
        return opening.entity if opening.gender == gender else None

    def _thing(self) -> Entity | None:
        opening, focus = self._opening, self.focus
        if opening is None or opening.kind in ("Person", "Group", "Thing"):
            return None
        if focus is not None and focus.type != "Person" and not self._is_title(focus):
            return None
        return opening.entity

    def _is_title(self, entity: Entity) -> bool:
        return self._opening is not None and entity.id == self._opening.entity.id
