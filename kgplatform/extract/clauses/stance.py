"""How a clause says what it says: denied or not, as fact, plan, duty or claim, and who says so.

Negation, claims and conditions are the marks of `kgplatform.text.assertion`; the modal verb and the
verb that governs an infinitive give the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from kgplatform.extract.clauses.patterns import load_words
from kgplatform.extract.clauses.phrases import Phrases, phrase_span
from kgplatform.records import name_of
from kgplatform.text.assertion import CLAIMED, DENIED, SUPPOSED, Mark, find_marks

__all__ = ["Stance", "Stances"]

MODALS = {
    "will": "future",
    "'ll": "future",
    "’ll": "future",
    "wo": "future",
    "shall": "obliged",
    "must": "obliged",
    "should": "obliged",
    "ought": "obliged",
    "may": "permitted",
    "might": "supposed",
    "could": "supposed",
    "would": "supposed",
}
"""Modal verbs; "can" says what is so."""


CONDITIONAL = ("when", "whenever", "once", "until", "where", "wherever")
"""What opens a clause that, in the present tense, says on what condition another is so."""


class Stance(NamedTuple):
    """Polarity, modality and attribution as in records.Statement."""

    polarity: str = "affirmed"
    modality: str = "asserted"
    attribution: str = ""


class Stances:
    """The stances of the clauses of one sentence.

    Args:
        sentence: a spaCy Span with a dependency parse.
        phrases: names who says something.
        lemma_of: the base form of a token.
    """

    def __init__(self, sentence: Any, phrases: Phrases, lemma_of: Any) -> None:
        self._base = sentence.start_char
        self._sentence = sentence
        self._found: Sequence[Mark] | None = None
        self._phrases = phrases
        self._lemma_of = lemma_of

    def of(self, head: Any, chain: Sequence[Any] = ()) -> Stance:
        """Return the stance of a clause.

        Args:
            head: its verb.
            chain: the verbs that govern an infinitive, the outermost first.
        """
        kinds = {mark.kind for mark in self._marks() if self._covers(mark, head, chain)}
        attribution, is_reported = self._attribution(head)
        governed = self._governed(chain)
        polarity = "denied" if DENIED in kinds or governed == DENIED else "affirmed"
        modality = self._modal([*chain, head], is_reported=is_reported)
        if modality == "asserted" and governed != DENIED:
            modality = governed
        if modality == "asserted" and CLAIMED in kinds:
            modality = "claimed"
        if modality == "asserted" and (SUPPOSED in kinds or _is_condition(head)):
            modality = "supposed"
        return Stance(polarity, modality, attribution)

    def _marks(self) -> Sequence[Mark]:
        if self._found is None:
            self._found = find_marks(self._sentence.text, list(self._sentence))
        return self._found

    def _covers(self, mark: Mark, head: Any, chain: Sequence[Any]) -> bool:
        """Return whether a mark is of a clause: a negator of its own, another cue of any above."""
        at = head.idx - self._base
        if not mark.start <= at < mark.end:
            return False
        if mark.kind != DENIED:
            return True
        cue = self._sentence.char_span(mark.at, mark.at + 1, alignment_mode="expand")
        verb = _clause_of(cue[0]) if cue is not None and len(cue) else head
        if verb.i == head.i or any(verb.i == word.i for word in chain):
            return True
        return mark.start > mark.at and any(verb.i == above.i for above in head.ancestors)

    def _modal(self, verbs: Sequence[Any], *, is_reported: bool) -> str:
        for verb in verbs:
            children = list(_with_shared(verb))
            for child in children:
                modality = MODALS.get(child.lower_) if child.tag_ == "MD" else None
                if modality is None:
                    continue
                if child.lower_ == "would" and is_reported:
                    return "future"  # what was said as "will"
                if child.lower_ == "may" and any(other.lower_ == "have" for other in children):
                    return "supposed"
                return modality
        return "asserted"

    def _governed(self, chain: Sequence[Any]) -> str:
        """Return what the verbs before an infinitive make of it: "asserted", "planned" or so."""
        for verb in chain:
            lemma = self._lemma_of(verb)
            for kind, verbs in load_words()["governors"].items():
                if lemma in verbs:
                    return str(kind)
        return "asserted"

    def _attribution(self, head: Any) -> tuple[str, bool]:
        """Return who says what a clause states, and whether anybody does."""
        token, inner = head, head
        while True:
            speaker = self._speaker_of(token, inner)
            if speaker is not None:
                return speaker, True
            if token.dep_ == "ROOT":
                return "", False
            token, inner = token.head, token

    def _speaker_of(self, token: Any, inner: Any) -> str | None:
        for child in token.children:
            if child.lower_ == "according" and child.i != inner.i:
                for to in child.children:
                    for obj in to.children if to.lower_ == "to" else ():
                        return self._name(obj)
            elif child.dep_ == "parataxis" and self._is_speech(child):
                return self._subject(child)
        if token.dep_ in ("ccomp", "parataxis") and self._is_speech(token.head):
            first, last = sorted((token.i, token.head.i))
            if not any(word.text == ";" for word in token.doc[first:last]):
                return self._subject(token.head)
        return None

    def _is_speech(self, verb: Any) -> bool:
        return self._lemma_of(verb) in load_words()["speech"]

    def _subject(self, verb: Any) -> str | None:
        while True:
            for child in verb.children:
                if child.dep_ in ("nsubj", "nsubjpass"):
                    return self._name(child)
            if verb.dep_ not in ("conj", "xcomp"):
                return None
            verb = verb.head

    def _name(self, noun: Any) -> str:
        for argument in self._phrases.objects(noun):
            return name_of(argument.target)
        return name_of(self._phrases.words(phrase_span(noun)).target)


def _is_condition(verb: Any) -> bool:
    """Return whether a clause says when something else is so: "when glucose is scarce"."""
    if verb.dep_ != "advcl" or verb.tag_ not in ("VBZ", "VBP"):
        return False
    return any(child.lower_ in CONDITIONAL for child in verb.children)


def _clause_of(token: Any) -> Any:
    """Return the verb of the clause that a word stands in."""
    while token.dep_ != "ROOT" and (
        token.pos_ not in ("VERB", "AUX") or token.dep_ in ("aux", "auxpass")
    ):
        token = token.head
    return token


def _with_shared(verb: Any) -> Sequence[Any]:
    """Return a verb's auxiliaries, or those of the verb that it is joined to."""
    while True:
        own = [child for child in verb.children if child.dep_ in ("aux", "auxpass")]
        starts_anew = any(child.dep_ in ("nsubj", "nsubjpass") for child in verb.children)
        if own or starts_anew or verb.dep_ != "conj" or verb.tag_ not in ("VB", "VBN"):
            return own
        verb = verb.head
