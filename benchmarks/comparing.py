"""Can a small model tell which of two values is larger, where it reads nothing else?

    python benchmarks/comparing.py DATA/2wikimultihopqa.jsonl.gz --limit 40     # the 1.5B model

Questions of 2Wiki that leave a choice of two ("Which film has the director who died later, A or
B?"), of the second half of the pack, on which no rule was made. The evidence is the facts that the
data set itself gives, a sentence each, both sides beside one another; so finding is no part of it,
and a guess is right half the time. Readers: the model alone (`llm`), and with two values compared
by the program where it finds both (`llm-computed`).
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any

from local_llm import LLAMA, MODELS, RUNTIMES, chat_served
from record import print_table, write_result

from kgplatform.answer import read
from kgplatform.evaluate.metrics import compute_exact_match
from kgplatform.platform import Platform
from kgplatform.question.analysis import CHOICE, analyse
from kgplatform.records import Evidence, ScoredPassage, ScoredStatement
from kgplatform.settings import Settings

READERS = ("llm", "llm-computed")


def list_choices(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the questions of the second half that leave a choice of two."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    for row in rows[len(rows) // 2 :]:
        if analyse(row["question"]).kind == CHOICE and row["evidences"]:
            yield row


def describe_facts(row: dict[str, Any]) -> Evidence:
    """Return a passage for each thing that a question's facts are about, and what it states."""
    reported: dict[str, str] = {}
    stated: list[ScoredStatement] = []
    for n, (subject, relation, value) in enumerate(row["evidences"]):
        sentence = f"The {relation} of {subject} is {value}."
        start = len(reported.get(subject, "")) + 1 if subject in reported else 0
        reported[subject] = f"{stated.get(subject, '')} {sentence}".strip()
        span = (start, start + len(sentence))
        stated.append(
            ScoredStatement(f"s{n}", subject, relation, value, (), f"p {subject}", *span, 1.0)
        )
    passages = [
        ScoredPassage(f"p {title}", f"d {title}", title, f"made:{title}", text, 1.0)
        for title, text in reported.items()
    ]
    return Evidence(tuple(passages), tuple(stated))


def measure(rows: list[dict[str, Any]], reader: str, platform: Platform) -> dict[str, Any]:
    """Return how many a reader answers rightly, in percent, and how many it asked the model."""
    right, asked = [], []
    for row in rows:
        reading = read(
            row["question"],
            describe_facts(row),
            reader=reader,
            chat=platform.chat,
            linguistics=platform.linguistics,
            fall_back=False,
        )
        right.append(compute_exact_match(reading.answer, [row["answer"]]))
        asked.append(reading.usage.llm_calls + reading.usage.cached_calls > 0)
    return {
        "reader": reader,
        "questions": len(rows),
        "EM": round(100 * fmean(right), 1),
        "asked of the model": sum(asked),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path)
    parser.add_argument("--limit", type=int, default=40)
    parser.add_argument("--model", choices=MODELS, default="1.5b")
    parser.add_argument("--runtime", choices=RUNTIMES, default=LLAMA)
    arguments = parser.parse_args()
    rows = list(islice(list_choices(arguments.data), arguments.limit))
    serving = chat_served(arguments.model, runtime=arguments.runtime)
    with serving, closing(Platform(Settings.load())) as platform:
        figures = [measure(rows, reader, platform) for reader in READERS]
    print_table(figures)
    write_result("comparing", figures)


if __name__ == "__main__":
    main()
