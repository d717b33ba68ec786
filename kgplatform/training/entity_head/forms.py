"""Texts without sentences to learn from: tables, forms, letters and notes, made of the data itself.

The sets are of sentences, yet much of what people ingest is not. The names that the sentences mark
and the words that they do not are put into forms at random, so that a word with a capital in a
header, a field or a greeting is seen not to be a name. Each text is made of one group's names
alone: with the group left out of a training, its forms are left out too.
"""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from kgplatform.models.entity_head.head import KINDS
from kgplatform.training.entity_head.data import Item, group_of, make_item

__all__ = ["FORMS", "make_forms"]

FORMS = "forms-"
"""What the source of a made text begins with; its group follows."""

GROUPS = ("wikigold", "crossner", "ewt", "wnut17")
"""Those whose names are names: tweets mark "@user", loan agreements "Borrower"."""
MAX_NAME_WORDS = 5
MIN_COUNT = 3
NAME = re.compile(r"[^\W\d_][\w .'&-]*")
LEGAL = "Ltd Limited plc Inc. GmbH AG SA SARL NV BV AB SpA LLC AS Oy SL KG".split()
GREETINGS = ("Hi", "Hello", "Dear", "Hey", "Good morning")
CLOSINGS = (
    "Kind regards", "Best regards", "Regards", "Thanks", "Cheers", "Best wishes", "Many thanks",
    "Yours sincerely", "Best",
)  # fmt: skip
CURRENCIES = "EUR USD GBP CHF SEK £ $ €".split()
MONTHS = (
    "January February March April May June July August September October November December".split()
)
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
VERBS = "will has to reported asked agreed".split()


