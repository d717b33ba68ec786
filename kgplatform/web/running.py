"""Where a data folder's server answers: written by the server, read by commands that may use it.

Little is imported here, since a command reads it before it knows whether it needs anything else.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import SecretStr

from kgplatform.storage.permissions import private_file, private_part

if TYPE_CHECKING:
    from kgplatform.settings import Settings

__all__ = ["FOLDER", "Running", "announced", "digest_settings", "read_running"]

FOLDER = "serve"
"""Part of the data folder."""
FILE = "server.json"
OF_NO_ANSWER = frozenset({"neo4j_start"})
"""Settings that change nothing in what is answered."""


@dataclass(frozen=True, slots=True)
class Running:
    """A server: its address and process, and what it answers by."""

    url: str
    pid: int
    version: str
    settings: str


def digest_settings(settings: Settings, key: str) -> str:
    """Return a value that two processes share whose settings are the same; it shows none of them.

    Args:
        settings: with their secrets.
        key: that only those know who may read the data folder.
    """
    given = {
        name: value.get_secret_value() if isinstance(value, SecretStr) else value
        for name, value in settings
        if name not in OF_NO_ANSWER
    }
    given["home"] = str(settings.home.resolve())
    text = json.dumps(given, sort_keys=True, default=str)
    return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()


@contextmanager
def announced(settings: Settings, url: str, key: str) -> Iterator[Running]:
    """Let commands find a server while the block lasts."""
    mine = Running(url, os.getpid(), version("kgplatform"), digest_settings(settings, key))
    private_part(settings.home / FOLDER)
    path = private_file(settings.home / FOLDER / FILE)
    path.write_text(json.dumps(asdict(mine)), encoding="utf-8")
    try:
        yield mine
    finally:
        if read_running(settings.home) == mine:  # another may have begun meanwhile
            path.unlink(missing_ok=True)


def read_running(home: Path) -> Running | None:
    """Return the server of a data folder that was announced last, if it has not ended."""
    with suppress(OSError, ValueError, TypeError):
        return Running(**json.loads((home / FOLDER / FILE).read_text(encoding="utf-8")))
    return None
