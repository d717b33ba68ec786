"""What the `spacy` extractor reads: coverage of gold facts, precision by hand, and its speed.

Coverage: the share of 2WikiMultihopQA's gold evidences that a fact of a gold paragraph expresses
(extraction_coverage.py says when). Rows fall in two halves by a hash of their id: A was looked at
while the rules were written, B was not. Precision: data/judged_facts.jsonl holds facts judged by
hand with their passages; the last of three rounds of 150 counts, drawn from passages not seen
before, 75 each of gold and other paragraphs of 2Wiki and HotpotQA.

"Before" is the first version of the extractor (commit 6e6ffb0); its facts are in
data/extraction_before.jsonl.gz.

    python benchmarks/extraction.py DATA_FOLDER      # tables and results/extraction.json
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import math
import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from extraction_coverage import PlainFact, covers
from record import print_table, write_result

from kgplatform.extract.extractors import make_extractor
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.models.linguistics import DEFAULT_PIPELINE, load_linguistics
from kgplatform.records import Passage, Statement, name_of
from kgplatform.text.names import make_entity

HERE = Path(__file__).parent
BEFORE = HERE / "data" / "extraction_before.jsonl.gz"
JUDGED = HERE / "data" / "judged_facts.jsonl"
DATASETS = ("2wikimultihopqa", "hotpotqa")
LAST_ROUND = 3
Z = 1.96  # 95%
Key = tuple[str, str]  # a paragraph's title and text


class Read(NamedTuple):
    """The statements of each paragraph, and the seconds they took."""

    statements: dict[Key, list[Statement]]
    parse_s: float
    all_s: float


def load_rows(folder: Path, name: str) -> list[dict[str, Any]]:
    with gzip.open(folder / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def key_of(paragraph: dict[str, Any]) -> Key:
    text = paragraph.get("text") or " ".join(s.strip() for s in paragraph["sentences"])
    return paragraph["title"], text


def gold_paragraphs(row: dict[str, Any]) -> list[Key]:
    return [key_of(paragraph) for paragraph in row["paragraphs"] if paragraph["is_supporting"]]


def read_paragraphs(keys: Iterable[Key], titles: Iterable[str]) -> Read:
    """Extract from paragraphs, each a document; every title of the corpus is a known name."""
    keys = list(dict.fromkeys(keys))
    passages = [
        Passage(str(n), str(n), 0, 0, len(text), title, text)
        for n, (title, text) in enumerate(keys)
    ]
    gazetteer = Gazetteer(make_entity(title) for title in sorted(set(titles)))
    linguistics = load_linguistics(DEFAULT_PIPELINE)
    started = time.process_time()
    for _ in linguistics.parse(passage.text for passage in passages):
        pass
    parse_s = time.process_time() - started
    started = time.process_time()
    extractor = make_extractor("spacy", linguistics=linguistics)
    readings = list(extractor.read(passages, gazetteer=gazetteer))
    all_s = time.process_time() - started
    read = {key: list(r.statements) for key, r in zip(keys, readings, strict=True)}
    return Read(read, parse_s, all_s)


def load_before() -> dict[str, list[PlainFact]]:
    """Return the first version's facts by the hash of the paragraph."""
    with gzip.open(BEFORE, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    return {row["id"]: [PlainFact(row["title"], *fact) for fact in row["facts"]] for row in rows}


def paragraph_id(key: Key) -> str:
    return hashlib.sha256("\n".join(key).encode()).hexdigest()[:16]


def to_plain(key: Key, statement: Statement) -> PlainFact:
    parts = statement.subject.name, statement.relation, name_of(statement.object)
    return PlainFact(key[0], *parts)


def measure_coverage(
    rows: list[dict[str, Any]], facts: dict[Key, list[PlainFact]]
) -> dict[str, Counter[str]]:
    """Count the gold evidences of each half and each relation by how they are covered."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        even = int(hashlib.sha256(row["id"].encode()).hexdigest(), 16) % 2 == 0
        found = [fact for key in gold_paragraphs(row) for fact in facts[key]]
        for subject, relation, obj in row["evidences"]:
            level = covers((subject, relation, obj), found) or "none"
            for group in ("half A" if even else "half B", "all", f"relation: {relation}"):
                counts[group][level] += 1
    return counts


def to_shares(count: Counter[str]) -> dict[str, float | int]:
    n = count.total()
    strict, lenient = count["strict"], count["lenient"]
    return {
        "n": n,
        "strict": round(strict / n, 3),
        "with_demonyms": round((strict + lenient) / n, 3),
        "pair": round((n - count["none"]) / n, 3),
    }


def measure_precision(version: str, stated: dict[str, set[str]] | None) -> dict[str, Any]:
    """Share of right facts among the judged ones of the last round, with Wilson's interval.

    Args:
        stated: the facts read now, by title; a judged fact that is not among them is unmatched.
    """
    lines = JUDGED.read_text(encoding="utf-8").splitlines()
    judged = [row for line in lines if (row := json.loads(line))["version"] == version]
    judged = [row for row in judged if row["round"] == LAST_ROUND]
    right, n = sum(row["verdict"] == "correct" for row in judged), len(judged)
    low, high = compute_wilson(right, n)
    figures = {"judged": n, "right": right, "precision": round(right / n, 3)}
    figures |= {"low": round(low, 3), "high": round(high, 3), "unmatched": 0, "unmatched_right": 0}
    if stated is not None:
        gone = [row for row in judged if row["fact"] not in stated.get(row["title"], ())]
        figures["unmatched"] = len(gone)
        figures["unmatched_right"] = sum(row["verdict"] == "correct" for row in gone)
    return figures


def compute_wilson(right: int, n: int) -> tuple[float, float]:
    share = right / n
    middle = share + Z * Z / (2 * n)
    margin = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    scale = 1 + Z * Z / n
    return (middle - margin) / scale, (middle + margin) / scale


def judged_paragraphs(packs: dict[str, list[dict[str, Any]]]) -> list[Key]:
    titles = {json.loads(line)["title"] for line in JUDGED.read_text(encoding="utf-8").splitlines()}
    every = (
        paragraph for rows in packs.values() for row in rows for paragraph in row["paragraphs"]
    )
    return [key_of(paragraph) for paragraph in every if paragraph["title"] in titles]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="folder with the *.jsonl.gz packs")
    folder = parser.parse_args().data
    packs = {name: load_rows(folder, name) for name in DATASETS}
    rows = packs[DATASETS[0]]
    titles = [p["title"] for pack in packs.values() for row in pack for p in row["paragraphs"]]
    gold = list(dict.fromkeys(key for row in rows for key in gold_paragraphs(row)))
    read = read_paragraphs(gold, titles)
    after = {key: [to_plain(key, s) for s in found] for key, found in read.statements.items()}
    stored = load_before()
    before = {key: stored[paragraph_id(key)] for key in gold}
    coverage = {
        "before": measure_coverage(rows, before),
        "after": measure_coverage(rows, after),
    }
    stated: dict[str, set[str]] = defaultdict(set)
    for (title, _), found in read_paragraphs(judged_paragraphs(packs), titles).statements.items():
        stated[title].update(statement.text for statement in found)
    report(coverage, before, after, stated, read)


def report(
    coverage: dict[str, dict[str, Counter[str]]],
    before: dict[Key, list[PlainFact]],
    after: dict[Key, list[PlainFact]],
    stated: dict[str, set[str]],
    read: Read,
) -> None:
    shares = {
        version: {group: to_shares(count) for group, count in sorted(groups.items())}
        for version, groups in coverage.items()
    }
    print_table(
        [
            {"version": version, "gold evidences": group, **shares[version][group]}
            for group in shares["after"]
            for version in ("before", "after")
        ]
    )
    precision = {
        "before": measure_precision("before", None),
        "after": measure_precision("after", stated),
    }
    print()
    print_table([{"version": version, **figures} for version, figures in precision.items()])
    n = len(after)
    per_passage = {
        "before": round(sum(map(len, before.values())) / n, 2),
        "after": round(sum(map(len, after.values())) / n, 2),
    }
    speed = {
        "paragraphs": n,
        "parse_cpu_s": round(read.parse_s, 1),
        "everything_cpu_s": round(read.all_s, 1),
        "beside_parse": round(read.all_s / read.parse_s - 1, 3),
    }
    print("\nfacts a paragraph:", per_passage, "\nspeed:", speed)
    figures = {"coverage": shares, "precision": precision}
    print(write_result("extraction", {**figures, "facts_a_paragraph": per_passage, "speed": speed}))


if __name__ == "__main__":
    main()
