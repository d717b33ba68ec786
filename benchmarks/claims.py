"""How often a claim is rightly found supported, contradicted, or neither, by the reading heads.

    python benchmarks/claims.py DATA [--weights FILE] [--each 100]

DATA is what `just train-heads` takes: its held-out claims (valid splits of the NLI sets) are judged
against their premises. 200 claims are made from the documents of the demo and of two made-up
organisations: 100 are stated there, 50 are such negated, 50 have another name or value; for these
the default method finds passages in a graph of their own. The thresholds are chosen on every second
item, and the figures are of the others.

- stated, entailment: right is supported, wrong is a sentence against it.
- negated, swapped, contradiction: right is contradicted, wrong is a sentence for it.
- neutral: right is neither.
"""

from __future__ import annotations

import itertools
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
DOCUMENTS = (HERE.parent / "ingest" / "demo" / "documents", HERE / "organisations")
SUFFIXES = {".md", ".txt"}
NLI = ("nli_mnli", "nli_fm2", "nli_cuad")
MADE = {"stated": 100, "negated": 50, "swapped": 50}
SUPPORTED, OPEN = {"stated", "entailment"}, {"neutral"}
SEED = 7
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
def main(data: Path, weights: Path, each: int) -> None:
    """Choose the thresholds on one half, and print the figures of the other."""
    heads = load(cache=Settings().cache, weights=weights)
    if heads is None:
        raise click.UsageError("There are no weights: train the heads, or give --weights.")
    items = [*_read_made(heads), *_read_nli(heads, data, each)]
    chosen = max(_grid(), key=lambda thresholds: _gain(items[::2], thresholds))
    rows = _score(items[1::2], chosen)
    in_use = _score(items[1::2], DEFAULT_THRESHOLDS)
    print_table(rows)
    print_table(in_use)
    figures = {
        "version": heads.version,
        "thresholds chosen": asdict(chosen),
        "by those chosen": rows,
        "thresholds in use": asdict(DEFAULT_THRESHOLDS),
        "by those in use": in_use,
        "wrong by those in use": list(_list_wrong(items, DEFAULT_THRESHOLDS)),
    }
    write_result("claims", figures)


def _read_made(heads: ReadingHeads) -> Iterator[Item]:
    """Yield the claims that are made from documents, with the passages found for them."""
    files = sorted(p for folder in DOCUMENTS for p in folder.rglob("*") if p.suffix in SUFFIXES)
    files = [path for path in files if "documents" in path.parts]
    with tempfile.TemporaryDirectory() as home:
        settings = Settings.load(home=Path(home) / "home")
        with Platform(settings, chat=False) as platform:
            try:
                platform.ingest(files)
                texts = {path.stem: path.read_text(encoding="utf-8") for path in files}
                made = make_claims(texts, platform.linguistics, seed=SEED)
                for claim in (c for kind in MADE for c in _first(made, kind)):
                    passages = platform.retrieve(claim.claim, top_k=CHECKED_PASSAGES).passages
                    yield _read(platform, heads, ("made", claim.kind), claim.claim, passages)
            finally:
                platform.server.stop()


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
