"""The predicate of a clause: its verb with auxiliaries, particle and the verbs that govern it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from kgplatform.extract.clauses.patterns import load_words
from kgplatform.extract.grammar.verbs import is_passive

__all__ = ["Predicate", "read_predicate"]

PARTS = ("aux", "auxpass", "neg", "prt")
VERBS = ("VERB", "AUX")


class Predicate(NamedTuple):
    """What a clause says of its subject.

    `chain` are the words that govern an infinitive, the outermost first: "agreed" in "agreed to
    buy", "is" and "able" in "is able to buy". `words` are the text's, `lemma` is what people look
    for: the base form, of a passive the participle, with its particle.
    """

    verb: Any
    chain: tuple[Any, ...]
    is_passive: bool
    words: str
    lemma: str

    @property
    def without_verb(self) -> str:
        """The words before a verb that is itself what is said: "will", "was", "did"."""
        before = self.words.split()
        before = before[: before.index(self.verb.text)] if self.verb.text in before else []
        return " ".join(before) or "did"


def read_predicate(verb: Any, lemma_of: Callable[[Any], str]) -> Predicate:
    """Return the predicate of a verb."""
    anchor = verb
    while anchor.dep_ == "conj" and anchor.head.pos_ in VERBS and not _starts_anew(anchor):
        anchor = anchor.head
    chain = tuple(reversed(list(_governors(anchor))))
    passive = is_passive(verb, list(verb.children))
    tokens = [token for word in chain for token in _own_tokens(word)]
    if anchor.i != verb.i:
        tokens += [t for t in anchor.children if t.dep_ in PARTS and t.i < verb.i]
    tokens += _own_tokens(verb)
    words = " ".join(token.lower_ if token.is_sent_start else token.text for token in tokens)
    base = str(verb.lower_) if passive and verb.tag_ == "VBN" else lemma_of(verb)
    particles = [child.lower_ for child in verb.children if child.dep_ == "prt"]
    distinctive = [word for word in chain if not _is_modal(word, lemma_of)]
    led = [f"{lemma_of(word)} to" if _has_to(verb) else lemma_of(word) for word in distinctive[-1:]]
    return Predicate(verb, chain, passive, words, " ".join([*led, base, *particles]))


def _starts_anew(verb: Any) -> bool:
    """Return whether a verb joined to another has its own subject, auxiliary or tense."""
    is_bare = verb.tag_ in ("VB", "VBN", "VBG")
    return not is_bare or any(
        child.dep_ in ("nsubj", "nsubjpass", "aux", "auxpass") for child in verb.children
    )


def _governors(verb: Any) -> Iterator[Any]:
    while verb.dep_ == "xcomp" and verb.head.pos_ in (*VERBS, "ADJ"):
        verb = verb.head
        yield verb
        if verb.pos_ == "ADJ" and verb.dep_ in ("acomp", "oprd") and verb.head.pos_ in VERBS:
            verb = verb.head
            yield verb


def _own_tokens(word: Any) -> list[Any]:
    own = [child for child in word.children if child.dep_ in PARTS and abs(child.i - word.i) < 4]
    return sorted([*own, word], key=lambda token: int(token.i))


def _is_modal(word: Any, lemma_of: Callable[[Any], str]) -> bool:
    """Return whether a governing word is expressed by modality or polarity, and says no more."""
    lemma = lemma_of(word)
    return lemma == "be" or any(lemma in verbs for verbs in load_words()["governors"].values())


def _has_to(verb: Any) -> bool:
    return any(child.tag_ == "TO" for child in verb.children)