@dataclass(slots=True)
class _Words:
    """What the sentences give: names by group and kind, nouns, adjectives, sentences of no name."""

    names: dict[str, dict[str, list[str]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )
    sentences: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    nouns: list[str] = field(default_factory=list)
    adjectives: list[str] = field(default_factory=list)

    def groups(self) -> list[str]:
        """Return the groups that give all that a text takes."""
        if not (self.nouns and self.adjectives):
            return []
        return sorted(
            group
            for group, names in self.names.items()
            if self.sentences[group] and all(names[kind] for kind in ("PER", "ORG", "LOC"))
        )


class _Writer:
    """Puts one text together, word by word."""

    def __init__(self, chance: random.Random, group: str, words: _Words) -> None:
        self.chance, self.group, self.given = chance, group, words
        self.words: list[str] = []
        self.tags: list[str] = []
        self.lines: list[int] = []

    def line(self) -> None:
        self.lines.append(len(self.words))

    def plain(self, text: str) -> None:
        for word in text.split():
            self.words.append(word)
            self.tags.append("O")

    def name(self, kind: str, name: str = "") -> None:
        name = name or (self.organisation() if kind == "ORG" else self.any_name(kind))
        for number, word in enumerate(name.split()):
            self.words.append(word)
            self.tags.append(f"{'I' if number else 'B'}-{kind}")

    def any_name(self, kind: str) -> str:
        return self.chance.choice(self.given.names[self.group][kind])

    def organisation(self) -> str:
        kind = self.chance.random()
        if kind < 0.45:
            return self.any_name("ORG")
        legal = f" {self.chance.choice(LEGAL)}" if self.chance.random() < 0.45 else ""
        if kind < 0.6:
            return f"{self.any_name('PER').split()[-1]} & {self.any_name('PER').split()[-1]}{legal}"
        first = self.any_name("PER" if kind < 0.85 else "LOC").split()[-1]
        return f"{first} {self.chance.choice(self.given.nouns).capitalize()}{legal}"

    def label(self) -> str:
        more = f" {self.chance.choice(self.given.nouns)}" if self.chance.random() < 0.35 else ""
        return self.chance.choice(self.given.nouns).capitalize() + more

    def value(self) -> str:
        chance = self.chance
        return chance.choice(
            (
                f"{chance.choice(CURRENCIES)} {chance.randint(1, 90)},{chance.randint(0, 999):03}",
                f"{chance.randint(1, 31)} {chance.choice(MONTHS)} {chance.randint(1990, 2030)}",
                f"{''.join(chance.choices(LETTERS, k=3))}-{chance.randint(1, 9999)}",
                str(chance.randint(1, 5000)),
                chance.choice(self.given.adjectives).capitalize(),
                chance.choice(self.given.nouns).capitalize(),
                self.label(),
            )
        )

    def cell(self, kind: str) -> None:
        if kind == "value":
            self.plain(self.value())
        elif kind == "people":
            for number in range(self.chance.randint(2, 4)):
                self.plain("," if number else "")
                self.name("PER")
        else:
            self.name(kind)

    def sentence(self) -> str:
        return self.chance.choice(self.given.sentences[self.group])


def make_forms(
    items: Sequence[Item], tags: Iterable[Sequence[str]], *, each: int = 300, seed: int = 7
) -> list[Item]:
    """Return made texts.

    Args:
        items: whose names and words are taken.
        tags: of spaCy's tagger, for each item's words.
        each: texts a group.
    """
    words = _gather(items, tags)
    chance = random.Random(seed)
    made = []
    for group in words.groups():
        for _ in range(each):
            writer = _Writer(chance, group, words)
            if chance.random() < 0.3:
                writer.plain(f"# {writer.label()} {writer.label().lower()}")
            chance.choice((_table, _table, _form, _form, _letter, _notes))(writer)
            if chance.random() < 0.4:
                chance.choice((_form, _letter, _notes))(writer)
            made.append(
                make_item(FORMS + group, KINDS, writer.words, writer.tags, line_starts=writer.lines)
            )
    return made


def _table(writer: _Writer) -> None:
    chance = writer.chance
    columns = chance.choices(("PER", "ORG", "LOC", "value"), (3, 3, 3, 5), k=chance.randint(2, 6))
    edge = "|" if chance.random() < 0.7 else ""
    _row(writer, edge, [writer.label] * len(columns))
    if edge:
        writer.line()
        writer.plain(f"| {' | '.join('---' for _ in columns)} |")
    for _ in range(chance.randint(2, 6)):
        writer.line()
        for kind in columns:
            writer.plain(edge)
            writer.cell(kind)
        writer.plain(edge)


def _row(writer: _Writer, edge: str, cells: Sequence[Callable[[], str]]) -> None:
    writer.line()
    for cell in cells:
        writer.plain(f"{edge} {cell()}")
    writer.plain(edge)


def _form(writer: _Writer) -> None:
    for _ in range(writer.chance.randint(3, 9)):
        writer.line()
        writer.plain(f"{writer.label()} :")
        writer.cell(writer.chance.choice(("PER", "ORG", "LOC", "value", "value", "people")))


def _letter(writer: _Writer) -> None:
    chance = writer.chance
    writer.line()
    writer.plain(chance.choice(GREETINGS))
    name = writer.any_name("PER")
    writer.name("PER", name.split()[0] if chance.random() < 0.6 else name)
    writer.plain(",")
    writer.line()
    for _ in range(chance.randint(1, 3)):
        writer.plain(writer.sentence())
    writer.line()
    writer.plain(chance.choice(CLOSINGS) + chance.choice((" ,", "")))
    writer.line()
    name = writer.any_name("PER")
    writer.name("PER", name.split()[0] if chance.random() < 0.4 else name)
    if chance.random() < 0.5:
        writer.line()
        writer.plain(writer.label())
    if chance.random() < 0.6:
        writer.line()
        writer.name("ORG")


def _notes(writer: _Writer) -> None:
    for number in range(writer.chance.randint(2, 5)):
        writer.line()
        writer.plain(writer.chance.choice(("-", "*", f"{number + 1}.")))
        if writer.chance.random() < 0.5:
            writer.plain(f"{writer.label()} .")
        if writer.chance.random() < 0.4:
            writer.name("PER")
            writer.plain(f"{writer.chance.choice(VERBS)} {writer.sentence().lower()}")
        else:
            writer.plain(writer.sentence())


def _gather(items: Sequence[Item], tags: Iterable[Sequence[str]]) -> _Words:
    words = _Words()
    nouns: Counter[str] = Counter()
    adjectives: Counter[str] = Counter()
    for item, item_tags in zip(items, tags, strict=True):
        group = group_of(item.source)
        if group in GROUPS:
            _take_names(item, words.names[group])
            _take_sentences(item, words.sentences[group])
        for word, label, tag in zip(item.words, item.tags, item_tags, strict=True):
            if label == "O" and word.islower() and word.isalpha() and len(word) > 2:
                nouns[word] += tag in ("NN", "NNS")
                adjectives[word] += tag in ("JJ", "VBN")
    words.nouns = sorted(word for word, count in nouns.items() if count >= MIN_COUNT)
    words.adjectives = sorted(word for word, count in adjectives.items() if count >= MIN_COUNT)
    return words


def _take_names(item: Item, names: dict[str, list[str]]) -> None:
    for start, end, kind in sorted(item.names()):
        name = " ".join(item.words[start:end])
        if end - start <= MAX_NAME_WORDS and name[:1].isupper() and NAME.fullmatch(name):
            names[kind].append(name)


def _take_sentences(item: Item, sentences: list[str]) -> None:
    start = 0
    for end in item.ends:
        words = item.words[start:end]
        is_plain = all(tag == "O" for tag in item.tags[start:end])
        is_plain = is_plain and not any(w[:1].isupper() and w != "I" for w in words[1:])
        if 5 <= len(words) <= 20 and is_plain and not any("@" in w or "http" in w for w in words):
            sentences.append(" ".join(words))
        start = end
