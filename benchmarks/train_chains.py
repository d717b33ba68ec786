"""Fits the linear models of `retrieve/chains`, and measures what they learn and what carries over.

    python benchmarks/train_chains.py DATA/2wikimultihopqa.jsonl.gz DATA/musique.jsonl.gz \\
        DATA/hotpotqa.jsonl.gz [--views FOLDER] [--write]

Each pack is ingested into its scratch graph, and the product's own code looks around every
question (`look_around`): about 100 ms a question. --views keeps what it saw in a folder, so that
a second fit needs no graph.

Models are fitted on the 1st, 3rd, ... question of each pack and the figures are of the others.
Rows weigh 1 over the questions of their pack, so that packs count alike. Labels: a passage is of a
gold document; both passages of a pair are. The loss is logistic with an L2 penalty; it is convex,
so the weights are the same on every machine but for rounding. The shipped weights are fitted on
all packs given (--write). "without" rows are of models that never saw a question of the pack.
"""

from __future__ import annotations

import argparse
import json
import pickle
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from record import print_table, write_result
from scipy.optimize import minimize

from kgplatform.evaluate.datasets import load_dataset
from kgplatform.evaluate.scratch import ScratchGraph, corpus_id, serve_corpus
from kgplatform.platform import Platform
from kgplatform.retrieve.chains.final import FINAL_FEATURES, describe_chained
from kgplatform.retrieve.chains.models import WEIGHTS, Adaptive, ChainModels, Linear, Round
from kgplatform.retrieve.chains.pairs import PAIR_FEATURES, Pairs, find_pairs
from kgplatform.retrieve.chains.ranking import (
    chain_passages,
    find_seeds,
    rank_passages,
    score_alone,
)
from kgplatform.retrieve.chains.view import (
    CONTEXT,
    PASSAGE_FEATURES,
    View,
    describe_context,
    describe_passages,
)
from kgplatform.retrieve.graph import look_around
from kgplatform.settings import Settings

PENALTY = {"passage": 1e-3, "pair": 1e-3, "final": 1e-4}  # not tuned
KS = (2, 5, 10)
ROUNDS = 2
TEXT_WEIGHT = 0.3  # of the text score beside the walk's, in the row that has no chains
DECIMALS = 5

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """What was seen around one question, and which corpus document each passage is of."""

    view: View
    walked: Floats
    documents: tuple[str, ...]
    gold: frozenset[str]

    @property
    def is_gold(self) -> npt.NDArray[np.bool_]:
        return np.array([document in self.gold for document in self.documents], bool)


Packs = dict[str, list[Case]]


def look(path: Path, settings: Settings) -> list[Case]:
    """Return a case for every question of a pack."""
    dataset = load_dataset(path)
    scratch = ScratchGraph.plan(dataset, settings=settings)
    with Platform(scratch.settings) as platform, serve_corpus(
        scratch, dataset.corpus, platform=platform
    ):  # fmt: skip
        graph = platform.graph()
        rows = graph.run_text("MATCH (p:Passage)-[:PART_OF]->(d) RETURN p.id AS id, d.uri AS uri")
        document_of = {row["id"]: corpus_id(row["uri"]) for row in rows}
        cases = []
        for number, question in enumerate(dataset.questions, start=1):
            around = look_around(question.text, graph=graph, embedder=platform.embedder)
            documents = tuple(document_of[key] for key in around.local.passage_ids)
            cases.append(Case(around.view, around.walked, documents, question.gold))
            if number % 100 == 0:
                print(f"{dataset.name}: {number} of {len(dataset.questions)}", file=sys.stderr)
    return cases


def load_cases(path: Path, views: Path | None, settings: Settings) -> list[Case]:
    kept = views / f"{path.name.partition('.')[0]}.pickle" if views else None
    if kept and kept.is_file():
        with kept.open("rb") as stream:
            cases: list[Case] = pickle.load(stream)
        return cases
    cases = look(path, settings)
    if kept:
        kept.parent.mkdir(parents=True, exist_ok=True)
        with kept.open("wb") as stream:
            pickle.dump(cases, stream, protocol=5)
    return cases


