"""A small training of the recogniser's head, with the real encoder and pipeline."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from kgplatform.models.entity_head.head import load
from kgplatform.training.entity_head.prepare import prepare, write_weights
from kgplatform.training.entity_head.trainer import Course, exact, find_names, train_head

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(find_spec("torch") is None, reason="the extra train is not installed"),
]
KINDS = ("PER", "ORG", "LOC")


def test_training_on_200_sentences_learns_and_goes_on(data_dir: Path, tmp_path: Path) -> None:
    data = data_dir / "entities" / "entities.jsonl.gz"
    if not data.exists():
        pytest.skip(f"no {data}")
    prepared = prepare(data, tmp_path, limit=200)
    items, features, labels = prepared.items, prepared.features, prepared.labels
    every = range(len(items))
    course = Course(epochs=25, batch=4)
    losses: list[float] = []

    def stop_half_way(step: int, steps: int, loss: float) -> None:
        losses.append(loss)
        if step == steps // 2:
            raise KeyboardInterrupt

    checkpoint = tmp_path / "checkpoint.pt"
    with pytest.raises(KeyboardInterrupt):
        train_head(
            every, items, features, labels,
            course=course, checkpoint=checkpoint, report=stop_half_way,
        )  # fmt: skip
    steps: list[int] = []

    def note(step: int, of: int, loss: float) -> None:
        steps.append(step)
        losses.append(loss)

    weights = train_head(
        every, items, features, labels, course=course, checkpoint=checkpoint,
        report=note,
    )  # fmt: skip
    assert steps[0] > 1
    assert losses[-1] < losses[0] / 2
    write_weights(tmp_path / "weights.npz", weights)
    head = load(tmp_path / "weights.npz")
    assert head is not None
    found = find_names(head, every, items, features, labels)
    gold = [item.names() for item in items]
    assert exact(found.values(), gold, KINDS)["f1"] > exact(features.seen, gold, KINDS)["f1"]
