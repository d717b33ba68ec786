"""How relations are put into English: "the director of X", "Who directed X?".

The sentences stand in phrases.json by the relation's name, which is a property's English label
too. A relation that is not there is not asked for: a pattern around a bare label ("What is the
educated at of X?") is no English. A question over two hops is the sentence of the second with the
noun of the first in it: "substituting the entity mentioned in the outer question with a rephrased
version of the first question" (DivKnowQA, section 2.1).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

__all__ = ["Phrases", "fill", "load_phrases"]

PATH = Path(__file__).with_name("phrases.json")
HEADS = (
    "academy|battle|board|church|city|college|council|county|court|department|duchy|empire|"
    "faculty|federation|free state|institute|kingdom|legion|ministry|museum|national academy|"
    "national museum|national university|order|parliament|people's republic|province|republic|"
    "royal academy|royal college|royal society|state|union|university"
)
"""First words after which "of" makes a name one that needs an article: "the University of Oslo"."""
LAST = (
    "academy|affair|alliance|army|cross|empire|federation|institute|islands|league|medal|museum|"
    "navy|netherlands|party|philippines|prize|republic|society|states|union|war"
)
OF_NAME = re.compile(
    rf"(?:{HEADS}) of\b.*|United (?:States|Kingdom|Nations|Arab)\b.*|\d+(?:st|nd|rd|th)\b.*",
    re.IGNORECASE,
)
OF_VALUE = re.compile(rf".*\b(?:{LAST})|.*\bAwards?\b.*", re.IGNORECASE)
"""More of them, for values only: a work's title may end in such a word."""
MONTH = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)
DAY = re.compile(r"\b\d{1,2}\b(?!\d)")


@dataclass(frozen=True, slots=True)
class Phrases:
    """The sentences of one relation; {s} is its subject, {o} its object, {on} "on" or "in".

    `noun` names the object, `ask` asks for it, `verify` asks whether it is {o}, `count` how many
    there are. An empty one: English has none for it that is right of any subject. `subjects` and
    `objects` are the types (ENTITY_TYPES, with spaces between) that the sentences are right of;
    empty: any. `kb_only`: texts were seen to be misread about it.
    """

    noun: str = ""
    ask: str = ""
    verify: str = ""
    count: str = ""
    subjects: str = ""
    objects: str = ""
    kb_only: bool = False

    def suit(self, subject: str, value: str) -> bool:
        """Return whether they are right of these types; "Thing" is a type unknown."""
        return all(
            not known or kind == "Thing" or kind in known.split()
            for known, kind in ((self.subjects, subject), (self.objects, value))
        )


@cache
def load_phrases() -> Mapping[str, Phrases]:
    """Return the phrases by the relation's name (read once a process)."""
    rows = json.loads(PATH.read_text(encoding="utf-8"))
    return {name: Phrases(**stated) for name, stated in rows.items()}


def fill(pattern: str, subject: str, value: str = "") -> str:
    """Return a pattern with names in their places, articles and prepositions as English has them.

    Args:
        pattern: one of a Phrases.
        subject: a name, or a noun phrase that begins with an article.
        value: a name, date or word.
    """
    return pattern.format(
        s=_with_article(subject), o=_with_article(value, OF_VALUE), on=_date_preposition(value)
    )


def _with_article(name: str, *patterns: re.Pattern[str]) -> str:
    """Return a name with the article that English gives names of its kind."""
    needs_one = any(pattern.fullmatch(name) for pattern in (OF_NAME, *patterns))
    is_name = name[:1].isupper() or name[:1].isdigit()
    return f"the {name}" if needs_one and is_name and name[:4].lower() != "the " else name


def _date_preposition(date: str) -> str:
    """Return "on" before a day and "in" before a month or year."""
    return "on" if MONTH.search(date) and DAY.search(date) else "in"
