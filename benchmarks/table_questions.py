"""Questions over the rows of tables: right, wrong and silent.

    python benchmarks/table_questions.py
    python benchmarks/table_questions.py --show silent     # these questions with their answers
    python benchmarks/table_questions.py --chat            # the 1.5B model reads what is left

Two invented bodies, a water utility and a museum service, with 8 files each (CSV, XLSX, HTML,
Markdown; one table of 600 and one of 500 rows): documents and questions are in
table_questions/NAME. Whoever wrote the questions did not know the rules; the rules were made on
`waterworks` after its first run, and on `museums` after its own, so later runs are not held out.

An answer is right where it is the expected figure, name or list, whatever the order and the unit.
`computed` counts the answers that were computed over rows.
"""

from __future__ import annotations

import re

from asked_sets import measure_sets

from kgplatform.platform import Platform
from kgplatform.records import Answer
from kgplatform.text.words import fold

FIGURE = re.compile(r"[^\d-]*(-?\d[\d,]*(?:\.\d+)?)\D*")
HALF_A_CENT = 0.005


def is_same(answer: str, expected: str) -> bool:
    """Tell whether two answers are the same figure, name, or list in any order."""
    if sorted(map(fold, answer.split(", "))) == sorted(map(fold, expected.split(", "))):
        return True
    figures = [FIGURE.fullmatch(text.strip()) for text in (answer, expected)]
    values = [float(match[1].replace(",", "")) for match in figures if match]
    return len(values) == len(figures) and abs(values[0] - values[1]) <= HALF_A_CENT


def is_computed(_: Platform, answer: Answer, __: str) -> bool:
    """Tell whether an answer was computed over rows."""
    return any(step.name == "aggregate" for step in answer.steps)


if __name__ == "__main__":
    measure_sets("table_questions", __doc__, judge=is_same, column="computed", note=is_computed)
