"""Trains the heads on items in their order, going on from a checkpoint; it can stop at any time.

The learning rate stays as it is and what is kept is the mean of the weights over the last steps,
which does much of what a falling rate would do, without an end that must be known beforehand. A
last course may go on from another, with a rate that falls to nothing (Hu et al. 2024, "MiniCPM",
section 4: what is best of the data belongs there).
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from kgplatform.errors import SettingsError
from kgplatform.records.ids import content_id
from kgplatform.training.heads.batches import CHUNK, Example, cut_batches, encode, gather
from kgplatform.training.heads.data import NO_TARGET, Item
from kgplatform.training.heads.network import (
    export_delta,
    import_delta,
    losses,
    make_network,
    torch,
)
from kgplatform.training.heads.size import Size

__all__ = ["BEST", "Course", "Report", "train_heads"]

CHECKPOINT_SECONDS = 180
WARM_UP_STEPS = 60
LONGEST_MEAN = 0.998
"""Share of the mean that stays at a step, once many have gone by."""
WEIGHT_DECAY = 0.01
BEST, CHECKPOINT, CURVE = "best.npz", "checkpoint.pt", "curve.jsonl"

Report = Callable[[int, int, Mapping[str, float]], None]
"""Takes a step's number, how many there are, and the loss of each head."""


@dataclass(frozen=True, slots=True)
class Course:
    """How to train: items a step, learning rate of AdamW, steps between two scores, seed.

    Attributes:
        falls: whether the learning rate falls to nothing over the steps.
        mixed: whether products are of 16-bit numbers (bfloat16); where the processor has them by
            default.
    """

    batch: int = 16
    learning_rate: float = 1e-3
    score_steps: int = 100
    seed: int = 0
    falls: bool = False
    device: str = "cpu"
    mixed: bool | None = None
    size: Size = field(default_factory=Size)


def train_heads(
    items: Sequence[Item],
    held_out: Sequence[Item],
    *,
    tokenizer: Any,
    weights: Mapping[str, Any],
    folder: Path,
    course: Course,
    former: Path | None = None,
    seconds: float | None = None,
    report: Report | None = None,
) -> Path:
    """Train, and return the file of the weights that were best on the items held out.

    Args:
        items: in the order in which they are learned from.
        weights: of the encoder, as `read_weights` gives them.
        folder: keeps the checkpoint, the best weights and the curve; a training of the same course
            on items that begin alike goes on from it.
        former: the file of another course's weights, which it begins with.
        seconds: to stop after, if not at the end of the items.

    Raises:
        MissingExtra: PyTorch is not installed.
        SettingsError: the folder keeps another training.
    """
    trainer = _Trainer(weights, course, folder, key=_key(items, course), former=former)
    held = [encode(tokenizer, item, random.Random(0)) for item in held_out]
    whole, rest = divmod(len(items), CHUNK)
    steps = whole * (CHUNK // course.batch) + -(-rest // course.batch)
    trainer.ends = steps if course.falls else None
    end = None if seconds is None else time.monotonic() + seconds
    try:
        for examples in cut_batches(
            tokenizer, items, size=course.batch, seed=course.seed, first=trainer.steps
        ):
            found = trainer.step(examples)
            if report is not None:
                report(trainer.steps, steps, found)
            if trainer.steps % course.score_steps == 0:
                trainer.score(held)
            if end is not None and time.monotonic() > end:
                break
        if course.falls or trainer.steps % course.score_steps:
            trainer.score(held, keeps=course.falls)
    finally:
        trainer.keep()
    return folder / BEST


class _Trainer:
    """The network with its optimizer and the mean of its weights, as the checkpoint has them."""

    def __init__(
        self,
        weights: Mapping[str, Any],
        course: Course,
        folder: Path,
        *,
        key: str,
        former: Path | None,
    ) -> None:
        self.ends: int | None = None
        self.network = make_network(weights, course.size, seed=course.seed).to(course.device)
        self.course, self.folder, self.key = course, folder, key
        self.mixed = _has_bfloat16(course.device) if course.mixed is None else course.mixed
        self.steps, self.best, self.kept_at, self.number = 0, -1.0, time.monotonic(), 1
        if former is not None:
            with np.load(former, allow_pickle=False) as arrays:
                import_delta(self.network, arrays)
                self.number = int(str(arrays["version"]).partition("-")[0]) + 1
        trained = {n: p for n, p in self.network.named_parameters() if p.requires_grad}
        self.trained = trained
        self.mean = {name: value.detach().clone() for name, value in trained.items()}
        self.optimizer = torch.optim.AdamW(
            trained.values(), lr=course.learning_rate, weight_decay=WEIGHT_DECAY
        )
        folder.mkdir(parents=True, exist_ok=True)
        self._go_on()
        if self.mixed:
            for module in self.network.modules():
                if hasattr(module, "frozen"):
                    module.frozen = module.frozen.bfloat16()

    def step(self, examples: Sequence[Example]) -> dict[str, float]:
        """Learn from a batch; return the loss of each head, where it has items."""
        self.network.train()
        torch.manual_seed(self.course.seed * 1_000_003 + self.steps)  # dropout, gone on from too
        batch = self._batch(examples)
        with self._precision():
            found = losses(self.network(batch), batch)
            loss = sum(found.values()) / len(examples)
        for group in self.optimizer.param_groups:
            group["lr"] = self.course.learning_rate * self._rate()
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.trained.values(), 1.0)
        self.optimizer.step()
        self.steps += 1
        share = min(LONGEST_MEAN, (1 + self.steps) / (10 + self.steps))
        for name, value in self.trained.items():
            self.mean[name].lerp_(value.detach(), 1 - share)
        if time.monotonic() - self.kept_at > CHECKPOINT_SECONDS:
            self.keep()
        return _per_item(found, batch)

    def _rate(self) -> float:
        """Return the share of the learning rate at this step."""
        rising = min(1, (self.steps + 1) / WARM_UP_STEPS)
        return rising if self.ends is None else min(rising, 1 - self.steps / self.ends)

    def score(self, held: Sequence[Example], *, keeps: bool = False) -> None:
        """Note what the mean weights are worth on the items held out, and keep the best.

        Args:
            keeps: whether they are kept whatever they are worth: the last of a rate that fell.
        """
        self.network.eval()
        rows: dict[str, list[float]] = {}
        ordered = sorted(held, key=lambda example: len(example.window.ids))
        with torch.no_grad(), self._precision():
            for at in range(0, len(ordered), self.course.batch):
                examples = ordered[at : at + self.course.batch]
                batch = self._batch(examples)
                scores = torch.func.functional_call(self.network, self.mean, (batch,))
                for row, example in enumerate(examples):
                    _add(rows, {n: s[row].cpu().numpy() for n, s in scores.items()}, example)
        means = {name: round(float(np.mean(own)), 4) for name, own in sorted(rows.items())}
        worth = float(np.mean(list(means.values())))
        with (self.folder / CURVE).open("a", encoding="utf-8") as curve:
            curve.write(json.dumps({"items": self.steps * self.course.batch, **means}) + "\n")
        if keeps or worth >= self.best:
            self.best = worth
            new = self.folder / f"new-{BEST}"
            with new.open("wb") as file:
                arrays = export_delta(
                    self.network, self.mean, version=f"{self.number}-{self.steps}"
                )
                np.savez_compressed(file, **arrays)
            new.replace(self.folder / BEST)

    def keep(self) -> None:
        """Write the checkpoint."""
        self.kept_at = time.monotonic()
        new = self.folder / f"new-{CHECKPOINT}"
        state = {
            "key": self.key, "steps": self.steps, "best": self.best, "mean": self.mean,
            "trained": self.trained, "optimizer": self.optimizer.state_dict(),
        }  # fmt: skip
        torch.save(state, new)
        new.replace(self.folder / CHECKPOINT)

    def _go_on(self) -> None:
        file = self.folder / CHECKPOINT
        if not file.exists():
            return
        kept = torch.load(file, map_location=self.course.device, weights_only=True)
        if kept["key"] != self.key:
            raise SettingsError(
                f"{self.folder} has the checkpoint of another course or other data: give "
                "another folder, or delete it."
            )
        self.steps, self.best, self.mean = kept["steps"], kept["best"], kept["mean"]
        self.network.load_state_dict(kept["trained"], strict=False)
        self.optimizer.load_state_dict(kept["optimizer"])

    def _batch(self, examples: Sequence[Example]) -> dict[str, Any]:
        arrays = gather(examples)
        return {n: torch.from_numpy(a).to(self.course.device) for n, a in arrays.items()}

    @contextmanager
    def _precision(self) -> Iterator[None]:
        kind = torch.device(self.course.device).type
        with torch.autocast(kind, dtype=torch.bfloat16, enabled=self.mixed):
            yield


