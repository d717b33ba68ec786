"""Where a described phrase ends, and what a masked question says of it begins."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from kgplatform.plan.syntax.clauses import AUXILIARIES, BE, DO, IS_MASK

__all__ = ["cut_predicate", "cut_shared", "holds_mask", "is_said_of_name"]

ARTICLES = frozenset("a an the".split())
SHARED = re.compile(r"\b(?:both|between|common|share|shared|same)\b", re.IGNORECASE)


def cut_shared(doc: Any, start: int, end: int) -> int:
    """Return the end of a phrase without "and B", where "both" or "common" stands before it."""
    joint = next((t.i for t in doc[start:end] if t.text.casefold() == "and"), None)
    if joint is None or SHARED.search(doc[start:end].text) or not SHARED.search(doc[:start].text):
        return end
    return joint if holds_mask(doc[start:joint]) else end


def cut_predicate(doc: Any, start: int, end: int) -> int:
    """Return the end of a phrase without the question's predicate, which parsers hang on its name.

    In "Where was the spouse of Zeta born?" an auxiliary stands right before the phrase and nothing
    behind it, so the predicate is in it: from the first verb behind the name that is not its
    relative clause's, or from a noun where the auxiliary is "is" ("Is … a citizen of Kappa?").
    After "does" a verb follows even where the parser takes it for a noun ("play").
    """
    before = doc[start - 1].text.casefold() if start else ""
    masks = (int(token.i) for token in doc[start:end] if IS_MASK.match(token.text))
    name = next(masks, None)
    if name is None or any(token.is_alpha for token in doc[end:]):
        return end
    if before not in AUXILIARIES:
        return _cut_place(doc, start, name, end)
    if before in BE and doc[0].tag_ == "IN":
        return end  # "In which year was the war …?": the predicate is in front
    tags = [token.tag_ for token in doc[start:name]]
    is_in_clause = any(tag in ("WDT", "WP", "WRB") for tag in tags) and not _has_verb(tags)
    free = name + 1  # where the phrase may end
    for token in doc[name + 1 : end]:
        is_verb = token.tag_.startswith("VB")
        if is_verb and is_in_clause:
            is_in_clause = token.text.casefold() in AUXILIARIES  # "was filmed" is one verb
            free = token.i + 1
        elif is_verb or (before in BE and token.i == free and _begins_noun(token)):
            return int(token.i)
    if before in DO and free < end and not is_in_clause:
        return free
    return _cut_place(doc, start, name, end)


def _cut_place(doc: Any, start: int, name: int, end: int) -> int:
    """Return the end of a phrase without the place that "is" says an entity to be in.

    As in "Is the school where Zeta studied in Kappa?" and "Are the offices of the firm that owns
    Zeta in Kappa?", where only nouns stand before the phrase.

    Args:
        name: the first mask of the phrase.
    """
    nouns = all(token.tag_ in ("DT", "NN", "NNS", "IN") for token in doc[1:start])
    if doc[0].text.casefold() not in BE or not nouns:
        return end
    places = [token.i for token in doc[name + 1 : end] if token.text.casefold() == "in"]
    return int(places[-1]) if places and places[-1] + 1 < end else end


def _begins_noun(token: Any) -> bool:
    return token.text.casefold() in ARTICLES or bool(IS_MASK.match(token.text))


def _has_verb(tags: Iterable[str]) -> bool:
    return any(tag.startswith("VB") for tag in tags)


def is_said_of_name(doc: Any, start: int, end: int) -> bool:
    """Return whether a phrase is all that a question says of another: "Is Zeta the heir of Kappa?".

    Its answer in its place would leave nothing to ask ("Is Zeta Theta?").
    """
    is_last = not any(token.is_alpha for token in doc[end:])
    before = doc[start - 1] if start else None
    if before is None or start < 2 or not is_last or doc[0].text.casefold() not in BE:
        return False
    return before.tag_.startswith("NN") or IS_MASK.match(before.text) is not None


def holds_mask(span: Any) -> bool:
    """Return whether a name stands in some tokens."""
    return any(IS_MASK.match(t.text) for t in span)
