"""What a query returned, in words: a fact a line, "sub relation obj" (DivKnowQA, section 3.2).

Readers and rankers know text alone. The identifiers of the query and the terms of its result become
names; which of them is subject and which object, the pattern of the query says.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kgplatform.graph.language import SPARQL
from kgplatform.sources.facts.rdf_index import shorten
from kgplatform.sources.facts.rdf_values import read_literal
from kgplatform.wikidata.question.neighbourhood import CLASS_RELATIONS
from kgplatform.wikidata.statements import linearise
from kgplatform.wikidata.terms import RdfTerm, Result

__all__ = ["MOST_LINES", "ToldResult", "describe_result", "strip_comments"]

MOST_LINES = 25
"""Rows shown; a longer list is no answer to a single-hop question."""
IDENTIFIER = re.compile(r"(?:<http://www\.wikidata\.org/[\w/-]*/|\bwdt?:|\bps?:|\bpq:)([QP]\d+)>?")
BACKWARD = re.compile(r"\?\w+\s+(P\d+)\s+(Q\d+)")
COUNTED = re.compile(r"\bCOUNT\s*\(", re.IGNORECASE)

Labels = Callable[[Iterable[str]], Mapping[str, str]]
"""From identifiers to the names of those that have one."""


@dataclass(frozen=True, slots=True)
class ToldResult:
    """A result in words.

    Attributes:
        lines: a fact a line, of a row each; what else a row has stands after its answer.
        values: the answers alone.
        about: identifier of the item that they are about, empty where the query has none.
        relations: names of the query's properties, but for those of classes.
        counts_none: it is a count of nothing, which a knowledge base that does not know says too.
    """

    lines: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    about: str = ""
    relations: tuple[str, ...] = ()
    counts_none: bool = False

    @property
    def problem(self) -> str:
        """Why there is no line; empty where there is one."""
        if self.counts_none:
            return "nothing is known of what the question counts"
        return "" if self.lines else "no query returns what the question asks for"


def describe_result(query: str, result: Result, labels: Labels) -> ToldResult:
    """Return what a query returned in words; nothing where it returned nothing, or counts nothing.

    Args:
        query: as it was run, its IRIs in full or with Wikidata's prefixes.
        result: of it; the first MOST_LINES rows are shown.
        labels: names identifiers.
    """
    plain = IDENTIFIER.sub(r"\1", query)
    found = list(dict.fromkeys(re.findall(r"\b[QP]\d+\b", plain)))
    rows = [result.cells(row) for row in result.rows[:MOST_LINES]]
    terms = [term for cells in rows for term in cells]
    named = labels([*found, *(term.identifier for term in terms if term.identifier)])
    relations = [key for key in found if key[0] == "P"]
    stated = [key for key in relations if key not in CLASS_RELATIONS] or relations
    names = tuple(dict.fromkeys(named.get(key, key) for key in stated))
    things = [key for key in found if key[0] == "Q"]
    backward = [thing for key, thing in BACKWARD.findall(plain) if stated == [key]]
    if backward:  # a class next to it is no side of the fact
        things = backward
    sides = [named.get(key, key) for key in things]
    stated_rows = _describe_rows(rows, named)
    if result.truth is not None:
        stated_rows = [("yes" if result.truth else "no",)]
    relation = ", ".join(name.split(", ")[0] for name in names)
    shape = _Shape(relation, sides, bool(backward), result.truth is not None)
    is_count = bool(COUNTED.search(query))
    if is_count and stated_rows == [("0",)]:
        return ToldResult(about=things[0] if things else "", relations=names, counts_none=True)
    lines = tuple(_line(shape, ", ".join(cells), is_count=is_count) for cells in stated_rows)
    values = tuple(dict.fromkeys(cells[0] for cells in stated_rows))
    return ToldResult(lines, values, things[0] if things else "", names)


def _describe_rows(
    rows: Iterable[Sequence[RdfTerm]], named: Mapping[str, str]
) -> list[tuple[str, ...]]:
    """Return the rows in words, each once: an entity and its label are one cell."""
    stated = (
        tuple(dict.fromkeys(filter(None, (_describe(t, named) for t in row)))) for row in rows
    )
    return [cells for cells in dict.fromkeys(stated) if cells]


@dataclass(frozen=True, slots=True)
class _Shape:
    """What of a query its lines say: relation and items, and which way round.

    A relation is shown up to its first comma: of "languages spoken, written or signed English"
        readers took "written or signed English" for the language.
    """

    relation: str
    sides: list[str]
    is_backward: bool
    is_check: bool


def _line(shape: _Shape, value: str, *, is_count: bool) -> str:
    subject = ", ".join(shape.sides)
    if shape.is_check:
        return f"{' '.join([*shape.sides[:1], shape.relation, *shape.sides[1:]])}: {value}"
    if is_count:
        return f"{subject} {shape.relation}: {value} in all"
    if shape.is_backward:
        return linearise(value, shape.relation, subject)
    return linearise(subject, shape.relation, value)


def strip_comments(query: str) -> str:
    """Return a query on one line, without its comments."""
    kept = (token for kind, token in SPARQL.tokens(query) if kind != "comment")
    return " ".join("".join(kept).split())


def _describe(term: RdfTerm, named: Mapping[str, str]) -> str:
    """Return a term in words; empty for a blank node and for an item without a name."""
    if term.kind == "literal":
        return read_literal(term.value, shorten(term.datatype), is_wikidata=True)[0]
    return named.get(term.identifier or "", "")
