"""Questions to SPARQL on the Wikidata slice: result-set F1 and exact match.

    python benchmarks/question_to_sparql.py --home HOME --data DATA [--entities gold,linked]
    python benchmarks/question_to_sparql.py --home HOME --data DATA --model 1.5b --limit 100

HOME holds the slice (`kgplatform wikidata load DATA/wikidata_slice.nt.gz --home HOME`). Even rows
were for building (benchmarks/fit_relations.py), odd ones are reported. Gold entities are those of
the question's own SPARQL, in no order; linked ones are found in the question. With --model the
queries are written by that model (benchmarks/local_llm.py), or by the one of KGPLATFORM_CHAT_*
where those are set. The questions are in an order drawn by lot. Answers are kept in
HOME/NAME-….jsonl, so that a run that was stopped goes on.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from local_llm import MODELS, chat_served
from record import write_result

from kgplatform.errors import WikidataError
from kgplatform.platform import Platform
from kgplatform.settings import Settings
from kgplatform.wikidata.service import WikidataBridge
from kgplatform.wikidata.terms import Result

SEED = 8

Answer = Callable[[str, list[str]], tuple[Result | None, str]]


def _rows(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def _stated(result: Result | None) -> set[str]:
    if result is None:
        return set()
    if result.truth is not None:
        return {str(result.truth).lower()}
    return {term.identifier or term.value for row in result.rows for term in row.values()}


def _f1(gold: set[str], found: set[str]) -> float:
    right = len(gold & found)
    return 2 * right / (len(gold) + len(found)) if right else float(not gold and not found)


def _gold_items(row: dict[str, Any]) -> list[str]:
    text = re.sub(r"PREFIX \S+ <\S+>", "", row["sparql"])
    return sorted(set(re.findall(r"\bQ\d+\b", text)))


def _measure(
    rows: list[tuple[int, dict[str, Any]]], entities: str, answer: Answer, link: Any, kept: Path
):
    """Yield a record a question, those kept from an earlier run first."""
    done = {}
    if kept.exists():
        done = {r["row"]: r for r in map(json.loads, kept.read_text().splitlines())}
    with kept.open("a", encoding="utf-8") as file:
        for number, row in rows:
            if number not in done:
                started = time.perf_counter()
                qids = _gold_items(row) if entities == "gold" else link(row["question"])
                try:
                    result, how = answer(row["question"], qids)
                except WikidataError as exc:
                    result, how = None, type(exc).__name__
                gold, found = set(map(str, row["slice_result"])), _stated(result)
                done[number] = {
                    "row": number,
                    "dataset": row["dataset"].partition("-")[0],
                    "how": how,
                    "f1": _f1(gold, found),
                    "em": float(gold == found),
                    "linked": len(set(qids) & set(_gold_items(row))) / len(_gold_items(row) or [1]),
                    "ms": (time.perf_counter() - started) * 1000,
                }
                file.write(json.dumps(done[number]) + "\n")
                file.flush()
            yield done[number]


def _table(records: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, float]]]:
    groups = {"all": records}
    for name in sorted({record["dataset"] for record in records}):
        groups[name] = [record for record in records if record["dataset"] == name]
    for name, group in groups.items():
        total = len(group)
        yield (
            name,
            {
                "questions": total,
                **{
                    key: round(sum(r[key] for r in group) / total, 4)
                    for key in ("f1", "em", "linked")
                },
                "ms": round(sorted(r["ms"] for r in group)[total // 2], 1),
            },
        )


def _answerer(bridge: WikidataBridge, *, by_model: bool) -> Answer:
    def answer(question: str, qids: list[str]) -> tuple[Result | None, str]:
        writer = bridge.query_writer if by_model else bridge.translator
        found = writer.answer(question, qids)
        return (found.result, found.template) if found else (None, "none")

    return answer


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--entities", default="gold,linked")
    parser.add_argument("--part", choices=("building", "reported"), default="reported")
    parser.add_argument("--model", choices=MODELS, help="writes the queries")
    parser.add_argument("--limit", type=int, help="only the first so many questions")
    parser.add_argument("--name", default="question_to_sparql", help="of the results' files")
    return parser.parse_args()


def main() -> None:
    arguments = _arguments()
    rows = list(enumerate(_rows(arguments.data / "sparql_on_slice.jsonl.gz")))
    rows = rows[arguments.part == "reported" :: 2]
    random.Random(SEED).shuffle(rows)  # so that the first so many are of all kinds
    rows = rows[: arguments.limit]
    way = "model" if arguments.model else "templates"
    serving = chat_served(arguments.model) if arguments.model else nullcontext()
    with serving, Platform(Settings.load(home=arguments.home)) as platform:
        bridge = platform.wikidata
        answer = _answerer(bridge, by_model=arguments.model is not None)

        def link(question: str) -> list[str]:
            return [mention.qid for mention in bridge.item_finder.find(question)]

        for entities in arguments.entities.split(","):
            kept = arguments.home / f"{arguments.name}-{arguments.part}-{entities}-{way}.jsonl"
            records = list(_measure(rows, entities, answer, link, kept))
            figures = dict(_table(records))
            for name, stated in figures.items():
                print(f"{entities:<8} {name:<20} {stated}")
            print(Counter((r["how"], r["em"] > 0) for r in records).most_common(24))
            if arguments.part == "reported":
                write_result(f"{arguments.name}_{entities}_{way}", figures)


if __name__ == "__main__":
    main()
