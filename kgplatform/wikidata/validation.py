"""What may be sent: SELECT and ASK, parsed by a real SPARQL parser, with a limit.

Queries come from people, files and language models. Whatever the endpoint would do with the rest,
an update, a SERVICE call to another host or a query without end never leaves this process.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any

from kgplatform.errors import SparqlError
from kgplatform.graph.language import SPARQL
from kgplatform.wikidata.terms import CODE_POINT, PREFIXES

__all__ = ["CheckedQuery", "check_query"]

FORMS = {"SelectQuery": "SELECT", "AskQuery": "ASK", "ConstructQuery": "CONSTRUCT",
         "DescribeQuery": "DESCRIBE"}  # fmt: skip
UPDATES = {"INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD"}
MAX_CHARS = 20_000
"""Longer than any query a person writes; the parser's time grows with the length."""
MAX_DEPTH = 40
"""Braces and parentheses inside each other: deeper ones exhaust a recursive parser."""
MAX_DIGITS = 18
"""Of a LIMIT or OFFSET; endpoints count rows in 64 bits."""
LINE_END = re.compile(r"\r\n?")
PREFIX_REST = re.compile(r"[\w.-]*:")
"""What follows a word that is (a part of) a prefix, and so no keyword."""
_PARSER = Lock()
"""pyparsing finds out at the first parse how many arguments rdflib's actions take, and two first
parses at once leave it wrong for as long as the process lives."""


@dataclass(frozen=True, slots=True)
class CheckedQuery:
    """A query that may be sent.

    `text` declares every prefix and ends at `limit` rows (an ASK has none, so 0); `is_ordered`
    says whether its rows have an order, `own_limit` the LIMIT it was written with.
    """

    text: str
    form: str
    limit: int
    is_ordered: bool
    own_limit: int | None


def check_query(text: str, *, limit: int, offset: int = 0) -> CheckedQuery:
    """Return the query as it may be sent.

    Args:
        text: a SELECT or ASK query; Wikidata's usual prefixes need no declaration.
        limit: most rows; a LIMIT of the query's own stays where it is smaller.
        offset: how many rows to leave out, in addition to an OFFSET of the query's own.

    Raises:
        SparqlError: it does not parse, is no SELECT or ASK, or has a SERVICE or FROM.
    """
    text = _expand(text)
    parsed = _parse(text)
    used = {node["prefix"] for node in _nodes(parsed, "pname") if "prefix" in node}
    declared = {node["prefix"] for node in _nodes(parsed, "PrefixDecl") if "prefix" in node}
    if unknown := sorted(used - declared - PREFIXES.keys()):
        raise SparqlError(f"the prefix {unknown[0]}: is not declared")
    lines = [f"PREFIX {name}: <{PREFIXES[name]}>" for name in sorted(used - declared)]
    query = parsed[1]
    form = FORMS[query.name]
    own, own_offset = _own_limit(query)
    if form == "ASK":
        return CheckedQuery("\n".join([*lines, text]), form, 0, False, None)
    wanted = limit if own is None else max(min(limit, own - offset), 0)
    limited = _with_limit(text, wanted, own_offset + offset)
    _verify(limited, wanted, own_offset + offset)
    return CheckedQuery("\n".join([*lines, limited]), form, wanted, "orderby" in query, own)


def _expand(text: str) -> str:
    """Return the text as every endpoint reads it: what is checked here has to be what is run.

    Code-point escapes come before all grammar (SPARQL 1.1, section 19.2), and one may end a comment
    or a string; a carriage return alone ends a line too (section 19.8).
    """
    if len(text) > MAX_CHARS:
        raise SparqlError(f"it has {len(text):,} characters, and {MAX_CHARS:,} are the most")
    try:
        plain = CODE_POINT.sub(lambda found: chr(int(found[1] or found[2], 16)), text)
        plain.encode()
    except (ValueError, OverflowError) as exc:
        raise SparqlError("it escapes a character that there is not") from exc
    if CODE_POINT.search(plain):
        raise SparqlError("it hides an escape behind an escape: write the character itself")
    return LINE_END.sub("\n", plain)


def _parse(text: str) -> Any:
    """Return the parse of a query that is allowed."""
    if _depth(text) > MAX_DEPTH:
        raise SparqlError(f"it nests deeper than {MAX_DEPTH} brackets")
    first = next((word.upper() for word in _words(text) if word.upper() in _LEADING), "")
    if first in UPDATES:
        raise SparqlError("it is an update, and only SELECT and ASK are sent")
    parsed = _parse_shape(_shape(text))
    form = FORMS[parsed[1].name]
    if form not in ("SELECT", "ASK"):
        raise SparqlError(f"it is a {form}, and only SELECT and ASK are sent")
    if next(_nodes(parsed, "ServiceGraphPattern"), None) is not None:
        raise SparqlError(
            "it has a SERVICE, which would call another service: leave it out, and take labels "
            "by rdfs:label"
        )
    if next(_nodes(parsed, "DatasetClause"), None) is not None:
        raise SparqlError("it has a FROM, which may call another address: leave it out")
    return parsed


