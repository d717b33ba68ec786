"""How well names are found in texts of kinds that the recogniser was not trained on.

    python benchmarks/recogniser.py DATA FOLDER [--out benchmarks/results/recogniser.json]

DATA is the sentences that `just train-entities` takes, FOLDER keeps the encoder's states and the
weights of each training, so that a run that was cut off goes on. Each group of sources is left out
of a training in turn and scored: exact spans of PER, ORG and LOC, micro-averaged, beside spaCy's
own recogniser on the same texts; the kinds that spaCy does not have stand by themselves.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import numpy as np

from kgplatform.models.entity_head.head import KINDS, EntityHead
from kgplatform.training.entity_head.data import group_of
from kgplatform.training.entity_head.forms import FORMS
from kgplatform.training.entity_head.prepare import Prepared, prepare, write_weights
from kgplatform.training.entity_head.trainer import Course, exact, find_names, train_head

NAMES = ("PER", "ORG", "LOC")


@click.command()
@click.argument("data", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--epochs", type=int, default=Course().epochs, show_default=True)
@click.option("--group", "groups", multiple=True, help="Only this one; several may be given.")
def main(data: Path, folder: Path, out: Path | None, epochs: int, groups: tuple[str, ...]) -> None:
    """Leave each group of sources out of a training and score it."""
    prepared = prepare(data, folder)
    found = dict.fromkeys(group_of(item.source) for item in prepared.items)
    every = [group for group in found if not FORMS.startswith(group)]
    rows = {}
    for group in groups or every:
        rows[group] = _score(prepared, group, folder, Course(epochs=epochs))
        click.echo(f"{group}: {json.dumps(rows[group])}")
    gains = [row["with the head"]["f1"] - row["spaCy"]["f1"] for row in rows.values()]
    result = {
        "left out": rows,
        "mean gain": round(float(np.mean(gains)), 4),
        "least gain": round(min(gains), 4),
    }
    click.echo(json.dumps(result, indent=1))
    if out is not None:
        out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


def _score(prepared: Prepared, group: str, folder: Path, course: Course) -> dict[str, Any]:
    items, features = prepared.items, prepared.features
    scored = [n for n, item in enumerate(items) if group_of(item.source) == group]
    kept = [n for n, i in enumerate(items) if i.source.removeprefix(FORMS).split("-")[0] != group]
    file = folder / f"without-{group}-{course.epochs}.npz"
    if not file.exists():
        weights = train_head(
            kept,
            items,
            features,
            prepared.labels,
            course=course,
            checkpoint=folder / f"without-{group}-{course.epochs}.pt",
        )
        write_weights(file, weights)
    with np.load(file) as weights:
        head = EntityHead(dict(weights))
    found = find_names(head, scored, items, features, prepared.labels)
    gold = [items[n].names() for n in scored]
    others = [KINDS[place] for place in items[scored[0]].marks if KINDS[place] not in NAMES]
    row = {
        "sentences": sum(len(items[n].ends) for n in scored),
        "with the head": exact(found.values(), gold, NAMES),
        "spaCy": exact([features.seen[n] for n in scored], gold, NAMES),
    }
    return row | ({"other kinds": exact(found.values(), gold, others)} if others else {})


if __name__ == "__main__":
    main()
