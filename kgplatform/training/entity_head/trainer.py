"""Trains a head on some items, going on from a checkpoint, and scores it on others."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from kgplatform.models.entity_head.head import EntityHead
from kgplatform.training.entity_head.data import Item, Names
from kgplatform.training.entity_head.features import Features, SpacyLabels
from kgplatform.training.entity_head.network import (
    Size,
    export_weights,
    log_likelihood,
    make_network,
    torch,
    unmarked,
)

__all__ = ["Course", "exact", "find_names", "train_head"]

CHECKPOINT_STEPS = 50
WARM_UP_STEPS = 50
LAST_RATE = 0.02
"""What the learning rate falls to, linearly, as a share of the first one."""


@dataclass(frozen=True, slots=True)
class Course:
    """How to train: passes over the items, items a step, learning rate of AdamW, seed."""

    epochs: int = 3
    batch: int = 32
    learning_rate: float = 1.5e-3
    seed: int = 0
    size: Size = field(default_factory=Size)


def train_head(
    chosen: Sequence[int],
    items: Sequence[Item],
    features: Features,
    labels: SpacyLabels,
    *,
    course: Course,
    checkpoint: Path | None = None,
    report: Callable[[int, int, float], None] | None = None,
) -> dict[str, Any]:
    """Return the weights of a head trained on the chosen items.

    Args:
        chosen: places in `items`, of which `features` are.
        checkpoint: a file to go on from if it is of the same course and items, and to write to.
        report: called after each step with its number, how many there are, and the loss.

    Raises:
        MissingExtra: PyTorch is not installed.
    """
    network = make_network(labels, course.size, seed=course.seed)
    optimizer = torch.optim.AdamW(network.parameters(), lr=course.learning_rate, weight_decay=0.01)
    batches = list(_batches(chosen, features, course))
    key = {**asdict(course), "items": len(chosen), "first": items[chosen[0]].text}
    done = _go_on(checkpoint, network, optimizer, key)
    # More threads would wait for one another at each of the small products of this network.
    torch.set_num_threads(1)
    is_quick = bool(torch.cpu.get_capabilities().get("avx512_bf16"))
    network.train()
    for step in range(done, len(batches)):
        for group in optimizer.param_groups:
            group["lr"] = course.learning_rate * _rate(step, len(batches))
        torch.manual_seed(course.seed + step)  # a training that goes on drops what it would have
        batch = _gather(batches[step], items, features)
        with torch.autocast("cpu", torch.bfloat16, enabled=is_quick):
            scores = network(batch)
        loss = -log_likelihood(scores.float(), batch)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        if report is not None:
            report(step + 1, len(batches), loss.item())
        if checkpoint is not None and (step + 1) % CHECKPOINT_STEPS == 0:
            _keep(checkpoint, network, optimizer, key, step + 1)
    return export_weights(network, labels, version="1")


def find_names(
    head: EntityHead,
    chosen: Iterable[int],
    items: Sequence[Item],
    features: Features,
    labels: SpacyLabels,
) -> dict[int, Names]:
    """Return the names that a head finds in each chosen item, by the item's own words."""
    found: dict[int, Names] = {}
    for index in chosen:
        own, spans = slice(*features.offsets[index : index + 2]), features.spans[index]
        scores = head.score_described(
            spans, features.shapes[own], features.states[own].astype(np.float32)
        )
        names = head.decode(
            scores,
            [labels.entities[place] for place in features.entities[own]],
            [labels.tags[place] for place in features.tags[own]],
        )
        place_of = dict(zip(spans[:, 0].tolist(), items[index].place_words(spans), strict=True))
        last_of = dict(zip(spans[:, 1].tolist(), place_of.values(), strict=True))
        found[index] = frozenset(
            (place_of[name.start], last_of[name.end] + 1, name.kind) for name in names
        )
    return found


def exact(found: Iterable[Names], gold: Iterable[Names], kinds: Iterable[str]) -> dict[str, float]:
    """Return precision, recall and F1 of exact spans of some kinds."""
    wanted = set(kinds)
    right = proposed = marked = 0
    for ours, theirs in zip(found, gold, strict=True):
        mine = {name for name in ours if name[2] in wanted}
        all_marked = {name for name in theirs if name[2] in wanted}
        right += len(mine & all_marked)
        proposed += len(mine)
        marked += len(all_marked)
    return {
        "precision": round(right / max(proposed, 1), 4),
        "recall": round(right / max(marked, 1), 4),
        "f1": round(2 * right / max(proposed + marked, 1), 4),
    }


def _batches(chosen: Sequence[int], features: Features, course: Course) -> Iterator[list[int]]:
    """Yield the items of each step: of about one length, in an order of chance."""
    generator = random.Random(course.seed)
    lengths = np.diff(features.offsets)
    kept = [index for index in chosen if lengths[index]]
    for _ in range(course.epochs):
        order = sorted(kept, key=lambda index: (lengths[index] // 16, generator.random()))
        cut = [order[at : at + course.batch] for at in range(0, len(order), course.batch)]
        generator.shuffle(cut)
        yield from cut


def _rate(step: int, steps: int) -> float:
    return float(
        min(1, (step + 1) / WARM_UP_STEPS) * (LAST_RATE + (1 - LAST_RATE) * (1 - step / steps))
    )


def _gather(chosen: Sequence[int], items: Sequence[Item], features: Features) -> dict[str, Any]:
    starts, ends = features.offsets[chosen], features.offsets[np.array(chosen) + 1]
    longest = int((ends - starts).max())
    places = np.zeros((len(chosen), longest), dtype=np.int64)
    mask = np.zeros(places.shape, dtype=np.float32)
    for row, (start, end) in enumerate(zip(starts, ends, strict=True)):
        places[row, : end - start] = np.arange(start, end)
        mask[row, : end - start] = 1
    arrays = {
        "states": features.states[places].astype(np.float32),
        "shapes": features.shapes[places],
        "entities": features.entities[places],
        "tags": features.tags[places],
        "labels": features.labels[places],
        "mask": mask,
        "unmarked": np.array([unmarked(items[index].marks) for index in chosen]),
    }
    return {name: torch.from_numpy(array) for name, array in arrays.items()}


def _keep(file: Path, network: Any, optimizer: Any, key: dict[str, Any], step: int) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    new = file.with_suffix(".new")
    torch.save(
        {
            "network": network.state_dict(),
            "optimizer": optimizer.state_dict(),
            "key": key,
            "step": step,
        },
        new,
    )
    new.replace(file)


def _go_on(file: Path | None, network: Any, optimizer: Any, key: dict[str, Any]) -> int:
    """Load a checkpoint of the same training; return how many steps it has behind it."""
    if file is None or not file.exists():
        return 0
    kept = torch.load(file, weights_only=True)
    if kept["key"] != key:
        return 0
    network.load_state_dict(kept["network"])
    optimizer.load_state_dict(kept["optimizer"])
    return int(kept["step"])
