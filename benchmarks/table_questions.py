"""Questions over the rows of tables, without a chat model: right, wrong and silent.

    python benchmarks/table_questions.py
    python benchmarks/table_questions.py --show silent     # these questions with their answers

Two invented bodies, a water utility and a museum service, with 8 files each (CSV, XLSX, HTML,
Markdown; one table of 600 and one of 500 rows): documents and questions are in
table_questions/NAME. Whoever wrote the questions did not know the rules; the rules were made on
`waterworks` after its first run, and on `museums` after its own, so later runs are not held out.

An answer is right where it is the expected figure, name or list, whatever the order and the unit.
Where the tables do not tell (expected `-`), silence is right. Each body gets a graph of its own in
a folder that is removed. `computed` counts the answers that were computed over rows.
"""

from __future__ import annotations

import argparse
import csv
import re
import tempfile
from collections import Counter
from pathlib import Path

from record import print_table, write_result

from kgplatform.answer.text import fold
from kgplatform.platform import Platform
from kgplatform.settings import Settings

FOLDER = Path(__file__).parent / "table_questions"
UNTOLD = "-"
COMPUTED = "computed"
VERDICTS = ("right", "wrong", "silent", "rightly silent", "wrongly answered")
FIGURE = re.compile(r"[^\d-]*(-?\d[\d,]*(?:\.\d+)?)\D*")
HALF_A_CENT = 0.005


def load_questions(name: str) -> list[dict[str, str]]:
    """Return the rows of a body's questions: kind, question, expected."""
    with (FOLDER / name / "questions.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def judge(answer: str, expected: str) -> str:
    """Return one of VERDICTS; the answer is empty where there is none."""
    if expected == UNTOLD:
        return "wrongly answered" if answer else "rightly silent"
    if not answer:
        return "silent"
    return "right" if is_same(answer, expected) else "wrong"


def is_same(answer: str, expected: str) -> bool:
    """Tell whether two answers are the same figure, name, or list in any order."""
    if sorted(map(fold, answer.split(", "))) == sorted(map(fold, expected.split(", "))):
        return True
    figures = [FIGURE.fullmatch(text.strip()) for text in (answer, expected)]
    values = [float(match[1].replace(",", "")) for match in figures if match]
    return len(values) == len(figures) and abs(values[0] - values[1]) <= HALF_A_CENT


def measure(name: str, *, show: str) -> dict[str, Counter[str]]:
    """Return how often each verdict was given, by kind of question."""
    counts: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as home:
        settings = Settings.load().model_copy(update={"home": Path(home), "neo4j_uri": None})
        with Platform(settings) as platform:
            platform.server.start()
            try:
                platform.ingest([FOLDER / name / "documents"], extractor="spacy")
                for row in load_questions(name):
                    answer = platform.ask(row["question"], reader="extractive")
                    verdict = judge(answer.answer, row["expected"])
                    is_computed = any(step.name == "aggregate" for step in answer.steps)
                    told = {verdict: 1, COMPUTED: int(is_computed)}
                    counts.setdefault(row["kind"], Counter()).update(told)
                    if show == verdict:
                        print(row["question"], row["expected"], answer.answer, sep=" | ")
            finally:
                platform.server.stop()
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--names", default="waterworks,museums")
    parser.add_argument("--show", choices=VERDICTS, default="")
    arguments = parser.parse_args()
    rows = []
    for name in arguments.names.split(","):
        counts = measure(name, show=arguments.show)
        for kind, found in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
            told = {key: found[key] for key in (*VERDICTS, COMPUTED)}
            rows.append({"body": name, "kind": kind, "n": found.total() - found[COMPUTED], **told})
    print_table(rows)
    write_result("table_questions", rows)


if __name__ == "__main__":
    main()
