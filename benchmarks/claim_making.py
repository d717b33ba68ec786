"""Makes claims from documents: what a sentence states, that negated, and that of another name."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from kgplatform.models.linguistics import Linguistics

__all__ = ["MadeClaim", "make_claims"]

Kind = Literal["stated", "negated", "swapped"]
SUBJECTS = frozenset({"nsubj", "nsubjpass"})
AUXILIARIES = frozenset({"aux", "auxpass"})
COMPLEMENTS = frozenset({"dobj", "obj", "attr", "acomp", "oprd", "agent", "prep", "prt", "dative"})
ASIDE = frozenset({"relcl", "appos", "advcl", "acl", "conj", "cc", "punct", "parataxis", "ccomp"})
NAMED = frozenset({"PERSON", "GPE", "LOC", "ORG", "DATE", "CARDINAL", "MONEY", "PERCENT", "FAC"})
PRONOUNS = frozenset({"PRP", "PRP$"})
LONGEST = 22
"""Words of a claim."""


@dataclass(frozen=True, slots=True)
class MadeClaim:
    """A claim, of what kind it is, the document it was made from, and that one's sentence."""

    claim: str
    kind: Kind
    document: str
    sentence: str


def make_claims(texts: dict[str, str], linguistics: Linguistics, *, seed: int) -> list[MadeClaim]:
    """Return claims of all kinds that can be made of some documents, in an order of chance.

    Args:
        texts: of the documents, by name.
        linguistics: whose parses.
        seed: of the chance.
    """
    generator = random.Random(seed)
    parsed = dict(zip(texts, linguistics.parse(texts.values()), strict=True))
    names: dict[str, dict[str, None]] = defaultdict(dict)
    for doc in parsed.values():
        for entity in doc.ents:
            if entity.label_ in NAMED:
                names[entity.label_][entity.text.strip()] = None
    found = [
        MadeClaim(claim, kind, name, sentence.text)
        for name, doc in parsed.items()
        for sentence in doc.sents
        for kind, claim in _claims_of(sentence, doc, names, linguistics, generator)
    ]
    generator.shuffle(found)
    return found


def _claims_of(
    sentence: Any,
    doc: Any,
    names: dict[str, dict[str, None]],
    linguistics: Linguistics,
    generator: random.Random,
) -> Iterator[tuple[Kind, str]]:
    """Yield what is made of one sentence: its main clause without asides, and two changes of it."""
    root = sentence.root
    subject = next((t for t in root.children if t.dep_ in SUBJECTS), None)
    if root.pos_ not in ("VERB", "AUX") or subject is None or subject.pos_ == "PRON":
        return
    if "\n" in sentence.text.strip() or any(t.dep_ == "neg" for t in sentence):
        return
    kept = _main_clause(root, subject)
    if not kept or len(kept) > LONGEST or not any(t.ent_type_ for t in kept):
        return
    if any(t.tag_ in PRONOUNS for t in kept):
        return
    yield "stated", _write(kept)
    negated = _negate(kept, root, linguistics)
    if negated:
        yield "negated", negated
    ends = {token.i for token in kept if token.i > root.i}
    own = [e for e in doc.ents if e.label_ in NAMED and {t.i for t in e} <= ends]
    if own:
        entity = generator.choice(own)
        others = [o for o in names[entity.label_] if o.lower() not in doc.text.lower()]
        if others:
            other = generator.choice(others)
            yield "swapped", _write(kept, {entity[0].i: other}, {t.i for t in entity[1:]})


def _main_clause(root: Any, subject: Any) -> list[Any]:
    verbs = [t for t in root.children if t.dep_ in AUXILIARIES]
    if any(t.tag_ == "MD" for t in verbs):
        return []
    complements = [t for t in root.children if t.dep_ in COMPLEMENTS and t.i > root.i]
    if not complements or any(t.dep_ in ("mark", "expl") for t in root.children):
        return []
    parts = [_subtree(subject), verbs, [root], *map(_subtree, complements[:2])]
    return sorted((t for part in parts for t in part), key=lambda t: t.i)


def _subtree(token: Any) -> Iterable[Any]:
    """Yield a token with what depends on it, without asides."""
    yield token
    for child in token.children:
        if child.dep_ not in ASIDE:
            yield from _subtree(child)


def _negate(kept: list[Any], root: Any, linguistics: Linguistics) -> str | None:
    verbs = [t for t in kept if t.head == root and t.dep_ in AUXILIARIES]
    if verbs or root.pos_ == "AUX":
        first = verbs[0] if verbs else root
        return _write(kept, {first.i: f"{first.text} not"})
    if root.tag_ == "VBD":
        return _write(kept, {root.i: f"did not {linguistics.lemmatize(root)}"})
    if root.tag_ == "VBZ":
        return _write(kept, {root.i: f"does not {linguistics.lemmatize(root)}"})
    return None


def _write(
    tokens: list[Any], instead: dict[int, str] | None = None, without: Iterable[int] = ()
) -> str:
    instead, gone = instead or {}, frozenset(without)
    text = "".join(
        instead.get(t.i, t.text) + (t.whitespace_ or " " * (t.nbor().dep_ != "case"))
        for t in tokens
        if t.i not in gone
    )
    text = " ".join(text.replace(" 's", "'s").split()).rstrip(" ,;:.")
    return f"{text[0].upper()}{text[1:]}."
