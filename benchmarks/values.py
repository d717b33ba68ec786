"""How many written forms of values are read right: dates, intervals, amounts, measures, numbers.

references/values.tsv was written from general knowledge of English before the reader was; rows
fall in two halves by a hash of their text, of which B was not looked at while the reader was made.

    python benchmarks/values.py            # tables and results/values.json
"""

from __future__ import annotations

import argparse
import csv
import hashlib
from collections import Counter
from pathlib import Path

from record import print_table, write_result

from kgplatform.text.values import ReadValue, read_value

TABLE = Path(__file__).parent / "references" / "values.tsv"
TOLERANCE = 1e-4


def expected(row: dict[str, str]) -> ReadValue:
    number = float(row["number"]) if row["number"] else None
    return ReadValue(
        row["start"], row["end"], number, row["unit"], row["currency"], row["relative"] == "yes"
    )


def is_right(found: ReadValue, wanted: ReadValue) -> bool:
    """Return whether all parts are as they should be; numbers to four digits."""
    same = (found.start, found.end, found.unit, found.currency, found.is_relative) == (
        wanted.start, wanted.end, wanted.unit, wanted.currency, wanted.is_relative
    )  # fmt: skip
    if found.number is None or wanted.number is None:
        return same and found.number is wanted.number
    return same and abs(found.number - wanted.number) <= TOLERANCE * max(1.0, abs(wanted.number))


def half_of(text: str) -> str:
    return "AB"[int(hashlib.sha256(text.encode()).hexdigest(), 16) % 2]


def main() -> None:
    """Print the shares of each half and the forms of half A that are read wrongly."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--errors", action="store_true", help="show what half A has wrong")
    shows = parser.parse_args().errors
    with TABLE.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    counts: Counter[tuple[str, str, bool]] = Counter()
    for row in rows:
        found = read_value(row["text"], row["datatype"], reference=row["reference"])
        right = is_right(found, expected(row))
        counts[half_of(row["text"]), row["datatype"], right] += 1
        if shows and not right and half_of(row["text"]) == "A":
            print(row["text"], "|", found, "|", expected(row))
    table = [
        {
            "half": half,
            "datatype": datatype,
            "right": counts[half, datatype, True],
            "forms": total,
        }
        for half in "AB"
        for datatype in ("date", "quantity")
        if (total := counts[half, datatype, True] + counts[half, datatype, False])
    ]
    print_table(table)
    print(write_result("values", {"rows": table}))


if __name__ == "__main__":
    main()
