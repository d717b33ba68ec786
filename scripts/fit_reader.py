"""Fits what the extractive reader ranks spans by, and how sure it is: `just fit-reader DATA`.

Learned from: questions of the multi-hop data sets that neither the reading heads were trained on
nor any figure is of (first half of the file, odd places), with all gold passages, with others
beside them, and with others alone; and questions over the documents that the heads were not trained
on, each with the passages that are nearest to it, which hold the answer or do not. Of these every
second document is left out, for figures.
"""

from __future__ import annotations

import json
import random
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import click
import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from kgplatform.answer.barring import make_bars
from kgplatform.answer.evidence.build import view_evidence
from kgplatform.answer.spans.features import FEATURES
from kgplatform.answer.spans.heads import read_heads
from kgplatform.answer.spans.scoring import SIGNS, WEIGHTS_FILE, Scored, rank, signs_of
from kgplatform.answer.spans.support import Support, compute_support
from kgplatform.evaluate.metrics import compute_exact_match, compute_f1
from kgplatform.models.linguistics import DEFAULT_PIPELINE, Linguistics, load_linguistics
from kgplatform.models.reading_heads.heads import WEIGHTS, ReadingHeads, load
from kgplatform.question.analysis import SPAN, Asked, analyse
from kgplatform.records import Evidence, ScoredPassage
from kgplatform.settings import Settings
from kgplatform.training.heads.data import MAX_ANSWER_WORDS, SOURCES, read_rows
from kgplatform.training.heads.negatives import find_nearest

HOPS = {"gold": (True, 0, None), "gold+3": (True, 3, 60), "others": (False, 5, 60)}
"""Whether gold passages are there, how many others, of how many questions at most."""
EACH, MOST_CHARACTERS, OTHERS, WITHOUT = 40, 6000, 4, 0.3
PENALTY, SIGN_PENALTY, FOLDS, TIMES, NEARLY_RIGHT = 3.0, 5.0, 4, 3, 0.7
"""L2 of both; parts that scores of the other parts' weights are taken of; how often a question over
documents counts; F1 of what is learned from where no candidate is exactly the answer."""


@dataclass(frozen=True)
class Case:
    """A question with its evidence; no answers where none is there."""

    question: str
    answers: tuple[str, ...]
    passages: tuple[ScoredPassage, ...]
    times: int = 1


class Seen(NamedTuple):
    """A case as the reader sees it."""

    case: Case
    asked: Asked
    support: Support
    ranked: list[Scored]