def fit(features: Floats, gold: Floats, weights: Floats, penalty: float) -> Linear:
    """Return the model of least weighted logistic loss, on standardised features."""
    mean, scale = features.mean(axis=0), features.std(axis=0) + 1e-6
    scaled, sign, weights = (features - mean) / scale, 2 * gold - 1, weights / weights.sum()

    def loss(parameters: Floats) -> tuple[float, Floats]:
        w, bias = parameters[:-1], parameters[-1]
        margin = sign * (scaled @ w + bias)
        slope = -sign * weights / (1 + np.exp(np.clip(margin, -50, 50)))
        value = weights @ np.logaddexp(0, -margin) + 0.5 * penalty * (w @ w)
        return float(value), np.r_[slope @ scaled + penalty * w, slope.sum()]

    start = np.zeros(features.shape[1] + 1)
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 1000}).x
    return Linear(found[:-1] / scale, float(found[-1] - (found[:-1] / scale) @ mean))


def fit_rows(packs: Iterable[Sequence[tuple[Floats, Floats]]], penalty: float) -> Linear:
    """Fit on the (features, gold) of the questions of some packs, packs counting alike."""
    rows = [
        (features, gold, np.full(len(gold), 1 / len(pack)))
        for pack in packs
        for features, gold in pack
    ]
    return fit(*(np.concatenate(column) for column in zip(*rows, strict=True)), penalty)


def fit_adaptive(
    packs: Sequence[Sequence[tuple[Floats, Floats, Floats]]], penalty: float
) -> Adaptive:
    """Fit on (features, context, gold): a linear model on features and features times context."""
    contexts = np.array([context for pack in packs for _, context, _ in pack])
    mean, scale = contexts.mean(axis=0), contexts.std(axis=0) + 1e-6

    def multiply(features: Floats, context: Floats) -> Floats:
        parts = [features * value for value in (context - mean) / scale]
        return np.concatenate([features, *parts], axis=1)

    model = fit_rows(
        [[(multiply(f, context), gold) for f, context, gold in pack] for pack in packs], penalty
    )
    weights = model.weights.reshape(1 + len(mean), -1)
    slopes = weights[1:] / scale[:, None]
    return Adaptive(Linear(weights[0] - mean @ slopes, model.bias), slopes)


def train(packs: Packs) -> ChainModels:
    """Fit the models one after the other, each on what those before it give."""
    passage = fit_rows(
        [[(describe_passages(c.view), c.is_gold[c.view.candidates] * 1.0) for c in cases]
         for cases in packs.values()],
        PENALTY["passage"],
    )  # fmt: skip
    models = ChainModels(passage, ())
    seen = [[(case, score_alone(case.view, models)) for case in cases] for cases in packs.values()]
    for _ in range(ROUNDS):
        found = train_round(seen)
        models = ChainModels(passage, (*models.rounds, found))
        seen = [
            [(c, chain_passages(c.view, c.walked, scores, found).scores) for c, scores in pack]
            for pack in seen
        ]
    return models


def train_round(packs: Sequence[Sequence[tuple[Case, Floats]]]) -> Round:
    """Fit the models of a round on questions with the scores of their passages before it."""
    found = [[(case, scores, *_pairs(case, scores)) for case, scores in pack] for pack in packs]
    pair = fit_adaptive(
        [[(pairs.features, context, (c.is_gold[pairs.first] & c.is_gold[pairs.second]) * 1.0)
          for c, _, pairs, context in pack] for pack in found],
        PENALTY["pair"],
    )  # fmt: skip
    final = fit_adaptive(
        [[(describe_chained(c.view, scores, pairs, pair.score(pairs.features, context), c.walked),
           context, c.is_gold * 1.0) for c, scores, pairs, context in pack] for pack in found],
        PENALTY["final"],
    )  # fmt: skip
    return Round(pair, final)


def _pairs(case: Case, scores: Floats) -> tuple[Pairs, Floats]:
    seeds = find_seeds(scores)
    return find_pairs(case.view, seeds, scores), describe_context(case.view, scores)


