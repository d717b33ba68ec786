"""What the cells of a table hold: numbers, amounts of money, dates, yes or no, codes, or text.

Readers of files distinguish a header from rows by it, and answers compute with it. Rows that sum
up others ("Total") are distinguished from rows of their own here, too.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from kgplatform.text.amounts import CURRENCY
from kgplatform.text.currencies import CODES, SIGNS
from kgplatform.text.dates import find_dates
from kgplatform.text.raised import MARKS, POWER, RAISED, read_power

__all__ = [
    "AMOUNT",
    "CODE",
    "COMMA_DECIMALS",
    "DATE",
    "FIGURE",
    "FLAG",
    "NO",
    "NUMBER",
    "TEXT",
    "YES",
    "find_cell_spans",
    "find_totals",
    "is_blank",
    "is_figure",
    "kind_of_cell",
    "kind_of_column",
    "of_one_kind",
    "read_figure",
    "sums_up",
]

TEXT, NUMBER, AMOUNT, DATE, FLAG, CODE = "text", "number", "amount", "date", "flag", "code"
FIGURES = frozenset((NUMBER, AMOUNT))

BLANK = re.compile(r"|[-–—?]|n/?a|none|unknown|tb[ac]", re.IGNORECASE)
YES = frozenset(("yes", "y", "true", "x", "✓", "✔"))
NO = frozenset(("no", "n", "false", "✗", "✘"))
FIGURE = re.compile(
    rf"(?P<ahead>[-−](?=\D))?(?P<before>(?:{CODES}|{SIGNS})\s?)?"
    rf"(?P<sign>[-−+]?)(?!10[{RAISED}])(?P<digits>\d[\d,.'’  ]*)(?:{MARKS})?{POWER}"
    rf"(?P<behind>\s?[^\W\d{RAISED}][^\W\d]{{0,9}}|\s?%|\s?[€$£¥])?(?:{MARKS})?"
)
COMMA_DECIMALS = re.compile(r"\d,\d{1,2}(?!\d)|\d\.\d{3},\d|,\d{4,}$")
SLASHED = re.compile(r"\d{1,2}/\d{1,2}/(?:\d{2}|\d{4})|\d{4}/\d{1,2}/\d{1,2}")
CLOCK = re.compile(r"(?:\d{4}-\d\d-\d\d[ T])?\d{1,2}:\d\d(?::\d\d)?")
CODED = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])[\w./#-]+|\S+@\S+\.\w+|\w+://\S+")
SUMS_UP = re.compile(r"(?:grand |sub-?)?totals?|sum|all|overall|average|mean", re.IGNORECASE)
MENTIONS_TOTAL = re.compile(r"\b(?:sub-?)?totals?\b|\bsum\b", re.IGNORECASE)
MIN_SHARE = 0.8  # of a column's cells that are of its kind: a few are remarks
MAX_CHARS = 40  # of a figure, a date or a code
MOST_MENTIONS = 200  # of totals that are added up: each takes all the rows above it
IN_LINE = re.compile(r"(?<=\| )((?:\\\||[^|])*?)(?= \|)")
"""A cell of a line of a table's Markdown, as the graph keeps it."""
ROUNDING = 0.005  # of a sum: its parts are shown rounded


def find_cell_spans(line: str) -> Iterator[tuple[int, int]]:
    """Yield where the cells stand in a line of a table's Markdown."""
    for match in IN_LINE.finditer(line):
        yield match.span()


def is_blank(text: str) -> bool:
    """Return whether a cell says nothing: empty, a dash, "n/a"."""
    return BLANK.fullmatch(text) is not None


def kind_of_cell(text: str) -> str:
    """Return what a cell holds by itself; nothing for one that says nothing."""
    if is_blank(text):
        return ""
    if len(text) > MAX_CHARS:
        return TEXT
    if text.casefold() in YES | NO:
        return FLAG
    figure = FIGURE.fullmatch(text)
    if figure is not None and not _is_date(text):
        around = {(figure[part] or "").strip() for part in ("before", "behind")}
        return AMOUNT if any(CURRENCY.fullmatch(unit) for unit in around if unit) else NUMBER
    if SLASHED.fullmatch(text) or CLOCK.fullmatch(text) or _is_date(text):
        return DATE
    return CODE if CODED.fullmatch(text) else TEXT


