"""Whether a sentence speaks of a thing: named in it, by a pronoun in it, or by its title.

A thing is a phrase of the question: "the Harbour Road depot", "the invoice to Acme". Its names have
to be there; its other words ("depot") where they tell it from another.
"""

from __future__ import annotations

import re

from kgplatform.answer.evidence.subjects import is_same_name
from kgplatform.answer.evidence.view import PassageView, Sentence
from kgplatform.text.words import STOP_WORDS, fold, stem

__all__ = ["OF_THING", "how_surely_of"]

OF_THING = 0.3
"""From here on a sentence speaks of a thing."""
IN_SENTENCE, BY_PRONOUN, IN_TITLE, IN_PASSAGE = 1.0, 0.9, 0.8, 0.5
LEAST_WORDS_HELD = 0.5  # of the words that are no names
LEGAL_FORMS = frozenset(
    "gmbh ag se ab as ltd limited inc llc llp corp plc bv nv sa oy kg co".split()
)
NAMED = re.compile(r"^\W*(?:[A-Z0-9]|[^\W\d_a-z])")
OTHER_NAME = re.compile(r"^\W*(?![A-Z]{3}\b)(?:[A-Z]|[^\W\d_a-z])")  # no currency, no amount
PRONOUN = re.compile(r"^(?:it|he|she|they|its|his|her|their)\b", re.IGNORECASE)
LEADING_WORDS = 6


def how_surely_of(thing: str, passage: PassageView, sentence: Sentence, tail: str = "") -> float:
    """Return how surely a sentence speaks of a thing, 0..1; an empty phrase is anything.

    Args:
        thing: the phrase.
        passage: where the sentence stands.
        sentence: what is to be read.
        tail: what the sentence says it is of: a name there that is not the thing's rules it out.
    """
    words = thing.split()
    names = _stems(" ".join(word for word in words if NAMED.match(word))) - LEGAL_FORMS
    others = _stems(" ".join(word for word in words if not NAMED.match(word))) - STOP_WORDS
    if not names and not others:
        return 1.0
    title = _stems(passage.head)
    said = _stems(passage.text[sentence.start : sentence.end])
    before = _stems(passage.text[: sentence.start])
    if _is_of_another(names | others | title, tail):
        return 0.0
    referred = _stems(_leading_of(passage, sentence))
    held = len(others & (said | title | referred)) / len(others) if others else 1.0
    if not names:
        return held if held > LEAST_WORDS_HELD else 0.0
    if held < LEAST_WORDS_HELD and not names <= title | said:
        return 0.0
    return _place_of(names, said, title, before, referred, thing, sentence) * (0.7 + 0.3 * held)


def _place_of(
    names: set[str],
    said: set[str],
    title: set[str],
    before: set[str],
    referred: set[str],
    thing: str,
    sentence: Sentence,
) -> float:
    if names <= said:
        return IN_SENTENCE
    subjects = [name for subject in sentence.subjects for name in subject.names]
    if any(is_same_name(thing, name) for name in subjects):
        return BY_PRONOUN
    if names <= referred:
        return BY_PRONOUN
    if names <= title | said:
        return IN_TITLE
    if subjects:
        return 0.0
    return IN_PASSAGE if names <= title | said | before else 0.0


def _leading_of(passage: PassageView, sentence: Sentence) -> str:
    """Return the words that begin the sentence which a pronoun at the start refers back to."""
    text = passage.text
    number = sentence.number
    if not PRONOUN.match(text[sentence.start : sentence.end]):
        return ""
    while number and PRONOUN.match(text[passage.sentences[number].start :]):
        number -= 1
    first = passage.sentences[number]
    return " ".join(text[first.start : first.end].split()[:LEADING_WORDS])


def _is_of_another(known: set[str], tail: str) -> bool:
    """Tell whether a phrase names something that is no word of the thing or the title."""
    words = [word for word in tail.split() if OTHER_NAME.match(word)]
    named = _stems(" ".join(word for word in words if fold(word) not in STOP_WORDS)) - LEGAL_FORMS
    return bool(named) and not named & known


def _stems(text: str) -> set[str]:
    return {stem(word) for word in fold(text).split()}