def rank_chained(case: Case, models: ChainModels) -> Floats:
    return rank_passages(case.view, case.walked, models)[-1].scores


def rank_in_one_round(case: Case, models: ChainModels) -> Floats:
    return rank_passages(case.view, case.walked, models)[0].scores


def rank_alone(case: Case, models: ChainModels) -> Floats:
    return score_alone(case.view, models)


def measure(cases: Sequence[Case], rank: Any) -> dict[str, float]:
    """Return recall of gold documents, in percent, over all questions."""
    sums = dict.fromkeys(KS, 0.0)
    for case in cases:
        order = np.argsort(-rank(case), kind="stable")
        documents = list(dict.fromkeys(case.documents[i] for i in order))
        for k in KS:
            sums[k] += len(case.gold & set(documents[:k])) / len(case.gold)
    return {f"recall@{k}": round(100 * total / len(cases), 1) for k, total in sums.items()}


def compare(packs: Packs) -> list[dict[str, Any]]:
    """Return figures on the held-out half of each pack, for each way to rank."""
    fitted = {name: cases[0::2] for name, cases in packs.items()}
    held_out = {name: cases[1::2] for name, cases in packs.items()}
    models = train(fitted)
    rows = []
    for name, cases in held_out.items():
        others = {other: part for other, part in fitted.items() if other != name}
        ways = {
            "text": lambda case: case.view.fused,
            "walk and text": lambda case: case.walked + TEXT_WEIGHT * case.view.fused,
            "passage model": partial(rank_alone, models=models),
            "chains, first round": partial(rank_in_one_round, models=models),
            "chains": partial(rank_chained, models=models),
            "within reach": lambda case: case.is_gold * 1.0,
        }
        if others:
            ways["chains, without this pack"] = partial(rank_chained, models=train(others))
        rows += [{"pack": name, "ranked by": way, **measure(cases, ways[way])} for way in ways]
        rows.append(
            {"pack": name, "ranked by": "chains, fitted half"}
            | measure(fitted[name], partial(rank_chained, models=models))
        )
    return rows


def to_json(models: ChainModels) -> dict[str, Any]:
    return {
        "passage": _linear_json(models.passage, PASSAGE_FEATURES),
        "rounds": [
            {
                "pair": _adaptive_json(found.pair, PAIR_FEATURES),
                "final": _adaptive_json(found.final, FINAL_FEATURES),
            }
            for found in models.rounds
        ],
    }


def _linear_json(model: Linear, names: Sequence[str]) -> dict[str, Any]:
    return {"bias": round(model.bias, DECIMALS), "weights": _by_name(model.weights, names)}


def _adaptive_json(model: Adaptive, names: Sequence[str]) -> dict[str, Any]:
    slopes = zip(CONTEXT, model.slopes, strict=True)
    by_context = {context: _by_name(row, names) for context, row in slopes}
    return {**_linear_json(model.base, names), "slopes": by_context}


def _by_name(values: Floats, names: Sequence[str]) -> dict[str, float]:
    return dict(zip(names, values.round(DECIMALS).tolist(), strict=True))


def load_settings() -> Settings:
    """Return the user's settings; without a home of theirs, scratch graphs are temporary."""
    settings = Settings.load()
    if "home" in settings.model_fields_set:
        return settings
    return Settings.load(home=Path(tempfile.gettempdir()) / "kgplatform-chains")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--views", type=Path, help="folder that keeps what was seen")
    parser.add_argument("--write", action="store_true", help="replace the shipped weights")
    arguments = parser.parse_args()
    settings = load_settings()
    packs = {p.name.partition(".")[0]: load_cases(p, arguments.views, settings)
             for p in arguments.packs}  # fmt: skip
    rows = compare(packs)
    print_table(rows)
    write_result("chains", rows)
    if arguments.write:
        models = train({name: cases[0::2] for name, cases in packs.items()})
        WEIGHTS.write_text(json.dumps(to_json(models), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
