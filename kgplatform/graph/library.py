"""The query library: every query text stands in a file of its own, and this is its only reader.

A query file opens with a comment that says what it is for, what it takes and what it gives, so
that it reads well in Neo4j Browser too; a file that says otherwise than its text does is refused.

    // Count the nodes of each label.
    // group: Graph
    // params: $label: string = null - count this label only; null counts all
    // returns: label: string, count: integer
    MATCH (n) …

Several fields may share a line, parted by commas, or have a line each. A query with a group is one
for people, who may leave out parameters that have a default, as JSON. SPARQL texts (.rq) open with
# in place of //; their parameters are written $name as well.
"""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from kgplatform.errors import QueryError, UsageError
from kgplatform.graph.language import CYPHER, Language
from kgplatform.packaged import resource_dir

__all__ = [
    "Column",
    "Parameter",
    "Query",
    "load_query",
    "parse_query",
    "people_queries",
    "query_names",
    "split_statements",
]

NAMED = 3  # queries that an error names in place of one that there is not
NAME = re.compile(r"[a-z][a-z0-9_]*")
HEADER_KEY = re.compile(r"(purpose|group|params|returns):\s*", re.IGNORECASE)
PARAMETER = re.compile(r"\$(\w+):\s*(.+?)(?:\s+=\s+(.+?))?(?:\s+[-–—]\s+(.*))?")
COLUMN = re.compile(r"(\w+):\s*(.+?)(?:\s+[-–—]\s+(.*))?")
NEXT_FIELD = re.compile(r",\s+(?=\$?\w+:\s)(?![^<\[{(]*[>\]})])")
"""A comma before the next field, and not one inside a type such as list<[id, name]>."""
NOTHING = frozenset({"", "none", "nothing", "-"})


@dataclass(frozen=True, slots=True)
class Parameter:
    """A declared parameter; `type` and `meaning` are words for people.

    `default` is the JSON of what it is where people leave it out; '': it must be given.
    """

    name: str
    type: str
    meaning: str = ""
    default: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """A declared column of the result; `type` and `meaning` are words for people."""

    name: str
    type: str
    meaning: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """A named query; `text` is the whole file, comment included, as a person would paste it."""

    name: str
    purpose: str
    parameters: tuple[Parameter, ...]
    columns: tuple[Column, ...]
    text: str
    group: str = ""

    @property
    def defaults(self) -> dict[str, Any]:
        """The values of the parameters that people may leave out."""
        return {p.name: json.loads(p.default) for p in self.parameters if p.default}

    @property
    def parameter_names(self) -> frozenset[str]:
        """The names a caller must give, no more and no fewer."""
        return frozenset(parameter.name for parameter in self.parameters)

    def text_for(self, given: Iterable[str]) -> str:
        """Return the text, once it is known to get exactly the parameters it declares.

        The server itself would pass over a misspelt one.

        Raises:
            UsageError: a declared parameter is not among the given names, or another one is.
        """
        given = frozenset(given)
        if missing := sorted(self.parameter_names - given):
            raise UsageError(f"Query '{self.name}' needs a value for {', '.join(missing)}.")
        if unknown := sorted(given - self.parameter_names):
            known = ", ".join(sorted(self.parameter_names)) or "none"
            raise UsageError(
                f"Query '{self.name}' has no parameter {unknown[0]}: its parameters are {known}."
            )
        return self.text


@cache
def query_names(language: Language = CYPHER) -> tuple[str, ...]:
    """Return the names of all queries of a language, in alphabetical order."""
    files = resource_dir("queries").glob(f"*{language.suffix}")
    return tuple(sorted(path.stem for path in files))


def people_queries() -> list[Query]:
    """Return the Cypher queries that are for people, by group and name."""
    queries = map(load_query, query_names())
    return sorted((q for q in queries if q.group), key=lambda q: (q.group, q.name))


