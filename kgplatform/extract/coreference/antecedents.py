"""Decides what a pronoun, or a description such as "the company", stands for.

The nearest subject that fits in kind, number and gender, of the same sentence or of those right
before (Grosz, Joshi and Weinstein, "Centering", 1995), else the only one that fits, else what the
passage's title names. Where several fit equally, or where something without a name fits as well,
it stands for nothing: a fact with a guessed subject is worse than no fact.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from kgplatform.extract.grammar.classes import GENERIC, type_of_noun
from kgplatform.extract.grammar.opening import Opening, gender_of_noun
from kgplatform.records import Entity, Mention

__all__ = ["HONORIFIC", "Antecedents", "Link"]

KINDS = {
    **dict.fromkeys(("he", "his", "him", "himself"), "he"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "she"),
    **dict.fromkeys(("it", "its", "itself"), "it"),
    **dict.fromkeys(("they", "their", "theirs", "them", "themselves"), "they"),
}
PERSONAL = ("he", "she")
SENTENCES_BACK = 2
SUBJECTS = ("nsubj", "nsubjpass")
OBJECTS = ("dobj", "dative", "nsubj", "nsubjpass", "appos", "conj", "oprd")
DESCRIBING = ("appos", "relcl", "conj")
"""What hangs on a name and says more of it."""
POINTING = ("the", "this")
HARMLESS = ("det", "punct", "case")
PLURAL = ("NNS", "NNPS")
COMPANY_NOUNS = frozenset("company firm business corporation organisation organization".split())
"""Descriptions that any organisation fits which is not known to be of another kind."""
COMPANIES = COMPANY_NOUNS | frozenset(
    "manufacturer publisher airline bank studio brand retailer brewery distributor conglomerate "
    "subsidiary label agency operator".split()
)
TITLES = "Mr|Sir|Lord|Mrs|Ms|Miss|Dame|Lady"
HONORIFIC = re.compile(rf"\b({TITLES})\.? $")
OWN_HONORIFIC = re.compile(rf"({TITLES})\.? ")
CLAUSES = frozenset(("ccomp", "csubj", "xcomp", "relcl"))
BE = frozenset("is was are were be been".split())
MEN = ("Mr", "Sir", "Lord")


class Link(NamedTuple):
    """text[start:end] of a passage stands for the entity; `alignment` is one of ALIGNMENTS."""

    start: int
    end: int
    entity: Entity
    alignment: str


class _Referent(NamedTuple):
    """What a noun phrase is about; `entity` is None where nothing names it.

    `noun` is its head or the kind of its pronoun, `place` the number of its token, `role` its
    dependency.
    """

    entity: Entity | None
    noun: str
    is_plural: bool
    role: str
    place: int


class Antecedents:
    """What a document has been about so far, sentence by sentence."""

    def __init__(self) -> None:
        self._genders: dict[str, str] = {}
        self._classes: dict[str, set[str]] = {}
        self._of_class: dict[str, set[str]] = {}
        self._organizations: set[str] = set()
        self._entities: dict[str, Entity] = {}
        self._sentences: list[list[_Referent]] = []
        self._opening: Opening | None = None

    def read(
        self, text: str, tree: Any, mentions: Sequence[Mention], opening: Opening | None
    ) -> list[Link]:
        """Return what the words of the document's next passage stand for.

        Args:
            text: of the passage.
            tree: its spaCy Doc.
            mentions: what it names.
            opening: what it is about, if it has a title.
        """
        self._opening = opening
        heads = _heads(tree, mentions)
        inside = {i for m in mentions for i in _tokens(tree, m)}
        for index, mention in heads.items():
            self._learn(text, tree[index], mention)
        if opening is not None:
            self._put_in_classes(opening.entity, opening.nouns)
            if opening.gender:
                self._genders.setdefault(opening.entity.id, opening.gender)
        links: list[Link] = []
        for sentence in tree.sents:
            self._sentences = [*self._sentences[-SENTENCES_BACK:], []]
            for token in sentence:
                if token.i in heads:
                    self._note(token, heads[token.i].entity)
                elif token.i not in inside:
                    links += self._read(token, heads)
        return links

    def _read(self, token: Any, heads: Mapping[int, Mention]) -> Iterator[Link]:
        end = token.idx + len(token.text)
        if token.tag_ in ("PRP", "PRP$"):
            kind = KINDS.get(token.lower_)
            if kind is None or (kind == "it" and _is_expletive(token)):
                return
            entity = self._of_pronoun(token, kind)
            self._note(token, entity)
            if entity is not None:
                if kind in PERSONAL:
                    self._genders.setdefault(entity.id, kind)
                yield Link(token.idx, end, entity, "pronoun")
        elif token.pos_ in ("NOUN", "PROPN") and token.dep_ != "compound":
            entity = self._of_description(token)
            named = next((heads[c.i] for c in token.children if _names(c, heads)), None)
            self._note(token, entity or (named.entity if named else None))
            if entity is not None:
                alignment = "title" if self._is_title(entity) else "nominal"
                yield Link(token.left_edge.idx, end, entity, alignment)

    def _note(self, token: Any, entity: Entity | None) -> None:
        if entity is not None:
            self._entities[entity.id] = entity
            if entity.type == "Organization":
                self._organizations.add(entity.id)
        is_plural = token.tag_ in PLURAL or any(c.dep_ == "conj" for c in token.children)
        noun = KINDS.get(token.lower_, token.lower_)
        self._sentences[-1].append(_Referent(entity, noun, is_plural, token.dep_, token.i))

    def _learn(self, text: str, head: Any, mention: Mention) -> None:
        """Note of which class and gender a name is, as the words beside it say."""
        kind = mention.entity.type
        own = mention.entity.normalized_name.split() if kind not in ("Person", "Thing") else ()
        self._put_in_classes(mention.entity, {word for word in own if type_of_noun(word) == kind})
        beside = [c for c in head.children if c.dep_ in ("compound", "appos", "amod")]
        if head.dep_ == "appos":
            beside.append(head.head)
        if head.dep_ in SUBJECTS and head.head.lower_ in BE:
            beside += [c for c in head.head.children if c.dep_ == "attr"]
        nouns = {t.lower_ for t in beside if t.pos_ == "NOUN"}
        self._put_in_classes(mention.entity, nouns)
        before = text[max(mention.start - 8, 0) : mention.start]
        title = HONORIFIC.search(before) or OWN_HONORIFIC.match(mention.surface)
        gender = ("he" if title[1] in MEN else "she") if title else ""
        gender = gender or next(filter(None, map(gender_of_noun, sorted(nouns))), "")
        if gender and mention.entity.type in ("Person", "Thing"):
            self._genders.setdefault(mention.entity.id, gender)

    def _put_in_classes(self, entity: Entity, nouns: Iterable[str]) -> None:
        for noun in nouns:
            self._classes.setdefault(entity.id, set()).add(noun)
            self._of_class.setdefault(noun, set()).add(entity.id)

    def _of_pronoun(self, token: Any, kind: str) -> Entity | None:
        found = self._nearest(token, kind)
        if kind not in PERSONAL or (found is not None and found.id in self._genders):
            return found
        title = self._title(kind)
        if found is None or title is not None:
            return title
        return None if self._is_another_known(found, kind) else found

    def _is_another_known(self, entity: Entity, kind: str) -> bool:
        """Return whether somebody else was spoken of who is known to be a man, or a woman."""
        spoken = {r.entity.id for sentence in self._sentences for r in sentence if r.entity}
        return any(self._genders.get(one) == kind for one in spoken - {entity.id})

    def _nearest(self, token: Any, kind: str) -> Entity | None:
        here = self._sentences[-1]
        bound = {r.entity.id for r in here if r.entity and _is_bound(token, r)}
        here = [r for r in here if r.entity is None or r.entity.id not in bound]
        own, verb = self._subject_above(token, kind, here)
        if own is not None:
            rivals = (r for r in here if r.place > verb and (kind in PERSONAL or r.role in OBJECTS))
            others = {r.entity.id for r in rivals if r.entity and self._may_be(r, kind)}
            return own.entity if own.entity and others <= {own.entity.id} else None
        fitting = [r for r in here if self._may_be(r, kind)]
        if fitting and not _leads(token):
            return _only(fitting)
        for sentence in reversed(self._sentences[:-1]):
            fitting = [r for r in sentence if self._may_be(r, kind)]
            subjects = [r for r in fitting if r.role in SUBJECTS]
            found = _only(subjects if token.dep_ in SUBJECTS and subjects else fitting)
            if fitting:
                return found or (None if subjects and subjects[0].entity else self._title(kind))
        return self._title(kind)

    def _subject_above(
        self, token: Any, kind: str, here: list[_Referent]
    ) -> tuple[_Referent | None, int]:
        """Return the nearest fitting subject of the clauses around a pronoun, with its verb.

        A verb is the number of its token.
        """
        by_place = {r.place: r for r in here}
        at = token
        for _ in range(len(token.sent)):
            if at.head.i == at.i:
                break
            is_own = at.dep_ in SUBJECTS and at.i == token.i
            described = by_place.get(at.head.i) if at.dep_ in DESCRIBING else None
            if described is not None and token.tag_ == "PRP$" and self._may_be(described, kind):
                return described, len(token.doc)  # "X, a firm with its seat", "X and its staff"
            at = at.head
            if at.pos_ not in ("VERB", "AUX") or is_own:
                continue
            if token.tag_ == "PRP" and token.head.i == at.i:
                continue  # "saw him": somebody else
            for child in at.lefts:
                referent = by_place.get(child.i) if child.dep_ in SUBJECTS else None
                if referent is not None and self._may_be(referent, kind):
                    return referent, at.i
        return None, 0

    def _may_be(self, referent: _Referent, kind: str) -> bool:
        """Return whether a pronoun may stand for something, as far as that is known."""
        entity = referent.entity
        if entity is None:
            return _may_be_unnamed(referent, kind)
        if kind in PERSONAL:
            return entity.type == "Person" and self._genders.get(entity.id, kind) == kind
        if kind == "they":
            return entity.type in ("Organization", "Group")
        # Where something is, is hardly what is spoken of.
        is_place = entity.type == "Place" and referent.role == "pobj"
        is_person = entity.type in ("Person", "Group") or entity.id in self._genders
        return not (is_person or is_place)

    def _title(self, kind: str) -> Entity | None:
        opening = self._opening
        if opening is None or opening.span is None:
            return None
        if kind in PERSONAL:
            is_person = opening.kind in ("Person", "Thing")
            return opening.entity if is_person and opening.gender == kind else None
        is_thing = kind == "it" and opening.kind not in ("Person", "Group", "Thing")
        return opening.entity if is_thing else None

    def _is_title(self, entity: Entity) -> bool:
        return self._opening is not None and entity.id == self._opening.entity.id

    def _of_description(self, noun: Any) -> Entity | None:
        """Return what "the NOUN" stands for, with nothing to narrow it."""
        children = list(noun.children)
        points = any(child.lower_ in POINTING for child in children)
        if not points or not all(child.dep_ in HARMLESS for child in children):
            return None
        word, opening = noun.lower_, self._opening
        if opening is not None and word in opening.nouns and opening.kind != "Person":
            return opening.entity
        same = self._of_class.get(word, set()) & self._entities.keys()
        if same:
            return self._entities[same.pop()] if len(same) == 1 else self._recent(same)
        if word not in COMPANY_NOUNS:
            return None
        companies = {one for one in self._organizations if self._is_company(self._entities[one])}
        if len(companies) == 1:
            return self._entities[companies.pop()]
        return self._recent(companies)

    def _recent(self, ids: set[str]) -> Entity | None:
        """Return the one of some entities that was spoken of last: the only one, or the subject."""
        near = [[r for r in s if r.entity and r.entity.id in ids] for s in self._sentences]
        found = _only([r for sentence in near for r in sentence])
        if found is not None:
            return found
        leading = ([r for r in s if r.role in (*SUBJECTS, "poss")] for s in reversed(near))
        return next((_only(referents) for referents in leading if referents), None)

    def _is_company(self, entity: Entity) -> bool:
        known = self._classes.get(entity.id, set())
        kinds = {noun for noun in known if type_of_noun(noun) == "Organization" or noun in GENERIC}
        return entity.type == "Organization" and kinds <= COMPANIES


def _heads(tree: Any, mentions: Sequence[Mention]) -> dict[int, Mention]:
    """Return the mentions by the token that each hangs on in the tree."""
    heads: dict[int, Mention] = {}
    for mention in mentions:
        span = tree.char_span(mention.start, mention.end, alignment_mode="expand")
        if span is not None:
            heads.setdefault(span.root.i, mention)
    return heads


def _names(token: Any, heads: Mapping[int, Mention]) -> bool:
    """Return whether a token is a name in apposition: "the chairman, Anders Holm"."""
    return token.dep_ == "appos" and token.i in heads


def _tokens(tree: Any, mention: Mention) -> list[int]:
    span = tree.char_span(mention.start, mention.end, alignment_mode="expand")
    return [token.i for token in span] if span is not None else []


def _only(referents: Sequence[_Referent]) -> Entity | None:
    """Return the entity that all are about; None where there are two, or one without a name."""
    entities = {r.entity.id if r.entity else "" for r in referents}
    return next(iter(referents)).entity if len(entities) == 1 else None


def _leads(token: Any) -> bool:
    """Return whether a pronoun is what its sentence is about; what stands before only leads on."""
    verb = token.head
    while verb.dep_ == "conj":
        verb = verb.head
    return token.dep_ in SUBJECTS and verb.dep_ == "ROOT"


def _is_bound(token: Any, referent: _Referent) -> bool:
    """Return whether something in a pronoun's own clause cannot be what it stands for.

    "X saw him", "X, who saw him", but "X saw his brother".
    """
    if token.tag_ != "PRP":
        return False
    verb = token.head
    while verb.pos_ == "ADP" or verb.dep_ in ("xcomp", "conj"):
        verb = verb.head
    if verb.dep_ == "relcl" and verb.head.i == referent.place:
        return True
    return any(child.i == referent.place for child in verb.children)


def _may_be_unnamed(referent: _Referent, kind: str) -> bool:
    """Return whether a pronoun may stand for what a common noun or an unread pronoun says."""
    if referent.noun in KINDS:
        return referent.noun == kind
    if referent.role == "attr":
        return False  # only says what something else is
    is_person = type_of_noun(referent.noun) == "Person"
    if kind in PERSONAL:
        return is_person and not referent.is_plural
    return referent.is_plural == (kind == "they") and not is_person


def _is_expletive(token: Any) -> bool:
    """Return whether "it" stands for nothing: "it is clear that", "it was said that"."""
    verb = token.head
    if token.dep_ == "expl" or verb.lower_ in ("rained", "rains", "snowed", "snows"):
        return True
    if token.dep_ not in SUBJECTS:
        return False
    children = {child.dep_ for child in verb.children}
    if token.dep_ == "nsubjpass":
        return "ccomp" in children
    described = [child for child in verb.children if child.dep_ in ("acomp", "attr", "oprd")]
    below = children | {child.dep_ for word in described for child in word.children}
    return bool(described and below & CLAUSES)
