"""The commands `kgplatform plan dataset` and `plan train`: planning data, and a planner of it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kgplatform.cli.options import json_option, open_platform, print_json, with_settings
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars
from kgplatform.plan.patterns import ALL_PATTERNS
from kgplatform.training.plan_data import TEMPLATES, VERBALISERS
from kgplatform.training.train import SCHEDULES, Tuning, train_planner

if TYPE_CHECKING:
    from kgplatform.settings import Settings

__all__ = ["dataset", "train"]

PER_PATTERN = 1000  # the paper's
WHY_FEW = (
    "the facts hold no more groundings of such a pattern whose entities are all for training or "
    "all for test: ingest more documents, or take --rdf"
)


@click.command()
@click.option("--out", required=True, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--per-pattern", type=click.IntRange(min=1), default=PER_PATTERN, show_default=True)
@click.option("--pattern", "names", multiple=True, type=click.Choice(list(ALL_PATTERNS)))
@click.option(
    "--rdf",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Facts of this N-Triples file (.nt, .nt.gz) with Wikidata's identifiers, not the graph's.",
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--clqa", is_flag=True, help="Write a test set in the form of CLQA-Wiki instead.")
@click.option(
    "--verbalise",
    type=click.Choice(VERBALISERS),
    default=TEMPLATES,
    show_default=True,
    help="Who words the questions: templates, or the chat model.",
)
@json_option
@with_settings
def dataset(
    *,
    out: Path,
    per_pattern: int,
    names: tuple[str, ...],
    rdf: Path | None,
    seed: int,
    clqa: bool,
    verbalise: str,
    as_json: bool,
    settings: Settings,
) -> None:
    """Write questions with plans and computed answers, made from the graph's facts.

    Each plan is executed before it is written. OUT is JSON Lines in chat format; the paper's code
    form stands next to it.
    """
    from kgplatform.training.plan_data.command import write_plan_dataset

    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        stated = write_plan_dataset(
            platform.resources,
            out,
            names=names,
            count=per_pattern,
            rdf=rdf,
            seed=seed,
            clqa=clqa,
            verbalise=verbalise,
        )
    if as_json:
        print_json(stated)
        return
    echo(f"{sum(stated['written'].values())} items in {out}: {stated['written']}")
    if short := {name: made for name, made in stated["written"].items() if made < per_pattern}:
        few = ", ".join(f"{name} {made}" for name, made in short.items())
        echo(f"fewer than {per_pattern}: {few} ({WHY_FEW})", err=True)
    for reason, count in stated["dropped"].items():
        echo(f"dropped {count}: {reason}", err=True)
    for outcome, count in stated.get("verbalised", {}).items():
        echo(f"{count}: {outcome}", err=True)


@click.command()
@click.argument("data", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--model", required=True, help="A folder, a name, or a GGUF file.")
@click.option("--out", required=True, type=click.Path(file_okay=False, path_type=Path))
@click.option("--items", type=click.IntRange(min=1), help="So many, of all patterns alike.")
@click.option(
    "--epochs",
    type=click.FloatRange(min=0, min_open=True),
    default=Tuning().epochs,
    show_default=True,
)
@click.option("--learning-rate", type=float, default=Tuning().learning_rate, show_default=True)
@click.option(
    "--schedule", type=click.Choice(SCHEDULES), default=Tuning().schedule, show_default=True
)
@click.option(
    "--rank",
    type=click.IntRange(min=1),
    default=Tuning().rank,
    show_default=True,
    help="Of the adapter.",
)
@click.option(
    "--batch",
    type=click.IntRange(min=1),
    default=Tuning().batch,
    show_default=True,
    help="Items a step.",
)
@click.option(
    "--max-tokens", type=click.IntRange(min=1), default=Tuning().max_tokens, show_default=True
)
@click.option("--seed", type=int, default=Tuning().seed, show_default=True)
@json_option
def train(*, data: Path, model: str, out: Path, as_json: bool, **chosen: Any) -> None:
    """Fine-tune MODEL on planning data by LoRA, and save the adapter (extra `train`)."""
    from kgplatform.plan.items import read_items

    tuning = Tuning(**chosen)
    stated = train_planner(list(read_items(data)), model, out, tuning=tuning)
    if as_json:
        print_json(stated)
    else:
        echo(f"{stated['examples']} examples, {stated['steps']} steps, loss {stated['loss']}")
        if stated["gguf"]:
            echo(f"to serve it: llama-server --model BASE.gguf --lora {stated['gguf']}")
