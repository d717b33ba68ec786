"""Answers who holds a role, or who does something, by whom a sentence binds to it, else not at all.

Copula, apposition, parenthesis and label bind to a role ("The lead auditor was Ann Lee"); by-phrase
and subject to a verb ("owned by the X team"). All words of the role stand together, with no other
word before them that makes it another ("deputy", "account"), in a sentence about the entity that
the role is of: by name, by a pronoun, or by the title of its passage.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgplatform.answer.barring import Bars
from kgplatform.answer.evidence.entity_distance import OF_THING, how_surely_of
from kgplatform.answer.evidence.evidence import EvidenceView, PassageView, Sentence
from kgplatform.answer.evidence.subjects import PRONOUNS
from kgplatform.answer.spans.answerability import is_stated_as_field
from kgplatform.answer.spans.candidates import Candidate
from kgplatform.question.analysis import SPAN, Asked
from kgplatform.question.roles import RoleAsked, list_roles
from kgplatform.text.words import CAPITAL_LETTERS, STOP_WORDS, Word, fold, occurrences, stem

__all__ = ["Holder", "asks_for_holder", "find_holders", "read_holder"]

COMPANY = re.compile(
    r"\b(?:GmbH|AG|SE|AB|A/S|AS|ASA|Ltd|Limited|Inc|LLC|LLP|Corp|Corporation|plc|PLC|BV|B\.V|NV|SA|"
    r"SAS|SARL|SRL|SpA|Oy|KG|Co|Company|Group|Holding|Team|Department|Board|Committee|Bank|"
    r"University|Institute|Agency|Council|Office)\b"
)
"""Words of companies' and bodies' names that no person's name has."""
_TITLE = r"(?:(?:Dr|Mr|Mrs|Ms|Prof|Sir)\.? )?"
_WORD = rf"(?:(?:[{CAPITAL_LETTERS}]|[JS]r)\.|[{CAPITAL_LETTERS}][\w'’&/-]*)"
_SMALL = r"(?:de|van|von|der|den|la|le|al|bin|da|dos|du|di|el|ten|ter|of|&)"
NAME = rf"(?P<name>{_WORD}(?: (?:{_SMALL} ){{0,2}}{_WORD})*)"
_TAIL = r"(?P<tail>(?: (?:of|at|for|in|on|with|to) [^.;:|\n]*?)?)"
_BE = r"(?:is|was|are|were|will be|remains|became|has been|is now)"
_AS = r"(?:(?:serves|served|acts|acted|works|worked|was appointed|was named|joined|started) as)"
_THE = r"(?:the |our |an? |its |their )?"
BEHIND_ROLE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"^{_TAIL} {_BE} (?:currently |now )?{_TITLE}{NAME}",
        rf"^{_TAIL} ?(?:[:|–—]|\([^)]*\):) ?{_TITLE}{NAME}",
        rf"^(?P<tail>) {_TITLE}{NAME}",
    )
)
"""What follows a role stated before who holds it; `tail` says of what it is one."""
APPOSED = re.compile(rf"^{_TAIL}, {_TITLE}{NAME}")
BEFORE_ROLE = re.compile(
    rf"{NAME}(?:, | as | \((?:[^(),]*, )?| [–—-] |: | \| | (?:{_BE}|{_AS}) (?:currently |now )?)"
    rf"{_THE}"
    r"(?P<kept>(?:[\w'’.-]+ ){0,4})$"
)
SUBJECT_IS = re.compile(rf"(?:\band|,|\w) (?:{_BE}|{_AS}) (?:currently |now )?{_THE}$")
"""Before a role that the sentence's subject holds, which may stand far off or be a pronoun."""
AFTER_HELD = re.compile(r"^(?P<tail>(?: (?:of|at|for|in|on|with|to) [^.;:|,()\n]*)?)")
BY = re.compile(rf"^(?:[^.;:|\n]{{0,60}}?) by (?:the |our )?{_TITLE}{NAME}")
BY_NOUN = re.compile(
    r"^ by (?P<name>(?:the|an?|our|your|their|its) [a-z][a-z-]*(?: (?!(?:of|for|in|on|at|to|from|"
    r"by|with|and|or|before|after|within|who|which|that|when|if|is|was|are|were)\b)[a-z][a-z-]*){0,3})"
)
"""Who is described without a name: "approved by the duty manager"."""
ABOVE = re.compile(r"\b(?:above|over|more than|exceeding|larger than|higher than)\b", re.IGNORECASE)
UP_TO = re.compile(r"\b(?:up to|at most|under|below|no more than|less than)\b", re.IGNORECASE)
DOER = re.compile(
    rf"{_TITLE}{NAME}(?:,[^,.;]+,| \([^)]*\))?"
    r"(?: (?:team|group|department|unit|service|has|have|had|also|will|currently|then)){0,2} $"
)
BEFORE_AGENT = re.compile(r"(?:\b(?:is|was|are|were|be|been|being)\b[^.;]*|^\W*|[.;:,] )$")
NEGATED = re.compile(r"\b(?:not|no|never)\b")
BREAK = re.compile(r"[.;:,|()\n]")
LONGEST_INITIALS = 5
MAY_PRECEDE = STOP_WORDS | frozenset("new current our present acting".split())


