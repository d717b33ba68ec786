"""The two files that hold settings, and what each of them may set.

The user's own, in the user's configuration folder, is trusted as flags and environment are. The
current folder may come from anybody, an archive or a repository, so its file may set only what does
no harm: nothing that sends a secret or a text somewhere, runs code, or names a file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import platformdirs

from kgplatform.errors import SettingsError
from kgplatform.progress import NOTICES

__all__ = [
    "APP_NAME",
    "ENVIRONMENT_PREFIX",
    "FOLDER_MAY_SET",
    "SETTINGS_FILE",
    "list_settings_files",
    "needs_trust",
    "read_settings_files",
    "user_file",
]

APP_NAME = "kgplatform"
ENVIRONMENT_PREFIX = "KGPLATFORM_"
SETTINGS_FILE = "kgplatform.toml"
FOLDER_MAY_SET = frozenset(
    {
        "neo4j_version",
        "chat_model",
        "chat_timeout_s",
        "chat_completion_price",
        "chat_concurrency",
        "chat_prompt_price",
        "local_model_idle_s",
        "planner_model",
        "embedder",
        "spacy_pipeline",
        "spacy_pipelines",
        "recogniser",
        "sparql_timeout_s",
        "sparql_cache_age_s",
    }
)
"""All that the current folder's file may set; a setting that is not named here is the user's."""
MODEL_HUB = "sentence-transformers/"


def needs_trust(name: str, value: object) -> str | None:
    """Return why a value of a setting may come from the user alone; None where it does no harm.

    Args:
        name: of the setting; one that is not a name of a model does no harm whatever its value.
        value: what a file of the current folder, or a job, gives it.
    """
    pipelines = value.values() if isinstance(value, dict) else [value]
    if name.startswith("spacy_pipeline") and not all(map(_is_installed, map(str, pipelines))):
        return "is no installed package, and a pipeline of a folder can run code"
    if name == "embedder" and str(value).startswith(MODEL_HUB):
        return "is fetched from a model hub, or read from a folder"
    return None


def list_settings_files() -> list[Path]:
    """Return the settings files that there are, the one that wins first."""
    user, folder = user_file(), Path(SETTINGS_FILE)
    files = [path for path in (folder, user) if path.is_file()]
    if len(files) > 1 and folder.samefile(user):  # standing in the user's configuration folder
        return [user]
    return files


def read_settings_files(known: Collection[str]) -> dict[str, Any]:
    """Return what the files set, the current folder's before the user's; say which were read.

    Raises:
        SettingsError: a file cannot be read, has a key that is none of `known`, or is the current
            folder's and sets what only the user may.
    """
    values: dict[str, Any] = {}
    files = list_settings_files()
    for path in reversed(files):
        read = _read(path, known)
        values |= read if path == user_file() else _check_harmless(path, read)
    if files:
        NOTICES.info("Settings were read from %s.", " and ".join(str(p.resolve()) for p in files))
    return values


def user_file() -> Path:
    """Return where the user's own settings file is, or would be."""
    return Path(platformdirs.user_config_dir(APP_NAME, appauthor=False)) / SETTINGS_FILE


def _read(path: Path, known: Collection[str]) -> dict[str, Any]:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as exc:
        raise SettingsError(
            f"{path} cannot be read ({exc.strerror}): make it readable, or remove it."
        ) from exc
    except (ValueError, RecursionError) as exc:  # no UTF-8, or no TOML
        raise SettingsError(f"{path} cannot be read: {exc}.") from exc
    for name in values:
        if name not in known:
            raise SettingsError(
                f"{path} has a key '{name}' that is no setting: remove or correct it."
            )
    return values


def _check_harmless(path: Path, values: dict[str, Any]) -> dict[str, Any]:
    for name, value in values.items():
        reason = "may be set by you alone" if name not in FOLDER_MAY_SET else None
        reason = reason or needs_trust(name, value)
        if reason:
            raise SettingsError(
                f"{path} of the current folder sets '{name}', which {reason}: remove it there; if "
                f"you want it, set it in {user_file()} or as {ENVIRONMENT_PREFIX}{name.upper()}."
            )
    return values


def _is_installed(name: str) -> bool:
    try:
        distribution(name)
    except (PackageNotFoundError, ValueError):
        return False
    return True
