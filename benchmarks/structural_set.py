"""Makes the test set of structural.py: structural questions with their gold pages and tables.

Nothing of it comes from the graph, but from the competition's own gold (structural_gold.py). The
forms of the questions and of the documents' names stand in data/structural_questions.toml; what
fills them is drawn with a fixed seed.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from structural_gold import GoldFile, GoldTable

FORMS = Path(__file__).parent / "data" / "structural_questions.toml"
SEED = 20130825
PER_CLASS = {
    "page": 12,
    "table by number": 8,
    "table by order": 7,
    "table on page": 7,
    "table by topic": 7,
    "section": 4,
    "cell": 5,
}
"""Questions of each class in each half: 50."""

ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
CARDINALS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen"
ROMANS = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv"
SMALL_WORDS = frozenset("the of in by for and to from on with across per a an at its their".split())
TOPIC_WORDS = 5


@dataclass(frozen=True)
class StructuralQuestion:
    """A question with what it asks for: ("page", file, number), a table's key, or ("section", …).

    `cell` is the text of the cell that is asked for.
    """

    text: str
    kind: str
    half: str
    gold: frozenset[tuple[Any, ...]]
    cell: str = ""


@dataclass
class Drawer:
    """Draws what fills a form: each `draw_…` returns the values of its places and the gold."""

    files: Sequence[GoldFile]
    random: random.Random
    names: Sequence[str]
    used: Counter[str] = field(default_factory=Counter)

    def draw(self, gold: str) -> tuple[dict[str, str], list[tuple[Any, ...]], str]:
        """Return the values for a form that asks for `gold`, the gold itself, and a cell's text."""
        drawers: dict[str, Callable[[str], Any]] = {
            "page": lambda _: self.draw_page(), "range": self.draw_pages,
            "two pages": self.draw_pages, "first page": self.draw_end,
            "last page": self.draw_end, "page before the last": self.draw_end,
            "first two pages": self.draw_end, "last two pages": self.draw_end,
        }  # fmt: skip
        if gold in drawers:
            return (*drawers[gold](gold), "")
        if "section" in gold:
            return (*self.draw_section(gold), "")
        if gold.startswith("cell"):
            return self.draw_cell(gold)
        if gold in {"captioned table", "captioned table in corpus", "table with headers"}:
            return (*self.draw_topic(gold), "")
        return (*self.draw_table(gold), "")

    def pick(self, files: Sequence[GoldFile]) -> GoldFile:
        """Return a file; those that were not used much come first."""
        least = min(self.used[file.stem] for file in files)
        file = self.random.choice([f for f in files if self.used[f.stem] == least])
        self.used[file.stem] += 1
        return file

    def name(self, file: GoldFile) -> str:
        """Return a way to name a file, with a slip of the pen where the form says so."""
        fitting = [name for name in self.names if file.title or "title" not in name]
        form = self.random.choice(fitting)
        stem = file.stem
        at = self.random.randrange(2, max(len(file.title) - 2, 3))
        values = {
            "stem": stem,
            "stem_without_hyphen": stem.replace("-", ""),
            "stem_upper": stem.upper(),
            "stem_without_zeros": re.sub(r"-0+", " ", stem),
            "stem_swapped": stem[1] + stem[0] + stem[2:],
            "stem_underscore": stem.replace("-", "_"),
            "wrong_extension": "pfd",
            "title": file.title,
            "title_with_typo": file.title[:at] + file.title[at + 1 : at + 2] + file.title[at:],
        }
        return form.format(**values)

    def draw_page(self) -> Any:
        file = self.pick([f for f in self.files if f.pages > 1])
        page = self.random.randint(1, min(file.pages, 12))
        return {"doc": self.name(file), **_spell("page", page)}, [("page", file.stem, page)]

    def draw_pages(self, gold: str) -> Any:
        file = self.pick([f for f in self.files if f.pages > 3])
        first = self.random.randint(1, min(file.pages, 10) - 2)
        last = self.random.randint(first + 1, min(file.pages, first + 4, 12))
        values = {"doc": self.name(file), **_spell("first", first), **_spell("last", last)}
        values |= {**_spell("one", first), **_spell("other", last)}
        numbers = range(first, last + 1) if gold == "range" else (first, last)
        return values, [("page", file.stem, number) for number in numbers]

    def draw_end(self, gold: str) -> Any:
        file = self.pick([f for f in self.files if f.pages > 2])
        numbers = {
            "first page": [1],
            "last page": [file.pages],
            "page before the last": [file.pages - 1],
            "first two pages": [1, 2],
            "last two pages": [file.pages - 1, file.pages],
        }[gold]
        return {"doc": self.name(file)}, [("page", file.stem, number) for number in numbers]

    def draw_table(self, gold: str) -> Any:
        if gold.endswith("on page"):
            return self._draw_on_page(gold)
        if gold == "labelled table":
            table = self._unique_label()
            return {"label": table.label}, [table.key]
        least = 2 if "two" in gold or "before" in gold or "ordinal" in gold else 1
        file = self.pick([f for f in self.files if len(f.tables) >= least])
        doc = {"doc": self.name(file)}
        one, other = sorted(self.random.sample(range(len(file.tables)), 2)) if least > 1 else (0, 0)
        tables = file.tables
        if gold == "all tables":
            return doc, [table.key for table in tables]
        if gold in {"last table", "table before the last"}:
            return doc, [tables[-1 if gold == "last table" else -2].key]
        if gold in {"two tables", "two ordinal tables"}:
            values = {**_spell("one", one + 1), **_spell("other", other + 1)}
            values |= {"one_label": _label(file, one), "other_label": _label(file, other)}
            return {**doc, **values}, [tables[one].key, tables[other].key]
        at = self.random.randrange(len(tables))
        values = {"label": _label(file, at), **_spell("table", at + 1)}
        return {**doc, **values}, [tables[at].key]

    def _unique_label(self) -> GoldTable:
        labels = Counter(t.label for f in self.files for t in f.tables)
        tables = [t for f in self.files for t in f.tables if t.label and labels[t.label] == 1]
        return self.random.choice(tables)

    def _draw_on_page(self, gold: str) -> Any:
        """Draw a page with one table, or with several where one of them is asked for."""
        counts = Counter((t.file, t.page) for f in self.files for t in f.tables)
        several = gold in {"ordinal table on page", "last table on page", "tables on page"}
        pages = [key for key, count in counts.items() if (count > 1) == several]
        stems = {stem for stem, _ in pages}
        file = self.pick([f for f in self.files if f.stem in stems])
        page = self.random.choice([number for stem, number in pages if stem == file.stem])
        tables = [table for table in file.tables if table.page == page]
        at = self.random.randrange(len(tables))
        chosen = {"ordinal table on page": [tables[at]], "last table on page": [tables[-1]]}
        values = {"doc": self.name(file), **_spell("page", page), **_spell("table", at + 1)}
        return values, [table.key for table in chosen.get(gold, tables)]

    def draw_topic(self, gold: str) -> Any:
        """Draw a table by the words of its caption or header, which no other in reach has all."""
        while True:
            file = self.pick([f for f in self.files if f.tables])
            table = self.random.choice(file.tables)
            in_reach = (
                [t for f in self.files for t in f.tables] if "corpus" in gold else file.tables
            )
            topic = _topic(table.caption)
            headers = [t for r, _, t in table.cells if r == 0 and re.search("[A-Za-z]{3}", t)]
            if gold == "table with headers":
                if len(headers) < 2 or sum(set(headers) <= _texts(t) for t in in_reach) != 1:
                    continue
                one, other = self.random.sample(headers, 2)
                if sum({one, other} <= _texts(t) for t in in_reach) != 1:
                    continue
                values = {"one_header": one, "other_header": other}
            else:
                alike = [t for t in in_reach if set(topic.split()) <= set(_words(t.caption))]
                if len(topic.split()) < 2 or len(alike) != 1:
                    continue
                values = {"topic": topic, "caption": table.caption}
            return {"doc": self.name(file), **values}, [table.key]

    def draw_section(self, gold: str) -> Any:
        numbers = Counter(number for f in self.files for number, _, _ in f.headings)
        while True:
            file = self.pick([f for f in self.files if f.headings])
            number, heading, _ = self.random.choice(file.headings)
            if "corpus" in gold and numbers[number] > 1:
                continue
            values = {"doc": self.name(file), "number": number, "heading": heading}
            return values, [("section", file.stem, number)]

    def draw_cell(self, gold: str) -> Any:
        """Draw a figure of a plain table whose row and column headers are its own alone."""
        while True:
            file = self.pick([f for f in self.files if f.tables])
            at = self.random.randrange(len(file.tables))
            table = file.tables[at]
            found = list(_plain_figures(table))
            alone = sum(t.page == table.page for t in file.tables) == 1
            labels = Counter(t.label for f in self.files for t in f.tables)
            fits = {
                "cell of labelled table": labels[table.label] == 1 and table.label,
                "cell of table on page": alone,
                "cell of captioned table": len(_topic(table.caption).split()) > 1,
            }
            if not found or not fits.get(gold, True):
                continue
            row, column, text = self.random.choice(found)
            values = {"row": row, "column": column, "label": _label(file, at)}
            values |= {"topic": _topic(table.caption), **_spell("table", at + 1)}
            values |= {"doc": self.name(file), **_spell("page", table.page)}
            return values, [table.key], text


