"""What a claimed part is: an entity, by the name that the text or the title writes, or a value.

A name that is mentioned already, or that is the title, is that entity; a date or a number is a
literal by its form; of what is left, names are entities and descriptions are literals.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from kgplatform.extract.facts import make_literal
from kgplatform.extract.proof.alignment import SMALL_WORDS, PassageWords, split_words
from kgplatform.extract.proof.claims import Claims
from kgplatform.extract.proof.reference import Named
from kgplatform.records import ENTITY_TYPES, Entity, Literal, Mention, Passage, Statement
from kgplatform.text.dates import parse_date
from kgplatform.text.names import make_entity, normalize_name, strip_disambiguation

__all__ = ["Naming", "entity_type_of"]

_WORDS_OF_TYPE = {
    "Person": "person people human character actor politician artist individual per",
    "Organization": "organization organisation company org institution band team club agency "
    "party university school corporation",
    "Place": "place location city country gpe loc geo region state town river facility fac "
    "building landmark",
    "Work": "work film movie book album song series publication work_of_art title novel game law "
    "creative_work tv_show",
    "Event": "event war battle competition election festival",
    "Group": "group nationality norp religion ethnicity language people_group",
    "Product": "product vehicle ship aircraft software device technology",
}
_TYPE_OF_WORD = {word: kind for kind, words in _WORDS_OF_TYPE.items() for word in words.split()}
_DATATYPE_OF_WORD = {
    **dict.fromkeys(("date", "time", "year", "datetime", "duration", "period"), "date"),
    **dict.fromkeys(("number", "quantity", "money", "percent", "cardinal", "amount"), "quantity"),
}
_YEAR = re.compile(
    r"(?:(?:in|since|from|until|by|c\.?|circa|about|early|late|mid)[ -]?)*"
    r"(?:1\d{3}|20\d{2})s?(?: ?(?:[-–—]|to|and) ?(?:1\d{3}|20\d{2}|\d{2}))?(?: (?:AD|BC|BCE|CE))?",
    re.IGNORECASE,
)
_CENTURY = re.compile(r"(?:the )?(?:\w+ )?\d{1,2}(?:st|nd|rd|th) century", re.IGNORECASE)
_QUANTITY = re.compile(
    r"(?!(?:1\d{3}|20\d{2}) [a-z])"  # "2006 census" is an event of that year
    r"(?:about |around |over |nearly |approximately |some )?[-−]?[$€£¥]?\d[\d,.]*"
    r"(?:[%°]| ?[a-zA-Z²³°%]+)?(?: [a-z²³]+)?"
)


class Naming:
    """The names known for one passage: its title, its mentions, the claimed entities.

    Attributes:
        title: the entity that the document is about.
        named: every place that names an entity, in no order.
    """

    def __init__(
        self,
        passage: Passage,
        *,
        claims: Claims,
        mentions: Sequence[Mention],
        words: PassageWords,
    ) -> None:
        self._words, self._text, self._passage_id = words, passage.text, passage.id
        self._day = passage.date
        self._types = {self.key(item.name): item.type for item in claims.entities}
        self._subjects = {self.key(fact.subject) for fact in claims.facts}
        self._claimed = [item.name for item in claims.entities]
        self._mentions: dict[str, list[Named]] = {}
        self._at: dict[tuple[int, int], Entity] = {}
        for mention in mentions:  # of several candidates the first one stands
            named = Named(mention.start, mention.end, mention.entity)
            self._at.setdefault(named[:2], mention.entity)
            self._mentions.setdefault(mention.entity.normalized_name, []).append(named)
        self.title = self._make_title(passage.title)
        self.named = self._named()

    @staticmethod
    def key(part: str) -> str:
        """Return what two spellings of a name have in common."""
        return _key(part)

    @staticmethod
    def plain(part: str) -> str:
        """Return the part as a text would write it: without a title's parenthesis."""
        return strip_disambiguation(part)

    def is_title(self, part: str) -> bool:
        """Return whether a part is the document's title."""
        return self.title is not None and self.key(part) == self.title.normalized_name

    def mentions_of(self, key: str) -> list[Named]:
        """Return the mentions of the entity of that name, however they call it."""
        return self._mentions.get(key, [])

    def target(
        self, part: str, start: int, end: int, alignment: str, *, is_subject: bool = False
    ) -> Entity | Literal:
        """Return what a part is that the text says at [start, end).

        Args:
            is_subject: a subject that is no date or number is an entity, even if only described.
        """
        written = self._text[start:end]
        key = self.key(part)
        if self.title is not None and key == self.title.normalized_name:
            return self.title
        known = self._at.get((start, end)) or next(
            (item.entity for item in self.mentions_of(key)), None
        )
        datatype = _datatype(written, self._types.get(key, ""))
        if datatype != "string":
            return make_literal(written, datatype, reference=self._day)
        if known is not None:
            return self._with_claimed_type(known, key)
        is_thing = is_subject or key in self._types or key in self._subjects
        if is_thing or self._is_name(written, start):
            name = part if alignment == "fuzzy" else written
            return make_entity(name.strip(), entity_type_of(self._types.get(key, "")))
        return make_literal(part if alignment == "fuzzy" else written, "string")

    def mentions(
        self, statements: Iterable[Statement], known: Sequence[Mention]
    ) -> Iterator[Mention]:
        """Yield the known mentions, and those of the claimed names that they do not touch."""
        yield from known
        taken = [(mention.start, mention.end) for mention in known]
        places = list(self.named)
        for statement in statements:
            parts = (
                (statement.subject_span, statement.subject),
                (statement.object_span, statement.object),
            )
            for (span, target), alignment in zip(parts, statement.alignment, strict=True):
                if isinstance(target, Entity) and alignment not in ("pronoun", "title"):
                    places.append(Named(*span, target))
        for start, end, entity in places:
            if all(end <= other[0] or other[1] <= start for other in taken):
                taken.append((start, end))
                surface = self._text[start:end]
                yield Mention(self._passage_id, entity, start, end, surface, evidence="given")

    def _named(self) -> list[Named]:
        """Return every place that names an entity: the mentions, and the claimed entities."""
        places = {named[:2]: named for group in self._mentions.values() for named in group}
        for name in [*([self.title.name] if self.title else []), *self._claimed]:
            for found in self._words.find(self.plain(name)):
                if found.alignment == "fuzzy" or found[:2] in places:
                    continue
                target = self.target(name, *found)
                if isinstance(target, Entity):
                    places[found[:2]] = Named(found.start, found.end, target)
        return list(places.values())

    def _make_title(self, title: str) -> Entity | None:
        if not title:
            return None
        key = self.key(title)
        seen = [named.entity.type for named in self._mentions.get(key, ())]
        kind = entity_type_of(self._types.get(key, ""))
        known = [item for item in (kind, *seen) if item != "Thing"]
        return make_entity(title, known[0] if known else "Thing")

    def _with_claimed_type(self, entity: Entity, key: str) -> Entity:
        if entity.type != "Thing":
            return entity
        return replace(entity, type=entity_type_of(self._types.get(key, "")))

    def _is_name(self, written: str, start: int) -> bool:
        """Return whether the text writes the words as a name."""
        words = [word for word in split_words(written) if word.form not in SMALL_WORDS]
        if not words or not all(word.raw[0].isupper() or word.raw[0].isdigit() for word in words):
            return False
        if not any(word.raw[0].isupper() for word in words):
            return False
        opens_sentence = self._words.sentence_run([(start, start + 1)])[0] == start
        return len(words) > 1 or not opens_sentence


def entity_type_of(claimed: str) -> str:
    """Return the type of ENTITY_TYPES that a model's word for a type means; unknown: Thing."""
    for known in ENTITY_TYPES:
        if claimed.casefold() == known.casefold():
            return known
    word = claimed.strip().casefold().replace(" ", "_")
    return _TYPE_OF_WORD.get(word) or _TYPE_OF_WORD.get(word.rsplit("_", 1)[-1], "Thing")


@lru_cache(maxsize=16384)
def _key(part: str) -> str:
    return normalize_name(strip_disambiguation(part))


def _datatype(written: str, claimed: str) -> str:
    """Return date, quantity or string, by the form first and the claimed type after it."""
    text = written.strip()
    if parse_date(text) or _YEAR.fullmatch(text) or _CENTURY.fullmatch(text):
        return "date"
    if _QUANTITY.fullmatch(text):
        return "quantity"
    stated = _DATATYPE_OF_WORD.get(claimed.strip().casefold(), "string")
    return stated if any(char.isdigit() for char in text) else "string"
