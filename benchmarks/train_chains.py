"""Fits the linear models of `retrieve/chains`, and measures what they learn and what carries over.

    python benchmarks/train_chains.py DATA/2wikimultihopqa.jsonl.gz DATA/musique.jsonl.gz \\
        DATA/hotpotqa.jsonl.gz [--views FOLDER] [--write]

Each pack is ingested into its scratch graph, and the product's own code looks around every
question (`look_around`): about 100 ms a question. --views keeps what it saw in a folder, so that
a second fit needs no graph.

Models are fitted on the 1st, 3rd, ... question of each pack and the figures are of the others.
Rows weigh 1 over the questions of their pack, so that packs count alike. Labels: a passage is of a
gold document; both passages of a pair are. The loss is convex, so the weights are the same on every
machine but for rounding. The shipped weights are fitted on all packs given (--write). "each
half by the other" is of all questions, those of either half ranked by models fitted on the other
halves. "without" rows are of models that saw no question of the pack, so that all of its questions
are held out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from looking import Case, Packs, load_packs, load_settings
from record import print_table, write_result
from scipy.optimize import minimize
from scipy.special import expit

from kgplatform.retrieve.chains.features import PASSAGE_FEATURES, describe_passages
from kgplatform.retrieve.chains.models import WEIGHTS, ChainModels, Linear, Round
from kgplatform.retrieve.chains.pairs import (
    FINAL_FEATURES,
    PAIR_FEATURES,
    Pairs,
    describe_chained,
    find_pairs,
)
from kgplatform.retrieve.chains.ranking import (
    chain_passages,
    find_seeds,
    rank_passages,
    score_alone,
)

PENALTY = 1e-2  # of squared weights; from a half to ten times as much makes no difference
KS = (2, 5, 10)
ROUNDS = 2
TEXT_WEIGHT = 0.3  # of the text score beside the walk's, in the row that has no chains
DECIMALS = 5

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]
Question = tuple[Floats, Flags]
"""Features of the rows of one question, shape (rows, features), and which of them are gold."""


def fit(packs: Iterable[Sequence[Question]]) -> Linear:
    """Return the model that best puts the gold rows of a question before its others, as log-odds.

    Of each gold row the loss is minus the log of its share in a softmax over itself and its
    question's rows that are not gold. It sees only differences within a question, and carries
    over to other packs better than a logistic loss over all rows at once.
    """
    weighed = [(*question, 1 / len(pack)) for pack in packs for question in pack]
    features = np.concatenate([rows for rows, _, _ in weighed])
    gold = np.concatenate([is_gold for _, is_gold, _ in weighed])
    weights = np.concatenate([np.full(len(is_gold), weight) for _, is_gold, weight in weighed])
    direction = fit_order([one for one in weighed if one[1].any() and not one[1].all()])
    slope, bias = calibrate(features @ direction, gold, weights)
    return Linear(slope * direction, bias)


def fit_order(weighed: Sequence[tuple[Floats, Flags, float]]) -> Floats:
    """Return the weights of features by which gold rows come first."""
    features = np.concatenate([rows for rows, _, _ in weighed])
    gold = np.concatenate([is_gold for _, is_gold, _ in weighed])
    counts = np.array([len(is_gold) for _, is_gold, _ in weighed])
    starts, question = np.cumsum(counts) - counts, np.repeat(np.arange(len(counts)), counts)
    weight = np.array([weight for _, _, weight in weighed]) / np.add.reduceat(gold, starts)
    weight = weight[question[gold]] / weight[question[gold]].sum()
    scale = features.std(axis=0) + 1e-6
    scaled = (features - features.mean(axis=0)) / scale

    def loss(w: Floats) -> tuple[float, Floats]:
        scores = scaled @ w
        others = np.where(gold, -np.inf, scores)
        top = np.maximum.reduceat(others, starts)
        level = top + np.log(np.add.reduceat(np.exp(others - top[question]), starts))
        margin = scores[gold] - level[question[gold]]
        pull = weight * expit(-margin)
        slope = np.bincount(question[gold], pull)[question] * np.exp(others - level[question])
        slope[gold] = -pull
        value = weight @ np.logaddexp(0, -margin) + 0.5 * PENALTY * (w @ w)
        return float(value), slope @ scaled + PENALTY * w

    start = np.zeros(features.shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 1000}).x
    return np.asarray(found / scale)


def calibrate(scores: Floats, gold: Flags, weights: Floats) -> tuple[float, float]:
    """Return the slope and the bias that make log-odds of scores (Platt, 1999)."""
    middle, scale = scores.mean(), scores.std() + 1e-6
    scaled, sign = (scores - middle) / scale, np.where(gold, 1, -1)
    weights = weights / weights.sum()

    def loss(parameters: Floats) -> tuple[float, Floats]:
        margin = sign * (parameters[0] * scaled + parameters[1])
        slope = -sign * weights * expit(-margin)
        return float(weights @ np.logaddexp(0, -margin)), np.array([slope @ scaled, slope.sum()])

    slope, bias = minimize(loss, np.array([1.0, 0.0]), jac=True, method="L-BFGS-B").x
    return float(slope / scale), float(bias - slope * middle / scale)


def train(packs: Packs) -> ChainModels:
    """Fit the models one after the other, each on what those before it give."""
    passage = fit(
        [[(describe_passages(c.view), c.is_gold[c.view.candidates]) for c in cases]
         for cases in packs.values()]
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
    found = [[(case, scores, _pairs(case, scores)) for case, scores in pack] for pack in packs]
    pair = fit(
        [[(pairs.features, c.is_gold[pairs.first] & c.is_gold[pairs.second])
          for c, _, pairs in pack] for pack in found]
    )  # fmt: skip
    final = fit(
        [[(describe_chained(c.view, scores, pairs, pair.score(pairs.features), c.walked), c.is_gold)
          for c, scores, pairs in pack] for pack in found]
    )  # fmt: skip
    return Round(pair, final)


def _pairs(case: Case, scores: Floats) -> Pairs:
    return find_pairs(case.view, find_seeds(scores), scores)


def rank_chained(case: Case, models: ChainModels) -> Floats:
    return rank_passages(case.view, case.walked, models)[-1].scores


def _rank_by_half(
    case: Case, models: ChainModels, turned: ChainModels, fitted: Collection[int]
) -> Floats:
    """Rank by the models that did not see the case; `fitted` has ids of the cases of `models`."""
    return rank_chained(case, turned if id(case) in fitted else models)


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


def hold_out(
    packs: Packs, fit: Callable[[Packs], ChainModels] = train
) -> list[dict[str, str | float]]:
    """Return a row a pack: fitted on the first half of each, measured on the second."""
    models = fit({name: cases[0::2] for name, cases in packs.items()})
    rank = partial(rank_chained, models=models)
    return [{"pack": name, **measure(cases[1::2], rank)} for name, cases in packs.items()]


def compare(packs: Packs) -> list[dict[str, Any]]:
    """Return figures on the held-out half of each pack, for each way to rank."""
    fitted = {name: cases[0::2] for name, cases in packs.items()}
    held_out = {name: cases[1::2] for name, cases in packs.items()}
    models, turned = train(fitted), train(held_out)
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
        rows += [{"pack": name, "ranked by": way, **measure(cases, ways[way])} for way in ways]
        more = {"chains, fitted half": (fitted[name], ways["chains"])}
        halves = partial(
            _rank_by_half, models=models, turned=turned, fitted=set(map(id, fitted[name]))
        )
        more["chains, each half by the other"] = (packs[name], halves)
        if others:
            unseen = partial(rank_chained, models=train(others))
            more["walk and text, all questions"] = (packs[name], ways["walk and text"])
            more["chains, without this pack, all questions"] = (packs[name], unseen)
        rows += [{"pack": name, "ranked by": way, **measure(*more[way])} for way in more]
    return rows


def to_json(models: ChainModels) -> dict[str, Any]:
    return {
        "passage": _linear_json(models.passage, PASSAGE_FEATURES),
        "rounds": [
            {
                "pair": _linear_json(found.pair, PAIR_FEATURES),
                "final": _linear_json(found.final, FINAL_FEATURES),
            }
            for found in models.rounds
        ],
    }


def _linear_json(model: Linear, names: Sequence[str]) -> dict[str, Any]:
    return {"bias": round(model.bias, DECIMALS), "weights": _by_name(model.weights, names)}


def _by_name(values: Floats, names: Sequence[str]) -> dict[str, float]:
    return dict(zip(names, values.round(DECIMALS).tolist(), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--views", type=Path, help="folder that keeps what was seen")
    parser.add_argument("--write", action="store_true", help="replace the shipped weights")
    arguments = parser.parse_args()
    packs = load_packs(arguments.packs, arguments.views, load_settings())
    rows = compare(packs)
    print_table(rows)
    write_result("chains", rows)
    if arguments.write:
        models = train({name: cases[0::2] for name, cases in packs.items()})
        WEIGHTS.write_text(json.dumps(to_json(models), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
