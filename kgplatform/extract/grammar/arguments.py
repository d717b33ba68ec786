"""Looks up what a word of a passage means: an entity it names, a date, or what a pronoun refers to.

Every way from a word of the tree to an entity of the graph goes through here, with the span of the
words that mean it.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from typing import Any, NamedTuple

from kgplatform.extract.coreference.resolve import Link
from kgplatform.extract.facts import make_literal
from kgplatform.extract.grammar.classes import DEMONYMS, GENERIC, NATION_NAMES, RANKS, type_of_noun
from kgplatform.extract.grammar.opening import Opening
from kgplatform.records import Entity, Literal, Mention, Passage, Phrase
from kgplatform.text.names import make_entity, normalize_name

__all__ = ["Argument", "Arguments", "literal_argument"]

LITERAL_LABELS = {
    "DATE": "date",
    "TIME": "date",
    "CARDINAL": "quantity",
    "QUANTITY": "quantity",
    "MONEY": "quantity",
    "PERCENT": "quantity",
    "ORDINAL": "quantity",
}
SCREEN = frozenset(
    "film movie documentary series sitcom miniseries drama comedy thriller western".split()
)
PLACE_RUN = re.compile(
    r"(?:[\s,]|\b(?:in|of|the|al|ye|e|de|and central|northern|southern|central)\b|"
    r"(?!(?:It|At|He|She|The|In|Its|According)\b)[^\W\d_a-z][\w'’.]*|-)+"
)
NAME_PARTS = {"compound", "flat", "nmod", "det", "amod"}
MAX_NAME_WORDS = 8


class Argument(NamedTuple):
    """A part of a fact and its span in the passage; `alignment` is one of ALIGNMENTS."""

    target: Entity | Phrase | Literal
    start: int
    end: int
    alignment: str = "exact"

    @property
    def kind(self) -> str:
        """The entity type, Thing for a phrase, or the datatype of a literal."""
        if isinstance(self.target, Literal):
            return self.target.datatype
        return self.target.type if isinstance(self.target, Entity) else "Thing"

    @property
    def is_entity(self) -> bool:
        """Whether it is an entity, neither a phrase nor a value."""
        return isinstance(self.target, Entity)


def literal_argument(passage: Passage, span: tuple[int, int], datatype: str) -> Argument:
    """Return the literal that a passage writes at `span`."""
    words = passage.text[slice(*span)]
    return Argument(make_literal(words, datatype, reference=passage.date), *span)


class Arguments:
    """What the tokens of one passage stand for.

    Args:
        passage: its text gives the wording.
        parsed: the spaCy Doc of that text.
        mentions: the mentions of the passage.
        links: what its pronouns and descriptions stand for.
        opening: what the passage is about, if it has a title.
    """

    def __init__(
        self,
        passage: Passage,
        parsed: Any,
        mentions: Sequence[Mention],
        *,
        links: Sequence[Link] = (),
        opening: Opening | None,
    ) -> None:
        self.passage = passage
        self.opening = opening
        self.added: dict[tuple[int, int], Mention] = {}
        self._by_token: dict[int, Argument] = {}
        self._by_start: dict[int, Argument] = {}
        self._links = {link.end: Argument(link.entity, *link[:2], link.alignment) for link in links}
        title = opening.entity.id if opening else None
        for found in parsed.ents:
            datatype = LITERAL_LABELS.get(found.label_)
            if datatype:
                span = (found.start_char, found.end_char)
                argument = literal_argument(passage, span, datatype)
                self._by_token.update((token.i, argument) for token in found)
        for mention in reversed(mentions):  # of several candidates the first one stands
            if mention.entity.id != title and _is_common(mention.entity.normalized_name):
                continue
            tokens = parsed.char_span(mention.start, mention.end, alignment_mode="expand")
            alignment = _alignment(mention, title)
            argument = Argument(mention.entity, mention.start, mention.end, alignment)
            self._by_token.update((token.i, argument) for token in tokens or ())
            self._by_start[mention.start] = argument

    @property
    def starts(self) -> Container[int]:
        """The characters at which something is named."""
        return self._by_start.keys()

    def of(self, token: Any) -> Argument | None:
        """Return what a token is written as part of, or None."""
        return self._by_token.get(token.i)

    def resolve(self, token: Any) -> Argument | None:
        """Return what a token stands for: as written, as a pronoun, or as "the film"."""
        found = self._by_token.get(token.i)
        if found is not None:
            return found
        return self._name_behind(token) or self._links.get(token.idx + len(token.text))

    def _name_behind(self, noun: Any) -> Argument | None:
        """Return the person in "the architect Colin Archer", where the name hangs on the noun."""
        for child in noun.rights:
            found = self._by_token.get(child.i) if child.dep_ == "appos" else None
            if found is not None and found.kind == "Person":
                gap = self.passage.text[noun.idx + len(noun.text) : found.start]
                return found if gap == " " and type_of_noun(noun.lower_) == "Person" else None
        return None

    def nation(self, token: Any) -> Argument | None:
        """Return the nation that an adjective or a name before a noun says."""
        found = self._by_token.get(token.i)
        if found is not None and found.kind in ("Group", "Place"):
            surface = self.passage.text[found.start : found.end]
            is_adjective = surface.replace("-", " ").split()[-1] in DEMONYMS
            if not is_adjective and surface not in NATION_NAMES:
                return None
            if found.kind == "Group" or not surface.endswith("an"):
                return found
            return self._add(found.start, found.end, "Group")
        if token.text not in DEMONYMS or (found is not None and found.kind != "Thing"):
            return None
        return self._add(token.idx, token.idx + len(token.text), "Group")

    def _add(self, start: int, end: int, kind: str = "Thing") -> Argument:
        """Return an entity that no mention names so far, and remember it as a mention."""
        surface = self.passage.text[start:end]
        entity = make_entity(surface, kind)
        self.added[start, end] = Mention(self.passage.id, entity, start, end, surface)
        return Argument(entity, start, end)

    def things(self, token: Any) -> list[Argument]:
        """Return what a token and what is coordinated with it stand for, also by names unread."""
        found = (self.resolve(item) or self._name(item) for item in (token, *coordinated(token)))
        return [argument for argument in found if argument is not None]

    def entities_only(self, token: Any) -> list[Argument]:
        """Return what a token stands for, without what is coordinated with it."""
        found = self.resolve(token) or self._name(token)
        return [found] if found is not None else []

    def at(self, start: int) -> Argument | None:
        """Return what is written from a character of the passage on, or None."""
        return self._by_start.get(start)

    def places_from(self, start: int) -> list[Argument]:
        """Return the places of one phrase: "in A District, in the District of B, C Province, D"."""
        text = self.passage.text
        run = PLACE_RUN.match(text, start)
        end = run.end() if run else start
        found = (item for at, item in sorted(self._by_start.items()) if start <= at < end)
        return [item for item in found if item.kind == "Place"]

    def is_about_person(self) -> bool:
        """Whether the title names a person."""
        return self.opening is not None and self.opening.kind == "Person"

    def is_about_work(self) -> bool:
        """Whether the title names a film, a song, a book."""
        return self.opening is not None and self.opening.kind == "Work"

    def is_title(self, argument: Argument) -> bool:
        """Whether an argument is the entity that the passage's title names."""
        return self.opening is not None and argument.target.id == self.opening.entity.id

    def is_on_screen(self) -> bool:
        """Whether the title's entity is a film or a series."""
        return self.opening is not None and bool(self.opening.nouns & SCREEN)

    def in_set_piece(self, token: Any) -> bool:
        """Whether a token stands in the brackets after the opening name, read by pattern."""
        return self.opened_before(token.idx) is not None

    def opened_before(self, at: int) -> Argument | None:
        """Return the title's entity for a place between its opening name and the verb."""
        opening = self.opening
        if opening is None or opening.span is None or not opening.span[1] <= at < opening.verb:
            return None
        return self.opening_argument(opening, opening.span)

    def opens_with(self, token: Any) -> bool:
        """Whether a token is in the sentence that the passage opens with."""
        opening = self.opening
        if opening is None or opening.span is None:
            return False
        return bool(token.sent.start_char <= opening.span[0])

    def opening_argument(self, opening: Opening, span: tuple[int, int]) -> Argument:
        """Return the title's entity as the passage first names it."""
        surface = self.passage.text[slice(*span)]
        mention = Mention(self.passage.id, opening.entity, *span, surface)
        return Argument(opening.entity, *span, _alignment(mention, opening.entity.id))

    def title(self, token: Any, *, alignment: str = "title") -> Argument | None:
        """Return the title's entity as meant by a token."""
        if self.opening is None:
            return None
        end = token.idx + len(token.text)
        return Argument(self.opening.entity, token.idx, end, alignment)

    def _name(self, token: Any) -> Argument | None:
        """Return a proper name that the recogniser overlooked, as an entity of unknown kind."""
        if token.pos_ != "PROPN" or not token.text[0].isupper() or _is_common(token.lower_):
            return None
        first = token
        while first.i > token.sent.start and self._continues(first, token):
            first = first.nbor(-1)
        start, end = first.idx, _end_of_name(token)
        surface = self.passage.text[start:end]
        if not any(char.isalpha() for char in surface) or len(surface) < 2:
            return None
        return self._add(start, end)

    def _names_thing(self, token: Any) -> bool:
        found = self._by_token.get(token.i)
        return found is not None and found.is_entity

    def _continues(self, first: Any, head: Any) -> bool:
        before = first.nbor(-1)
        is_part = before.head.i in range(first.i, head.i + 1) and before.dep_ in NAME_PARTS
        return bool(
            is_part
            and before.text[0].isupper()
            and not self._names_thing(before)
            and head.i - before.i < MAX_NAME_WORDS
        )