_LEADING = UPDATES | {"SELECT", "ASK", "CONSTRUCT", "DESCRIBE", "WITH"}


def _shape(text: str) -> str:
    """Return the text with all IRIs and strings alike, upon which no answer here depends.

    Parsing takes some 50 ms, and most queries differ in their items only.
    """
    alike = {"<": "<urn:x>", '"': '""', "'": '""'}
    return "".join(
        alike[token[0]] if kind == "quoted" else token
        for kind, token in _tokens(text)
        if kind != "comment"
    )


@lru_cache(maxsize=512)
def _parse_shape(text: str) -> Any:
    # pyparsing, below rdflib's grammar, takes long to load; and rdflib's own RuntimeErrors
    # and the like for odd input are no different from a syntax error here.
    from pyparsing import ParseBaseException
    from rdflib.plugins.sparql.parser import parseQuery

    try:
        with _PARSER:
            return parseQuery(text)
    except ParseBaseException as exc:
        raise SparqlError(f"it is no SPARQL query (line {exc.lineno}: {exc.msg})") from exc
    except (ValueError, TypeError, AttributeError, RecursionError) as exc:
        raise SparqlError(f"it is no SPARQL query ({type(exc).__name__}: {exc})") from exc


def _nodes(node: Any, name: str) -> Iterator[Mapping[str, Any]]:
    """Yield every part of a parse that has that name, at any depth."""
    if isinstance(node, str):
        return
    is_part = isinstance(node, dict)  # pyparsing's lists call themselves mappings too
    if is_part and getattr(node, "name", None) == name:
        yield node
    children = node.values() if is_part else node
    try:
        iterator = iter(children)
    except TypeError:  # a leaf
        return
    for child in iterator:
        yield from _nodes(child, name)


def _own_limit(query: Any) -> tuple[int | None, int]:
    """Return the LIMIT (None where it has none) and the OFFSET of the outermost query."""
    clauses = query["limitoffset"] if "limitoffset" in query else {}  # noqa: SIM401 - rdflib's get differs
    own = _row_count(clauses["limit"]) if "limit" in clauses else None
    return own, _row_count(clauses["offset"]) if "offset" in clauses else 0


def _row_count(written: Any) -> int:
    if len(str(written)) > MAX_DIGITS:
        raise SparqlError("its LIMIT or OFFSET is larger than any result")
    return int(written)


def _with_limit(text: str, limit: int, offset: int) -> str:
    """Return the text with this LIMIT and OFFSET on the outermost query, and no others there."""
    kept: list[str] = []
    tail: list[str] = []  # a VALUES clause follows the limit
    target, depth, is_number_due = kept, 0, False
    for kind, token in _tokens(text):
        depth += {"open": 1, "close": -1}.get(kind, 0)
        word = token.upper() if kind == "word" and depth == 0 else ""
        if word in ("LIMIT", "OFFSET"):
            is_number_due = True
            continue
        if is_number_due and kind == "other" and token.strip():
            target.append(token.lstrip().lstrip("0123456789"))
            is_number_due = False
            continue
        if word == "VALUES":
            target = tail
        target.append(token)
    limits = f"\nLIMIT {limit}" + (f" OFFSET {offset}" if offset else "")
    return "".join(kept) + limits + ("\n" + "".join(tail) if tail else "")


def _verify(text: str, limit: int, offset: int) -> None:
    """Parse what was made again: its outermost query has to have just that limit."""
    query = _parse_shape(_shape(text))[1]
    if _own_limit(query) != (limit, offset):
        raise SparqlError("its LIMIT cannot be found: write it once, at the end")


def _words(text: str) -> Iterator[str]:
    return (token for kind, token in _tokens(text) if kind == "word")


def _tokens(text: str) -> Iterator[tuple[str, str]]:
    """Yield kind and text of each piece; a word of a prefix is "prefix", not a word."""
    end = 0
    for kind, token in SPARQL.tokens(text):
        end += len(token)
        yield "prefix" if kind == "word" and PREFIX_REST.match(text, end) else kind, token


def _depth(text: str) -> int:
    """Return how many brackets of any kind are open at once, at most."""
    depth = deepest = 0
    for kind, token in _tokens(text):
        if kind in ("quoted", "comment"):
            continue
        for char in token:
            depth += (char in "{([") - (char in "})]")
            deepest = max(deepest, depth)
    return deepest
