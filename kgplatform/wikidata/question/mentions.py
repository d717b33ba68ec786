"""Finds the items that a question names: runs of its words that are names in the index.

Questions are often written without capitals, so names are found by the index alone: the longest run
that is a name wins, then a run that nearly is one, then a single word, as it stands ("oslo"), as a
demonym ("norwegians" has none, "australians" gives Australia) or as the best known part of a longer
name ("mozart"). Words that questions use for relations ("language", "movies") are no names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from kgplatform.sources.facts.documents import name_key
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.linking import Linker, how_known
from kgplatform.wikidata.question.relations import STOP, RelationModel, load_model, words_of

__all__ = ["ItemFinder", "LinkedMention"]

MAX_WORDS = 8
MAX_ITEMS = 2
COMMON = 2.0
"""A word that as many questions have next to their names is a relation's, not a name."""
NEARLY = 0.8
"""How like a name a run of two words or more has to be; set by hand, not measured."""
MAX_NEARLY_WORDS = 4
ASKING = frozenset(
    "what who where when which how why whose whom many much name tell me give list show find and "
    "or with from that this his her its their he she it they you i we people now get got go went "
    "have has had can could will would there first last".split()
)
USUAL_NAMES = {
    "us": "United States of America",
    "usa": "United States of America",
    "u s": "United States of America",
    "u s a": "United States of America",
    "united states": "United States of America",
    "america": "United States of America",
    "uk": "United Kingdom",
    "england": "England",
}
"""What countries are called for short, where a store has no aliases."""
CLASS_WORDS = (
    (re.compile(r"\b(?:film|movie)s?\b", re.IGNORECASE), "film"),
    (re.compile(r"\b(?:country|countries)\b", re.IGNORECASE), "country"),
    (re.compile(r"\b(?:college|university|universities)\b", re.IGNORECASE),
     "higher education institution"),
    (re.compile(r"\b(?:city|cities)\b", re.IGNORECASE), "city"),
)  # fmt: skip
"""What questions call the classes that most of them ask for (even rows), and the classes' names."""
KNOWN = 0.3
"""What being well known adds: people ask of the Italy that all know. On the even rows 54 of 55
names of several entities are right with 0.2 to 1.2, and 29 without."""
WELL_KNOWN = 100
"""Links of an item whose name is taken for one though questions use the word for relations too."""
DEMONYM = re.compile(r"(?<=\w{3}a)ns?$")
COUNTED = re.compile(r"\bhow many $", re.IGNORECASE)
"""Before what is counted, which is no name: "how many children"."""
WORD = re.compile(r"[\w'’.&-]*\w[.]?")


@dataclass(frozen=True, slots=True)
class LinkedMention:
    """A run of a question's words, question[start:end], with the item it names."""

    start: int
    end: int
    qid: str
    label: str


Span = tuple[int, int, str]


class ItemFinder:
    """Finds the items that questions name.

    Args:
        linker: links what is found.
        model: knows the words that questions use for relations.
    """

    def __init__(self, linker: Linker, *, model: RelationModel | None = None) -> None:
        self._linker = linker
        self._model = model or load_model()
        names = linker.index.properties().values()
        self._relations = frozenset(name_key(name) for stated in names for name in stated)

    def find(self, question: str) -> list[LinkedMention]:
        """Return the items that a question names, the surest first.

        Raises:
            WikidataError: the endpoint cannot be asked.
        """
        index = self._linker.index
        runs = list(_runs(question))
        # A word within a property's name names no item: "death" in "the date of death".
        named = [(start, end) for start, end, key in runs if key in self._relations]
        spans = [s for s in _spans(question, runs, self._model) if not _lies_in(*s[:2], named)]
        longer = [span for span in named if " " in question[slice(*span)]]
        known = [s for s in _well_known(question, index) if not _lies_in(*s[:2], longer)]
        classes = list(_classes(question, index))
        found = self._link(question, _names(question, spans, known, index, self._model), classes)
        if not found:  # a part of a name next to a whole one is seldom meant
            found = self._link(question, _parts(spans, index), classes)
        inside = [c for c in classes if all(_are_apart(c, other) for other in found)]
        return found + inside[:1]

    def _link(
        self, question: str, names: Iterable[Span], classes: Sequence[LinkedMention]
    ) -> list[LinkedMention]:
        """Return the items of the first names that have one and lie apart."""
        found: list[LinkedMention] = []
        for start, end, name in names:
            taken = [*found, *(classes if " " not in name else ())]
            if not all(end <= other.start or start >= other.end for other in taken):
                continue
            links = self._linker.rank(name, context=question)
            if links:
                best = max(links, key=lambda link: link.score + KNOWN * how_known(link.candidate))
                found.append(LinkedMention(start, end, best.qid, best.candidate.label))
            if len(found) == MAX_ITEMS:
                break
        return found


