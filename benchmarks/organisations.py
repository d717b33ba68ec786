"""Answers over documents of organisations, without a chat model: right, wrong and silent.

    python benchmarks/organisations.py
    python benchmarks/organisations.py --show wrong     # these questions with their answers

Two invented organisations with contracts, minutes, incident reports, data sheets, handbooks, staff
lists and the like: their documents and questions are in organisations/NAME. The rules of the
extractive reader were made while looking at those of `logistics`; half of those of `utility`, every
second question, were looked at late and changed nothing, the others never.

An answer is right where its words, by the official normalisation, are one of the forms that the set
accepts, or hold one with at most SPARE more. Where the documents do not tell (expected `-`),
silence is right. `found` tells how often the passages that were found hold one of the forms, which
yes and no never are. Each organisation gets a graph of its own in a folder that is removed.
"""

from __future__ import annotations

import argparse
import csv
import tempfile
from collections import Counter
from pathlib import Path

from record import print_table, write_result

from kgplatform.evaluate.metrics import normalize_answer
from kgplatform.platform import Platform
from kgplatform.records import Evidence
from kgplatform.settings import Settings

FOLDER = Path(__file__).parent / "organisations"
UNTOLD, OR = "-", " || "
UNHELD = (UNTOLD, "yes", "no")
SPARE = 3  # words
FOUND = "found"
VERDICTS = ("right", "wrong", "silent", "rightly silent", "wrongly answered")


def load_questions(name: str) -> list[dict[str, str]]:
    """Return the rows of an organisation's questions: kind, question, expected."""
    with (FOLDER / name / "questions.tsv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def judge(answer: str, expected: str) -> str:
    """Return one of VERDICTS; the answer is empty where there is none."""
    if expected == UNTOLD:
        return "wrongly answered" if answer else "rightly silent"
    if not answer:
        return "silent"
    given = normalize_answer(answer)
    for form in map(normalize_answer, expected.split(OR)):
        spare = len(given.split()) - len(form.split())
        if f" {form} " in f" {given} " and spare <= SPARE:
            return "right"
    return "wrong"


def holds(evidence: Evidence, expected: str) -> bool:
    """Tell whether the passages hold an accepted form."""
    texts = [f"{passage.title} {passage.text}" for passage in evidence.passages]
    text = f" {normalize_answer(' '.join(texts))} "
    return any(f" {normalize_answer(form)} " in text for form in expected.split(OR))


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
                    found = holds(platform.retrieve(row["question"]), row["expected"])
                    told = {verdict: 1, FOUND: int(found and row["expected"] not in UNHELD)}
                    counts.setdefault(row["kind"], Counter()).update(told)
                    if show == verdict:
                        print(row["question"], row["expected"], answer.answer, sep=" | ")
            finally:
                platform.server.stop()
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--names", default="logistics,utility")
    parser.add_argument("--show", choices=VERDICTS, default="")
    arguments = parser.parse_args()
    rows = []
    for name in arguments.names.split(","):
        counts = measure(name, show=arguments.show)
        for kind, found in [*counts.items(), ("all", sum(counts.values(), Counter()))]:
            told = {key: found[key] for key in (*VERDICTS, FOUND)}
            asked = found.total() - found[FOUND]
            rows.append({"organisation": name, "kind": kind, "n": asked, **told})
    print_table(rows)
    write_result("organisations", rows)


if __name__ == "__main__":
    main()
