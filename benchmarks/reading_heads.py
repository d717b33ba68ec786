"""What the reading heads find in documents that they were not trained on.

    python benchmarks/reading_heads.py DATA [--weights FILE] [--each 100]

DATA is what `just train-heads` takes. Scored are the sets' valid splits, whose documents no item of
the training is of, without the questions by which the best weights were chosen.

- spans: EM and F1 of the likeliest span of each answerable question, and beside it F1 of the
  sentence that is nearest to the question by the encoder as it was; of those without an answer the
  share that is left without one (no answer is likelier than any span), and of the others the share
  that is answered.
- support: accuracy, and the share of the most frequent label.
- relevance: mean reciprocal rank of the positive passage among the negatives, and that by the
  cosine of the encoder as it was; how many passages a query has, and the time to read them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import click
import numpy as np
from record import print_table, write_result

from kgplatform.evaluate.metrics import compute_exact_match, compute_f1
from kgplatform.models.embedding import DEFAULT_EMBEDDER, Embedder, load_embedder
from kgplatform.models.reading_heads.heads import WEIGHTS, ReadingHeads, load
from kgplatform.settings import Settings
from kgplatform.text.sentences import split_by_punctuation
from kgplatform.training.heads.data import LABELS, MAX_ANSWER_WORDS, SOURCES, read_rows
from kgplatform.training.heads.prepare import read_held_out


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--weights", type=click.Path(exists=True, path_type=Path), default=WEIGHTS)
@click.option("--each", type=int, default=100, show_default=True, help="Rows of each set at most.")
def main(data: Path, weights: Path, each: int) -> None:
    """Score the heads, and the encoder as it was."""
    cache = Settings().cache
    heads, embedder = (
        load(cache=cache, weights=weights),
        load_embedder(DEFAULT_EMBEDDER, cache=cache),
    )
    if heads is None:
        raise click.UsageError("There are no weights: train the heads, or give --weights.")
    chosen_by = {item.question for item in read_held_out(data)}
    figures: dict[str, list[dict[str, Any]]] = {"span": [], "claim": [], "relevance": []}
    for name, source in SOURCES.items():
        if source.kind in ("hops", "composed"):
            continue
        rows = read_rows(data / "reading" / f"{name}.jsonl.gz")
        rows = [r for r in rows if r["split"] == "valid" and not _asked(r) & chosen_by]
        if rows := rows[:: max(len(rows) // each, 1)][:each]:
            score = {"span": _score_spans, "claim": _score_claims, "relevance": _score_ranks}
            figures[source.kind].append({"set": name, **score[source.kind](heads, embedder, rows)})
    for rows in figures.values():
        print_table(rows)
    write_result("reading_heads", {"version": heads.version, **figures})


def _asked(row: dict[str, Any]) -> set[str]:
    return {row[name] for name in ("question", "hypothesis", "query") if name in row}


def _score_spans(
    heads: ReadingHeads, embedder: Embedder, rows: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    exact, overlap, nearest, answered, withheld = [], [], [], [], []
    for row in rows:
        answers = [answer["text"] for answer in row["answers"]]
        if any(len(answer.split()) > MAX_ANSWER_WORDS for answer in answers):
            continue
        (reading,) = heads.read(row["question"], [row["context"]])
        best = max((span.probability for span in reading.spans), default=0.0)
        if not answers:
            withheld.append(reading.no_answer > best)
            continue
        answered.append(reading.no_answer <= best)
        span = reading.spans[0]
        found = row["context"][span.start : span.end]
        exact.append(compute_exact_match(found, answers))
        overlap.append(compute_f1(found, answers))
        nearest.append(compute_f1(_nearest(embedder, row["question"], row["context"]), answers))
    return {
        "answerable": len(exact),
        "EM": _percent(exact),
        "F1": _percent(overlap),
        "F1 of the nearest sentence": _percent(nearest),
        "answered": _percent(answered),
        "unanswerable": len(withheld),
        "withheld": _percent(withheld),
    }


def _score_claims(
    heads: ReadingHeads, _embedder: Embedder, rows: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    gold = [LABELS[row["label"]] for row in rows]
    found = [heads.read(row["hypothesis"], [row["premise"]])[0].support for row in rows]
    right = [int(np.argmax(f)) == label for f, label in zip(found, gold, strict=True)]
    frequent = Counter(gold).most_common(1)[0][1]
    return {
        "claims": len(rows),
        "accuracy": _percent(right),
        "most frequent label": round(100 * frequent / len(rows), 1),
    }


def _score_ranks(
    heads: ReadingHeads, embedder: Embedder, rows: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    by_head, by_cosine, passages, times = [], [], [], []
    for row in rows:
        if row["negatives"]:
            texts = [row["positive"], *row["negatives"]]
            begun = perf_counter()
            readings = heads.read(row["query"], texts)
            times.append(perf_counter() - begun)
            passages.append(len(texts))
            by_head.append(_rank([reading.relevance for reading in readings]))
            by_cosine.append(_rank(_cosines(embedder, row["query"], texts)))
    return {
        "queries": len(by_head),
        "MRR": _percent(by_head),
        "MRR by cosine": _percent(by_cosine),
        "passages": round(float(np.mean(passages)), 1),
        "ms, p50": round(1000 * float(np.median(times))),
    }


def _rank(scores: Sequence[float]) -> float:
    """Return the reciprocal rank of the first text; one with the same score stands before it."""
    return 1 / sum(score >= scores[0] for score in scores)


def _nearest(embedder: Embedder, question: str, passage: str) -> str:
    sentences = [passage[span[0] : span[1]] for span in split_by_punctuation(passage)] or [passage]
    return sentences[int(np.argmax(_cosines(embedder, question, sentences)))]


def _cosines(embedder: Embedder, question: str, texts: Sequence[str]) -> list[float]:
    return list(embedder.embed_passages(texts) @ embedder.embed_queries([question])[0])


def _percent(values: Sequence[float]) -> float | None:
    return round(100 * float(np.mean(values)), 1) if values else None


if __name__ == "__main__":
    main()
