"""The names in a question: titles in quotation marks, and words with capital letters."""

from __future__ import annotations

import re

from kgplatform.text.words import CAPITAL_LETTERS, STOP_WORDS

__all__ = ["NAME", "blank_names", "find_names"]

NAME = re.compile(
    rf"(?:[0-9{CAPITAL_LETTERS}][\w'’.\-]*)"
    r"(?:(?:\s+(?:of|the|de|la|von|van|der|in|to|and|for|on|a|du|al|el)){0,2}"
    rf"\s+(?:[0-9({CAPITAL_LETTERS}][\w'’.\-)]*))*"
)
QUOTED = re.compile(r"[\"“]([^\"”]{2,80})[\"”]")
FIRST_WORDS = frozenset(
    "who what when where which why how whose whom in on at of the a an during for from is are "
    "was were do does did until till since within by after before according".split()
)


def find_names(text: str) -> tuple[str, ...]:
    """Return what a question names, quoted titles first, each once."""
    names = [match.strip() for match in QUOTED.findall(text)]
    rest = QUOTED.sub(" ", text)
    for match in NAME.finditer(rest):
        name = match.group().strip(" .'’")
        words = name.split()
        while words and words[0].casefold() in FIRST_WORDS and match.start() == 0:
            words = words[1:]
        name = " ".join(words).removesuffix("'s").removesuffix("’s")
        if name and name != "I" and name.casefold() not in STOP_WORDS and not name.isdigit():
            names.append(name)
    return tuple(dict.fromkeys(names))


def blank_names(text: str, names: tuple[str, ...]) -> str:
    """Return a question without its names: "The Prairie King" names a film, asks for no king."""
    for name in sorted(names, key=len, reverse=True):
        if " " in name or name != name.casefold():
            text = text.replace(name, " ")
    return text
