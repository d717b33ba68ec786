"""Which spans may answer a plain question of one thing: those said of it, and of what is asked.

A plain question has no clause of its own and no chain of roles, so that its answer has to stand in
a sentence about what it names, with a word of what it asks; not in one that tells the same of
something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from kgplatform.answer.evidence.spoken_of import OF_THING, how_surely_of
from kgplatform.answer.evidence.view import PassageView, Sentence
from kgplatform.answer.spans.candidates import Candidate
from kgplatform.answer.spans.changed import asks_what_holds, find_part
from kgplatform.question.analysis import ANY, SPAN, Asked
from kgplatform.question.roles import list_roles
from kgplatform.question.synonyms import widen_staff
from kgplatform.question.values_asked import find_wanted
from kgplatform.text.dates import find_dates
from kgplatform.text.days import is_of_other_day
from kgplatform.text.words import STOP_WORDS, content_stems, stem

__all__ = ["find_plain_rule"]

CLAUSE = re.compile(r".\b(?:that|which|who|whose|whom|where|when|while|after|before)\b", re.I)
CHAIN = re.compile(
    r"\bof (?:the|a|an) [a-z]\w*(?: [a-z]\w*)? (?:of|in|at|for)\b|['’]s [a-z]+ (?:of|['’]s)"
)
ENDS_IN_VERB = re.compile(
    r"^(?:(?:since )?(?:when|where) (?:is|was|are|were|do|does|did|has|have|had)|"
    r"(?:which|what) [a-z]+(?: [a-z]+)? (?:do|does|did))\b.* ([a-z]+)\W*$",
    re.IGNORECASE,
)
OF_NOUN = re.compile(
    r"^(?:how (?:long|often)|when|where) (?:is|are|was|were|do|does|did|can|may|will|must|should)"
    r" (?:the |an? |our |your )?(?P<thing>[a-z][a-z-]*) [a-z]+\W*$",
    re.IGNORECASE,
)
"""A question that names nothing by a name: "How long are logs kept?"."""
LINK = re.compile(r"\bof\b|['’]s\b")
OF_ONE = re.compile(
    r"^(?:who|what|which) (?:is|was|are|were) the [\w -]+? of\b[^,]*$", re.IGNORECASE
)
RELATIVE = re.compile(r", (?:which|who|whose)\b", re.IGNORECASE)
LEAD_IN = re.compile(r"^(?:in|on|at|by|from|to|for|with|of|under) ", re.IGNORECASE)
NUMBER = re.compile(r"\d[\w.-]*")
"""A name that tells which of several: "release 2.1"."""


def find_plain_rule(asked: Asked) -> Callable[[Candidate], bool] | None:
    """Return what tells whether a candidate may answer; None where the question is not plain."""
    text = LEAD_IN.sub("", asked.text)
    roles = asked.bridges or (asked.target is not None and asked.target.role)
    is_chain = CHAIN.search(text) or (roles and LINK.search(text) and not OF_ONE.match(text))
    if asked.kind != SPAN or is_chain or CLAUSE.search(text):
        return None
    names = [name for name in asked.names if not find_dates(name)]
    if len(names) > 1 and not (len(names) == 2 and any(map(NUMBER.fullmatch, names))):
        return None
    of_noun = None if names else OF_NOUN.match(text)
    things = [of_noun["thing"]] if of_noun else names
    point = _find_point(asked, names)
    known: dict[tuple[int, int], bool] = {}  # a sentence has many candidates

    def is_of_named(passage: PassageView, sentence: Sentence) -> bool:
        key = passage.number, sentence.number
        if key not in known:
            known[key] = _is_of_named(text, things, passage, sentence)
        return known[key]

    def may_answer(candidate: Candidate) -> bool:
        if not is_of_named(candidate.passage, candidate.sentence):
            return False
        return not point or _is_near(asked, point, candidate) or _is_head(names, candidate)

    return may_answer


def _is_of_named(
    question: str, names: Sequence[str], passage: PassageView, sentence: Sentence
) -> bool:
    """Tell whether a sentence speaks of all names, and neither it nor its title of another day."""
    said = passage.text[sentence.start : sentence.end]
    if any(is_of_other_day(question, told) for told in (passage.head, said)):
        return False
    return all(how_surely_of(name, passage, sentence) >= OF_THING for name in names)


def _find_point(asked: Asked, names: Sequence[str]) -> frozenset[str]:
    """Return the stems of what is asked of the thing: its names, its kind and a date aside.

    Of "When was the depot at Hale painted?", "Who painted the depot?" and "Which firm does the
    depot supply?" the verb alone: what else it did, or somebody did to it, is no answer.
    """
    doing = list_roles(asked)
    if doing and doing[0].is_verb:
        return frozenset(doing[0].role)
    verb = ENDS_IN_VERB.match(asked.text)
    if verb and verb[1] not in STOP_WORDS:
        return frozenset((stem(verb[1]),))
    dated = " ".join(asked.text[date.start : date.end] for date in find_dates(asked.text))
    noun = asked.noun if asked.answer_type != ANY else ""
    wanted = find_wanted(asked)
    nouns = wanted.nouns if wanted else ()  # "cost" is told of a "price"
    point = asked.stems - content_stems(" ".join((*names, dated, noun)))
    return widen_staff(point | content_stems(" ".join(nouns))) if point else point


def _is_near(asked: Asked, point: frozenset[str], candidate: Candidate) -> bool:
    """Tell whether the sentence or the title has a word of what is asked, or of its relation."""
    passage, sentence = candidate.passage, candidate.sentence
    text = passage.text[sentence.start : sentence.end].casefold()
    if find_part(candidate) and asks_what_holds(asked):
        return True  # what is put off is planned anew
    if asked.target is not None and (not asked.target.has_cue or asked.target.states.search(text)):
        return True
    return bool(point & (_stems_of_clause(candidate) | content_stems(passage.head)))


def _stems_of_clause(candidate: Candidate) -> frozenset[str]:
    """Return the stems of a sentence up to a relative clause, or of that where it has the span.

    "It calls the service, which Team X owns" does not say that it calls Team X.
    """
    text, sentence = candidate.passage.text, candidate.sentence
    said = text[sentence.start : sentence.end]
    edges = [0, *(match.start() for match in RELATIVE.finditer(said)), len(said)]
    at = candidate.start - sentence.start
    first, last = next(pair for pair in pairwise(edges) if at < pair[1])
    return content_stems(said[first:last])


def _is_head(names: Sequence[str], candidate: Candidate) -> bool:
    """Tell whether it stands in a line that begins with all names: "Release 2.1 (3 May 2024)"."""
    start, sentence = candidate.start, candidate.sentence
    line = candidate.passage.text[sentence.start : start]
    return len(names) > 1 and not sentence.subjects and names[-1] in line