def _end_of_name(token: Any) -> int:
    """Return where a name ends that may go on: "Order" in "Order of Merit"."""
    doc, at = token.doc, token.i + 1
    if at + 1 < len(doc) and doc[at].lower_ == "of":
        at += 2 if doc[at + 1].lower_ == "the" else 1
        while at < len(doc) and doc[at].pos_ == "PROPN":
            token, at = doc[at], at + 1
    return int(token.idx + len(token.text))


def coordinated(token: Any) -> Iterator[Any]:
    """Yield the tokens that follow in a coordination with `token`."""
    for child in token.rights:
        if child.dep_ == "conj":
            yield child
            yield from coordinated(child)


def _is_common(name: str) -> bool:
    """Whether a name only says an office or a kind of entity: "Prime Minister", "University"."""
    words = name.replace(".", "").split()
    return all(word in RANKS for word in words) or (len(words) == 1 and words[0] in GENERIC)


def _alignment(mention: Mention, title: str | None) -> str:
    """Say how far the wording of a mention is the entity's name."""
    if mention.kind != "name":
        return "title" if mention.entity.id == title else mention.kind
    if mention.surface == mention.entity.name:
        return "exact"
    if normalize_name(mention.surface) == mention.entity.normalized_name:
        return "normalised"
    return "title" if mention.entity.id == title else "fuzzy"
