"""Reads why something happened: the clause or sentence of the evidence that gives the reason.

"Why was the fair moved?" is answered by "because the hall had burnt down" of the sentence that says
so of the fair, "What caused the fire?" by what "The cause was …" or "was caused by …" names. A
reason is never a number or a name found nearby: without such words nothing answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kgplatform.answer.clauses.clause_answer import FoundClause, answer_with_best
from kgplatform.answer.evidence.documents import document_text, is_named
from kgplatform.answer.numbered import SentenceSplitter
from kgplatform.answer.reading import Reading
from kgplatform.answer.structured.fields import FILLS, KINDS_OF_THINGS
from kgplatform.question.analysis import SPAN, Asked
from kgplatform.question.synonyms import filed_under, filed_word
from kgplatform.records import Evidence, ScoredPassage
from kgplatform.text.dates import MONTHS
from kgplatform.text.words import CAPITAL_LETTERS, fold

__all__ = ["asks_why", "read_reason"]

WHY = re.compile(r"^(?:\w+ ){0,3}?why\b|\bfor what reason\b", re.IGNORECASE)
WHAT_CAUSED = re.compile(
    r"^what (?:had |has )?(?:caused?|led to|triggered|brought about)\b"
    r"|^what (?:is|was|were|are) the (?:\w+ )?(?:cause|reason|trigger)s?\b",
    re.IGNORECASE,
)
OF_DEATH = re.compile(r"\bdeath\b|\bdie[ds]?\b", re.IGNORECASE)
"""Stated by the relations, with words of its own ("died of")."""

BECAUSE = re.compile(
    r"\b(?:because(?: of)?|due to|owing to|on account of|as a (?:result|consequence) of|thanks to)"
    r"\s+(?P<reason>[^;]+)",
    re.IGNORECASE,
)
"""A reason behind what it is the reason of; in the sentence of that."""

CAUSED_BY = re.compile(
    r"\b(?:was|were|is|are|been) (?:\w+ )?(?:caused|triggered|brought about) by\s+"
    r"(?P<reason>[^;]+)",
    re.IGNORECASE,
)
CAUSE_WAS = re.compile(
    r"^(?:[-*] )?(?:The |Its |Their |Our )?(?:\w+ )?(?:cause|reason|trigger)\b[^.;:]{0,80}?"
    r"(?: (?:was|is|were|lay in) (?:that )?|: )(?P<reason>[^;]+)",
    re.IGNORECASE,
)
"""A sentence of its own, about what the sentences before it state."""

NAME_INSIDE = re.compile(rf"(?<=[a-z,] )[{CAPITAL_LETTERS}]\w+")
RELATIVE = re.compile(r",? (?:which|who|whose)\b|\. |, (?:so|and|but) ")
OWN_WORDS = frozenset(
    filed_word(word)
    for word in "why cause reason caused trigger triggered led brought about what root main happen "
    "really decide decided actually".split()
)
LEAST_HELD = 0.5  # of the words that the question says of what happened


def asks_why(asked: Asked) -> bool:
    """Return whether a question asks for a reason or a cause."""
    is_why = WHY.search(asked.text) or WHAT_CAUSED.search(asked.text)
    return asked.kind == SPAN and bool(is_why) and not OF_DEATH.search(asked.text)


def read_reason(
    asked: Asked, evidence: Evidence, split_sentences: SentenceSplitter
) -> Reading | None:
    """Return the reason that the evidence gives of what is asked about; None where it gives none.

    Args:
        asked: a question that `asks_why`.
        evidence: its passages are read, and no statement.
        split_sentences: of the passages' texts.
    """
    if not asks_why(asked) or evidence.reads != "passages":
        return None
    found = (
        reason
        for passage in evidence.passages
        if is_named(asked, document_text(passage, evidence))
        for reason in _find_reasons(asked, passage, split_sentences)
    )
    return answer_with_best(found, step="find_reason", kind="reason")


def _find_reasons(
    asked: Asked, passage: ScoredPassage, split_sentences: SentenceSplitter
) -> Iterator[FoundClause]:
    """Return the reasons that a passage gives of what the question says happened."""
    names = frozenset(filed_under(" ".join(asked.names)))
    asking = frozenset(filed_under(asked.text)) - names - OWN_WORDS - FILLS
    asking -= {word for word in asking if any(char.isdigit() for char in word)}
    before = passage.head
    for start, end in split_sentences(passage.text):
        sentence = passage.text[start:end]
        for pattern in (BECAUSE, CAUSED_BY, CAUSE_WAS):
            match = pattern.search(sentence)
            if match is None:
                continue
            stated = sentence[: match.start("reason")]
            if pattern is BECAUSE and _names_another(asked, stated):
                continue
            if pattern is not BECAUSE:
                stated = f"{before} {stated}"
            held = _share_held(asking, stated, is_event_open=pattern is not BECAUSE)
            if held < LEAST_HELD:
                continue
            first, last = _cut(asked, match)
            yield FoundClause(passage, (start, end), start + first, start + last, held)
            break
        before = f"{before} {sentence}"


def _names_another(asked: Asked, stated: str) -> bool:
    """Return whether what is given a reason for names another entity than the question does."""
    words = set(fold(stated).split())
    if set(fold(" ".join(asked.names)).split()) <= words:
        return False
    others = {fold(match.group()) for match in NAME_INSIDE.finditer(stated)}
    return bool(others - set(fold(asked.text).split()) - {fold(month) for month in MONTHS})


def _share_held(asking: frozenset[str], stated: str, *, is_event_open: bool) -> float:
    """Return the share of the question's words that a text has.

    Where the text goes on about an event, what kind of event it is need not be said again.
    """
    wanted = asking - KINDS_OF_THINGS if is_event_open else asking
    if not wanted:
        return LEAST_HELD
    return len(wanted & set(filed_under(stated))) / len(wanted)


def _cut(asked: Asked, match: re.Match[str]) -> tuple[int, int]:
    """Return where the answer stands in the sentence: with "because" where the question has "why".

    What caused something is named without the relative clause behind it.
    """
    is_why = WHY.search(asked.text) is not None
    first = match.start() if is_why and match.re is BECAUSE else match.start("reason")
    last = match.end("reason")
    relative = None if is_why else RELATIVE.search(match.string, match.start("reason"))
    last = relative.start() if relative else last
    return first, first + len(match.string[first:last].rstrip(" .\n"))