def _spell(name: str, number: int) -> dict[str, str]:
    """Return a number in all its forms: 3, three, third, 3rd, iii."""
    endings = {1: "st", 2: "nd", 3: "rd"}
    short = f"{number}{'th' if 10 < number < 14 else endings.get(number % 10, 'th')}"
    at = number - 1
    return {
        name: str(number),
        f"{name}_word": CARDINALS.split()[at],
        f"{name}_ordinal": ORDINALS.split()[at],
        f"{name}_short_ordinal": short,
        f"{name}_roman": ROMANS.split()[at],
    }


def _label(file: GoldFile, at: int) -> str:
    return file.tables[at].label or str(at + 1)


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z]+", text.casefold())


def _topic(caption: str) -> str:
    """Return the first words of a caption that say something."""
    words = [word for word in _words(caption) if word not in SMALL_WORDS and len(word) > 1]
    return " ".join(words[:TOPIC_WORDS])


def _texts(table: GoldTable) -> set[str]:
    return {text for _, _, text in table.cells}


def _plain_figures(table: GoldTable) -> Iterator[tuple[str, str, str]]:
    """Yield row header, column header and text of the figures of a table without merged cells."""
    if table.has_spans or not table.cells:
        return
    grid = {(row, column): text for row, column, text in table.cells}
    rows = Counter(text for (_, column), text in grid.items() if column == 0)
    headers = Counter(text for (row, _), text in grid.items() if row == 0)
    for (row, column), text in grid.items():
        head, side = grid.get((0, column), ""), grid.get((row, 0), "")
        is_figure = row > 0 and column > 0 and re.search(r"\d", text)
        if is_figure and head and side and rows[side] == 1 and headers[head] == 1:
            yield side, head, text


def make_questions(files: Sequence[GoldFile]) -> list[StructuralQuestion]:
    """Return 50 questions of each half; the forms of a class take turns."""
    forms = tomllib.loads(FORMS.read_text(encoding="utf-8"))
    questions = []
    for half, names in (("seen", "seen"), ("held out", "held_out")):
        drawer = Drawer(files, random.Random(f"{SEED} {half}"), forms["names"][names])
        for kind, count in PER_CLASS.items():
            own = [f for f in forms["form"] if f["class"] == kind and f["half"] == half]
            for number in range(count):
                form = own[number % len(own)]
                values, gold, cell = drawer.draw(form["gold"])
                text = form["text"].format(**values)
                questions.append(StructuralQuestion(text, kind, half, frozenset(gold), cell))
    return questions


def read_content_questions() -> dict[str, list[str]]:
    """Return the questions about content of each half."""
    content = tomllib.loads(FORMS.read_text(encoding="utf-8"))["content"]
    return {"seen": content["seen"], "held out": content["held_out"]}
