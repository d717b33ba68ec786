"""Reads Cypher texts for nodes that might be somebody else's.

A node of a pattern is ours where the pattern gives it one of our labels, or where its variable was
bound before it, since what bound it was read in the same way. Scopes are followed: a subquery
knows what it imports, WITH keeps what it lists, and each part of a UNION begins anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kgplatform.graph.language import CYPHER

OWN = re.compile(r"__KGPlatform[A-Z]\w*__")
TOKEN = re.compile(
    r"\$\w+|\w+|\.\.|<-|->|[(){}\[\],:|.*<>=+\-/!&%]|'[^']*'|`[^`]*`|\S", re.ASCII | re.DOTALL
)
CLAUSES = {
    *("MATCH", "OPTIONAL", "UNWIND", "WITH", "RETURN", "CALL", "MERGE", "CREATE", "SET", "REMOVE"),
    *("DELETE", "DETACH", "FOREACH", "UNION", "WHERE", "ORDER", "LIMIT", "SKIP", "YIELD", "ON"),
}
BEFORE_A_NODE = {"MATCH", "MERGE", "CREATE", "->", "<-", "-", ">", "<", "=", ",", "{", "[", "|"}
"""A bracket after one of these may open a node; after a name it is a function's."""
BEFORE_WORDS = {"NOT", "AND", "OR", "WHERE", "EXISTS", "IN"}


@dataclass
class _Scope:
    bound: set[str]
    at_start: set[str] = field(default_factory=set)
    returned: set[str] = field(default_factory=set)
    is_call: bool = False
    kept: tuple[int, set[str]] | None = None
    """What WITH keeps, and the place where its list has ended."""


KEPT_COUNT = re.compile(r"MATCH \((?::\w+)?\)-\[(\w+):\w+\]->\(\) RETURN count\(\1\) AS \w+")
"""Answered from the counts that Neo4j keeps: no node is looked at."""
KEPT_DEGREE = re.compile(
    r"CASE WHEN shared THEN (COUNT \{ \((\w+)\)<-\[:([\w|]+)\]-\(:\w+\) \}) "
    r"ELSE COUNT \{ \(\2\)<-\[:\3\]-\(\) \} END"
)
"""A degree that Neo4j keeps, taken only where all relationships of the types are ours."""


def find_foreign(text: str) -> list[str]:
    """Return each node pattern of a query that may be a node which is not ours."""
    checked = KEPT_DEGREE.sub(r"\1", KEPT_COUNT.sub("RETURN 0 AS kept", text))
    return list(_Reader(_tokens(checked)).violations())


def _tokens(text: str) -> list[str]:
    plain = "".join(
        " " if kind == "comment" else ("''" if kind == "quoted" else token)
        for kind, token in CYPHER.tokens(text)
    )
    return TOKEN.findall(plain)


