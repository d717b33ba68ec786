"""The constructions of English as patterns over dependencies, read from english.toml.

They are found by a walk from the dependent of each pattern's first link: spaCy's DependencyMatcher,
which takes the same patterns, looks at every token for every node and takes a seventh of the time
of parsing, this a hundredth. What a construction states is decided elsewhere.
"""

from __future__ import annotations

import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

__all__ = ["Construction", "find_constructions", "load_words"]

READ = {"DEP": "dep_", "LOWER": "lower_", "POS": "pos_", "TAG": "tag_"}
"""Attributes of patterns, as spaCy's matchers call them, to those of its tokens."""


class Construction(NamedTuple):
    """A construction of a text: the name of its pattern, and the tokens of its nodes."""

    name: str
    nodes: dict[str, Any]


class _Node(NamedTuple):
    name: str
    conditions: tuple[tuple[str, frozenset[str]], ...]

    def fits(self, token: Any) -> bool:
        return all(getattr(token, name) in values for name, values in self.conditions)


class _Pattern(NamedTuple):
    """A pattern: the nodes of each link, the one that the other depends on first."""

    name: str
    links: tuple[tuple[_Node, _Node], ...]


@cache
def load_words() -> dict[str, Any]:
    """Return english.toml; lists of words are sets."""
    text = files("kgplatform.extract.clauses").joinpath("english.toml").read_text("utf-8")
    read = tomllib.loads(text)
    read["governors"] = {kind: frozenset(w.split()) for kind, w in read["governors"].items()}
    read["adverbs"] = {w: role for role, words in read["adverbs"].items() for w in words.split()}
    read["discourse"] = {kind: frozenset(w.split()) for kind, w in read["discourse"].items()}
    read["measures"] = frozenset(read["measures"]["nouns"].split())
    read["speech"] = frozenset(read["speech"]["verbs"].split())
    read["describing"] = frozenset(read["describing"]["verbs"].split())
    read["reasons"] = frozenset(read["reasons"]["verbs"].split())
    return read


def find_constructions(parsed: Any) -> Iterator[Construction]:
    """Yield the constructions of a parsed text, by the place of their first dependent.

    Args:
        parsed: a spaCy Doc with a dependency parse.
    """
    patterns = _load_patterns()
    for token in parsed:
        for pattern in patterns.get(token.dep_, ()):
            (head, dependent), *rest = pattern.links
            if dependent.fits(token) and head.fits(token.head):
                nodes = {head.name: token.head, dependent.name: token}
                for found in _follow(rest, nodes):
                    yield Construction(pattern.name, found)


def _follow(links: list[tuple[_Node, _Node]], nodes: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the tokens of all nodes, for each way in which the links that are left fit."""
    if not links:
        yield nodes
        return
    (head, dependent), *rest = links
    for child in nodes[head.name].children:
        if dependent.fits(child) and all(child.i != token.i for token in nodes.values()):
            yield from _follow(rest, {**nodes, dependent.name: child})


@cache
def _load_patterns() -> dict[str, list[_Pattern]]:
    """Return the patterns by the dependency of their first link."""
    by_dependency = defaultdict(list)
    for pattern in load_words()["pattern"]:
        links = tuple(_read_link(link) for link in pattern["links"])
        (dependencies,) = (v for name, v in links[0][1].conditions if name == READ["DEP"])
        for dependency in dependencies:
            by_dependency[dependency].append(_Pattern(pattern["name"], links))
    return dict(by_dependency)


def _read_link(link: str) -> tuple[_Node, _Node]:
    head, dependent = (_read_node(node) for node in link.split(" > "))
    return head, dependent


def _read_node(node: str) -> _Node:
    name, _, conditions = node.partition(":")
    read = []
    for condition in filter(None, conditions.split(",")):
        attribute, _, values = condition.partition("=")
        read.append((READ[attribute], frozenset(values.split("|"))))
    return _Node(name, tuple(read))
