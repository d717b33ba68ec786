"""Refuses Cypher that does more than read the graph, before a server sees it.

A read transaction keeps a server from writing to the graph, but not from reading files, asking
addresses, or running what its plugins bring. So clauses that write or load are refused by their
words, and procedures and functions must be among those that are known to read the graph alone.
Where the words leave it open, the text is refused: names in backticks are never taken for words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product

from kgplatform.errors import UsageError
from kgplatform.graph.language import CYPHER

__all__ = [
    "ALLOWED_FUNCTIONS",
    "ALLOWED_PROCEDURES",
    "DEFAULT_ROWS",
    "DEFAULT_TIMEOUT_S",
    "check_read_only",
]

MAX_CHARACTERS = 100_000
DEFAULT_ROWS = 1_000
DEFAULT_TIMEOUT_S = 30.0

ALLOWED_PROCEDURES = frozenset(
    {
        "db.index.fulltext.listavailableanalyzers",
        "db.index.fulltext.querynodes",
        "db.index.fulltext.queryrelationships",
        "db.index.vector.querynodes",
        "db.index.vector.queryrelationships",
        "db.info",
        "db.labels",
        "db.ping",
        "db.propertykeys",
        "db.relationshiptypes",
        "db.schema.nodetypeproperties",
        "db.schema.reltypeproperties",
        "db.schema.visualization",
        "dbms.components",
    }
)
"""In small letters, as all names here."""

ALLOWED_FUNCTIONS = frozenset(
    {
        *(f"{kind}.{clock}" for kind in ("date", "datetime", "localdatetime", "localtime", "time")
          for clock in ("realtime", "statement", "transaction", "truncate")),
        *("datetime.fromepoch", "datetime.fromepochmillis"),
        *("duration.between", "duration.indays", "duration.inmonths", "duration.inseconds"),
        *("point.distance", "point.withinbbox"),
        *("vector.similarity.cosine", "vector.similarity.euclidean"),
        "db.namefromelementid",
    }
)  # fmt: skip
"""Functions whose name has a dot; those without are Cypher's own, since no plugin may add one."""

BEGINNINGS = frozenset(
    {
        "call",
        "cypher",
        "explain",
        "match",
        "optional",
        "profile",
        "return",
        "show",
        "unwind",
        "with",
    }
    | {"let", "filter", "for", "order", "when"}  # of Cypher 25
)
WRITING = {
    "alter": "it changes the server",
    "create": "it writes",
    "deallocate": "it changes the server",
    "delete": "it writes",
    "deny": "it changes rights",
    "detach": "it writes",
    "drop": "it changes the schema",
    "enable": "it changes the server",
    "foreach": "it writes",
    "grant": "it changes rights",
    "insert": "it writes",
    "load": "it reads files or addresses",
    "merge": "it writes",
    "reallocate": "it changes the server",
    "remove": "it writes",
    "rename": "it changes the server",
    "revoke": "it changes rights",
    "set": "it writes",
    "terminate": "it ends the work of others",
    "transactions": "it commits by itself",
    "use": "it leaves the database",
}
"""Words that are refused wherever they are not part of a text, a comment or a name in backticks."""
SHOWN = frozenset(
    f"{what}{ending}"
    for what, ending in product(("constraint", "function", "index", "procedure"), ("", "s", "es"))
)
SUBQUERY = frozenset("({")
LONGEST_SHOW = 4  # words up to what is shown: SHOW BUILT IN FUNCTIONS
SIGN = re.compile(r"\w+|\S")
NAME = re.compile(r"\w+|`.*", re.DOTALL)


def check_read_only(text: str) -> None:
    """Refuse a Cypher text unless it is one statement that can do nothing but read the graph.

    Raises:
        UsageError: it is empty, too long, of several statements, or might do more.
    """
    if len(text) > MAX_CHARACTERS:
        raise UsageError(f"The query has more than {MAX_CHARACTERS:,} characters: shorten it.")
    if "\\u" in text or "\\U" in text:
        raise UsageError(
            "The query has a character as \\u and its number, which may hide a word or end a "
            "text: write the character itself."
        )
    signs = list(_signs(text))
    while signs and signs[-1] == ";":
        signs.pop()
    if not signs:
        raise UsageError("The query is empty: give Cypher such as MATCH (n) RETURN count(n).")
    if ";" in signs:
        raise UsageError("These are several statements: give one at a time.")
    _check_calls(signs)
    _check_words(signs)
    if signs[0].casefold() not in BEGINNINGS:
        raise UsageError(
            f"A query that begins with '{signs[0]}' is not run: begin with MATCH, WITH, UNWIND, "
            "CALL, RETURN or SHOW."
        )


def _signs(text: str) -> Iterator[str]:
    """Yield words, names in backticks, texts as '' and single signs, without comments."""
    for kind, token in CYPHER.tokens(text):
        if kind == "quoted":
            yield token if token.startswith("`") else "''"
        elif kind == "parameter":
            yield "$"
        elif kind != "comment":
            yield from SIGN.findall(token)


def _check_words(signs: Sequence[str]) -> None:
    for position, sign in enumerate(signs):
        word = sign.casefold()
        if word in WRITING:
            raise UsageError(
                f"The query is not run, since {sign} is in it and {WRITING[word]}: leave it out, "
                "or put it in backticks where it is a name."
            )
        if word == "show":
            following = signs[position + 1 : position + 1 + LONGEST_SHOW]
            if SHOWN.isdisjoint(map(str.casefold, following)):
                raise UsageError(
                    "SHOW is run for indexes, constraints, procedures and functions alone."
                )


def _check_calls(signs: Sequence[str]) -> None:
    """Refuse procedures and functions that are not known to read the graph alone."""
    for position, sign in enumerate(signs):
        if sign.casefold() == "call":
            _check_call(signs, position + 1)
        elif sign == "(" and position and NAME.fullmatch(signs[position - 1]):
            first = _begin_of_name(signs, position - 1)
            name = _join(signs[first:position])
            called = first and signs[first - 1].casefold() == "call"
            if "." in name and not called and name.casefold() not in ALLOWED_FUNCTIONS:
                raise _unknown("function", name, ALLOWED_FUNCTIONS)


def _check_call(signs: Sequence[str], first: int) -> None:
    """Refuse what CALL calls, unless it is a subquery or a procedure that reads the graph."""
    following = signs[first] if first < len(signs) else ""
    if following in SUBQUERY:
        return
    if not NAME.fullmatch(following):
        raise UsageError(
            "After CALL there is neither a procedure nor a subquery: write it so, or put CALL in "
            "backticks where it is a name."
        )
    end = first + 1
    while end + 1 < len(signs) and signs[end] == ".":
        end += 2
    name = _join(signs[first:end])
    if name.casefold() not in ALLOWED_PROCEDURES:
        raise _unknown("procedure", name, ALLOWED_PROCEDURES)


def _begin_of_name(signs: Sequence[str], last: int) -> int:
    """Return where a name begins that ends at `last`; what is left of a dot belongs to it."""
    while last >= 2 and signs[last - 1] == ".":
        last -= 2
    return last


def _join(signs: Sequence[str]) -> str:
    """Return a name of its signs; a part in backticks that has a dot itself stays in them."""
    return "".join(sign.strip("`") if "." not in sign else sign for sign in signs)


def _unknown(kind: str, name: str, allowed: frozenset[str]) -> UsageError:
    return UsageError(
        f"The {kind} {name} is not run, since it is not known to read the graph alone: those that "
        f"are run are {', '.join(sorted(allowed))}."
    )
