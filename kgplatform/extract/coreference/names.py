"""The names that one document uses, and which of them are another name for the same entity.

A person's first or last name alone stands for the only full name of the document that has it, the
first words of an organisation's name for the whole; terms and abbreviations stand for what the
document defines them for. A term is good in its document alone, so it is no alias of its entity.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from kgplatform.extract.coreference.antecedents import HONORIFIC
from kgplatform.extract.coreference.definitions import find_definitions
from kgplatform.extract.grammar.classes import DEMONYMS, GENERIC, type_of_noun
from kgplatform.records import Entity, Mention, Passage
from kgplatform.text.name_forms import are_person_variants, parse_name
from kgplatform.text.names import make_entity

__all__ = ["DocumentNames"]

MIN_SHORT_NAME_CHARS = 3
MAYBE_PEOPLE = ("Person", "Organization", "Thing")
ACTORS = ("nsubj", "nsubjpass", "poss", "compound", "agent")
NO_ORGANIZATION = ("Place", "Group", "Event", "Work")


class DocumentNames:
    """What the names of one document stand for; `learn` comes before `rename`."""

    def __init__(self) -> None:
        self._entities: dict[str, Entity] = {}
        self._terms: dict[str, tuple[Entity | None, str]] = {}
        self._first: dict[str, set[str]] = {}
        self._last: dict[str, set[str]] = {}
        self._begun: dict[str, set[str]] = {}  # first word -> entities of several words
        self._topic: Entity | None = None

    def learn(self, text: str, mentions: Sequence[Mention], *, topic: Entity | None) -> None:
        """Take in the names of a passage and what it defines.

        Args:
            text: of the passage.
            mentions: of it, by position.
            topic: what the document is about.
        """
        if topic is not None:
            self._topic = topic
            self._add(topic)
        for mention in mentions:
            self._add(mention.entity)
        for term, entity, is_abbreviation in find_definitions(text, mentions, topic=topic):
            kind = "short name" if is_abbreviation else "term"
            self._terms.setdefault(term, (entity, kind))
            if entity is not None and is_abbreviation:
                self._add_alias(entity, term)

    def rename(self, passage: Passage, tree: Any, mentions: Sequence[Mention]) -> list[Mention]:
        """Return the mentions of a passage, by position, each of the entity that it stands for.

        Args:
            passage: to read.
            tree: its spaCy Doc, whose proper nouns may be short names that nobody recognised.
            mentions: of it, by position.
        """
        terms = self._find_terms(passage)
        terms += self._find_unrecognised(passage, tree, [*mentions, *terms])
        kept = []
        for mention in mentions:
            over = [t for t in terms if t.start < mention.end and mention.start < t.end]
            if any(t.end - t.start < mention.end - mention.start for t in over):
                terms = [t for t in terms if t not in over]  # "Supplier Code of Conduct"
                over = []
            if not over:
                kept.append(self._rename(mention, passage.text, tree))
        return sorted([*kept, *terms], key=lambda m: (m.start, m.end))

    def _rename(self, mention: Mention, text: str, tree: Any) -> Mention:
        entity = mention.entity
        if HONORIFIC.search(text[max(mention.start - 8, 0) : mention.start]):
            entity = replace(entity, type="Person")
        elif entity.type == "Place" and _acts(mention, tree):
            entity = replace(entity, type="Thing")
        full = self._full_name_of(entity)
        if full is None:
            return replace(mention, entity=self._entities.get(mention.entity.id, mention.entity))
        return replace(mention, entity=self._entities[full], kind="short name")

    def _find_terms(self, passage: Passage) -> list[Mention]:
        if not self._terms:
            return []
        forms = "|".join(re.escape(term) for term in sorted(self._terms, key=len, reverse=True))
        found = []
        for match in re.finditer(rf"(?<![\w-])(?:{forms})(?![\w-])", passage.text):
            entity, kind = self._terms[match.group()]
            if entity is not None:
                own = self._entities.get(entity.id, entity)
                found.append(Mention(passage.id, own, *match.span(), match.group(), kind))
        return found

    def _find_unrecognised(
        self, passage: Passage, tree: Any, mentions: Sequence[Mention]
    ) -> list[Mention]:
        """Return the short names among the single proper nouns that are no mention so far."""
        found = []
        for token in tree:
            start, end = token.idx, token.idx + len(token.text)
            if token.pos_ != "PROPN" or any(m.start < end and start < m.end for m in mentions):
                continue
            beside = (tree[i] for i in (token.i - 1, token.i + 1) if 0 <= i < len(tree))
            is_titled = HONORIFIC.search(passage.text[max(start - 8, 0) : start])
            is_part = any(other.dep_ == "compound" and other.head == token for other in beside)
            if is_part and not is_titled:
                continue
            full = self._full_name_of(make_entity(token.text, "Person"))
            if full is not None and token.dep_ != "compound":
                own = self._entities[full]
                found.append(Mention(passage.id, own, start, end, token.text, "short name"))
        return found

    def _add(self, entity: Entity) -> None:
        known = self._entities.get(entity.id)
        if known == entity:
            return
        if known is None:
            self._entities[entity.id] = entity
        elif known.type == "Thing" != entity.type:
            self._entities[entity.id] = replace(known, type=entity.type)
        begin, _, more = entity.normalized_name.partition(" ")
        if more:
            self._begun.setdefault(begin, set()).add(entity.id)
        words = parse_name(entity.name, "Person").base
        is_topic = self._topic is not None and entity.id == self._topic.id
        if len(words) < 2 or not (entity.type == "Person" or is_topic):
            return
        if entity.type == "Person":
            self._first.setdefault(words[0], set()).add(entity.id)
        if entity.type in ("Person", "Thing") and words[-1].isalpha():
            self._last.setdefault(words[-1], set()).add(entity.id)

    def _add_alias(self, entity: Entity, alias: str) -> None:
        known = self._entities[entity.id]
        if alias not in (known.name, *known.aliases):
            self._entities[entity.id] = replace(known, aliases=(*known.aliases, alias))

    def _full_name_of(self, entity: Entity) -> str | None:
        """Return the id of the entity of which a name is a shorter one."""
        words = parse_name(entity.name, "Person").base
        found: Iterable[str] = ()
        if len(words) == 1 and entity.type in MAYBE_PEOPLE:
            found = self._people_called(words[0], entity.type)
        elif entity.type == "Person":
            found = self._fuller_people(entity)
        ids = set(found) - {entity.id}
        is_full_name = entity.type == "Person" and len(words) > 1  # "William Morris Society"
        if not ids and not is_full_name and entity.type not in NO_ORGANIZATION:
            ids = self._organizations_beginning(entity)
        if self._topic is not None and self._topic.id in ids:
            return self._topic.id
        return ids.pop() if len(ids) == 1 else None

    def _people_called(self, word: str, kind: str) -> set[str]:
        """Return who has a first or a last name, where no other name begins with it."""
        if len(word) < MIN_SHORT_NAME_CHARS:
            return set()
        people = self._last.get(word, set())
        if kind != "Person":
            people = {one for one in people if self._entities[one].type == "Person"}
            if any(self._entities[one].type != "Person" for one in self._begun.get(word, ())):
                return people
        return people if len(people) == 1 else people | self._first.get(word, set())

    def _fuller_people(self, entity: Entity) -> set[str]:
        form = parse_name(entity.name, "Person")
        others = self._last.get(form.base[-1], set()) if form.base else set()
        fuller = set()
        for one in others - {entity.id}:
            other = parse_name(self._entities[one].name, "Person")
            length = sum(map(len, other.base)) - sum(map(len, form.base))
            if length > 0 and are_person_variants(form, other):
                fuller.add(one)
            elif other.base == form.base and len(self._entities[one].name) < len(entity.name):
                fuller.add(one)  # "Dr Lena Fischer" and "Lena Fischer"
        return fuller

    def _organizations_beginning(self, entity: Entity) -> set[str]:
        """Return the organisations of whose name another name is the beginning."""
        words = entity.normalized_name.split()
        if not words or words[0] in GENERIC or entity.name in DEMONYMS:
            return set()
        if len(words) == 1 and (type_of_noun(words[0]) or len(words[0]) < MIN_SHORT_NAME_CHARS):
            return set()
        begun = self._begun.get(words[0], set()) - {entity.id}
        return {one for one in begun if self._is_longer_organization(one, words)}

    def _is_longer_organization(self, other: str, words: list[str]) -> bool:
        entity = self._entities[other]
        own = entity.normalized_name.split()
        is_longer = len(own) > len(words) and own[: len(words)] == words
        return is_longer and entity.type == "Organization"


def _acts(mention: Mention, tree: Any) -> bool:
    """Return whether what a recogniser took for a place does something: "Pentland was founded"."""
    span = tree.char_span(mention.start, mention.end, alignment_mode="expand")
    return mention.evidence == "recogniser" and span is not None and span.root.dep_ in ACTORS
