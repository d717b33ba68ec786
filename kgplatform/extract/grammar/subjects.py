"""Finds who a verb is about.

That is its own subject, the noun that a relative clause or a participle hangs on, or the subject of
the verb it is joined to. A noun that only describes ("is a film directed by") passes the question
on to what it describes. The verb after the name that a passage opens with is about the title's
entity, whatever stands between.
"""

from __future__ import annotations

from typing import Any

from kgplatform.extract.grammar.arguments import Argument, Arguments

__all__ = ["described", "subjects_of", "subjects_of_title"]

SUBJECTS = {"nsubj", "nsubjpass"}
RELATIVES = {"who", "which", "that", "whom"}
SHARING = {"conj", "xcomp", "acomp"}
MOST_STEPS = 6


def subjects_of(verb: Any, arguments: Arguments, steps: int = MOST_STEPS) -> list[Argument]:
    """Return what a verb is about.

    Args:
        verb: a token that is a verb.
        arguments: those of the passage.
        steps: how many more links of the tree to follow.
    """
    if arguments.opening is not None and verb.idx == arguments.opening.verb > 0:
        return subjects_of_title(arguments)
    own = next((child for child in verb.children if child.dep_ in SUBJECTS), None)
    if own is not None:
        return _named_by(own, verb, arguments, steps)
    if verb.dep_ == "acl":
        return _reduced(verb, arguments, steps)
    shares = verb.dep_ in SHARING and verb.head.i != verb.i
    fronted = verb.dep_ == "advcl" and verb.tag_ in ("VBG", "VBN")
    impersonal = any(child.dep_ in ("csubj", "expl") for child in verb.children)
    if steps == 0 or impersonal or not (shares or fronted):
        return []
    return subjects_of(verb.head, arguments, steps - 1)


def subjects_of_title(arguments: Arguments) -> list[Argument]:
    """Return the title's entity as the passage first names it."""
    opening = arguments.opening
    if opening is None or opening.span is None:
        return []
    return [arguments.opening_argument(opening, opening.span)]


def _named_by(own: Any, verb: Any, arguments: Arguments, steps: int) -> list[Argument]:
    """Return what a verb's own subject stands for; "who" and "which" for what they hang on."""
    if own.lower_ in RELATIVES and verb.dep_ == "relcl":
        wrong = "Place" if own.lower_ == "who" else "Person"
        found = described(verb.head, arguments, steps - 1)
        return [item for item in found if item.kind != wrong]
    return [item for item in arguments.things(own) if _can_act(item)]


def _reduced(verb: Any, arguments: Arguments, steps: int) -> list[Argument]:
    """Return what a participle without a subject of its own describes."""
    comma = verb.i > 0 and verb.nbor(-1).text == ","
    if comma and verb.head.dep_ == "pobj":  # "a band from Perth, formed in 2006"
        return subjects_of_title(arguments) if arguments.opens_with(verb) else []
    return described(verb.head, arguments, steps - 1)


def described(noun: Any, arguments: Arguments, steps: int = MOST_STEPS) -> list[Argument]:
    """Return the entities that a noun names, or that it says something about as a predicate."""
    found = arguments.resolve(noun)
    if found is not None:
        return [found] if _can_act(found) else []
    if steps == 0:
        return []
    if noun.dep_ == "attr":
        return subjects_of(noun.head, arguments, steps - 1)
    if noun.dep_ in ("conj", "appos"):
        return described(noun.head, arguments, steps - 1)
    if noun.dep_ == "ROOT" and arguments.opening is not None:
        return []
    return [argument for argument in arguments.things(noun)[:1] if _can_act(argument)]


def _can_act(argument: Argument) -> bool:
    return argument.is_entity and argument.kind != "Group"
