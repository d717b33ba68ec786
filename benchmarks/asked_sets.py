"""Sets of documents with questions of their own, asked without a chat model: right, wrong, silent.

A set is a folder: `documents`, and `questions.tsv` with kind, question, expected. Where the
documents do not tell (expected `-`), silence is right. Each set gets a graph of its own in a
folder that is removed.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from record import print_table, write_result

from kgplatform.platform import Platform
from kgplatform.records import Answer
from kgplatform.settings import Settings

UNTOLD = "-"
SILENT, RIGHTLY_SILENT = "silent", "rightly silent"
VERDICTS = ("right", "wrong", SILENT, RIGHTLY_SILENT, "wrongly answered")

Judge = Callable[[str, str], bool]
"""(answer, expected) to whether it is right; both are there."""

Note = Callable[[Platform, Answer, str], bool]
"""(platform, answer, expected) to whether the question counts for the set's further column."""


def measure_sets(name: str, description: str, *, judge: Judge, column: str, note: Note) -> None:
    """Run a benchmark script: print its table by set and kind, and write its result.

    Args:
        name: of the script's folder with the sets, and of the result.
        description: the script's docstring.
        column: what `note` counts.
    """
    folder = Path(__file__).parent / name
    sets = sorted(path.name for path in folder.iterdir() if path.is_dir())
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--names", default=",".join(sets))
    parser.add_argument("--show", choices=VERDICTS, help="print these questions with their answers")
    arguments = parser.parse_args()
    rows = []
    for one in arguments.names.split(","):
        counts: dict[str, Counter[str]] = {}
        for kind, question, expected, answer, is_noted in _ask(folder / one, note):
            verdict = _judge(answer, expected, judge)
            counts.setdefault(kind, Counter()).update({verdict: 1, column: int(is_noted)})
            if arguments.show == verdict:
                print(question, expected, answer, sep=" | ")
        for kind, found in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
            told = {key: found[key] for key in (*VERDICTS, column)}
            rows.append({"set": one, "kind": kind, "n": found.total() - found[column], **told})
    print_table(rows)
    write_result(name, rows)


def _ask(folder: Path, note: Note) -> Iterator[tuple[str, str, str, str, bool]]:
    """Yield kind, question, expected, answer and whether it is noted, of all questions of a set."""
    with tempfile.TemporaryDirectory() as home:
        settings = Settings.load().model_copy(update={"home": Path(home), "neo4j_uri": None})
        with Platform(settings) as platform:
            platform.server.start()
            try:
                platform.ingest([folder / "documents"], extractor="spacy")
                for row in _load_questions(folder):
                    question, expected = row["question"], row["expected"]
                    answer = platform.ask(question, reader="extractive")
                    is_noted = note(platform, answer, expected)
                    yield row["kind"], question, expected, answer.answer, is_noted
            finally:
                platform.server.stop()


def _load_questions(folder: Path) -> list[dict[str, str]]:
    with (folder / "questions.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _judge(answer: str, expected: str, judge: Judge) -> str:
    """Return one of VERDICTS; the answer is empty where there is none."""
    if expected == UNTOLD:
        return "wrongly answered" if answer else RIGHTLY_SILENT
    if not answer:
        return SILENT
    return "right" if judge(answer, expected) else "wrong"
