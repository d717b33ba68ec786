"""How far the evidence covers a question: its names, its other words, the relation it asks for.

Used to abstain: a question about an entity or a relation that the evidence nowhere mentions has no
answer in it, however well some span fits the expected type.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rapidfuzz import fuzz

from kgplatform.answer.evidence.evidence import EvidenceView
from kgplatform.question.analysis import ANY, Asked
from kgplatform.question.lexicon import Relation
from kgplatform.question.values_asked import find_answer_type
from kgplatform.text.hours import ASKS_HOURS, find_hours
from kgplatform.text.name_match import distinguish_by, list_marks
from kgplatform.text.words import content_stems, fold, split_words, stem

__all__ = ["Support", "compute_support", "is_bound"]

NAME_CUTOFF = 85.0  # rapidfuzz score of 100 for a name that is written a little differently
NAME_WORDS_HELD = 0.6  # or this share of its words is found
SAYS_WHEN = content_stems("current currently now according presently planned originally original")
"""Words of a question that evidence need not repeat."""
SPEAKERS = frozenset("I me my mine myself us our ours Our My ourselves yours".split())
"""Who asks, as the question writes it; "US" is a country."""

_MOST = re.compile(r"\b(?:exceed|at most|up to|no more than|not more than|limited to|max|above)\b")
_LEAST = re.compile(r"\b(?:at least|no less than|not less than|no fewer than|min|below)\b")
BOUNDS = {stem(word): _MOST for word in ("maximum", "maximal", "limit", "highest")} | {
    stem(word): _LEAST for word in ("minimum", "minimal", "lowest")
}
"""Words for bounds to how texts state them."""

SAME_WORD_PREFIX = 5  # "explorer" and "exploration"


@dataclass(frozen=True, slots=True)
class Support:
    """What of the question the evidence holds, and what it lacks."""

    missing_names: tuple[str, ...]
    missing_words: tuple[str, ...]
    words_held: float
    relation_stated: bool


def compute_support(asked: Asked, view: EvidenceView) -> Support:
    """Look for the question's names, words and relation in all of the evidence."""
    text = " ".join(f"{p.head}. {p.text}" for p in view.passages)
    folded, stems = fold(text), content_stems(text) | _lemma_stems(view)
    numbers = list_marks(text)
    names = tuple(n for n in asked.names if not _holds_name(n, folded, stems, numbers))
    in_names = content_stems(" ".join((*asked.names, *asked.options)))
    wanted = (
        asked.stems
        - in_names
        - SAYS_WHEN
        - _asking_stems(asked, text)
        - _relation_stems(asked, view, folded)
    )
    spelled = {word.stem: asked.text[word.start : word.end] for word in split_words(asked.text)}
    missing = tuple(
        spelled[word]
        for word in spelled
        if word in wanted
        and spelled[word] not in SPEAKERS
        and not _holds_word(word, stems)
        and not is_bound(word, folded)
    )
    return Support(
        missing_names=names,
        missing_words=missing,
        words_held=1.0 - len(missing) / len(wanted) if wanted else 1.0,
        relation_stated=asked.target is None or _states(asked.target, view, folded),
    )


def _lemma_stems(view: EvidenceView) -> frozenset[str]:
    """Return the stems of the words' base forms: "sink" of "sank"."""
    docs = (passage.doc for passage in view.passages if passage.doc is not None)
    return frozenset(stem(token.lemma_) for doc in docs for token in doc)


def _asking_stems(asked: Asked, text: str) -> frozenset[str]:
    """Words that ask for a kind of value, as "heavy": they need not be said with one."""
    hours = ASKS_HOURS.search(asked.text)
    if hours and find_hours(text):
        return content_stems(hours.group())
    wanted = find_answer_type(asked)
    if wanted is None or not wanted.is_in(text, 0, len(text)):
        return frozenset()
    return content_stems(" ".join(wanted.said_as))


def is_bound(wanted: str, folded: str) -> bool:
    """Return whether a text states a bound without the question's word: "must not exceed"."""
    return wanted in BOUNDS and BOUNDS[wanted].search(folded) is not None


def _holds_name(name: str, folded: str, stems: frozenset[str], numbers: frozenset[str]) -> bool:
    wanted = content_stems(name)
    if not wanted:
        return True
    if not distinguish_by(name) <= numbers:
        return False
    held = sum(_holds_word(stem, stems) for stem in wanted)
    if held / len(wanted) >= NAME_WORDS_HELD:
        return True
    return fuzz.partial_ratio(fold(name), folded, score_cutoff=NAME_CUTOFF) > 0


def _holds_word(wanted: str, stems: frozenset[str]) -> bool:
    if wanted in stems:
        return True
    prefix = wanted[:SAME_WORD_PREFIX]
    return len(prefix) == SAME_WORD_PREFIX and any(stem.startswith(prefix) for stem in stems)


def _relation_stems(asked: Asked, view: EvidenceView, folded: str) -> frozenset[str]:
    """Words by which a known relation is asked for, where the evidence states that relation."""
    held: set[str] = set()
    lowered = asked.text.casefold()
    for relation in asked.relations:
        if _states(relation, view, folded):
            for match in relation.asks.finditer(lowered):
                held |= content_stems(match.group())
    if asked.noun and asked.answer_type not in (ANY, "PERSON"):
        held |= content_stems(asked.noun)  # "which city": the type is checked, not the word
    return frozenset(held)


def _states(relation: Relation, view: EvidenceView, folded: str) -> bool:
    # "(1832 – 1921)" states a birth and a death without a word for them.
    event = relation.name.split("_")[0]
    in_dates = any(life.event == event for passage in view.passages for life in passage.life)
    return in_dates or bool(relation.states.search(folded))
