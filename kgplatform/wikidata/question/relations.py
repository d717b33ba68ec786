"""Relation linking: which property, in which direction, a question's words mean.

A property is met by the meaning of its names (embedder), by the words they share with the question,
and by the words that questions about it usually have; a linear model weighs the three. Its weights
and the words' counts are in relations.json, fitted by benchmarks/fit_relations.py on the even rows
of its question file, and nothing else is taken from those questions.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from kgplatform.models.embedding import Embedder, Vectors
from kgplatform.wikidata.question.kinds import VERB
from kgplatform.wikidata.terms import identifier_of

__all__ = [
    "LEAST_MEANING",
    "Relation",
    "RelationModel",
    "RelationRanker",
    "load_model",
    "mask_names",
    "property_of",
    "words_of",
]

MODEL_PATH = Path(__file__).with_name("relations.json")
SHRINKAGE = 5.0
"""Words that a property's own word counts are worth less than; set by hand, not measured."""
STOP = frozenset("the a an of in on at to for by is was were are be did does do s".split())
GENERAL = frozenset("name title label kind type what which who".split())
"""Words of properties' names by which questions ask for anything."""
AHEAD = 0.1
"""How far what a question names goes before what only its asked entity is called."""
LEAST_MEANING = 0.6
"""Cosine of question and property; by bge-small, of 22 right pairs one is below, of 20 wrong ones
that agree in kind two above."""
THE_KIND = re.compile(r"\bthe \w+")
"""Says only of what kind an item is: "the country Italy"."""
IRREGULAR = {"children": "child", "wives": "wife", "people": "person", "persons": "person"}
WORD = re.compile(r"[a-z0-9]+")
FORMS_OF_BE = ("is", "was", "are", "were")
ASKED_THING = re.compile(
    rf"\b(?:how many|which|what) (?P<thing>(?:(?!{VERB})[\w'-]+ ){{1,2}}){VERB}(?P<said>.*)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, order=True)
class Relation:
    """A property from an item to what is asked (forward), or from what is asked to the item."""

    name: str
    is_forward: bool

    @property
    def key(self) -> str:
        """Its name in the model's file: P19> or P161<."""
        return f"{self.name}{'>' if self.is_forward else '<'}"


@dataclass(frozen=True, slots=True)
class RelationModel:
    """What was fitted: weights by feature, and word counts by relation key and in all."""

    weights: Mapping[str, float]
    words: Mapping[str, Mapping[str, float]]
    background: Mapping[str, float]
    counts: Mapping[str, float]

    def word_evidence(self, key: str, words: Iterable[str]) -> float:
        """Return how much likelier the words are in questions about a relation (log odds).

        The relation's own counts are shrunk to those of all questions, so a relation of which no
        question was seen gets 0.
        """
        own = self.words.get(key, {})
        total, all_words = sum(own.values()), sum(self.background.values()) or 1.0
        evidence = 0.0
        for word in set(words):
            if usual := self.background.get(word, 0.0) / all_words:
                share = (own.get(word, 0.0) + SHRINKAGE * usual) / (total + SHRINKAGE)
                evidence += math.log(share / usual)
        return evidence

    def prior(self, key: str) -> float:
        """Return how often a relation is asked for, as log(1 + count)."""
        return math.log1p(self.counts.get(key, 0.0))


@cache
def load_model() -> RelationModel:
    """Return the fitted model (read once a process)."""
    return RelationModel(**json.loads(MODEL_PATH.read_text(encoding="utf-8")))


class RelationRanker:
    """Ranks relations for questions.

    Args:
        names: the names of each property, its label first.
        embedder: compares them with questions; each name is embedded once.
        model: the fitted weights.
    """

    def __init__(
        self,
        names: Mapping[str, Sequence[str]],
        *,
        embedder: Embedder,
        model: RelationModel | None = None,
    ) -> None:
        self.names = names
        self._embedder = embedder
        self.model = model or load_model()
        self._vectors: dict[str, Vectors] = {}
        self._words = {name: set(words_of(" ".join(stated))) for name, stated in names.items()}
        self._called: dict[str, set[str]] = {}
        for name, all_stated in names.items():
            for stated in all_stated:
                self._called.setdefault(stated.casefold(), set()).add(name)

    def rank(self, masked: str, relations: Iterable[Relation]) -> list[tuple[Relation, float]]:
        """Return relations with their scores, best first.

        Args:
            masked: the question without the names of its items; see `mask_names`.
            relations: those that may be meant.
        """
        wanted = [relation for relation in relations if relation.name in self.names]
        features = self.features(masked, wanted)
        weights = self.model.weights
        scored = [
            (relation, sum(weights.get(name, 0.0) * value for name, value in row.items()))
            for relation, row in zip(wanted, features, strict=True)
        ]
        return sorted(scored, key=lambda pair: (-pair[1], pair[0]))

    def put_said_first(
        self, masked: str, ranked: Sequence[tuple[Relation, float]]
    ) -> list[tuple[Relation, float]]:
        """Return ranked relations, those first that a question names next to what it asks for.

        "For how many awards was she nominated?" asks for "nominated for": that "award" is a name
        of a property too only says what is counted.
        """
        asked = ASKED_THING.search(masked)
        if asked is None or not ranked:
            return list(ranked)
        best, score = ranked[0]
        own = self._words[best.name]
        if own & set(words_of(asked["said"])) or not own & set(words_of(asked["thing"])):
            return list(ranked)
        said = set(WORD.findall(THE_KIND.sub(" ", asked["said"].lower())))
        named = [pair for pair in ranked if self._is_said(said, pair[0])]
        if not named:
            return list(ranked)
        gap = score - named[0][1] + AHEAD
        raised = [(relation, own_score + gap) for relation, own_score in named]
        return [*raised, *(pair for pair in ranked if pair not in named)]

    def features(self, masked: str, relations: Sequence[Relation]) -> list[dict[str, float]]:
        """Return the features of each relation for a question, by name."""
        if not relations:
            return []
        self._embed({relation.name for relation in relations})
        asked = self._embedder.embed_queries([masked])[0]
        words = words_of(masked)
        rows = []
        for relation in relations:
            own = self._words[relation.name]
            rows.append(
                {
                    "meaning": float(np.max(self._vectors[relation.name] @ asked)),
                    "words": len(own & set(words)) / max(len(own), 1),
                    "evidence": self.model.word_evidence(relation.key, words),
                    "prior": self.model.prior(relation.key),
                    "forward": float(relation.is_forward),
                }
            )
        return rows

    def list_described(self, masked: str) -> frozenset[str]:
        """Return the properties by whose very name, the longest, a question asks for its answer.

        "The date of birth of X" and "X's date of birth" name just that property, however well
        others fit its words; none where the question describes what it asks for otherwise.

        Args:
            masked: the question without the names of its items, which leave "of" at its end.
        """
        words = WORD.findall(masked.casefold())
        spans = (
            (start, end)
            for start in range(1, len(words))
            for end in range(len(words), start, -1)
            if (words[start - 1] == "the" and words[end : end + 1] == ["of"])
            or (end == len(words) and _is_possessed(words[:start]))
        )
        for start, end in spans:
            if found := self._called.get(" ".join(words[start:end])):
                return frozenset(found)
        return frozenset()

    def is_label(self, masked: str, name: str) -> bool:
        """Return whether a question has a property's label itself, which no other one has."""
        words = " ".join(WORD.findall(masked.casefold()))
        return f" {self.names[name][0].casefold()} " in f" {words} "

    def sharing_words(self, masked: str) -> list[str]:
        """Return the properties whose names share a word with the question."""
        words = set(words_of(masked))
        return sorted(name for name, own in self._words.items() if own & words)

    def words_next_to(self, asked: str, masked: str, name: str) -> set[str]:
        """Return the words of a question next to a property by which it names its item.

        Args:
            asked: all the words that may count.
            masked: has "the NAME of", or ends with NAME after a possessive; else there are none.
            name: the property.
        """
        for stated in self.names.get(name, ()):
            described = re.escape(stated.casefold())
            pattern = rf"\bthe {described} of\b|(?<!\bthe )\b{described}$"
            if re.search(pattern, masked.casefold()):
                return set(words_of(asked)) - set(words_of(stated))
        return set()

    def is_named(self, words: set[str], name: str) -> bool:
        """Return whether a question's words hold all those of a name of a property."""
        named = [set(words_of(stated)) - GENERAL for stated in self.names.get(name, ())]
        return any(own and own <= words for own in named)

    def is_meant(self, masked: str, name: str) -> bool:
        """Whether a property is near to a question: by a word of its names, or by meaning."""
        [row] = self.features(masked, [Relation(name, is_forward=True)])
        return row["words"] > 0 or row["meaning"] >= LEAST_MEANING

    def _is_said(self, words: set[str], relation: Relation) -> bool:
        """Whether words, as they stand, hold all distinctive ones of a name, from the item on."""
        named = (set(WORD.findall(t.lower())) - STOP for t in self.names.get(relation.name, ()))
        return relation.is_forward and any(own and own <= words for own in named)

    def _embed(self, properties: Iterable[str]) -> None:
        missing = sorted(set(properties) - self._vectors.keys())
        texts = [(name, text) for name in missing for text in self.names[name]]
        if not texts:
            return
        rows = self._embedder.embed_passages([text for _, text in texts])
        for name in missing:
            chosen = [number for number, (owner, _) in enumerate(texts) if owner == name]
            self._vectors[name] = rows[chosen]


def words_of(text: str) -> list[str]:
    """Return the distinctive words, each without a plural's or past's ending."""
    return [_stem(word) for word in WORD.findall(text.lower()) if word not in STOP]


def _is_possessed(before: Sequence[str]) -> bool:
    """Return whether words begin "What is X's …", the name being left out: what follows is a noun.

    Behind "Where was X" there is a verb, which other properties are called by too ("born").
    """
    return len(before) == 2 and before[0] in ("what", "who") and before[1] in FORMS_OF_BE


def mask_names(question: str, names: Iterable[str]) -> str:
    """Return the question without the words of the items' names, as far as it has them."""
    gone = {_stem(word) for name in names for word in WORD.findall(name.lower())} - STOP
    kept = [word for word in question.split() if not _is_named(word, gone)]
    return " ".join(kept).strip(" ?") or question


def _is_named(word: str, gone: set[str]) -> bool:
    parts = [_stem(part) for part in WORD.findall(word.lower().removesuffix("'s")) if part]
    return bool(parts) and all(part in gone for part in parts)


def _stem(word: str) -> str:
    if word in IRREGULAR:
        return IRREGULAR[word]
    for ending, least in (("ies", 3), ("ing", 4), ("ed", 4), ("es", 4), ("s", 3)):
        if word.endswith(ending) and len(word) - len(ending) >= least:
            return word[: len(word) - len(ending)] + ("y" if ending == "ies" else "")
    return word


def property_of(iri: str) -> str | None:
    """Return the property that a predicate of Wikidata's belongs to, None for any other."""
    tail = iri.rpartition("/")[2]
    return tail if identifier_of(f"http://www.wikidata.org/entity/{tail}") else None