def is_figure(text: str) -> bool:
    """Return whether a cell is a number or an amount."""
    return kind_of_cell(text) in FIGURES


def of_one_kind(kind: str, other: str) -> bool:
    """Return whether two kinds are the same; numbers and amounts are both figures."""
    return kind == other or {kind, other} <= FIGURES


def kind_of_column(texts: Iterable[str]) -> str:
    """Return what most cells of a column hold; nothing for one without any; text for a mixture."""
    kinds = Counter(filter(None, map(kind_of_cell, texts)))
    if not kinds:
        return ""
    kind, count = kinds.most_common(1)[0]
    if kind in FIGURES:
        count = sum(kinds[one] for one in FIGURES)
    return kind if count >= MIN_SHARE * kinds.total() else TEXT


def find_totals(rows: Sequence[Sequence[str]], *, checked: bool = False) -> frozenset[int]:
    """Return the numbers of the rows that sum up others.

    That is what the first cell says ("Total"), or a cell before the first figure that has such a
    word ("North total") where a figure of the row is the sum of those above it.

    Args:
        rows: cells below the header.
        checked: whether "Total" alone, too, counts only where a figure is such a sum.
    """
    found: set[int] = set()
    mentioned = 0
    for number, row in enumerate(rows):
        labels = _labels(row)
        if not checked and sums_up(row):
            found.add(number)
        elif any(map(MENTIONS_TOTAL.search, labels)) and mentioned < MOST_MENTIONS:
            mentioned += 1
            if _adds_up(rows, number, found):
                found.add(number)
    return frozenset(found)


def sums_up(row: Sequence[str]) -> bool:
    """Return whether the first cell of a row that is filled says that it sums up others."""
    label = next(filter(None, row), "")
    return SUMS_UP.fullmatch(label.strip(" :")) is not None


def read_figure(text: str, *, has_commas: bool) -> float | None:
    """Return the number that a cell is; None where it is none.

    Args:
        text: the cell.
        has_commas: whether commas stand before decimals in its column.
    """
    match = FIGURE.fullmatch(text)
    if match is None:
        return None
    digits = re.sub(r"['’  ]", "", match["digits"].strip())
    digits = digits.replace(".", "").replace(",", ".") if has_commas else digits.replace(",", "")
    if digits.count(".") > 1:
        return None
    value = float(digits.rstrip(".")) * read_power(match["power"])
    return -value if (match["ahead"] or match["sign"]) in ("-", "−") else value


def _is_date(text: str) -> bool:
    """Return whether a text is a date with its month."""
    dates = find_dates(text)
    return len(dates) == 1 and len(text) == dates[0].end - dates[0].start and dates[0].value[1] > 0


def _labels(row: Sequence[str]) -> list[str]:
    """Return the cells before the first figure."""
    labels = []
    for cell in row:
        if FIGURE.fullmatch(cell):
            break
        if cell:
            labels.append(cell)
    return labels


def _adds_up(rows: Sequence[Sequence[str]], number: int, totals: set[int]) -> bool:
    """Return whether a figure of a row is the sum of those above it, or up to the last total."""
    last = max((n for n in totals if n < number), default=-1)
    parts = [row for n, row in enumerate(rows[:number]) if n not in totals]
    block = rows[last + 1 : number]
    return any(
        _is_sum(cell, [row[place] for row in above])
        for place, cell in enumerate(rows[number])
        for above in (block, parts)
        if len(above) > 1
    )


def _is_sum(total: str, parts: Sequence[str]) -> bool:
    has_commas = any(COMMA_DECIMALS.search(text) for text in (total, *parts))
    whole = read_figure(total, has_commas=has_commas)
    read = [read_figure(text, has_commas=has_commas) for text in parts]
    values = [value for value in read if value is not None]
    if whole is None or len(values) < 2:
        return False
    return abs(whole - sum(values)) <= ROUNDING * max(abs(whole), 1)