def hop_cases(path: Path, each: int | None = None) -> Iterator[Case]:
    """Yield the cases of a multi-hop data set."""
    rows = read_rows(path)
    own = rows[: len(rows) // 2][1::2]
    for gold, others, most in HOPS.values():
        for number, row in enumerate(own[:most][:each]):
            kept = [p for p in row["paragraphs"] if p["is_supporting"] and gold]
            kept += [p for p in row["paragraphs"] if not p["is_supporting"]][:others]
            random.Random(number).shuffle(kept)
            answers = (row["answer"], *row.get("answer_aliases", ()))
            yield Case(row["question"], answers, tuple(map(_paragraph, range(len(kept)), kept)))


def document_cases(name: str, path: Path, each: int = EACH) -> Iterator[Case]:
    """Yield cases, at most so many, over every second document of a set's valid split."""
    every = [row for row in read_rows(path) if row["split"] == "valid"]
    rows = [row for row in every if zlib.crc32(row["title"].encode()) % 2 == 0]
    titles = {row["context"]: row["title"] for row in every}
    generator = random.Random(name)
    generator.shuffle(rows)
    nearest = find_nearest(rows, titles, lambda row: str(row["title"])) if rows else iter(())
    found = 0
    for row, near in zip(rows, nearest, strict=True):
        answers = tuple(answer["text"] for answer in row["answers"])
        is_without = bool(answers) and len(near) > 1 and generator.random() < WITHOUT
        texts = list(near) if is_without else [row["context"], *near[: OTHERS - 1]]
        is_short = all(len(answer.split()) <= MAX_ANSWER_WORDS for answer in answers)
        if found == each or not is_short or sum(map(len, texts)) > MOST_CHARACTERS:
            continue
        found += 1
        generator.shuffle(texts)
        passages = tuple(
            ScoredPassage(str(n), str(n), titles[text] if SOURCES[name].titled else "", "", text, 1)
            for n, text in enumerate(texts)
        )
        yield Case(row["question"], () if is_without else answers, passages, TIMES)


def _paragraph(number: int, paragraph: dict[str, Any]) -> ScoredPassage:
    text = paragraph.get("text") or " ".join(s.strip() for s in paragraph["sentences"])
    return ScoredPassage(str(number), str(number), paragraph["title"], "", text, 1.0)


def see(case: Case, linguistics: Linguistics, heads: ReadingHeads) -> Seen | None:
    """Return a case with its candidates, in any order; None where no span is asked for."""
    asked = analyse(case.question)
    if asked.kind != SPAN:
        return None
    view = view_evidence(asked, Evidence(case.passages), linguistics)
    bars = make_bars(asked, (f"{p.head}\n{p.text}" for p in view.passages))
    ranked = rank(asked, view, read_heads(asked, view, heads), bars, [0.0] * len(FEATURES))
    return Seen(case, asked, compute_support(asked, view), ranked) if ranked else None


def fit(seen: Sequence[Seen]) -> np.ndarray:
    """Return weights of FEATURES: the right candidates against all, listwise softmax."""
    groups = []
    for one in seen:
        answers = one.case.answers
        if not answers:
            continue
        worth = np.array([compute_f1(s.candidate.text, answers) for s in one.ranked])
        if worth.max() >= NEARLY_RIGHT:
            values = np.array([s.values for s in one.ranked])
            groups += [(values, worth == worth.max())] * one.case.times
    values = np.vstack([group[0] for group in groups])
    right = np.concatenate([group[1] for group in groups])
    sizes = np.array([len(group[1]) for group in groups])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = values @ weights
        shifted = np.exp(scores - np.repeat(np.maximum.reduceat(scores, starts), sizes))
        total = np.add.reduceat(shifted, starts)
        hit = np.add.reduceat(shifted * right, starts) + 1e-300
        gradient = values.T @ (
            shifted / np.repeat(total, sizes) - shifted * right / np.repeat(hit, sizes)
        )
        value = -np.log(hit / total).sum() + PENALTY * weights @ weights
        return float(value), gradient + 2 * PENALTY * weights

    return np.asarray(
        minimize(loss, np.zeros(len(FEATURES)), jac=True, method="L-BFGS-B").x, dtype=float
    )


def rescore(one: Seen, weights: np.ndarray) -> list[Scored]:
    """Return a case's candidates ranked by weights."""
    scored = [replace(s, score=float(weights @ np.array(s.values))) for s in one.ranked]
    return sorted(scored, key=lambda s: -s.score)


def is_right(one: Seen, ranked: Sequence[Scored]) -> bool:
    """Return whether the best candidate is the answer."""
    answers = one.case.answers
    return bool(answers) and bool(compute_exact_match(ranked[0].candidate.text, answers))


def fit_signs(seen: Sequence[Seen]) -> tuple[np.ndarray, float]:
    """Return weights of SIGNS with their offset, from rankings by weights of other cases.

    A logistic curve in which what speaks for a candidate never counts against it: without that,
    signs that go together get large weights of either kind, and are less sure on other questions.
    """
    signs, right, times = [], [], []
    for fold in range(FOLDS):
        weights = fit([one for n, one in enumerate(seen) if n % FOLDS != fold])
        for one in seen[fold::FOLDS]:
            ranked = rescore(one, weights)
            signs.append(signs_of(ranked, one.support))
            right.append(is_right(one, ranked))
            times.append(one.case.times)
    values, is_right_one, counts = np.array(signs), np.array(right), np.array(times)
    mean, spread = values.mean(axis=0), values.std(axis=0) + 1e-6
    rows = np.column_stack([(values - mean) / spread, np.ones(len(values))])

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        sums, slopes = rows @ weights, np.append(weights[:-1], 0)
        value = counts @ (np.logaddexp(0, sums) - is_right_one * sums)
        gradient = rows.T @ (counts * (expit(sums) - is_right_one))
        return value + SIGN_PENALTY * slopes @ slopes, gradient + 2 * SIGN_PENALTY * slopes

    bounds = [(0, None) if is_for > 0 else (None, 0) for is_for in SIGNS.values()]
    start = np.zeros(rows.shape[1])
    best = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=[*bounds, (None, None)]).x
    sure = expit(rows @ best)
    for least in np.arange(0.2, 0.65, 0.05):
        given = sure >= least
        good = int((given & is_right_one).sum())
        print(f"answers from {least:.2f} on: {good} right, {int(given.sum()) - good} wrong")
    slopes = best[:-1] / spread
    return slopes, float(best[-1] - slopes @ mean)


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--heads", type=click.Path(exists=True, path_type=Path), default=WEIGHTS)
@click.option("--least", type=float, default=0.55, show_default=True, help="Least sure answer.")
@click.option("--each", type=int, help="Questions of each set at most, for a trial.")
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS_FILE, show_default=True)
def main(data: Path, heads: Path, least: float, each: int | None, out: Path) -> None:
    """Fit on DATA, which is what `just train-heads` takes."""
    linguistics = load_linguistics(DEFAULT_PIPELINE)
    opened = load(cache=Settings().cache, weights=heads)
    if opened is None:
        raise click.UsageError("There are no weights of the heads: train them, or give --heads.")
    cases: list[Case] = []
    for name, source in SOURCES.items():
        if source.kind == "hops":
            cases += hop_cases(data / f"{name}.jsonl.gz", each)
        elif source.kind == "span":
            path = data / "reading" / f"{name}.jsonl.gz"
            cases += document_cases(name, path, each or EACH)
    random.Random(0).shuffle(cases)
    seen = [found for case in cases if (found := see(case, linguistics, opened)) is not None]
    weights = fit(seen)
    signs, offset = fit_signs(seen)
    kept = {
        "heads": opened.version,
        "ranking": {n: round(float(w), 3) for n, w in zip(FEATURES, weights, strict=True)},
        "signs": {n: round(float(w), 4) for n, w in zip(SIGNS, signs, strict=True)},
        "offset": round(offset, 4),
        "least": least,
    }
    out.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    print(f"fitted on {len(seen)} questions")


if __name__ == "__main__":
    main()
