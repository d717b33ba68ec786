"""Says in other words what a question hides: kinship in one word, places and dates asked twice.

"The maternal grandfather of A" is two facts, the father of the mother; no text and no graph says
it in one. "Where was the place of birth of A" asks for the place, not for where the place is, and
"What is the name of the director of A" for the director: an answer is a name.
"""

from __future__ import annotations

import re

from kgplatform.plan.syntax.masks import MASK
from kgplatform.plan.syntax.splitting import ask_phrase

__all__ = ["reword"]

KINSHIP = {
    "paternal grandfather": ("father", "father"),
    "maternal grandfather": ("father", "mother"),
    "paternal grandmother": ("mother", "father"),
    "maternal grandmother": ("mother", "mother"),
    "father-in-law": ("father", "spouse"),
    "mother-in-law": ("mother", "spouse"),
    "sibling-in-law": ("sibling", "spouse"),
    "child-in-law": ("spouse", "child"),
    "son-in-law": ("husband", "daughter"),
    "daughter-in-law": ("wife", "son"),
    "stepfather": ("husband", "mother"),
    "stepmother": ("wife", "father"),
    "stepchild": ("child", "spouse"),
    "grandchild": ("child", "child"),
}
"""A relation, and the two that it is made of: the first of the second."""

_WORDS = "|".join(KINSHIP)
_KIN_OF = re.compile(rf"\bthe (?P<kin>{_WORDS}) of\b", re.IGNORECASE)
_OWN_KIN = re.compile(rf"(?P<own>\b{MASK}['’]s) (?i:(?P<kin>{_WORDS}))\b")
_PLACE = "place|location|origin|birthplace|city|town|country|state|deathplace|hometown"
_TWICE = re.compile(
    rf"^(?:where (?P<where>is|was|are|were) (?=the (?:{_PLACE})\b)"
    rf"|when (?P<when>is|was) (?=the (?:date|year|day|birthday)\b|{MASK}['’]s .*\bbirthday\W*$|"
    rf"{MASK}['’]s birthday\W*$))",
    re.IGNORECASE,
)
_NAME_OF = re.compile(
    r"^(?:what|which) (?P<verb>is|was|are|were) the names? of "
    rf"(?P<what>(?:the|an?|this|that|these|those)\b.+|{MASK}['’]s .+)$",
    re.IGNORECASE,
)


def reword(text: str) -> str:
    """Return a question with each fact it asks for as a relation of its own.

    Args:
        text: its names masked, as a name may hold these words.
    """
    text = _KIN_OF.sub(_name_both, text)
    text = _OWN_KIN.sub(_own_both, text)
    text = _NAME_OF.sub(_ask_named, text)
    return _TWICE.sub(lambda found: f"What {found['where'] or found['when']} ", text)


def _name_both(found: re.Match[str]) -> str:
    outer, inner = KINSHIP[found["kin"].casefold()]
    return f"the {outer} of the {inner} of"


def _own_both(found: re.Match[str]) -> str:
    outer, inner = KINSHIP[found["kin"].casefold()]
    return f"the {outer} of {found['own']} {inner}"


def _ask_named(found: re.Match[str]) -> str:
    return ask_phrase(found["what"], is_plural=found["verb"].casefold() in ("are", "were"))
