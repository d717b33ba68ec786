"""Trains the reading heads anew, into the package: `just train-heads`."""

from __future__ import annotations

import shutil
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

import click

from kgplatform.models.reading_heads.heads import WEIGHTS
from kgplatform.settings import Settings
from kgplatform.training.heads.network import torch
from kgplatform.training.heads.prepare import prepare
from kgplatform.training.heads.size import Size
from kgplatform.training.heads.trainer import Course, train_heads


@click.command()
@click.argument("data", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
@click.option("--limit", type=int, help="Train on so many items alone.")
@click.option("--passes", type=int, default=1, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the first pass.")
@click.option(
    "--former",
    type=click.Path(exists=True, path_type=Path),
    help="Weights (.npz) of a course to go on from, with a rate that falls to nothing.",
)
@click.option("--minutes", type=float, help="Stop after so long.")
@click.option("--device", default=Course().device, show_default=True, help="cpu, cuda, cuda:1")
@click.option("--threads", type=int, help="Of the processor; as PyTorch chooses by default.")
@click.option("--learning-rate", type=float, default=Course().learning_rate, show_default=True)
@click.option("--first-layer", type=int, default=Size().first_layer, show_default=True)
@click.option("--rank", type=int, default=Size().rank, show_default=True)
def main(
    data: Path,
    folder: Path,
    out: Path,
    limit: int | None,
    passes: int,
    seed: int,
    former: Path | None,
    minutes: float | None,
    device: str,
    threads: int | None,
    learning_rate: float,
    first_layer: int,
    rank: int,
) -> None:
    """Train the reading heads on DATA, with FOLDER for what is kept on the way.

    A training that was cut off goes on from its last checkpoint. The best weights so far are
    always in FOLDER, and stand in the package when it ends.
    """
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # a checkpoint, then the end
    prepared = prepare(data, cache=Settings().cache, limit=limit, passes=passes, seed=seed)
    if threads is not None and torch is not None:
        torch.set_num_threads(threads)
    best = train_heads(
        prepared.items,
        prepared.held_out,
        tokenizer=prepared.tokenizer,
        weights=prepared.weights,
        folder=folder,
        course=Course(
            device=device,
            learning_rate=learning_rate,
            falls=former is not None,
            size=Size(first_layer, rank),
        ),
        former=former,
        seconds=None if minutes is None else 60 * minutes,
        report=_report,
    )
    shutil.copyfile(best, out)


def _report(step: int, steps: int, losses: Mapping[str, float]) -> None:
    if step % 20 == 0 or step == steps:
        found = ", ".join(f"{head} {loss:.3f}" for head, loss in losses.items())
        print(f"step {step} of {steps}: loss of {found}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
