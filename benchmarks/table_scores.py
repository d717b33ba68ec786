"""The measures of tables.py: regions, characters and adjacency relations of found tables."""

from __future__ import annotations

import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from table_extractors import Cell, Found

from kgplatform.sources.pdf.words import Word

MIN_IOU = 0.5


@dataclass
class Score:
    """Counts that add up over files."""

    seconds: float = 0.0
    pages: int = 0
    gold: int = 0
    found: int = 0
    matched: int = 0
    char_gold: int = 0
    char_found: int = 0
    char_both: int = 0
    complete: int = 0
    pure: int = 0
    relations_gold: int = 0
    relations_found: int = 0
    relations_both: int = 0
    per_file: dict[str, float] = field(default_factory=dict)

    def add(self, other: Score) -> None:
        for name in Score.__dataclass_fields__:
            mine, others = getattr(self, name), getattr(other, name)
            setattr(self, name, {**mine, **others} if isinstance(mine, dict) else mine + others)

    def figures(self) -> dict[str, Any]:
        iou = _prf(self.matched, self.found, self.gold)
        char = _prf(self.char_both, self.char_found, self.char_gold)
        adjacency = _prf(self.relations_both, self.relations_found, self.relations_gold)
        return {
            "iou_p": iou[0], "iou_r": iou[1], "iou_f1": iou[2],
            "char_p": char[0], "char_r": char[1], "char_f1": char[2],
            "complete": f"{self.complete}/{self.gold}", "pure": f"{self.pure}/{self.found}",
            "adj_p": adjacency[0], "adj_r": adjacency[1], "adj_f1": adjacency[2],
            "cpu_ms_page": round(1000 * self.seconds / max(self.pages, 1), 1),
        }  # fmt: skip


def _prf(both: float, found: float, gold: float) -> tuple[float, float, float]:
    precision, recall = both / found if found else 0.0, both / gold if gold else 0.0
    f1 = 2 * precision * recall / (precision + recall) if both else 0.0
    return round(precision, 4), round(recall, 4), round(f1, 4)


def score_file(gold: list[Found], found: list[Found], words: dict[int, list[Word]]) -> Score:
    gold = [_shrink(table, words) for table in gold]
    found = [_shrink(table, words) for table in found]
    score = Score(gold=len(gold), found=len(found))
    overlaps = sorted(
        ((_iou(g, f), i, k) for i, g in enumerate(gold) for k, f in enumerate(found)), reverse=True
    )
    pairs: dict[int, int] = {}
    for overlap, i, k in overlaps:
        if overlap > 0 and i not in pairs and k not in pairs.values():
            pairs[i] = k
            score.matched += overlap >= MIN_IOU
    _score_characters(score, gold, found, words)
    for i, table in enumerate(gold):
        wanted = find_relations(table.cells)
        got = find_relations(found[pairs[i]].cells) if i in pairs else Counter()
        score.relations_gold += wanted.total()
        score.relations_found += got.total()
        score.relations_both += (wanted & got).total()
    for k in set(range(len(found))) - set(pairs.values()):
        score.relations_found += find_relations(found[k].cells).total()
    return score


def _score_characters(
    score: Score, gold: list[Found], found: list[Found], words: dict[int, list[Word]]
) -> None:
    held_gold, held_found = [_held(t, words) for t in gold], [_held(t, words) for t in found]
    all_gold, all_found = set().union(*held_gold), set().union(*held_found)
    score.char_gold += sum(length for *_, length in all_gold)
    score.char_found += sum(length for *_, length in all_found)
    score.char_both += sum(length for *_, length in all_gold & all_found)
    score.complete += sum(any(g <= f for f in held_found) for g in held_gold)
    score.pure += sum(bool(f) and any(f <= g for g in held_gold) for f in held_found)


def _held(table: Found, words: dict[int, list[Word]]) -> set[tuple[int, int, int]]:
    """Return (page, number, length) of the words whose middle lies in a table."""
    x1, y1, x2, y2 = table.box
    return {
        (table.page, i, len(word.text))
        for i, word in enumerate(words.get(table.page, ()))
        if x1 - 1 <= word.middle <= x2 + 1 and y1 - 1 <= word.centre <= y2 + 1
    }


def _shrink(table: Found, words: dict[int, list[Word]]) -> Found:
    held = [words[page][i] for page, i, _ in _held(table, words)]
    if not held:
        return table
    box = (
        min(w.left for w in held), min(w.top for w in held),
        max(w.right for w in held), max(w.bottom for w in held),
    )  # fmt: skip
    return Found(table.page, box, table.cells)


def _iou(a: Found, b: Found) -> float:
    if a.page != b.page:
        return 0.0
    width = min(a.box[2], b.box[2]) - max(a.box[0], b.box[0])
    height = min(a.box[3], b.box[3]) - max(a.box[1], b.box[1])
    if width <= 0 or height <= 0:
        return 0.0
    areas = [(t.box[2] - t.box[0]) * (t.box[3] - t.box[1]) for t in (a, b)]
    return width * height / (sum(areas) - width * height)


def find_relations(cells: tuple[Cell, ...]) -> Counter[tuple[str, str, str]]:
    """Return each cell's (text, text of the next to the right or below, direction)."""
    grid = {
        (r, c): cell
        for cell in cells
        if cell.text.strip()
        for r in range(cell.row, cell.row + cell.rows)
        for c in range(cell.column, cell.column + cell.columns)
    }
    height = max((r for r, _ in grid), default=-1) + 1
    width = max((c for _, c in grid), default=-1) + 1
    relations: set[tuple[Cell, Cell, str]] = set()
    for (r, c), cell in grid.items():
        right = next(
            (grid[r, k] for k in range(c + 1, width) if grid.get((r, k), cell) is not cell), None
        )
        below = next(
            (grid[k, c] for k in range(r + 1, height) if grid.get((k, c), cell) is not cell), None
        )
        relations |= {(cell, right, "right")} if right else set()
        relations |= {(cell, below, "below")} if below else set()
    return Counter((_normal(a.text), _normal(b.text), way) for a, b, way in relations)


def _normal(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text).casefold()
    return "".join(filter(str.isalnum, folded)) or "-"
