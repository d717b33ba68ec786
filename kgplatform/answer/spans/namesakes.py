"""Where two documents state different facts about one name: which of them is meant, or both.

Within a document a name is of one bearer; across documents it need not be. So what the question
says of it besides decides ("the finance director of X" is the one whose document says that); where
nothing does, no one of the two is the answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgplatform.answer.evidence.evidence import EvidenceView, PassageView
from kgplatform.answer.spans.candidates import Candidate
from kgplatform.question.analysis import ANY, Asked
from kgplatform.records import ScoredPassage
from kgplatform.text.dates import find_dates
from kgplatform.text.days import agree
from kgplatform.text.words import content_stems, fold

__all__ = ["choose_bearer"]


def choose_bearer(
    asked: Asked, view: EvidenceView, ranked: Sequence[tuple[Candidate, float]], least: float
) -> list[Candidate]:
    """Return the best candidate, or, where documents differ on what it is of, one of each.

    Args:
        asked: the question.
        view: the evidence.
        ranked: candidates with their scores, best first; not empty.
        least: what a score has to reach.
    """
    best = ranked[0][0]
    chosen = {_document(best.passage): best}
    for candidate, score in ranked[1:]:
        if score >= least and _is_as_good(asked, best, candidate):
            chosen.setdefault(_document(candidate.passage), candidate)
    if len(chosen) == 1:
        return [best]
    stated = {document: _stated_by(asked, view, document) for document in chosen}
    fullest = [
        document for document in chosen if all(stated[document] >= stated[o] for o in chosen)
    ]
    return [chosen[document] for document in fullest or chosen]


def _document(passage: PassageView) -> str:
    source = passage.item.source
    return source.document_id if isinstance(source, ScoredPassage) else ""


def _stated_by(asked: Asked, view: EvidenceView, document: str) -> frozenset[str]:
    """Return which of the question's words a document has, as far as it was found."""
    texts = (f"{p.head} {p.text}" for p in view.passages if _document(p) == document)
    return asked.stems & content_stems(" ".join(texts))


def _is_as_good(asked: Asked, best: Candidate, other: Candidate) -> bool:
    """Return whether another document says something else about the same name in the same words."""
    if _document(best.passage) in ("", _document(other.passage)) or best.type != other.type:
        return False
    if asked.answer_type not in (ANY, best.type) or _is_same_value(best.text, other.text):
        return False
    bearers = [_subject_of(candidate) for candidate in (best, other)]
    if not bearers[0] or fold(bearers[0]) != fold(bearers[1]):
        return False
    wanted = asked.stems - content_stems(f"{' '.join(asked.names)} {bearers[0]}")
    said = [wanted & candidate.sentence.stems for candidate in (best, other)]
    return bool(said[0]) and said[0] == said[1]


def _subject_of(candidate: Candidate) -> str:
    """Return the name that the candidate's sentence is about; empty where that is not known."""
    subject = candidate.sentence.subject_at(candidate.start)
    return subject.names[0] if subject and subject.names else ""


def _is_same_value(value: str, other: str) -> bool:
    dates, others = find_dates(value), find_dates(other)
    if dates and others:
        return agree(dates[0], others[0])
    words, other_words = set(fold(value).split()), set(fold(other).split())
    return words <= other_words or other_words <= words
