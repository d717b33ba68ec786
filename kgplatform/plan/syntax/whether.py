"""Questions whether something holds of several entities: "Are Zeta and Kappa both novelists?".

Each side is asked about by itself ("Is Zeta a novelist?"), and the comparison puts yes and no
together. What can only hold of the sides as a pair ("Are Zeta and Kappa married?") is left alone.
"""

from __future__ import annotations

import re
from typing import Any

from kgplatform.models.english import indefinite_article
from kgplatform.models.linguistics import Linguistics
from kgplatform.plan.syntax.asking import clean
from kgplatform.plan.syntax.comparisons import COMPARING, MASKED, OF_ONE, VERB, Comparison
from kgplatform.plan.syntax.masks import NEXT_QUESTION, Masks

__all__ = ["find_whether", "is_of_pair"]

OF_ALL = re.compile(
    rf"^(?P<verb>{VERB})\s+(?:(?:both|all)\s+)?(?P<sides>{MASKED}(?:,?\s+{MASKED}|,\s*{MASKED})*"
    rf",?\s+and\s+{MASKED})\s+(?:(?:both|all|each)\s+)?(?P<what>.+?)\s*\?*$",
    re.IGNORECASE,
)
OF_EITHER = re.compile(
    rf"^(?P<verb>{VERB})\s+(?:either\s+)?(?P<sides>{MASKED}\s+or\s+{MASKED})\s+(?P<what>.+?)\s*\?*$",
    re.IGNORECASE,
)
OF_PAIR = re.compile(
    rf"^{VERB}\b.*\b(?:(?:same|alike|similar|different|differ|common|mutual|together|each other|"
    r"one another|siblings|brothers|sisters|twins|cousins|spouses|friends|rivals|enemies|partners|"
    r"neighbou?rs|neighbou?ring|synonym(?:s|ous)|compatible|contemporar(?:y|ies))\b|"
    r"(?:shared?|married|divorced|related|adjacent|connected|linked)\b"
    r"(?!(?: \w+){0,2} (?:to|with|from)\b))",
    re.IGNORECASE,
)
"""Where "to" or "with" follows, it is about one: "Was the director of Zeta married to Kappa?"."""
NAMES_THINGS = ("is", "was")
PLURALS = ("NNS", "NNPS")
NOUNS = (*PLURALS, "NN", "NNP")


def find_whether(text: str, masks: Masks, linguistics: Linguistics) -> Comparison | None:
    """Return the sides of a masked question and what to ask whether of each; None if it is no such.

    Args:
        text: the masked question.
        masks: what stands behind its masks.
        linguistics: finds the noun that says what they are.
    """
    if is_of_pair(text) or COMPARING.search(text) or NEXT_QUESTION.search(text):
        return None
    match = OF_EITHER.match(text) or OF_ALL.match(text)
    if match is None:
        return None
    verb = OF_ONE.get(match["verb"].casefold(), match["verb"].casefold())
    what = match["what"]
    if verb in NAMES_THINGS:
        what = _of_one(what, masks, linguistics)
    asked = clean(f"{verb.capitalize()} {{}} {what}")
    return Comparison(tuple(re.findall(MASKED, match["sides"])), (asked,))


def is_of_pair(text: str) -> bool:
    """Return whether a question asks yes or no of its sides together, so that it has no parts."""
    return OF_PAIR.match(text) is not None


def _of_one(what: str, masks: Masks, linguistics: Linguistics) -> str:
    """Return the predicate of several as one of a single entity: "a novelist" for "novelists"."""
    before = "They were "
    doc = next(iter(linguistics.parse([f"{before}{what}."])))
    noun = next((t for t in doc if t.dep_ == "attr" and t.tag_ in NOUNS), None)
    if noun is None or noun.idx < len(before):
        return what
    plurals = [t for t in (noun, *noun.conjuncts) if t.tag_ in PLURALS]
    for token in sorted(plurals, key=lambda t: int(t.i), reverse=True):
        start, end = token.idx - len(before), token.idx - len(before) + len(token)
        what = what[:start] + _singular(token, linguistics) + what[end:]
    first = doc[noun.left_edge.i]
    has_article = first.tag_ in ("DT", "PRP$", "CD") or any(t.tag_ == "POS" for t in noun.subtree)
    is_one = bool(plurals) or noun.tag_ == "NN"
    if has_article or not is_one:
        return what
    spoken = masks.meanings.get(what.split()[0], what)
    return f"{indefinite_article(str(spoken))} {what}"


def _singular(noun: Any, linguistics: Linguistics) -> str:
    lemma = linguistics.lemmatize(noun)
    return lemma[:1].upper() + lemma[1:] if noun.text[:1].isupper() else lemma
