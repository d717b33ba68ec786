"""What matters of the surface of the query languages: where a $ is itself, not part of a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["CYPHER", "SPARQL", "Language"]


@dataclass(frozen=True, slots=True)
class Language:
    """A query language: how its files end, how a comment begins, and its tokens by kind.

    Every pattern knows the kinds `quoted`, `comment`, `parameter` ($name) and `other`.
    """

    suffix: str
    comment: str
    pattern: re.Pattern[str]

    def tokens(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield kind and text of each piece of a query; the pieces together are the text."""
        for found in self.pattern.finditer(text):
            yield found.lastgroup or "other", found.group()


CYPHER = Language(
    suffix=".cypher",
    comment="//",
    pattern=re.compile(
        r"""
          (?P<quoted>  '(?:\\.|[^'\\])*' | "(?:\\.|[^"\\])*" | `(?:``|[^`])*` )
        | (?P<comment> //[^\r\n]* | /\*.*?\*/ )
        | (?P<parameter> \$ [A-Za-z_]\w* )
        | (?P<end> ; )
        | (?P<other> [^'"`/$;]+ | . )
        """,
        re.VERBOSE | re.DOTALL,
    ),
)

SPARQL = Language(
    suffix=".rq",
    comment="#",
    pattern=re.compile(
        r"""
          (?P<quoted>  '{3}(?:\\.|[^\\])*?'{3} | "{3}(?:\\.|[^\\])*?"{3}
                     | '(?:\\.|[^'\\\n])*' | "(?:\\.|[^"\\\n])*" | <[^<>"{}|^`\\\x00-\x20]*> )
        | (?P<comment> \#[^\n]* )
        | (?P<parameter> \$ [A-Za-z_]\w* )
        | (?P<word> [A-Za-z_][\w-]* )
        | (?P<open> \{ ) | (?P<close> \} )
        | (?P<other> [?:@][\w-]* | [^'"<\#$?:@{}A-Za-z_]+ | . )
        """,
        re.VERBOSE | re.DOTALL,
    ),
)