@cache
def load_query(name: str, language: Language = CYPHER) -> Query:
    """Read the query `name` of a language (once a process).

    Raises:
        UsageError: there is no such query; the message lists names that look like it.
        QueryError: the file's header does not agree with its text.
    """
    if NAME.fullmatch(name) is None or name not in query_names(language):
        names = query_names(language)
        close = difflib.get_close_matches(name, names, n=NAMED) or difflib.get_close_matches(
            name, names, n=NAMED, cutoff=0.0
        )
        raise UsageError(
            f"There is no query '{name}': try {', '.join(close)}. kgplatform query --list lists "
            "those for people."
        )
    path = resource_dir("queries") / f"{name}{language.suffix}"
    return parse_query(name, path.read_text(encoding="utf-8"), language)


def parse_query(name: str, text: str, language: Language = CYPHER) -> Query:
    """Read a query's header and hold it against the text below it.

    Raises:
        QueryError: no purpose, a malformed line, or other $parameters than declared.
    """
    file = f"{name}{language.suffix}"
    header = _read_header(text, language.comment)
    purpose = " ".join(header["purpose"]).strip()
    if not purpose:
        raise _malformed(file, "its first comment does not say what it is for")
    query = Query(
        name=name,
        purpose=purpose,
        parameters=tuple(
            _make_parameter(file, *fields)
            for fields in _parse_fields(file, header["params"], PARAMETER)
        ),
        columns=tuple(Column(*fields) for fields in _parse_fields(file, header["returns"], COLUMN)),
        text=text,
        group=" ".join(header["group"]),
    )
    _check_parameters(query, language)
    return query


def split_statements(text: str) -> list[str]:
    """Return the statements of a Cypher text, parted at each `;` that is not in a text or comment.

    Comments are left out; a part with nothing but white space is no statement.
    """
    statements, current = [], ""
    for kind, token in CYPHER.tokens(text):
        if kind == "end":
            statements.append(current)
            current = ""
        elif kind != "comment":
            current += token
    return [statement.strip() for statement in (*statements, current) if statement.strip()]


def _read_header(text: str, comment: str) -> dict[str, list[str]]:
    """Return the header's lines by key; a comment line without a key continues the one above."""
    parts: dict[str, list[str]] = {"purpose": [], "group": [], "params": [], "returns": []}
    key = "purpose"
    for line in _header_lines(text, comment):
        found = HEADER_KEY.match(line)
        content = line[found.end() :] if found else line
        key = found.group(1).lower() if found else key
        starts_anew = found or content.startswith("$") or COLUMN.fullmatch(content)
        if key != "purpose" and not starts_anew and parts[key]:
            parts[key][-1] += f" {content}"
        else:
            parts[key].append(content)
    return parts


def _header_lines(text: str, comment: str) -> Iterator[str]:
    """Yield the comment lines that open the text, without what makes them comments."""
    for line in text.splitlines():
        if not line.startswith(comment):
            return
        yield line.lstrip(comment).strip()


def _parse_fields(
    file: str, lines: list[str], pattern: re.Pattern[str]
) -> Iterator[tuple[str, ...]]:
    """Yield the parts of each declared field as its pattern has them; "none" declares none."""
    for field in (field for line in lines for field in NEXT_FIELD.split(line)):
        if field.lower().rstrip(".") in NOTHING:
            continue
        found = pattern.fullmatch(field)
        if found is None:
            raise _malformed(file, f"'{field}' is not of the form 'name: type - meaning'")
        yield found.groups("")


def _make_parameter(file: str, name: str, kind: str, default: str, meaning: str) -> Parameter:
    try:
        json.loads(default or "null")
    except ValueError as exc:
        raise _malformed(file, f"the default of ${name}, {default}, is no JSON") from exc
    return Parameter(name, kind, meaning, default)


def _check_parameters(query: Query, language: Language) -> None:
    """Refuse a text whose $parameters are not exactly the declared ones."""
    file = f"{query.name}{language.suffix}"
    used = {token[1:] for kind, token in language.tokens(query.text) if kind == "parameter"}
    declared = query.parameter_names
    if undeclared := sorted(used - declared):
        raise _malformed(file, f"${undeclared[0]} is used but not declared under 'params:'")
    if unused := sorted(declared - used):
        raise _malformed(file, f"${unused[0]} is declared but not used")


def _malformed(file: str, reason: str) -> QueryError:
    return QueryError(
        f"The query file {file} cannot be used: {reason}; correct the file.",
        query_name=file.partition(".")[0],
    )
