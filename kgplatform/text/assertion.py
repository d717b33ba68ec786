"""What a sentence says without asserting it: denials, plans, claims, corrections, what was once so.

"The lock, which was not designed by Ann Lee, opened in 1960" denies one clause and asserts the
other. A `Mark` is a stretch of a sentence in the scope of a word of a closed class: a negator, a
modal verb, a verb or noun of saying, denying or planning, a conjunction of condition. How far the
word reaches is decided by clauses, which a dependency parse gives, or else punctuation,
conjunctions and relative pronouns; after the scopes of negation and speculation of the CoNLL 2010
shared task (Farkas et al. 2010).

Nothing here knows what a question is; whoever reads decides which marks bar what.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from kgplatform.text.inflection import forms_of_verbs

__all__ = [
    "CLAIMED",
    "CORRECTED",
    "DENIED",
    "FORMER",
    "FUTURE",
    "PLANNED",
    "REPORTED",
    "SUPPOSED",
    "Mark",
    "find_marks",
    "kinds_at",
    "kinds_named",
]

DENIED = "denied"
"""Not so."""
PLANNED = "planned"
"""Meant to be so, by somebody or in a plan."""
FUTURE = "future"
"""To come, or to be done: "will", "shall"."""
SUPPOSED = "supposed"
"""So on a condition, or perhaps."""
CLAIMED = "claimed"
"""So by somebody who may not know: "claimed that", "allegedly"."""
REPORTED = "reported"
"""Said by somebody, which takes nothing from it: "announced that"."""
CORRECTED = "corrected"
"""An error that the text names as one."""
FORMER = "former"
"""Once so, and no more."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch text[start:end] under a word, `cue`, which stands at `at`.

    A clause in pieces has a mark for each of them.
    """

    kind: str
    start: int
    end: int
    cue: str
    at: int


def _pattern(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(alternatives)})\b", re.IGNORECASE)


_BE = "(?:am|is|are|was|were|be|been|being)"
_DETERMINER = "(?:the|an?|our|its|their|his|her|this|that)"
_GIVEN = "said|stated|gave|given|reported|wrote|written|called|listed|put|showed|described|named"
_PLAN = forms_of_verbs("plan intend propose aim hope schedule expect threaten attempt try seek")
_FAIL = forms_of_verbs("fail refuse decline neglect forget omit")
_HINDER = forms_of_verbs("prevent stop keep ban bar")
_DENY = forms_of_verbs("deny dispute refute doubt contradict dismiss reject")
_CLAIM = forms_of_verbs(
    "claim allege assert purport suspect speculate suppose rumour rumor believe think suggest "
    "argue imagine fear guess assume"
)
_REPORT = forms_of_verbs(
    "say state report announce write note explain confirm add declare insist warn show find tell"
)

NEGATOR = _pattern(
    "not", "never", "nobody", "no one", "none", "neither", "nor", "nothing", "nowhere", "cannot",
    "no", "hardly", "scarcely", r"\w+n['’]t",
)  # fmt: skip
_BOUND = "more|less|fewer|later|earlier|longer|higher|lower|greater|over|above|below"
NO_DENIAL = re.compile(
    rf"\b(?:not (?:only|just|merely|simply|exceed\w*|to|be exceeded)|whether or not|if not|"
    rf"no doubt|no\.? ?(?=\d)|(?:no|not) (?:{_BOUND})(?: than|(?= \d))|"
    r"(?:not|\w+n['’]t)\b[^.;]*\b(?:until|before|unless|except)\b)",
    re.IGNORECASE,
)
"""Where a negator denies nothing: bounds, and "not until", from which on it was so."""

NAME_BEHIND = re.compile(r"(?:['’]s)? [A-Z]|[\"”]")
"""Of "No" as a part of a name."""

REPLACED = re.compile(
    r"(?:[,(] ?|[–—-] )not (?P<other>[^,;()]+)"
    r"|\bnot (?P<first>(?!only\b)[^,;()]{1,60}?),? but (?!also\b)"
    r"|\b(?:instead of|rather than|as opposed to|in place of) (?P<another>[^,;()]+)",
    re.IGNORECASE,
)
"""What another stands in the place of, "in 1911, not 1912": that alone is denied."""

FAILING = _pattern(
    "not to",
    rf"(?:{_FAIL}) to",
    rf"(?:{_HINDER}) [^.;,]{{1,40}}? from",
    "without",
    "far from",
    "short of",
)
"""What stands behind these was not done."""
DENYING = _pattern(
    rf"(?:{_DENY}|rul(?:e|es|ed|ing) out)(?: \w+){{0,4}}? (?:that|whether|having|being|\w+ing)",
    "it is (?:not true|untrue|false|a myth) that",
    "(?:denials?|no evidence|no proof) (?:that|of)",
)
CLAIMING = _pattern(
    rf"(?:{_CLAIM})(?: \w+){{0,2}}? (?:that|to have)",
    "(?:claims?|allegations?|rumou?rs?|accusations?|suspicions?|legends?|myths?) (?:that|of)",
    rf"{_BE} (?:said|believed|thought|alleged|claimed|supposed|rumou?red|reputed) to",
    "allegedly", "reportedly", "supposedly", "purportedly", "reputedly", "seemingly", "presumably",
)  # fmt: skip
REPORTING = _pattern(rf"(?:{_REPORT})(?: \w+){{0,3}}? that")
CORRECTING = _pattern(
    "erroneously", "wrongly", "mistakenly", "incorrectly", "falsely", "inaccurately", "in error",
    "by mistake", "misstated", "misreported", "misprinted", "misquoted",
    rf"{_DETERMINER} (?:earlier|previous|original|first) (?:version|edition|article|report|draft|"
    rf"statement|notice|issue|copy)(?: \w+){{0,6}}? (?:{_GIVEN})",
    rf"(?:we|it|they|he|she) (?:earlier|previously|originally|first) (?:{_GIVEN})",
)  # fmt: skip
PLANNING = _pattern(
    rf"(?:{_PLAN}) to(?! {_DETERMINER}\b)",
    rf"{_BE} (?:\w+ )?(?:planned|scheduled|proposed|intended|expected|slated|meant)"
    " (?:to|for|in|on)",
    rf"{_BE} (?:to be|going to|about to)",
    rf"(?:is|are|was|were) to (?!{_DETERMINER}\b|date\b|\d)[a-z]+",
    "(?:plans?|proposals?|intentions?|bids?|attempts?|offers?|motions?|ideas?|hopes?)"
    "(?: (?:of|from|in|by) [^,.;]{1,30}?)? (?:to|for|of|that)(?= [a-z])",
    "planned", "proposed", "intended",
)  # fmt: skip
COMING = _pattern("will", "shall")
CONDITION = _pattern("if", "unless", "provided that", "in case", "in the event (?:that|of)")
PERHAPS = _pattern("(?:may|might|could|would|should) have", "perhaps", "possibly", "maybe")
ONCE = _pattern(
    "former", "formerly", "previous", "previously", "ex-", "erstwhile", "one-?time", "outgoing",
    "retired", "used to", "no longer", "the then", "then-", "until recently",
    r"until (?:\w+ ){0,2}\d{4}",
)  # fmt: skip

BREAK = re.compile(
    r"[;:]\s|\s[–—-]\s|,? \bbut\b|, (?:and|or|so|yet|while|whereas|although|though|because|as)\b|"
    r"\b(?:while|whereas|although|because)\b"
)
"""Where a clause of its own begins, as far as words show."""
EMBEDDED = re.compile(
    r", (?:(?:of|in|at|on|to|from|by) )?(?:which|who|whom|whose|where|when)\b[^,;]*|\([^()]*\)"
)
"""A relative clause, or what stands in brackets."""
PHRASE_EDGE = re.compile(r"[,;()]")
APPOSED_WORDS = 6
OF_OWN = frozenset(("relcl", "acl", "advcl", "parataxis"))
"""Dependencies of clauses that stand within another."""
SUBJECTS = frozenset(("nsubj", "nsubjpass", "expl"))

_BEHIND = (
    (DENIED, FAILING),
    (DENIED, DENYING),
    (CLAIMED, CLAIMING),
    (REPORTED, REPORTING),
    (CORRECTED, CORRECTING),
)
"""What colours what stands behind it in its clause: who denies or claims, does so."""
_WHOLE = ((PLANNED, PLANNING), (FUTURE, COMING), (SUPPOSED, PERHAPS))
"""What colours all of its clause, the subject with it: who was to build it, built nothing."""


_NAMED = {
    DENIED: _pattern(
        NEGATOR.pattern, _FAIL, _DENY, "without", r"cancel\w*", r"lack\w*", r"exclud\w*", "absent",
        "missing", "except",
    ),
    CLAIMED: _pattern(_CLAIM, r"claims?|allegations?|rumou?rs?|beliefs?|legends?|myths?"),
    CORRECTED: _pattern(r"errors?|mistakes?|wrong\w*|correct\w*|erroneous\w*|misprint\w*"),
    PLANNED: _pattern(
        _PLAN, r"plans?|proposals?|intentions?|bids?|attempts?|schedules?|estimated?|forecasts?"
    ),
    FUTURE: _pattern(COMING.pattern, "next", "future", "must", "should"),
    SUPPOSED: _pattern(
        CONDITION.pattern, PERHAPS.pattern, "would", "could", "conditions?", "case"
    ),
    FORMER: ONCE,
}  # fmt: skip
"""Words by which somebody speaks of what is so marked."""


def kinds_named(text: str) -> frozenset[str]:
    """Return the kinds of which a text speaks itself: "Who claimed it?", "the former mayor"."""
    return frozenset(kind for kind, pattern in _NAMED.items() if pattern.search(text))


def find_marks(text: str, tokens: Sequence[Any] = ()) -> tuple[Mark, ...]:
    """Return the marks of a sentence; none where all of it is asserted.

    Args:
        text: of one sentence.
        tokens: spaCy's, parsed, of just this sentence. Without them clauses are found by
            punctuation and by closed classes of words.
    """
    clauses = _read_clauses(tokens) if tokens else _split_clauses(text)
    found = list(_find_denied(text, clauses))
    for kind, pattern in _WHOLE:
        for cue in pattern.finditer(text):
            pieces = clauses.pieces(cue.start(), len(text))
            pieces += clauses.pieces(cue.end() - 1, len(text))  # "the plan to close it"
            found += _mark(kind, cue, list(dict.fromkeys(pieces)))
    for kind, pattern in _BEHIND:
        for cue in pattern.finditer(text):
            found += _mark(kind, cue, [(cue.end(), clauses.end(cue.start(), len(text)))])
    for cue in CONDITION.finditer(text):
        found += _mark(SUPPOSED, cue, [clauses.sentence(cue.start(), len(text))])
    for cue in ONCE.finditer(text):
        found += _mark(FORMER, cue, [_widen_to_phrase(text, *cue.span())])
    return tuple(found)


def kinds_at(marks: Sequence[Mark], start: int, end: int) -> frozenset[str]:
    """Return the kinds of marks that cover a stretch of the sentence, in part or whole."""
    return frozenset(mark.kind for mark in marks if mark.start < end and start < mark.end)


def _mark(kind: str, cue: re.Match[str], pieces: Sequence[tuple[int, int]]) -> Iterator[Mark]:
    for start, end in pieces:
        if start < end:
            yield Mark(kind, start, end, cue.group(), cue.start())


@dataclass(frozen=True, slots=True)
class _Clauses:
    """Where coordinate clauses begin, and the spans of those that stand within others."""

    begins: tuple[int, ...]
    embedded: tuple[tuple[int, int], ...]

    def sentence(self, at: int, length: int) -> tuple[int, int]:
        """Return the span of the coordinate clause around a place, with all within it."""
        edges = [0, *self.begins, length]
        return (
            max(edge for edge in edges if edge <= at),
            min((edge for edge in edges if edge > at), default=length),
        )

    def end(self, at: int, length: int) -> int:
        """Return where the innermost clause around a place ends."""
        start, end = self._innermost(at) or self.sentence(at, length)
        return min([end, *(edge for edge in self.begins if max(start, at) < edge < end)])

    def pieces(self, at: int, length: int) -> list[tuple[int, int]]:
        """Return the innermost clause around a place, without the clauses within it."""
        start, end = self._innermost(at) or self.sentence(at, length)
        pieces = []
        for inner_start, inner_end in sorted(self.embedded):
            if start <= inner_start and inner_end <= end and not inner_start <= at < inner_end:
                pieces.append((start, inner_start))
                start = max(start, inner_end)
        return [*pieces, (start, end)]

    def _innermost(self, at: int) -> tuple[int, int] | None:
        around = [span for span in self.embedded if span[0] <= at < span[1]]
        return min(around, key=lambda span: span[1] - span[0], default=None)


def _split_clauses(text: str) -> _Clauses:
    embedded = tuple(match.span() for match in EMBEDDED.finditer(text))
    return _Clauses(tuple(match.start() for match in BREAK.finditer(text)), embedded)


def _read_clauses(tokens: Sequence[Any]) -> _Clauses:
    """Read the clauses off a parse: coordinate ones have a subject of their own, or "but"."""
    base = tokens[0].idx
    begins, embedded = [], []
    for token in tokens:
        left, right = token.left_edge, token.right_edge
        if token.dep_ in OF_OWN:
            embedded.append((left.idx - base, right.idx + len(right.text) - base))
        elif token.dep_ == "conj" and _is_clause_of_own(token):
            begins.append(left.idx - base)
    return _Clauses(tuple(sorted(begins)), tuple(embedded))


def _is_clause_of_own(token: Any) -> bool:
    has_subject = any(child.dep_ in SUBJECTS for child in token.children)
    return has_subject or any(
        child.lower_ in ("but", "yet") and child.i < token.i for child in token.head.children
    )


def _find_denied(text: str, clauses: _Clauses) -> Iterator[Mark]:
    """Yield what a negator denies: its clause, or only what another is put in the place of."""
    exempt = [match.span() for match in NO_DENIAL.finditer(text)]
    for cue in REPLACED.finditer(text):
        group = cue.lastgroup or "other"
        exempt.append((cue.start(), cue.end(group)))
        yield Mark(DENIED, *cue.span(group), cue.group(), cue.start())
    for cue in NEGATOR.finditer(text):
        is_name = cue.group()[0].isupper() and NAME_BEHIND.match(text, cue.end()) is not None
        if not is_name and not any(start <= cue.start() < end for start, end in exempt):
            yield from _mark(DENIED, cue, clauses.pieces(cue.start(), len(text)))


def _widen_to_phrase(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the phrase around a word, and the name that it is in apposition to."""
    edges = [0, *(match.start() for match in PHRASE_EDGE.finditer(text)), len(text)]
    before = [edge for edge in edges if edge <= start]
    behind = [edge for edge in edges if edge >= end]
    first, last = before[-1], behind[0]
    if len(before) > 1 and _is_name(text[before[-2] : first]):
        first = before[-2]
    if len(behind) > 1 and _is_name(text[last : behind[1]]):
        last = behind[1]
    return first, last


def _is_name(phrase: str) -> bool:
    words = re.findall(r"\w[\w.'’-]*", phrase)
    return 0 < len(words) <= APPOSED_WORDS and all(word[:1].isupper() for word in words)
