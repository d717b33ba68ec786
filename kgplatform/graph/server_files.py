"""What the local Neo4j leaves on disk for the next command: record, password, logs.

Kept apart from `server.py`, which decides when each is read and written.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from kgplatform.errors import ServerError
from kgplatform.storage.disk import disk_full, is_disk_full
from kgplatform.storage.permissions import private_file, private_part

__all__ = [
    "DATABASE_FAILED",
    "USER",
    "ServerInfo",
    "ServerRecord",
    "check_space",
    "console_path",
    "debug_log_size",
    "locked",
    "log_size",
    "lost_system",
    "options_path",
    "password_path",
    "read_failures",
    "read_logs",
    "read_password",
    "read_record",
    "write_password",
    "write_record",
]

USER = "neo4j"
"""Whose password is kept."""
NEEDED_SPACE_BYTES = 300_000_000
"""An empty graph takes 133 MB, and each further transaction log 64 MB."""
DATABASE_FAILED = "Failed to start DatabaseId"


@dataclass(frozen=True, slots=True)
class ServerRecord:
    """The server started last, its ports, and its process unless it was stopped since."""

    version: str
    pid: int | None
    bolt_port: int
    http_port: int


@dataclass(frozen=True, slots=True)
class ServerInfo:
    """A running local Neo4j; `home` is the folder with its data, settings and logs."""

    version: str
    pid: int
    bolt_port: int
    http_port: int
    home: Path

    @property
    def uri(self) -> str:
        """Where drivers connect."""
        return f"bolt://127.0.0.1:{self.bolt_port}"

    @property
    def browser_url(self) -> str:
        """Where a person looks at the graph."""
        return f"http://127.0.0.1:{self.http_port}/browser/"

    @property
    def password_file(self) -> Path:
        """The file that only its owner can read, with the password of the user neo4j."""
        return password_path(self.home)


@contextmanager
def locked(lock: FileLock, root: Path) -> Iterator[None]:
    """Hold a lock in the folder `root`, which is made; explain what the disk refuses.

    Raises:
        ServerError: another command holds the lock, or a file there cannot be used.
    """
    try:
        private_part(root)
        with lock:
            yield
    except Timeout as exc:
        raise ServerError(
            f"Another kgplatform command is starting or stopping Neo4j in {root}: "
            "wait for it to end, then try again."
        ) from exc
    except OSError as exc:
        if is_disk_full(exc):
            raise disk_full(root) from exc
        raise ServerError(
            f"The folder {root} cannot be used ({exc.strerror or exc}): put that right, or set "
            "KGPLATFORM_HOME to another folder."
        ) from exc


def check_space(folder: Path) -> None:
    """Raise DiskFull where the disk of `folder` has too little room for a server to start."""
    if shutil.disk_usage(folder).free < NEEDED_SPACE_BYTES:
        raise disk_full(folder, needed_bytes=NEEDED_SPACE_BYTES)


def read_record(path: Path) -> ServerRecord | None:
    """Return what was recorded, or None where nothing (readable) was.

    Raises:
        ServerError: the file may not be read.
    """
    try:
        return ServerRecord(**json.loads(path.read_text(encoding="utf-8")))
    except (FileNotFoundError, NotADirectoryError, ValueError, TypeError):
        return None
    except OSError as exc:
        raise ServerError(
            f"The file {path} cannot be read ({exc.strerror}): give it to the user who runs "
            "kgplatform, or set KGPLATFORM_HOME to another folder."
        ) from exc


def write_record(path: Path, record: ServerRecord) -> None:
    """Replace the record at once, so that a reader never sees half of it."""
    fresh = path.with_suffix(".new")
    private_file(fresh).write_text(json.dumps(asdict(record)) + "\n", encoding="utf-8")
    fresh.replace(path)


def options_path(folder: Path) -> Path:
    """Return the file of options that Java reads when it starts the server in `folder`."""
    return folder / "conf" / "java.args"


def password_path(folder: Path) -> Path:
    """Return the file with the password of the server in `folder`."""
    return folder / "password"


def write_password(folder: Path, password: str) -> None:
    """Write the password into a file that was never readable by others."""
    fresh = folder / "password.new"
    fresh.unlink(missing_ok=True)
    private_file(fresh).write_text(f"{password}\n", encoding="utf-8")
    fresh.replace(password_path(folder))


def read_password(folder: Path) -> str:
    """Return the password of the server in `folder`.

    Raises:
        ServerError: its file is missing, or belongs to another user.
    """
    try:
        return password_path(folder).read_text(encoding="utf-8").strip()
    except OSError as exc:
        raise ServerError(
            f"The password of the local Neo4j, {password_path(folder)}, cannot be read "
            f"({exc.strerror}): put it back, or run kgplatform db reset, which deletes all data."
        ) from exc


def log_size(folder: Path) -> int:
    """Return how long Neo4j's log is now, in bytes, so that what follows can be distinguished."""
    log = _neo4j_log(folder)
    return log.stat().st_size if log.exists() else 0


def debug_log_size(folder: Path) -> int:
    """Return how long the log is in which Neo4j writes of its databases, in bytes."""
    log = _debug_log(folder)
    return log.stat().st_size if log.exists() else 0


def lost_system(folder: Path, start: int) -> bool:
    """Return whether Neo4j logged, after `start` bytes, that it lacks the database it needs itself.

    It goes on then, and never answers.
    """
    return "[system]}" in read_failures(folder, start)


def read_failures(folder: Path, start: int) -> str:
    """Return what Neo4j logged from a database's failure to start on, after `start` bytes."""
    log = _debug_log(folder)
    if not log.exists():
        return ""
    content = log.read_bytes()
    text = (content[start:] if len(content) >= start else content).decode(errors="replace")
    return text[text.index(DATABASE_FAILED) :] if DATABASE_FAILED in text else ""


def read_logs(folder: Path, start: int) -> str:
    """Return what Java printed and what Neo4j logged after its first `start` bytes."""
    log = _neo4j_log(folder)
    text = console_path(folder).read_bytes()
    if log.exists():
        content = log.read_bytes()
        text += b"\n" + (content[start:] if len(content) >= start else content)  # rotated: all
    return text.decode("utf-8", errors="replace")


def console_path(folder: Path) -> Path:
    """Return the file that takes what Java prints; Neo4j's own log is rotated by Neo4j."""
    return folder / "logs" / "console.log"


def _neo4j_log(folder: Path) -> Path:
    return folder / "logs" / "neo4j.log"


def _debug_log(folder: Path) -> Path:
    return folder / "logs" / "debug.log"