class _Reader:
    def __init__(self, tokens: list[str]) -> None:
        self.tokens = tokens
        self.scopes = [_Scope(set())]

    def violations(self) -> Iterator[str]:
        """Yield each node that may not be ours."""
        for index, token in enumerate(self.tokens):
            self._narrow(index)
            self._follow(index, token)
            self._bind(index, token.upper())
            if token == "(" and self._opens_node(index):
                yield from self._node(index)

    def _follow(self, index: int, token: str) -> None:
        """Enter and leave scopes."""
        if token == "{":
            self._open(index)
        elif token == "[":
            self.scopes.append(_Scope(set(self.scopes[-1].bound)))
        elif token in {"}", "]"}:
            self._close()
        elif token.upper() == "UNION":
            self.scopes[-1].bound = set(self.scopes[-1].at_start)

    def _bind(self, index: int, word: str) -> None:
        """Remember the names that a word brings in."""
        if word in {"WITH", "RETURN"}:
            self._project(index, keeps=word == "WITH")
        elif word == "AS":
            self.scopes[-1].bound.add(self.tokens[index + 1])
        elif word == "YIELD":
            self._yield(index)
        elif word == "FOREACH":
            self.scopes[-1].bound.add(self.tokens[index + 2])
        elif word == "IN" and self._introduces(index):
            self.scopes[-1].bound.add(self.tokens[index - 1])

    def _open(self, index: int) -> None:
        outer = self.scopes[-1].bound
        imports = self._imports(index)
        bound = set(outer) if imports is None else imports
        self.scopes.append(_Scope(bound, set(bound), is_call=imports is not None))

    def _imports(self, index: int) -> set[str] | None:
        """Return what `CALL (a, b) {` lets in; None where the brace opens something else."""
        if self.tokens[index - 1] != ")":
            return None
        start = index - 2
        while self.tokens[start] != "(":
            start -= 1
        if self.tokens[start - 1].upper() != "CALL":
            return None
        return {token for token in self.tokens[start + 1 : index - 1] if token != ","}

    def _close(self) -> None:
        scope = self.scopes.pop()
        if scope.is_call:
            self.scopes[-1].bound |= scope.returned

    def _project(self, index: int, *, keeps: bool) -> None:
        """Read the names that WITH or RETURN lists."""
        if self.tokens[index - 1].upper() in {"STARTS", "ENDS"}:
            return
        names: set[str] = set()
        depth, item = 0, []
        for position, token in enumerate([*self.tokens[index + 1 :], "RETURN"], index + 1):
            ends = depth == 0 and (token.upper() in CLAUSES or token in {"}", ","})
            if ends and item:
                names.add(item[-1])
                item = []
            if depth == 0 and (token.upper() in CLAUSES or token == "}"):
                end = position
                break
            depth += (token in "([{") - (token in ")]}")
            if token != "," and token.upper() != "DISTINCT":
                item.append(token)
        scope = self.scopes[-1]
        if "*" not in names and keeps:
            scope.bound |= names
            scope.kept = (end, names)
        elif not keeps:
            scope.returned |= names

    def _narrow(self, index: int) -> None:
        scope = self.scopes[-1]
        if scope.kept and index >= scope.kept[0]:
            scope.bound, scope.kept = scope.kept[1], None

    def _yield(self, index: int) -> None:
        for token in self.tokens[index + 1 :]:
            if token.upper() in CLAUSES or token == "}":
                return
            self.scopes[-1].bound.add(token)

    def _introduces(self, index: int) -> bool:
        """Tell whether `x IN` begins a list comprehension or a reduce."""
        return self.tokens[index - 2] in {"[", ",", "("} or self.tokens[index - 2].upper() == "ANY"

    def _opens_node(self, index: int) -> bool:
        before = self.tokens[index - 1] if index else ""
        if before.upper() not in BEFORE_A_NODE | BEFORE_WORDS:
            return False
        after = self.tokens[index + 1]
        closes = self.tokens[index + 2] if re.fullmatch(r"\w+", after) else after
        if closes not in {")", ":", "{"} and closes.upper() != "WHERE":
            return False
        if closes == ":" or before.upper() in {"MATCH", "MERGE", "CREATE"}:
            return True
        end = self._end(index)
        following = self.tokens[end + 1 : end + 3]
        preceding = self.tokens[index - 2 : index]
        linked_after = following[:1] == ["<-"] or following[:2] in (["-", "["], ["-", "-"])
        linked_before = preceding[-1:] == ["->"] or preceding in (["]", "-"], ["-", "-"])
        return linked_after or linked_before or closes == "{"

    def _end(self, index: int) -> int:
        depth = 0
        for position in range(index, len(self.tokens)):
            depth += (self.tokens[position] in "([{") - (self.tokens[position] in ")]}")
            if depth == 0:
                return position
        raise AssertionError("a bracket is not closed")

    def _node(self, index: int) -> Iterator[str]:
        inside = self.tokens[index + 1 : self._end(index)]
        name = inside[0] if inside and re.fullmatch(r"\w+", inside[0]) else ""
        labels = []
        for token in inside[bool(name) :]:
            if token in {"{", "$"} or token.upper() == "WHERE":
                break
            labels.append(token)
        bound = name and name in self.scopes[-1].bound
        own = [OWN.fullmatch(label) is not None for label in labels if re.fullmatch(r"\w+", label)]
        ours = all(own) if "|" in labels else any(own)
        if not bound and not (own and ours):
            yield f"({' '.join(inside)})"
        if name:
            self.scopes[-1].bound.add(name)
