"""Names and hashes of the models that an answer is made with, for its record."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from kgplatform.downloads import load_pins, pin_names
from kgplatform.records.ids import file_sha256
from kgplatform.runtime.resources import Resources

__all__ = ["describe_models"]


def describe_models(resources: Resources) -> list[dict[str, Any]]:
    """Return {role, name, and sha256 or version where it is known} of each model that is set.

    A model that is named by a folder is named without those above it.
    """
    from kgplatform.models.reading_heads.heads import WEIGHTS

    settings, chat = resources.settings, resources.chat
    embedder, pipeline = settings.embedder, settings.spacy_pipeline
    if resources.has_given_models:
        embedder, pipeline = resources.embedder.name, resources.linguistics.name
    models: list[dict[str, Any]] = [
        {"role": "embedder", "name": _name(embedder), "sha256": _pinned_hash(embedder)},
        {"role": "linguistics", "name": _name(pipeline), "version": _version(pipeline)},
    ]
    if WEIGHTS.exists():
        models.append({"role": "reading", "name": "reading heads", "sha256": _hash(WEIGHTS)})
    if chat is not None:
        models.append({"role": "chat", "name": _name(chat.name)})
    return models


def _name(name: str) -> str:
    return Path(name).name if Path(name).is_absolute() else name


def _pinned_hash(name: str) -> str | None:
    """Return the SHA-256 of the file that a name is pinned as; None where it is not."""
    return load_pins(name)[0].sha256 if name in pin_names() else None


@cache
def _hash(file: Path) -> str:
    return file_sha256(file)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