def _key(items: Sequence[Item], course: Course) -> str:
    own = {n: v for n, v in asdict(course).items() if n not in ("device", "mixed", "score_steps")}
    texts = (f"{item.source} {item.question} {item.span}" for item in items[:CHUNK])
    return content_id("course", json.dumps(own, sort_keys=True), *texts)


def _has_bfloat16(device: str) -> bool:
    """Return whether a device multiplies 16-bit numbers itself; emulated, they cost more."""
    if torch.device(device).type == "cuda":
        return bool(torch.cuda.is_bf16_supported(including_emulation=False))
    has = getattr(torch.cpu, "_is_avx512_bf16_supported", None)
    return bool(has and has())


def _per_item(found: Mapping[str, Any], batch: Mapping[str, Any]) -> dict[str, float]:
    names = {"span": "start", "support": "support", "relevance": "relevance"}
    counts = {head: int((batch[name] != NO_TARGET).sum()) for head, name in names.items()}
    return {head: found[head].item() / count for head, count in counts.items() if count}


def _add(rows: dict[str, list[float]], scores: Mapping[str, Any], example: Example) -> None:
    """Add what an item's scores are worth: F1 by tokens, or whether the label is right."""
    if example.start != NO_TARGET:
        start = int(scores["span"][:, 0].argmax())
        end = start + int(scores["span"][start:, 1].argmax())
        shared = min(end, example.end) - max(start, example.start) + 1
        lengths = end - start + 1 + example.end - example.start + 1
        kind = "span" if example.end else "no answer"
        rows.setdefault(kind, []).append(2 * max(shared, 0) / lengths)
    if example.support != NO_TARGET:
        is_right = scores["support"].argmax() == example.support
        rows.setdefault("support", []).append(float(is_right))
    if example.relevance != NO_TARGET:
        kind = "relevant" if example.relevance else "not relevant"
        is_right = (scores["relevance"] > 0) == bool(example.relevance)
        rows.setdefault(kind, []).append(float(is_right))
