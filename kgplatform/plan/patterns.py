"""The patterns of questions (Wang et al. 2024, figure 3), each one declaration.

A pattern is a tree over four operations; grounding, words, plans and tests follow from it, so a
new pattern is one more line in PATTERNS.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

__all__ = [
    "ALL_PATTERNS",
    "FURTHER",
    "PATTERNS",
    "Compare",
    "Entity",
    "Intersect",
    "Node",
    "Pattern",
    "Project",
    "Unite",
]


@dataclass(frozen=True, slots=True)
class Entity:
    """An entity that the question names."""


@dataclass(frozen=True, slots=True)
class Project:
    """What `of` is related to by some relation."""

    of: Node


@dataclass(frozen=True, slots=True)
class Intersect:
    """What all parts have."""

    of: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Unite:
    """What any part has."""

    of: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Compare:
    """Which of two named entities has more, or less, of something measured.

    `bridged`: not of themselves, but of what they are related to: films by their directors' ages.
    """

    bridged: bool = False


Node: TypeAlias = Entity | Project | Intersect | Unite | Compare


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern; `title` is what the paper's prompts call it."""

    name: str
    title: str
    root: Node


E = Entity()
P = Project

PATTERNS = {
    pattern.name: pattern
    for pattern in (
        Pattern("1p", "One Projection", P(E)),
        Pattern("2p", "Two Projection", P(P(E))),
        Pattern("3p", "Three Projection", P(P(P(E)))),
        Pattern("2i", "Two Intersection", Intersect((P(E), P(E)))),
        Pattern("3i", "Three Intersection", Intersect((P(E), P(E), P(E)))),
        Pattern("2u", "Two Union", Unite((P(E), P(E)))),
        Pattern("ip", "Intersection Projection", P(Intersect((P(E), P(E))))),
        Pattern("pi", "Projection Intersection", Intersect((P(P(E)), P(E)))),
        Pattern("compare", "Compare", Compare()),
    )
}
"""The nine of the paper; 1p to 3p project, i intersects, u unites."""

FURTHER = {"pc": Pattern("pc", "Projection Compare", Compare(bridged=True))}
"""Those beyond the paper's, of which a data set has items only where they are asked for."""

ALL_PATTERNS = PATTERNS | FURTHER
