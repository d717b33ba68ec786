"""Answers who holds a role, or who does a thing, by whom a sentence binds to it, else not at all.

The holder's sentence has to speak of the thing that the role is of: by name, by a pronoun, or by
the title of its passage.
"""

from __future__ import annotations

import re

from kgplatform.answer.evidence.spoken_of import OF_THING, how_surely_of
from kgplatform.answer.evidence.view import EvidenceView
from kgplatform.answer.spans.candidates import Candidate
from kgplatform.answer.spans.fitting import is_told_as_field
from kgplatform.answer.spans.holders import Holder, find_holders
from kgplatform.question.analysis import SPAN, Asked
from kgplatform.question.roles import RoleAsked, list_roles
from kgplatform.text.words import fold

__all__ = ["asks_for_holder", "read_holder"]

COMPANY = re.compile(
    r"\b(?:GmbH|AG|SE|AB|A/S|AS|ASA|Ltd|Limited|Inc|LLC|LLP|Corp|Corporation|plc|PLC|BV|B\.V|NV|SA|"
    r"SAS|SARL|SRL|SpA|Oy|KG|Co|Company|Group|Holding|Team|Department|Board|Committee|Bank|"
    r"University|Institute|Agency|Council|Office)\b"
)
"""Words of companies' and bodies' names that no person's name has."""


def read_holder(asked: Asked, view: EvidenceView) -> Candidate | None:
    """Return who holds the role that a question asks for; None where no sentence tells."""
    if asked.kind != SPAN:
        return None
    for role in list_roles(asked):
        best = _find_best(role, asked, view)
        if best is not None:
            return _as_candidate(best)
    return None


def asks_for_holder(asked: Asked) -> bool:
    """Tell whether only the holder of a role can answer, told by the words of that role.

    Everyday relations, as of a spouse or of a film's director, are told in other words, too.
    """
    roles = list_roles(asked) if asked.kind == SPAN else ()
    if not roles or not roles[0].is_definite or asked.bridges:
        return False
    return asked.target is None or any(len(role.role) > 1 for role in roles if role.thing)


def _find_best(role: RoleAsked, asked: Asked, view: EvidenceView) -> Holder | None:
    """Return the holder that is most surely of the thing: a person before others, where asked."""
    found: list[tuple[tuple[bool, float], Holder]] = []
    for passage in view.passages:
        for holder in find_holders(role, passage):
            sure = how_surely_of(role.thing, holder.passage, holder.sentence, holder.tail)
            patient = how_surely_of(role.patient, holder.passage, holder.sentence)
            if min(sure, patient) >= OF_THING and _may_be(asked, holder):
                found.append(((bool(role.noun) or _is_person(holder), sure), holder))
    if not found:
        return None
    best = max(found, key=lambda pair: pair[0])
    return best[1] if best[0][0] or role.is_verb else None


def _may_be(asked: Asked, holder: Holder) -> bool:
    """Tell whether the question does not name it, and the line of a form is of what is asked."""
    named = f" {fold(holder.name)} " in f" {fold(asked.text)} "
    return not named and is_told_as_field(asked, _as_candidate(holder))


def _as_candidate(holder: Holder) -> Candidate:
    return Candidate(holder.passage, holder.sentence, holder.start, holder.end, "NAME")


def _is_person(holder: Holder) -> bool:
    """Tell whether a name can be a person's: not a company's, nor one recognised as a place."""
    if COMPANY.search(holder.name) or re.search(r"\d", holder.name):
        return False
    kinds = {
        span.type
        for span in holder.passage.spans
        if span.start <= holder.start and holder.end <= span.end
    }
    return " " in holder.name or "PERSON" in kinds
