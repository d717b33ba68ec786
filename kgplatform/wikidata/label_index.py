"""A full-text index of the names in a store, on disk: from a name to the items that may be meant.

Names are folded (case, accents, punctuation, a leading article), so most look-ups are one probe of
a B-tree; what is not found that way goes through SQLite's FTS5, ranked by BM25 and then by how
alike the letters are.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz

from kgplatform.errors import WikidataMissing
from kgplatform.sources.facts.documents import name_key

__all__ = ["EXACT", "Candidate", "LabelIndex"]

MAX_FUZZY = 200
"""Names that full text gives for closer comparison; more of them found nothing more."""
MIN_LIKENESS = 0.6
"""Of folded names, 0..1; below it names are not looked at; set by hand."""
EXACT = 1.0
"""Likeness of a name that is the same but for case, accents and punctuation."""
NEAR = 0.95
"""What a name counts at most that is not the same: the same one always goes first."""
PARENTHESIS = re.compile(r"\s*\([^)]*\)\s*$")


@dataclass(frozen=True, slots=True)
class Candidate:
    """An item that a name may mean.

    `likeness` is of the name it was found by, 0..1; `links` counts its direct statements and those
    of others that name it; `classes` is what it is an instance of, in words.
    """

    qid: str
    label: str
    name: str
    likeness: float
    links: int
    classes: tuple[str, ...]


class LabelIndex:
    """The index in a file; see `label_building.build_index`. A context manager.

    Raises:
        WikidataMissing: the file does not exist.
        WikidataError: it is no such index.
    """

    def __init__(self, path: Path) -> None:
        if not path.is_file():
            raise WikidataMissing(
                "There is no index of names, by which items are found whichever endpoint is asked: "
                "run kgplatform wikidata load DUMP."
            )
        # sqlite3 serialises what threads ask of it, and nothing is written
        self._database = sqlite3.connect(
            f"{path.as_uri()}?mode=ro", uri=True, check_same_thread=False
        )

    def __enter__(self) -> LabelIndex:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def search(self, name: str, *, limit: int = 20, is_exact: bool = False) -> list[Candidate]:
        """Return the items that a name may mean, likest first, then those with most links.

        Args:
            name: as a text writes it; a parenthesis at its end is not part of the name where
                nothing goes by the whole.
            limit: most candidates.
            is_exact: only those of the same name.
        """
        keys = [name_key(name)]
        plain = PARENTHESIS.sub("", name)
        if plain and plain != name:
            keys.append(name_key(plain))
        found: list[Candidate] = []
        for key in keys:
            found += self._exact(key, found)
        if not found and not is_exact:
            found = self._alike(keys[-1])
        found.sort(key=lambda item: (-item.likeness, -item.links, len(item.qid), item.qid))
        return found[:limit]

    def find_keys(self, keys: Sequence[str]) -> dict[str, list[Candidate]]:
        """Return the items that go exactly by folded names; names of nothing are missing."""
        found = {key: self._exact(key, []) for key in dict.fromkeys(keys)}
        return {key: items for key, items in found.items() if items}

    def search_word(self, word: str) -> Candidate | None:
        """Return the item with most links of those that have a word in their name, or None."""
        row = self._database.execute(
            """
            SELECT item, label, name, links, classes
            FROM (SELECT rowid AS hit FROM words WHERE words MATCH ?)
            JOIN name ON name.rowid = hit JOIN item ON id = item
            WHERE item GLOB 'Q*' ORDER BY links DESC, length(item), item LIMIT 1
            """,
            (f'"{name_key(word)}"',),
        ).fetchone()
        if row is None:
            return None
        qid, label, name, links, classes = row
        return _candidate(qid, label, name, MIN_LIKENESS, links, classes)

    def labels(self, identifiers: Iterable[str]) -> dict[str, str]:
        """Return the label of each item or property that has one."""
        wanted = list(dict.fromkeys(identifiers))
        rows = self._database.execute(
            "SELECT id, label FROM item WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(wanted),),
        )
        return {identifier: label for identifier, label in rows if label}

    def classes(self, identifiers: Iterable[str]) -> set[str]:
        """Return what some items are instances of, in words."""
        rows = self._database.execute(
            "SELECT classes FROM item WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(dict.fromkeys(identifiers))),),
        )
        return {name for (stated,) in rows for name in stated.split("\n") if name}

    def properties(self) -> dict[str, list[str]]:
        """Return the names of each property, its label first."""
        rows = self._database.execute(
            "SELECT item, name FROM name WHERE item GLOB 'P*' ORDER BY item, is_label DESC, name"
        )
        names: dict[str, list[str]] = {}
        for identifier, name in rows:
            names.setdefault(identifier, []).append(name)
        return names

    def _exact(self, key: str, known: Sequence[Candidate]) -> list[Candidate]:
        rows = self._database.execute(
            """
            SELECT item, label, name, links, classes FROM name JOIN item ON id = item
            WHERE key = ? AND item GLOB 'Q*' ORDER BY is_label DESC
            """,
            (key,),
        )
        seen = {candidate.qid for candidate in known}
        found: dict[str, Candidate] = {}
        for qid, label, name, links, classes in rows:
            if qid not in seen:
                found.setdefault(qid, _candidate(qid, label, name, EXACT, links, classes))
        return list(found.values())

    def _alike(self, key: str) -> list[Candidate]:
        """Return what full text finds by the rarest of the words, compared letter by letter."""
        words = re.findall(r"\w+", key)
        if not words:
            return []
        query = " OR ".join(f'"{word}"' for word in words)
        rows = self._database.execute(
            """
            SELECT item, label, name, name.key, links, classes
            FROM (SELECT rowid AS hit FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?)
            JOIN name ON name.rowid = hit JOIN item ON id = item WHERE item GLOB 'Q*'
            """,
            (query, MAX_FUZZY),
        )
        best: dict[str, Candidate] = {}
        for qid, label, name, other, links, classes in rows:
            likeness = _likeness(key, other)
            if likeness >= MIN_LIKENESS and (qid not in best or likeness > best[qid].likeness):
                best[qid] = _candidate(qid, label, name, likeness, links, classes)
        return list(best.values())


def _candidate(
    qid: str, label: str | None, name: str, likeness: float, links: int, classes: str
) -> Candidate:
    return Candidate(qid, label or name, name, likeness, links, tuple(classes.split("\n")[:-1]))


def _likeness(one: str, other: str) -> float:
    """Return how alike two folded names are, 0..1; one that is part of the other counts less."""
    whole = fuzz.ratio(one, other)
    words = fuzz.token_sort_ratio(one, other)
    part = 0.9 * fuzz.token_set_ratio(one, other)
    return min(max(whole, words, part) / 100.0, NEAR)
