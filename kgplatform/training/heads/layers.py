"""The encoder's layers and the heads as modules of PyTorch, which must be installed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from kgplatform.models.reading_heads.heads import Support
from kgplatform.training.heads.size import Size

__all__ = ["Network"]

Weights = Mapping[str, Any]

ATTENTION_HEADS = 12
"""In each layer of the encoder."""
UNREACHABLE = -1e4
"""Score of a token that no span begins or ends at: one of the question."""
NORM_EPSILON = 1e-12
MATRICES = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)
NORMS = ("attention.output.LayerNorm", "output.LayerNorm")


class Matrix(nn.Module):  # type: ignore[misc]
    """x W + b; where it is trained, x W + x down up + b with W frozen."""

    def __init__(self, weights: Weights, name: str, *, rank: int) -> None:
        super().__init__()
        self.name, self.rank = name, rank
        self.register_buffer("frozen", _copied(weights, f"{name}.weight"), persistent=False)
        self.bias = nn.Parameter(_copied(weights, f"{name}.bias"), requires_grad=rank > 0)
        if rank:
            rows, columns = self.frozen.shape
            self.down = nn.Parameter(torch.randn(rows, rank) / rows**0.5)
            self.up = nn.Parameter(torch.zeros(rank, columns))

    def forward(self, rows: Any) -> Any:
        result = functional.linear(rows, self.frozen.T, self.bias)
        return result + rows @ self.down @ self.up if self.rank else result


class Norm(nn.LayerNorm):  # type: ignore[misc]
    def __init__(self, weights: Weights, name: str, *, is_trained: bool) -> None:
        super().__init__(weights[f"{name}.weight"].shape[0], eps=NORM_EPSILON)
        self.name = name
        self.load_state_dict(
            {part: _copied(weights, f"{name}.{part}") for part in ("weight", "bias")}
        )
        self.requires_grad_(is_trained)


class Layer(nn.Module):  # type: ignore[misc]
    def __init__(self, weights: Weights, number: int, *, rank: int) -> None:
        super().__init__()
        prefix = f"encoder.layer.{number}"
        self.query, self.key, self.value, self.mixed, self.wide, self.narrow = (
            Matrix(weights, f"{prefix}.{name}", rank=rank) for name in MATRICES
        )
        self.inner_norm, self.norm = (
            Norm(weights, f"{prefix}.{name}", is_trained=rank > 0) for name in NORMS
        )

    def forward(self, states: Any, mask: Any) -> Any:
        texts, tokens, width = states.shape
        query, key, value = (
            matrix(states).view(texts, tokens, ATTENTION_HEADS, -1).transpose(1, 2)
            for matrix in (self.query, self.key, self.value)
        )
        mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        mixed = self.mixed(mixed.transpose(1, 2).reshape(texts, tokens, width))
        states = self.inner_norm(states + mixed)
        return self.norm(states + self.narrow(functional.gelu(self.wide(states))))


class Network(nn.Module):  # type: ignore[misc]
    """From token ids and types to the scores of each head."""

    def __init__(self, weights: Weights, size: Size) -> None:
        super().__init__()
        for name in ("word", "position", "token_type"):
            table = _copied(weights, f"embeddings.{name}_embeddings.weight")
            self.register_buffer(name, table, persistent=False)
        self.norm = Norm(weights, "embeddings.LayerNorm", is_trained=False)
        layers = sum(name.endswith("self.query.weight") for name in weights)
        self.layers = nn.ModuleList(
            Layer(weights, number, rank=size.rank if number >= size.first_layer else 0)
            for number in range(layers)
        )
        width = self.word.shape[1]
        self.drop = nn.Dropout(size.dropout)
        self.span, self.support = nn.Linear(width, 2), nn.Linear(width, len(Support._fields))
        self.relevance = nn.Linear(width, 1)

    def forward(self, batch: Any) -> dict[str, Any]:
        """Return the scores of a batch (`batches.gather`) by head."""
        ids, mask = batch["ids"], batch["mask"][:, None, None]
        states = self.norm(
            functional.embedding(ids, self.word)
            + self.position[: ids.shape[1]]
            + functional.embedding(batch["types"], self.token_type)
        )
        for layer in self.layers:
            states = layer(states, mask)
        first = self.drop(states[:, 0])
        spans = self.span(self.drop(states)).float()
        return {
            "span": spans.masked_fill(~batch["spannable"][..., None], UNREACHABLE),
            "support": self.support(first).float(),
            "relevance": self.relevance(first)[:, 0].float(),
        }


def _copied(weights: Weights, name: str) -> Any:
    return torch.from_numpy(np.array(weights[name]))
