"""How often a claim is rightly found supported, contradicted, or neither, by the reading heads.

    python benchmarks/claims.py DATA [--weights FILE] [--each 100]

Claims are made from documents: 100 are stated there, 50 are such negated, 50 have another name or
value; the default method finds passages for them, in one graph of all documents. The thresholds are
chosen on claims of the demo, two made-up organisations and paragraphs of HotpotQA; the figures are
of claims made from others: DATA's ordinary texts and paragraphs of other questions. Of the NLI sets
(held-out claims with their premises), every second one is for choosing, the others are for the
figures. What is chosen are the defaults of `kgplatform.answer.claims.Thresholds`. With --home the
graph stays there, and is used again.

- stated, entailment: right is supported, wrong is a sentence against it.
- negated, swapped, contradiction: right is contradicted, wrong is a sentence for it.
- neutral: right is neither.
"""

from __future__ import annotations

import gzip
import itertools
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import click
from claim_making import MadeClaim, make_claims
from record import print_table, write_result

from kgplatform.answer.claims import (
    DEFAULT_THRESHOLDS,
    JudgedSentence,
    Thresholds,
    decide,
    read_sentences,
)
from kgplatform.models.reading_heads.heads import WEIGHTS, ReadingHeads, load
from kgplatform.platform import Platform
from kgplatform.records import ScoredPassage
from kgplatform.records.claim import CHECKED_PASSAGES
from kgplatform.settings import Settings
from kgplatform.training.heads.data import read_rows

HERE = Path(__file__).parent
OWN = (
    HERE.parent / "ingest" / "demo" / "documents",
    HERE / "organisations" / "logistics" / "documents",
    HERE / "organisations" / "utility" / "documents",
)
SUFFIXES = {".md", ".txt"}
PARAGRAPHS = "hotpotqa.jsonl.gz"
QUESTIONS = 10
"""Whose paragraphs are documents, of each half."""
NLI = ("nli_mnli", "nli_fm2", "nli_cuad")
MADE = {"stated": 100, "negated": 50, "swapped": 50}
SUPPORTED, OPEN = {"stated", "entailment"}, {"neutral"}
SEEDS = (11, 12)
GRID = (
    (0.4, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8),
    (0.6, 0.7, 0.75, 0.8, 0.85, 0.9),
    (0.4, 0.5, 0.6, 0.7, 0.8),
    (0.8, 0.9, 1.0),
)
COST = 4
"""A wrong verdict undoes so many right ones: where the judge is unsure, it has to say none."""


class Item(NamedTuple):
    """A claim of a set, its label, its sentences as they were read, and how long that took."""

    claim: str
    source: str
    label: str
    sentences: list[JudgedSentence]
    seconds: float

    def judge(self, thresholds: Thresholds) -> tuple[bool, bool]:
        """Return whether the verdict is right, and whether it is wrong; none is neither."""
        found = decide(self.sentences, thresholds)
        supported, contradicted = bool(found.supporting), bool(found.contradicting)
        if self.label in OPEN:
            return not supported and not contradicted, supported or contradicted
        if self.label in SUPPORTED:
            return supported and not contradicted, contradicted
        return contradicted and not supported, supported


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--weights", type=click.Path(exists=True, path_type=Path), default=WEIGHTS)
@click.option("--each", type=int, default=100, show_default=True, help="Items of each NLI set.")
@click.option("--home", type=click.Path(file_okay=False, path_type=Path), help="For the graph.")
def main(data: Path, weights: Path, each: int, home: Path | None) -> None:
    """Choose the thresholds on one half, and print the figures of the other."""
    heads = load(cache=Settings().cache, weights=weights)
    if heads is None:
        raise click.UsageError("There are no weights: train the heads, or give --weights.")
    halves = _read_made(heads, data, home)
    nli = list(_read_nli(heads, data, each))
    to_choose, held_out = [*halves[0], *nli[::2]], [*halves[1], *nli[1::2]]
    chosen = max(_grid(), key=lambda thresholds: _gain(to_choose, thresholds))
    rows = _score(held_out, chosen)
    in_use = _score(held_out, DEFAULT_THRESHOLDS)
    print_table(rows)
    print_table(in_use)
    figures = {
        "version": heads.version,
        "thresholds chosen": asdict(chosen),
        "where they were chosen": _score(to_choose, chosen),
        "by those chosen": rows,
        "thresholds in use": asdict(DEFAULT_THRESHOLDS),
        "by those in use": in_use,
        "wrong by those in use": list(_list_wrong(held_out, DEFAULT_THRESHOLDS)),
    }
    write_result("claims", figures)