def read_holder(asked: Asked, view: EvidenceView, bars: Bars) -> Candidate | None:
    """Return who holds the role that a question asks for; None where no sentence says.

    Args:
        asked: the question.
        view: the evidence.
        bars: what rules an answer out.
    """
    if asked.kind != SPAN:
        return None
    for role in list_roles(asked):
        best = _find_best(role, asked, view, bars)
        if best is not None:
            return _as_candidate(best)
    return None


def asks_for_holder(asked: Asked) -> bool:
    """Return whether only who holds a role, stated in that role's words, can answer.

    Everyday relations, as of a spouse or of a film's director, are stated in other words, too.
    """
    roles = list_roles(asked) if asked.kind == SPAN else ()
    if not roles or not roles[0].is_definite or asked.bridges:
        return False
    return asked.target is None or any(len(role.role) > 1 for role in roles if role.thing)


def _find_best(role: RoleAsked, asked: Asked, view: EvidenceView, bars: Bars) -> Holder | None:
    """Return the slot filler most surely of the entity: a person before others, where asked."""
    found: list[tuple[tuple[bool, float], Holder]] = []
    for passage in view.passages:
        for holder in find_holders(role, passage):
            if bars.find(passage, holder.sentence, holder.start, holder.end):
                continue
            sure = how_surely_of(role.thing, holder.passage, holder.sentence, holder.tail)
            patient = how_surely_of(role.patient, holder.passage, holder.sentence)
            if min(sure, patient) >= OF_THING and _may_be(asked, holder):
                found.append(((bool(role.noun) or _is_person(holder), sure), holder))
    if not found:
        return None
    best = max(found, key=lambda pair: pair[0])
    return best[1] if best[0][0] or role.is_verb else None


def _may_be(asked: Asked, holder: Holder) -> bool:
    """Return whether the question does not name it, and the line of a form is of what is asked."""
    named = f" {fold(holder.name)} " in f" {fold(asked.text)} "
    return not named and is_stated_as_field(asked, _as_candidate(holder))


def _as_candidate(holder: Holder) -> Candidate:
    return Candidate(holder.passage, holder.sentence, holder.start, holder.end, "NAME")


def _is_person(holder: Holder) -> bool:
    """Return whether a name can be a person's: not a company's, nor one recognised as a place."""
    if COMPANY.search(holder.name) or re.search(r"\d", holder.name):
        return False
    kinds = {
        span.type
        for span in holder.passage.spans
        if span.start <= holder.start and holder.end <= span.end
    }
    return " " in holder.name or "PERSON" in kinds


@dataclass(frozen=True, slots=True)
class Holder:
    """A name that a sentence binds to a role; `tail` is what the sentence says it is a role of."""

    passage: PassageView
    sentence: Sentence
    start: int
    end: int
    tail: str

    @property
    def name(self) -> str:
        """The name as written."""
        return self.passage.text[self.start : self.end]


def find_holders(asked: RoleAsked, passage: PassageView) -> Iterator[Holder]:
    """Yield the names that a passage's sentences bind to a role, in their order."""
    for sentence in passage.sentences:
        for first, last in _find_role(asked.role, passage, sentence):
            yield from _find_bound(asked, passage, sentence, (first, last))


