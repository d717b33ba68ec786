"""How large the trained change of the encoder is."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Size"]


@dataclass(frozen=True, slots=True)
class Size:
    """What is trained: the layers from `first_layer` on, the rank of their change, dropout."""

    first_layer: int = 4
    rank: int = 32
    dropout: float = 0.1
