"""Typed options of a method, and the hyphenated names that are recipes for them.

holmes-facts-no-schema is the method holmes with two words, each of which sets options. Words stand
in any order, and what none of them sets is as by default.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self, get_args, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError

__all__ = ["MethodOptions", "Recipe", "Shaping"]


@dataclass(frozen=True, slots=True)
class Shaping:
    """What shapes a method's evidence besides the retrievers: names of settings, and Python files.

    `code` holds folders and files of the package; `queries` are suffixes of query texts; `links`
    are methods of links between passages, which must have been made. `writes` says whether it adds
    statements to the graph where there is a chat model.
    """

    settings: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    queries: tuple[str, ...] = (".cypher",)
    links: tuple[str, ...] = ()
    writes: bool = False


class Recipe(BaseModel):
    """Options that words with hyphens between set, each with a default.

    A choice is a Literal, whose values are words.

    Attributes:
        WORDS: more words, with the options that each sets.
        REST: the option that is what follows the words, such as the name of another method; ''
            for none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    WORDS: ClassVar[Mapping[str, Mapping[str, Any]]] = {}
    REST: ClassVar[str] = ""

    @classmethod
    def words(cls) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Yield each word with what it sets; a word may set one of several options."""
        for name, field in cls.model_fields.items():
            if get_origin(field.annotation) is Literal:
                yield from ((word, {name: word}) for word in get_args(field.annotation))
        yield from cls.WORDS.items()

    @classmethod
    def parse(cls, recipe: str) -> Self | None:
        """Return the options of words with hyphens between; None where they are none.

        Each word sets the first of its options that no word before it has set.
        """
        known = "|".join(sorted({word for word, _ in cls.words()}, key=len, reverse=True))
        given: dict[str, Any] = {}
        rest = f"-{recipe}"
        while word := re.match(rf"-({known})(?=-|$)", rest):
            meant = (sets for name, sets in cls.words() if name == word[1])
            sets = next((sets for sets in meant if not sets.keys() & given.keys()), None)
            if sets is None:
                break
            given |= sets
            rest = rest[word.end() :]
        if rest and cls.REST:
            given[cls.REST] = rest[1:]
        elif rest:
            return None
        try:
            return cls(**given)
        except ValidationError:
            return None


class MethodOptions(Recipe):
    """Options of a retrieval method."""

    @property
    def asks_chat(self) -> bool:
        """Whether a chat model is asked where there is one."""
        return self.needs_chat

    @property
    def needs_chat(self) -> bool:
        """Whether the method cannot do without a chat model."""
        return False

    @property
    def shaping(self) -> Shaping:
        """What shapes the evidence in addition to the retrievers."""
        return Shaping()
