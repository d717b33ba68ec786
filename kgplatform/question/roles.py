"""Questions for who holds a role or does something, taken apart: "Who is the lead auditor of X?".

Only plain ones: a question with a clause of its own ("the team that owns X") leads on to something
else, and is not read here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kgplatform.question.analysis import Asked
from kgplatform.text.words import STOP_WORDS, fold, stem

__all__ = ["RoleAsked", "list_roles"]

WHO_IS = re.compile(
    r"^(?:who|which (?:person|people)) (?:is|was|are|were)(?: currently)? (?P<role>.+)$",
    re.IGNORECASE,
)
DOES = re.compile(
    r"^(?:who|(?:which|what) (?P<noun>[a-z]+(?: [a-z]+)?)) (?!(?:the|an?) )"
    r"(?:(?:must|may|can|should|shall|will|has to|have to) )?(?P<verb>[a-z]+) (?P<thing>.+)$",
    re.IGNORECASE,
)
OWNED = re.compile(r"^(?P<thing>.+)['’]s (?P<role>[\w -]+)$")
LEADS_ON = re.compile(
    r"\b(?:that|which|who|whose|whom|where|when|while|before|after|or|by|as|"
    r"is|was|are|were|be|been|has|had|have|do|does|did)\b",
    re.IGNORECASE,
)
"""A clause of its own in what follows the verb, or a second verb."""
DEFINITE = re.compile(r"^(?:the|our|your) |^[A-Z]{2}|^.+['’]s ")
SPLIT = re.compile(r" (?:of|at|for|in|on|to|with|from) ")
ARTICLE = re.compile(r"^(?:the|an?|our|your) ", re.IGNORECASE)
NO_VERB = STOP_WORDS | frozenset("may might must shall should cannot also first last".split())
IN_PLACE_OF_NAMES = frozenset("current present currently presently new".split())
"""Words that a role keeps in a question, and that no text has to repeat."""


@dataclass(frozen=True, slots=True)
class RoleAsked:
    """A role, or the verb of who fills it, as stems; and of what it is one, as asked.

    `noun` is what "which" asks for ("team"); empty for "who". A definite role is "the" one of its
    name: who is "given a prize" is asked otherwise. `patient` is what a verb does something to:
    "marty" of "played marty in back to the future".
    """

    role: tuple[str, ...]
    thing: str
    noun: str
    is_verb: bool
    is_definite: bool = False
    patient: str = ""


def list_roles(asked: Asked) -> tuple[RoleAsked, ...]:
    """Return the roles that a question may ask for, the longest first; none for other questions.

    "The head of sales at Acme" is the head, the head of sales, or a role of that whole name.
    """
    text = asked.text.rstrip(" ?.")
    match = WHO_IS.match(text)
    if match and not LEADS_ON.search(match["role"]):
        return _split_role(match["role"])
    match = DOES.match(text)
    if match is None or LEADS_ON.search(match["thing"]):
        return ()
    noun, verb = (match["noun"] or "").casefold(), match["verb"].casefold()
    if verb in NO_VERB or STOP_WORDS.intersection(noun.split()):
        return ()
    if noun and stem(verb) == verb:  # "Which project leader wrote X?"
        return ()
    thing = ARTICLE.sub("", match["thing"])
    patient = SPLIT.split(thing, maxsplit=1)[0]
    return (RoleAsked((stem(verb),), thing, noun, is_verb=True, patient=patient),)


def _split_role(asked: str) -> tuple[RoleAsked, ...]:
    is_definite = DEFINITE.match(asked) is not None
    phrase = ARTICLE.sub("", asked)
    owned = OWNED.match(phrase)
    if owned:
        if SPLIT.search(owned["thing"]):  # "the father of Ann Lee's wife"
            return ()
        return _roles(((owned["role"], owned["thing"]),), is_definite=is_definite)
    splits = [(phrase[: m.start()], phrase[m.end() :]) for m in SPLIT.finditer(phrase)]
    return _roles(((phrase, ""), *reversed(splits)), is_definite=is_definite)


def _roles(splits: Iterable[tuple[str, str]], *, is_definite: bool) -> tuple[RoleAsked, ...]:
    roles = []
    for role, thing in splits:
        words = [word for word in fold(role).split() if word not in IN_PLACE_OF_NAMES]
        stems = tuple(stem(word) for word in words if word not in STOP_WORDS)
        if stems:
            of = ARTICLE.sub("", thing)
            roles.append(RoleAsked(stems, of, "", is_verb=False, is_definite=is_definite))
    return tuple(roles)
