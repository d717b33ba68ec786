"""Trains the recogniser's head anew, into the package: `just train-entities`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kgplatform.models.entity_head.head import WEIGHTS
from kgplatform.training.entity_head.prepare import prepare, write_weights
from kgplatform.training.entity_head.trainer import Course, train_head


@click.command()
@click.argument("data", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), default=WEIGHTS, show_default=True)
@click.option("--limit", type=int, help="Train on so many sentences alone.")
@click.option("--epochs", type=int, default=Course().epochs, show_default=True)
def main(data: Path, folder: Path, out: Path, limit: int | None, epochs: int) -> None:
    """Train the recogniser's head on DATA, with FOLDER for what is kept on the way.

    A training that was cut off goes on from its last checkpoint.
    """
    prepared = prepare(data, folder, limit=limit)
    weights = train_head(
        range(len(prepared.items)),
        prepared.items,
        prepared.features,
        prepared.labels,
        course=Course(epochs=epochs),
        checkpoint=folder / "checkpoint.pt",
        report=_report,
    )
    write_weights(out, weights)


def _report(step: int, steps: int, loss: float) -> None:
    if step % 20 == 0 or step == steps:
        print(f"step {step} of {steps}: loss {loss:.4f}", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
