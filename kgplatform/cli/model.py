"""The commands `kgplatform model`: the language models on this machine, and their server."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from kgplatform.cli.options import json_option, print_json, with_settings_at_rest
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars
from kgplatform.models.local_models import DEFAULT_MODEL, LocalModels

if TYPE_CHECKING:
    from kgplatform.settings import Settings

__all__ = ["model"]


@click.group()
def model() -> None:
    """Keep language models on this machine, and serve them to kgplatform."""


@model.command()
@click.argument("source", metavar="[NAME|FILE.gguf|hf:REPO:FILE]", default=DEFAULT_MODEL)
@with_settings_at_rest
def pull(*, source: str, settings: Settings) -> None:
    """Bring a model here: a pinned one by NAME, a GGUF file, or one of the Hugging Face hub."""
    with Bars() as bars:
        pulled = LocalModels(settings.cache).pull(source, progress=bars)
    echo(f"{pulled.name} is here ({pulled.size / 1e6:.0f} MB, SHA-256 {pulled.sha256}).")
    chosen = "" if pulled.name == DEFAULT_MODEL else f" KGPLATFORM_CHAT_MODEL={pulled.name}"
    echo(f"To use it: export KGPLATFORM_CHAT_BASE_URL=local{chosen}", err=True)


@model.command("list")
@json_option
@with_settings_at_rest
def list_(*, as_json: bool, settings: Settings) -> None:
    """List the models that are here, and say which one is served."""
    from kgplatform.runtime.local_model import local_server

    models = LocalModels(settings.cache).all()
    running = local_server(settings).status()
    served = running.model if running else None
    if as_json:
        print_json([{**asdict(each), "served": each.name == served} for each in models])
        return
    for each in models:
        state = "  served" if each.name == served else ""
        echo(f"{each.name}  {each.size / 1e6:,.0f} MB  from {each.source}{state}")
    if not models:
        echo("There is no local model: kgplatform model pull brings one.", err=True)


@model.command()
@click.argument("name")
@with_settings_at_rest
def remove(*, name: str, settings: Settings) -> None:
    """Delete the model NAME from this machine."""
    removed = LocalModels(settings.cache).remove(name)
    echo(f"{removed.name} is removed ({removed.size / 1e6:.0f} MB).")


@model.command()
@with_settings_at_rest
def stop(*, settings: Settings) -> None:
    """Stop the server of the local model; it starts again when it is needed."""
    from kgplatform.runtime.local_model import local_server

    stopped = local_server(settings).stop()
    echo("The local model is stopped." if stopped else "No local model was running.")