def _read_made(heads: ReadingHeads, data: Path, home: Path | None) -> list[list[Item]]:
    """Return the claims made from the documents of each half, with the passages found for them."""
    with tempfile.TemporaryDirectory() as folder:
        halves = _list_documents(data, Path(folder))
        settings = Settings.load(home=home or Path(folder) / "home")
        with Platform(settings, chat=False) as platform:
            try:
                platform.ingest([path for half in halves for path in half])
                return [
                    list(_judge_made(platform, heads, half, seed))
                    for half, seed in zip(halves, SEEDS, strict=True)
                ]
            finally:
                platform.server.stop()


def _list_documents(data: Path, folder: Path) -> list[list[Path]]:
    """Return the documents of each half; paragraphs become files of their own."""
    own = sorted(p for part in OWN for p in part.rglob("*"))
    ordinary = sorted(p for p in (data / "ordinary").iterdir() if p.name != "README.md")
    halves = [[p for p in half if p.suffix in SUFFIXES] for half in (own, ordinary)]
    with gzip.open(data / PARAGRAPHS, "rt", encoding="utf-8") as lines:
        questions = [json.loads(line) for line in itertools.islice(lines, 2 * QUESTIONS)]
    for number, question in enumerate(questions):
        for place, paragraph in enumerate(question["paragraphs"]):
            path = folder / f"paragraph-{number}-{place}.md"
            text = "".join(paragraph["sentences"])
            path.write_text(f"# {paragraph['title']}\n\n{text}\n", encoding="utf-8")
            halves[number // QUESTIONS].append(path)
    return halves


def _judge_made(
    platform: Platform, heads: ReadingHeads, files: Sequence[Path], seed: int
) -> Iterator[Item]:
    texts = {str(path): path.read_text(encoding="utf-8") for path in files}
    made = make_claims(texts, platform.linguistics, seed=seed)
    for claim in (c for kind in MADE for c in _first(made, kind)):
        passages = platform.retrieve(claim.claim, top_k=CHECKED_PASSAGES).passages
        yield _read(platform, heads, ("made", claim.kind), claim.claim, passages)


def _first(made: Sequence[MadeClaim], kind: str) -> list[MadeClaim]:
    return [claim for claim in made if claim.kind == kind][: MADE[kind]]


def _read_nli(heads: ReadingHeads, data: Path, each: int) -> Iterator[Item]:
    with Platform(Settings.load(), chat=False) as platform:
        for name in NLI:
            rows = read_rows(data / "reading" / f"{name}.jsonl.gz")
            rows = [row for row in rows if row["split"] == "valid"]
            for row in rows[:: max(len(rows) // each, 1)][:each]:
                passage = ScoredPassage("p", "d", "", "", row["premise"], 1.0)
                yield _read(platform, heads, (name, row["label"]), row["hypothesis"], [passage])


def _read(
    platform: Platform,
    heads: ReadingHeads,
    kind: tuple[str, str],
    claim: str,
    passages: Sequence[ScoredPassage],
) -> Item:
    split = platform.linguistics.split_sentences
    started = perf_counter()
    least = min(GRID[2])
    sentences = read_sentences(claim, passages, heads, split_sentences=split, coverage=least)
    return Item(claim, *kind, sentences, perf_counter() - started)


def _grid() -> Iterator[Thresholds]:
    return itertools.starmap(Thresholds, itertools.product(*GRID))


def _gain(items: Sequence[Item], thresholds: Thresholds) -> float:
    """Return the mean over the sets and labels of what right verdicts bring and wrong ones cost."""
    rows = _score(items, thresholds)
    return sum(row["right"] - COST * row["wrong"] for row in rows if row["label"] not in OPEN)


def _list_wrong(items: Sequence[Item], thresholds: Thresholds) -> Iterator[dict[str, Any]]:
    for item in items:
        if item.judge(thresholds)[1]:
            found = decide(item.sentences, thresholds)
            quotes = found.contradicting if item.label in SUPPORTED else found.supporting
            quote = [*quotes, *found.contradicting][0]
            yield {"label": item.label, "claim": item.claim, "quote": quote.quote}


def _score(items: Sequence[Item], thresholds: Thresholds) -> list[dict[str, Any]]:
    rows = []
    for source, label in dict.fromkeys((item.source, item.label) for item in items):
        own = [item for item in items if (item.source, item.label) == (source, label)]
        verdicts = [item.judge(thresholds) for item in own]
        rows.append(
            {
                "set": source,
                "label": label,
                "claims": len(own),
                "right": round(100 * sum(right for right, _ in verdicts) / len(own), 1),
                "wrong": round(100 * sum(wrong for _, wrong in verdicts) / len(own), 1),
                "sentences": round(sum(len(item.sentences) for item in own) / len(own), 1),
                "s a claim": round(sum(item.seconds for item in own) / len(own), 2),
            }
        )
    return rows


if __name__ == "__main__":
    main()
