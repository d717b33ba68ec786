"""The encoder and its heads as PyTorch trains them, and the delta as the merged encoder takes it.

The lower layers are frozen. Each matrix of the layers above them gets a change of low rank (LoRA,
Hu et al. 2021, arXiv:2106.09685), and their biases and norms are trained as they are: a few MB
that are added to the encoder once, so that a pass costs what it cost before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from kgplatform.errors import MissingExtra
from kgplatform.training.heads.data import NO_TARGET
from kgplatform.training.heads.size import Size

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["export_delta", "import_delta", "losses", "make_network", "torch"]

try:
    import torch

    from kgplatform.training.heads.layers import Network
except ImportError:  # the extra `train`; make_network says so
    torch = None


def make_network(weights: Mapping[str, Any], size: Size, *, seed: int = 0) -> Any:
    """Return the encoder with new heads, whose weights follow from the seed.

    Args:
        weights: of the encoder, as `read_weights` gives them.

    Raises:
        MissingExtra: PyTorch is not installed.
    """
    if torch is None:
        raise MissingExtra("train", "Training the reading heads")
    torch.manual_seed(seed)
    return Network(weights, size)


def losses(scores: Mapping[str, Any], batch: Mapping[str, Any]) -> dict[str, Any]:
    """Return the loss of each head: its sum over the items of a batch that it can learn from.

    Args:
        scores: as the network returns them.
        batch: targets; -1 stands for an item without one.
    """

    def cross_entropy(rows: Any, targets: Any) -> Any:
        return torch.nn.functional.cross_entropy(
            rows, targets, ignore_index=NO_TARGET, reduction="sum"
        )

    judged = batch["relevance"] != NO_TARGET
    return {
        "span": (
            cross_entropy(scores["span"][..., 0], batch["start"])
            + cross_entropy(scores["span"][..., 1], batch["end"])
        )
        / 2,
        "support": cross_entropy(scores["support"], batch["support"]),
        "relevance": torch.nn.functional.binary_cross_entropy_with_logits(
            scores["relevance"][judged], batch["relevance"][judged].float(), reduction="sum"
        ),
    }


def export_delta(network: Any, state: Mapping[str, Any], *, version: str) -> dict[str, Any]:
    """Return what `ReadingHeads` takes: changes of the encoder, and the heads.

    Args:
        state: the trained weights by name, the network's own or their mean over time.
    """
    arrays = {"version": np.array(version)}
    for name, value in state.items():
        arrays[_name_in_file(network, name)] = value.detach().cpu().numpy().astype(np.float16)
    return arrays


def import_delta(network: Any, arrays: Mapping[str, Any]) -> None:
    """Give a network the weights that `export_delta` returned."""
    trained = {n: value for n, value in network.named_parameters() if value.requires_grad}
    with torch.no_grad():
        for name, value in trained.items():
            value.copy_(torch.from_numpy(arrays[_name_in_file(network, name)]))


def _name_in_file(network: Any, name: str) -> str:
    module, _, part = name.rpartition(".")
    return f"{getattr(network.get_submodule(module), 'name', module)}.{part}"
