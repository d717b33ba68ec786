"""The constructions of English as patterns over dependencies, read from english.toml.

They are found with spaCy's DependencyMatcher; what a construction states is decided elsewhere.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from spacy.matcher import DependencyMatcher

__all__ = ["Construction", "find_constructions", "load_words"]


class Construction(NamedTuple):
    """A construction of a text: the name of its pattern, and the tokens of its nodes."""

    name: str
    nodes: dict[str, Any]


@cache
def load_words() -> dict[str, Any]:
    """Return english.toml; lists of words are sets."""
    text = files("kgplatform.extract.clauses").joinpath("english.toml").read_text("utf-8")
    read = tomllib.loads(text)
    read["governors"] = {kind: frozenset(w.split()) for kind, w in read["governors"].items()}
    read["speech"] = frozenset(read["speech"]["verbs"].split())
    read["reasons"] = frozenset(read["reasons"]["verbs"].split())
    return read


def find_constructions(parsed: Any) -> Iterator[Construction]:
    """Yield the constructions of a parsed text.

    Args:
        parsed: a spaCy Doc with a dependency parse.
    """
    matcher, nodes = _open_matcher(parsed.vocab)
    for key, tokens in matcher(parsed):
        name = parsed.vocab.strings[key]
        yield Construction(
            name, {node: parsed[at] for node, at in zip(nodes[name], tokens, strict=True)}
        )


@cache
def _open_matcher(vocab: Any) -> tuple[DependencyMatcher, dict[str, list[str]]]:
    from spacy.matcher import DependencyMatcher  # loads spaCy, which a few commands do without

    matcher = DependencyMatcher(vocab)
    nodes = {}
    for pattern in load_words()["pattern"]:
        links = _read_links(pattern["links"])
        matcher.add(pattern["name"], [links])
        nodes[pattern["name"]] = [link["RIGHT_ID"] for link in links]
    return matcher, nodes


def _read_links(links: list[str]) -> list[dict[str, Any]]:
    """Return the links of a pattern in the form of spaCy's DependencyMatcher."""
    first, first_attributes = _read_node(links[0].split(" > ")[0])
    read: list[dict[str, Any]] = [{"RIGHT_ID": first, "RIGHT_ATTRS": first_attributes}]
    for link in links:
        left, right = link.split(" > ")
        name, attributes = _read_node(right)
        read.append(
            {
                "LEFT_ID": _read_node(left)[0],
                "REL_OP": ">",
                "RIGHT_ID": name,
                "RIGHT_ATTRS": attributes,
            }
        )
    return read


def _read_node(node: str) -> tuple[str, dict[str, Any]]:
    name, _, conditions = node.partition(":")
    attributes = {}
    for condition in filter(None, conditions.split(",")):
        attribute, _, values = condition.partition("=")
        attributes[attribute] = {"IN": values.split("|")}
    return name, attributes
