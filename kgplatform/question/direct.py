"""The one entity that a question asks something of, where it names it right after its verb.

"When was Ann Lee born?", "Who is the wife of Ann Lee?", "What was Ann Lee's trade?": what answers
these is about Ann Lee herself. Other questions may lead on from what they name to something else.
"""

from __future__ import annotations

import re

from kgplatform.question.analysis import SPAN, Asked

__all__ = ["find_counted_noun", "has_clause", "leads_on"]

_VERB = r"(?:was|were|is|are|did|does|do|has|had)"
AFTER_VERB = re.compile(
    rf"^(?:[\w-]+ ){{0,4}}?(?:when|where|what|which|how)\b(?: (?!{_VERB}\b)[\w-]+){{0,3}}"
    rf" {_VERB} (?:the )?(?P<rest>.*)$",
    re.IGNORECASE,
)
OF_NAME = re.compile(
    r"^(?:who|what|when|where|which) (?:is|was|are|were) the (?:(?!of\b|that\b)[\w-]+ ){1,3}"
    r"of (?:the )?(?P<rest>.*)$",
    re.IGNORECASE,
)
POSSESSIVE = re.compile(r"^(?:who|what|when|where|which) (?:is|was|are|were) (?P<rest>.*)$", re.I)
CLAUSE = re.compile(
    r".\b(?:that|which|who|whose|whom|where|when|while|after|before)\b", re.IGNORECASE
)
LEAD_IN = re.compile(r"^(?:in|on|at|by|from|to|for|with|of|under) ", re.IGNORECASE)
OWNS = re.compile(r"^['’]s(?: [a-z-]+){1,3}$")
LEADS_ON = re.compile(r"\b(?:that|which|who|whose|whom|where|when)\b|\bof the\b|['’]s\b")


def find_counted_noun(asked: Asked) -> str:
    """Return the name of the entity asked about; empty where the question may lead on from it."""
    if asked.bridges:
        return ""
    text = asked.text.rstrip(" ?.")
    for pattern, may_follow in ((AFTER_VERB, _leads_nowhere), (OF_NAME, _is_end)):
        match = pattern.match(text)
        name = _named_first(asked, match["rest"]) if match else ""
        if match and name and may_follow(match["rest"][len(name) :]):
            return name
    match = POSSESSIVE.match(text)
    name = _named_first(asked, match["rest"]) if match else ""
    return name if match and name and OWNS.match(match["rest"][len(name) :]) else ""


def has_clause(asked: Asked) -> bool:
    """Return whether a relative clause describes what is asked about, and a span is asked for."""
    return asked.kind == SPAN and CLAUSE.search(LEAD_IN.sub("", asked.text)) is not None


def leads_on(asked: Asked) -> bool:
    """Return whether a question is about something that it only describes."""
    return bool(asked.bridges) or has_clause(asked)


def _named_first(asked: Asked, rest: str) -> str:
    return next((name for name in asked.names if rest.startswith(name)), "")


def _leads_nowhere(after: str) -> bool:
    return after[:1] in ("", " ") and not LEADS_ON.search(after)


def _is_end(after: str) -> bool:
    return not after
