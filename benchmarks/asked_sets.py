"""Sets of documents with questions: how many are answered rightly, wrongly, and not at all.

A set is a folder: `documents`, and `questions.tsv` with kind, question, expected. Where the
documents do not tell (expected `-`), silence is right. Each set gets a graph of its own in a
folder that is removed. With `--chat` the local model reads too (`--reader auto`).
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

from local_llm import chat_served
from record import print_table, write_result

from kgplatform.platform import Platform
from kgplatform.records import Answer
from kgplatform.settings import Settings

UNTOLD = "-"
RIGHT, WRONG, SILENT = "right", "wrong", "silent"
RIGHTLY_SILENT, WRONGLY_ANSWERED = "rightly silent", "wrongly answered"
VERDICTS = (RIGHT, WRONG, SILENT, RIGHTLY_SILENT, WRONGLY_ANSWERED)
EVERY = "every"

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
    parser.add_argument("--chat", action="store_true", help="ask the local 1.5B model too")
    parser.add_argument("--show", choices=(*VERDICTS, EVERY), help="print these with their answers")
    arguments = parser.parse_args()
    reader = "auto" if arguments.chat else "extractive"
    with chat_served("1.5b") if arguments.chat else nullcontext():
        rows = []
        for one in arguments.names.split(","):
            counts: dict[str, Counter[str]] = {}
            for kind, question, expected, answer, is_noted in _ask(folder / one, reader, note):
                verdict = _judge(answer, expected, judge)
                counts.setdefault(kind, Counter()).update({verdict: 1, column: int(is_noted)})
                if arguments.show in (verdict, EVERY):
                    print(verdict, question, expected, answer, sep=" | ")
            rows += _sum_up(one, counts, column)
    print_table(rows)
    write_result(f"{name}_chat" if arguments.chat else name, rows)


def _sum_up(name: str, counts: dict[str, Counter[str]], column: str) -> Iterator[dict[str, Any]]:
    """Yield the rows of a set's kinds of questions, and one of all."""
    for kind, found in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
        stated = {key: found[key] for key in (*VERDICTS, column)}
        yield {"set": name, "kind": kind, "n": found.total() - found[column], **stated}


def _ask(folder: Path, reader: str, note: Note) -> Iterator[tuple[str, str, str, str, bool]]:
    """Yield kind, question, expected, answer and whether it is noted, of all questions of a set."""
    with opened_set(folder) as platform:
        for row in load_questions(folder):
            question, expected = row["question"], row["expected"]
            answer = platform.ask(question, reader=reader)
            is_noted = note(platform, answer, expected)
            yield row["kind"], question, expected, answer.answer, is_noted


@contextmanager
def opened_set(folder: Path) -> Iterator[Platform]:
    """Open the platform with a graph of a set's documents, in a folder that is removed."""
    with tempfile.TemporaryDirectory() as home:
        settings = Settings.load()
        own = {"home": Path(home), "neo4j_uri": None, "chat_cache": settings.replies}
        with Platform(settings.model_copy(update=own)) as platform:
            platform.server.start()
            try:
                platform.ingest([folder / "documents"], extractor="spacy")
                yield platform
            finally:
                platform.server.stop()


def load_questions(folder: Path) -> list[dict[str, str]]:
    """Return the questions of a set: kind, question, expected."""
    with (folder / "questions.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def _judge(answer: str, expected: str, judge: Judge) -> str:
    """Return one of VERDICTS; the answer is empty where there is none."""
    if expected == UNTOLD:
        return WRONGLY_ANSWERED if answer else RIGHTLY_SILENT
    if not answer:
        return SILENT
    return RIGHT if judge(answer, expected) else WRONG