def _lies_in(start: int, end: int, spans: Iterable[tuple[int, int]]) -> bool:
    return any(first <= start and end <= last for first, last in spans)


def _are_apart(one: LinkedMention, other: LinkedMention) -> bool:
    return one.end <= other.start or one.start >= other.end


def _classes(question: str, index: LabelIndex) -> Iterator[LinkedMention]:
    """Yield the classes that a question asks for by a usual word."""
    for pattern, label in CLASS_WORDS:
        word = pattern.search(question)
        named = index.find_keys([label]).get(label, [])
        if word and named:
            best = max(named, key=lambda item: item.links)
            yield LinkedMention(word.start(), word.end(), best.qid, best.label)


def _well_known(question: str, index: LabelIndex) -> Iterator[Span]:
    """Yield the words that are, as they stand or as demonyms, names of very well-known items."""
    for word in WORD.finditer(question):
        text = word.group().rstrip(".").removesuffix("'s").removesuffix("’s")
        key = name_key(text)
        for name in dict.fromkeys((key, DEMONYM.sub("", key))):
            items = index.find_keys([name]).get(name, []) if name not in ASKING | STOP else []
            if any(i.links >= WELL_KNOWN and i.name == name.capitalize() for i in items):
                yield word.start(), word.start() + len(text), name
                break


def _names(
    question: str,
    spans: Sequence[Span],
    well_known: Sequence[Span],
    index: LabelIndex,
    model: RelationModel,
) -> Iterator[Span]:
    """Yield (start, end, name to link) of what may be named, the surest kind first."""
    known = index.find_keys([key for _, _, key in spans])
    several = [span for span in spans if " " in span[2]]
    single = [span for span in spans if " " not in span[2]]
    for start, end, key in spans:
        if key in USUAL_NAMES:
            yield start, end, USUAL_NAMES[key]
    yield from ((start, end, question[start:end]) for start, end, key in several if key in known)
    yield from well_known
    for start, end, key in several:
        is_short = key.count(" ") < MAX_NEARLY_WORDS
        if is_short and not any(_is_usual(word, model) for word in key.split()):
            best = index.search(key, limit=1)
            if best and best[0].likeness >= NEARLY and _covers(best[0].name, key):
                yield start, end, best[0].name
    yield from ((start, end, question[start:end]) for start, end, key in single if key in known)
    for start, end, key in single:
        stem = DEMONYM.sub("", key)
        if stem != key and index.find_keys([stem]):
            yield start, end, stem


def _parts(spans: Sequence[Span], index: LabelIndex) -> Iterator[Span]:
    """Yield the best known names that words are a part of ("mozart")."""
    for start, end, key in spans:
        best_known = index.search_word(key) if " " not in key else None
        if best_known is not None:
            yield start, end, best_known.name


def _covers(name: str, key: str) -> bool:
    """Return whether a name has as many words as the run: it is not merely a part of it."""
    return name_key(name).count(" ") >= key.count(" ")


def _runs(question: str) -> Iterator[Span]:
    """Yield (start, end, folded name) of the runs of words, without the "s" of a possessive."""
    words = list(WORD.finditer(question))
    for first, last in _ranges(len(words)):
        start, end = words[first].start(), words[last].end()
        text = question[start:end].removesuffix("'s").removesuffix("’s").rstrip(".")
        yield start, start + len(text), name_key(text)


def _spans(question: str, runs: Iterable[Span], model: RelationModel) -> list[Span]:
    """Return those of a question's runs that may be names, the longest first."""
    spans: list[Span] = []
    for start, end, key in runs:
        text = question[start:end]
        is_counted = text[:1].islower() and COUNTED.search(question[:start])
        if not is_counted and _may_be_name(text, model):
            spans.append((start, end, key))
    return sorted(spans, key=lambda run: (run[0] - run[1], run[0]))


def _ranges(words: int) -> Iterator[tuple[int, int]]:
    for first in range(words):
        for last in range(first, min(first + MAX_WORDS, words)):
            yield first, last


def _may_be_name(text: str, model: RelationModel) -> bool:
    """Return whether a run of words may be a name: not of usual words only, none at its ends."""
    words = re.findall(r"\w+", text.lower())
    if name_key(text) in USUAL_NAMES:
        return True
    if not words or words[0] in ASKING or words[-1] in STOP | ASKING:
        return False
    distinctive = [word for word in words if word not in STOP | ASKING]
    usual = [word for word in distinctive if _is_usual(word, model)]
    is_capital = text[:1].isupper() and not text.isupper()
    return len(distinctive) > len(usual) or (is_capital and bool(distinctive))


def _is_usual(word: str, model: RelationModel) -> bool:
    return max((model.background.get(w, 0.0) for w in words_of(word)), default=COMMON) >= COMMON
