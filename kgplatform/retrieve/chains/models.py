"""The linear models of chains, with the weights that ship with the package."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from kgplatform.retrieve.chains.features import PASSAGE_FEATURES
from kgplatform.retrieve.chains.pairs import FINAL_FEATURES, PAIR_FEATURES

__all__ = ["ChainModels", "Linear", "Round", "load_chain_models"]

WEIGHTS = Path(__file__).parent / "weights.json"

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Linear:
    """A linear model: `weights` of shape (features,), and a bias."""

    weights: Floats
    bias: float

    def score(self, features: Floats) -> Floats:
        """Return log-odds, shape (rows,), for features of shape (rows, features)."""
        return np.asarray(features @ self.weights + self.bias)

    @classmethod
    def load(cls, fields: Mapping[str, Any], names: tuple[str, ...]) -> Self:
        """Make it of {"bias": number, "weights": {feature: number}}, in the order of `names`.

        Raises:
            KeyError: a feature has no weight.
        """
        return cls(np.array([fields["weights"][name] for name in names]), fields["bias"])


@dataclass(frozen=True, slots=True)
class Round:
    """Log-odds that both passages of a pair are of the answer, and that one is, given its pairs."""

    pair: Linear
    final: Linear


@dataclass(frozen=True, slots=True)
class ChainModels:
    """Log-odds that a passage is of the answer, seen alone, and then round by round.

    A round's chains start from the passages that the one before it found best, so that the second
    one reaches the third hop and knows the first.
    """

    passage: Linear
    rounds: tuple[Round, ...]


@cache
def load_chain_models() -> ChainModels:
    """Return the models that ship with the package."""
    fields = json.loads(WEIGHTS.read_text(encoding="utf-8"))
    rounds = tuple(
        Round(
            pair=Linear.load(models["pair"], PAIR_FEATURES),
            final=Linear.load(models["final"], FINAL_FEATURES),
        )
        for models in fields["rounds"]
    )
    return ChainModels(Linear.load(fields["passage"], PASSAGE_FEATURES), rounds)
