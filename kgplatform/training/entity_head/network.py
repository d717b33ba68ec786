"""The network as PyTorch trains it, its loss, and its weights as `EntityHead` reads them.

The join with spaCy is learned with the rest: what its recogniser and tagger see at a word adds to
the score of each label, and is left out for a part of the texts, so that the head learns to do
without.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from kgplatform.errors import MissingExtra
from kgplatform.models.entity_head.head import KINDS, LABELS
from kgplatform.models.entity_head.words import PLACES, SHAPES

if TYPE_CHECKING:
    from kgplatform.training.entity_head.features import SpacyLabels

__all__ = ["Size", "export_weights", "log_likelihood", "make_network", "torch", "unmarked"]

try:
    import torch
except ImportError:  # the extra `train`; make_network says so
    torch = None

LEFT_OUT = 0.15
"""Share of texts that are trained without what spaCy sees."""


@dataclass(frozen=True, slots=True)
class Size:
    """Of a network: width of its layers, how many convolutions, rate of dropout."""

    width: int = 192
    convolutions: int = 2
    dropout: float = 0.3


def make_network(labels: SpacyLabels, size: Size, *, seed: int = 0, dimension: int = 384) -> Any:
    """Return a new network, of weights that follow from the seed.

    Raises:
        MissingExtra: PyTorch is not installed.
    """
    if torch is None:
        raise MissingExtra("train", "Training the recogniser")
    nn = torch.nn
    torch.manual_seed(seed)

    class Network(nn.Module):  # type: ignore[name-defined,misc]  # torch may not be installed
        """Scores of shape (texts, words, labels)."""

        def __init__(self) -> None:
            super().__init__()
            width = size.width
            self.scale = nn.Parameter(torch.ones(1))
            self.shapes, self.places = nn.Embedding(SHAPES, 32), nn.Embedding(PLACES, 16)
            self.input = nn.Linear(dimension + 48, width)
            self.convolutions = nn.ModuleList(
                nn.Linear(3 * width, width) for _ in range(size.convolutions)
            )
            self.norms = nn.ModuleList(nn.LayerNorm(width) for _ in range(size.convolutions + 1))
            self.output = nn.Linear(width, len(LABELS))
            self.drop = nn.Dropout(size.dropout)
            self.seen = nn.Embedding(len(labels.entities), len(LABELS))
            self.tagged = nn.Embedding(len(labels.tags), len(LABELS))
            nn.init.zeros_(self.seen.weight)
            nn.init.zeros_(self.tagged.weight)

        def forward(self, batch: dict[str, Any]) -> Any:
            states, shapes, mask = batch["states"], batch["shapes"], batch["mask"]
            hidden = torch.cat(
                [
                    self.drop(states * self.scale),
                    self.shapes(shapes[..., 0]),
                    self.places(shapes[..., 1]),
                ],
                dim=-1,
            )
            hidden = self.norms[0](self._gelu(self.input(hidden)))
            for convolution, norm in zip(self.convolutions, self.norms[1:], strict=True):
                hidden = hidden * mask[..., None]
                padded = nn.functional.pad(self.drop(hidden), (0, 0, 1, 1))
                three = torch.cat([padded[:, :-2], padded[:, 1:-1], padded[:, 2:]], dim=-1)
                hidden = norm(hidden + self._gelu(convolution(three)))
            kept = torch.ones(len(states), 1, dtype=torch.long)
            if self.training:
                kept = (torch.rand(len(states), 1) > LEFT_OUT).long()
            by_spacy = self.seen(batch["entities"] * kept) + self.tagged(batch["tags"] * kept)
            return self.output(self.drop(hidden)) + by_spacy

        @staticmethod
        def _gelu(rows: Any) -> Any:
            return nn.functional.gelu(rows, approximate="tanh")

    return Network()


def log_likelihood(scores: Any, batch: dict[str, Any]) -> Any:
    """Return the mean log-likelihood of a batch's labels.

    Where a set does not mark a kind, O stands for that kind as well: the likelihoods are summed.
    """
    likely = scores.log_softmax(dim=-1)
    labels, mask = batch["labels"], batch["mask"] > 0
    never = torch.full_like(likely, -1e4)
    as_none = torch.where(batch["unmarked"][:, None, :], likely, never).logsumexp(dim=-1)
    own = likely.gather(-1, labels[..., None])[..., 0]
    return torch.where(labels == 0, as_none, own)[mask].mean()


def unmarked(marks: tuple[int, ...]) -> npt.NDArray[np.bool_]:
    """Return for each label whether O may stand for it in a set with these marks."""
    return np.array(
        [True, *(kind not in marks for kind in range(len(KINDS)) for _ in "BI")], dtype=np.bool_
    )


def export_weights(network: Any, labels: SpacyLabels, *, version: str) -> dict[str, Any]:
    """Return a network's weights by the names that `EntityHead` knows, in half precision."""
    arrays: dict[str, Any] = {
        "scale": network.scale,
        "shapes": network.shapes.weight,
        "places": network.places.weight,
        "input": network.input.weight.T,
        "input_bias": network.input.bias,
        "output": network.output.weight.T,
        "output_bias": network.output.bias,
        "seen": network.seen.weight,
        "tagged": network.tagged.weight,
    }
    for place, norm in enumerate(network.norms):
        arrays |= {f"norm_{place}": norm.weight, f"norm_bias_{place}": norm.bias}
    for place, convolution in enumerate(network.convolutions):
        kernel, bias = convolution.weight.T, convolution.bias
        arrays |= {f"convolution_{place}": kernel, f"convolution_bias_{place}": bias}
    halves = {name: a.detach().numpy().astype(np.float16) for name, a in arrays.items()}
    return halves | {
        "entity_labels": np.array(labels.entities),
        "tags": np.array(labels.tags),
        "version": np.array(version),
    }