def _find_role(
    role: tuple[str, ...], passage: PassageView, sentence: Sentence
) -> Iterator[tuple[Word, Word]]:
    """Yield the first and last word of each place where a role is named, by its words or initials.

    "CEO" is stated by "chief executive officer" and the other way round.
    """
    stated = [word for word in sentence.words if word.stem not in STOP_WORDS]
    initials = "".join(word[0] for word in role)
    letters = len(role[0]) if len(role) == 1 and len(role[0]) <= LONGEST_INITIALS else 0
    for n, word in enumerate(stated):
        run, spelled = stated[n : n + len(role)], stated[n : n + letters]
        if tuple(one.stem for one in run) == role:
            found = run
        elif len(role) > 1 and word.stem == initials:
            found = [word]
        elif letters > 1 and "".join(one.stem[:1] for one in spelled) == role[0]:
            found = spelled
        else:
            continue
        if not BREAK.search(passage.text[found[0].start : found[-1].end]):
            yield found[0], found[-1]


def _find_bound(
    asked: RoleAsked, passage: PassageView, sentence: Sentence, place: tuple[Word, Word]
) -> Iterator[Holder]:
    first, last = place
    text = passage.text
    before, after = text[sentence.start : first.start], text[last.end : sentence.end]
    if len(asked.role) == 1:
        yield from _find_doer(asked, passage, sentence, place)
    if asked.noun:
        return
    line = before.rpartition("\n")[2]
    follows = _may_precede(line, asked)
    found = [pattern.match(after) for pattern in BEHIND_ROLE] if follows else []
    match = next(filter(None, found), None)
    leads = None if match else BEFORE_ROLE.search(line)
    if leads and _may_precede(leads["kept"], asked) and not NEGATED.search(leads["kept"]):
        held = AFTER_HELD.match(after)
        at = first.start - len(line)
        tail = held["tail"] if held else ""
        yield Holder(passage, sentence, at + leads.start("name"), at + leads.end("name"), tail)
        return
    if match is None and SUBJECT_IS.search(line):
        subject = _find_subject(passage, sentence, first.start)
        held = AFTER_HELD.match(after)
        if subject:
            yield Holder(passage, sentence, *subject, held["tail"] if held else "")
            return
    match = match or (APPOSED.match(after) if follows else None)
    if match:
        start, end = last.end + match.start("name"), last.end + match.end("name")
        yield Holder(passage, sentence, start, end, match["tail"])


def _may_precede(before: str, asked: RoleAsked) -> bool:
    """Return whether no word before a role makes it another one."""
    words = re.findall(r"[\w'’-]+|[^\w\s]", before)
    if not words or not re.match(r"\w", words[-1]):
        return True
    word = words[-1].casefold().removesuffix("'s").removesuffix("’s")
    return word in MAY_PRECEDE or stem(word) in {stem(own) for own in asked.thing.split()}


def _find_doer(
    asked: RoleAsked, passage: PassageView, sentence: Sentence, place: tuple[Word, Word]
) -> Iterator[Holder]:
    """Yield who does what a verb says: behind "by", else the name before it."""
    first, last = place
    before = passage.text[sentence.start : first.start]
    after = passage.text[last.end : sentence.end]
    by = BY_NOUN.match(after) or BY.match(after)
    if by and ABOVE.search(asked.thing) and UP_TO.search(before):
        return
    if by and BEFORE_AGENT.search(before):
        start, end = last.end + by.start("name"), last.end + by.end("name")
        yield Holder(passage, sentence, start, end, before)
        return
    doer = DOER.search(before)
    if doer and asked.is_verb and not after.startswith((" by ", ":", " |")):
        span = sentence.start + doer.start("name"), sentence.start + doer.end("name")
        if passage.text[slice(*span)].casefold() in PRONOUNS:
            named = _find_subject(passage, sentence, first.start)
            if named is None:
                return
            span = named
        yield Holder(passage, sentence, *span, after)


def _find_subject(passage: PassageView, sentence: Sentence, at: int) -> tuple[int, int] | None:
    """Return where the subject of what is said at a place is named last before it."""
    subject = sentence.subject_at(at)
    names = subject.names if subject else ()
    if passage.definition_kind == "PERSON":  # of the two that "he" may stand for
        names = names[::-1]
    for name in names:
        spans = [span for span in occurrences(name, passage.text) if span[1] <= at]
        if spans:
            return spans[-1]
    return None
