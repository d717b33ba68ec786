"""The forms of English verbs, for patterns that have to find a verb without a parse."""

from __future__ import annotations

__all__ = ["forms_of_verbs"]

IRREGULAR = {
    "forget": "forgot forgotten",
    "keep": "kept",
    "say": "said",
    "seek": "sought",
    "tell": "told",
    "think": "thought",
    "write": "wrote written",
    "find": "found",
    "show": "shown",
}
"""Past forms that are not made by an ending."""
DOUBLING = frozenset("plan ban bar stop omit forget".split())
"""Verbs whose last letter is doubled before "-ed" and "-ing"."""
SIBILANTS = ("s", "x", "z", "ch", "sh")


def forms_of_verbs(verbs: str) -> str:
    """Return all forms of verbs, given in the infinitive with blanks between, as alternatives.

    They are joined by "|", longest first, as a regular expression tries them.
    """
    forms = {form for verb in verbs.split() for form in _inflect(verb)}
    return "|".join(sorted(forms, key=lambda form: (-len(form), form)))


def _inflect(verb: str) -> list[str]:
    past = IRREGULAR.get(verb, "").split()
    if verb.endswith("e"):
        return [verb, f"{verb}s", *(past or [f"{verb}d"]), f"{verb[:-1]}ing"]
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return [verb, f"{verb[:-1]}ies", *(past or [f"{verb[:-1]}ied"]), f"{verb}ing"]
    root = verb + verb[-1] if verb in DOUBLING else verb
    third = f"{verb}es" if verb.endswith(SIBILANTS) else f"{verb}s"
    return [verb, third, *(past or [f"{root}ed"]), f"{root}ing"]
