"""A small training of the reading heads, with the real encoder, and what it reads then."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from kgplatform.errors import SettingsError
from kgplatform.models.reading_heads.heads import load
from kgplatform.settings import Settings
from kgplatform.training.heads.prepare import prepare
from kgplatform.training.heads.size import Size
from kgplatform.training.heads.trainer import CURVE, Course, train_heads

pytestmark = [
    pytest.mark.integration,
    pytest.mark.skipif(find_spec("torch") is None, reason="the extra train is not installed"),
]


def test_training_on_200_items_learns_and_goes_on(data_dir: Path, tmp_path: Path) -> None:
    if not (data_dir / "reading").exists():
        pytest.skip(f"no {data_dir / 'reading'}")
    cache = Settings().cache
    prepared = prepare(data_dir, cache=cache, limit=200)
    course = Course(batch=8, score_steps=50, size=Size(first_layer=10, rank=8))
    steps: list[int] = []
    losses: list[float] = []

    def stop_half_way(step: int, of: int, found: dict[str, float]) -> None:
        steps.append(step)
        losses.append(sum(found.values()))
        if step == of // 2:
            raise KeyboardInterrupt

    def train() -> Path:
        return train_heads(
            prepared.items * 2, prepared.items[:16], tokenizer=prepared.tokenizer,
            weights=prepared.weights, folder=tmp_path, course=course, report=stop_half_way,
        )  # fmt: skip

    with pytest.raises(KeyboardInterrupt):
        train()
    best = train()
    assert steps == list(range(1, 51))
    assert sum(losses[-10:]) < sum(losses[:10])
    curve = [json.loads(line) for line in (tmp_path / CURVE).read_text().splitlines()]
    assert [row["items"] for row in curve] == [400]

    heads = load(cache=cache, weights=best)
    assert heads is not None
    assert heads.version == "1-50"
    passages = ["Oslo is the capital of Norway.", "The Nile flows through Egypt."]
    for reading, passage in zip(
        heads.read("What does the Nile do?", passages), passages, strict=True
    ):
        total = reading.no_answer + sum(span.probability for span in reading.spans)
        assert 0 < total <= 1 + 1e-6
        assert sum(reading.support) == pytest.approx(1)
        assert all(passage[span.start : span.end] for span in reading.spans)

    with pytest.raises(SettingsError, match="another folder"):
        train_heads(
            prepared.items[::-1], [], tokenizer=prepared.tokenizer, weights=prepared.weights,
            folder=tmp_path, course=course,
        )  # fmt: skip
