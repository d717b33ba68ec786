"""Backup and restore of the local Neo4j's graph, as one file of Neo4j's own format.

A backup is read back before it gets its name, and a restore puts nothing in the graph's place that
was not read and checked whole. What else is in the data folder (remembered chat replies, the local
Wikidata, the password) is not in the file.
"""

from __future__ import annotations

import filecmp
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kgplatform.errors import KgPlatformError, ServerError, UsageError
from kgplatform.graph.connection import Graph
from kgplatform.graph.server import LocalServer
from kgplatform.graph.store_tool import StoreTool, store_folders
from kgplatform.progress import NO_PROGRESS, NOTICES, Progress
from kgplatform.storage.disk import disk_full, is_disk_full
from kgplatform.storage.permissions import private_folder

__all__ = ["back_up", "left_as_found", "restore", "stopped"]

OPTIONS_NAME = "java.args"


def back_up(server: LocalServer, path: Path, progress: Progress = NO_PROGRESS) -> int:
    """Write the graph into a file, read it back, and return the file's size in bytes.

    The server is stopped while the file is written, and started again if it ran. What was read
    back must be the graph's files to the byte, and pass Neo4j's check of consistency.

    Args:
        server: whose graph.
        path: a file that does not exist.
        progress: reports each step.

    Raises:
        UsageError: the file exists, its folder does not, or there is no graph.
        DiskFull: the disk of its folder has too little room for the file and for reading it back.
        ServerError: the graph cannot be written, or what was read back is not as it should be.
    """
    path = path.absolute()
    _check_target(path)
    needed = sum(_size(folder) for folder in _stores(server))
    with _explaining(path.parent), _scratch_folder(path.parent) as scratch, server.alone():
        if shutil.disk_usage(scratch).free < needed:
            raise disk_full(path.parent, needed_bytes=needed)
        tool = _make_tool(server, scratch)
        with stopped(server, progress):
            progress.begin("Writing the backup", total=None, unit="s")
            dump = tool.dump(server.folder, scratch)
            progress.begin("Reading it back", total=None, unit="s")
            tool.load(scratch, dump)
            _compare(store_folders(scratch), _stores(server))
        _check(tool, scratch, f"The graph in {server.folder}", progress)
        return _give_name(dump, path)


def restore(
    server: LocalServer, path: Path, *, replace: bool = False, progress: Progress = NO_PROGRESS
) -> dict[str, int]:
    """Put the graph of a backup in the place of the server's, and count what it holds.

    The file is read into a folder of its own and checked there; the present graph is deleted only
    once a server answers from what was restored, and is back in its place after any failure.

    Args:
        server: whose graph.
        path: what `back_up`, or neo4j-admin, wrote.
        replace: do it though the server's graph is not empty.
        progress: reports each step.

    Returns:
        How many `nodes` and `relationships` there are.

    Raises:
        UsageError: the file is no dump, is damaged or of a newer version, or `replace` is off and
            the server's graph is not empty.
        DiskFull: the data folder's disk has no room for a second graph.
        ServerError: Neo4j cannot be stopped, or does not start with what was restored.
    """
    if not path.is_file():
        raise UsageError(f"There is no file {path}: name a backup.")
    with server.alone(), left_as_found(server, progress):
        if not replace:
            _refuse_to_replace(server, path, progress)
        with _explaining(server.folder), _scratch_folder(server.folder.parent) as scratch:
            tool = _make_tool(server, scratch)
            progress.begin("Reading the backup", total=None, unit="s")
            tool.load(scratch, path)
            _check(tool, scratch, f"The graph in {path}", progress)
            with stopped(server, progress), _put_in_place(server, scratch):
                server.start(progress)
                with Graph.connect(server.address()) as graph:
                    return graph.read("count_all")[0]


@contextmanager
def left_as_found(server: LocalServer, progress: Progress = NO_PROGRESS) -> Iterator[None]:
    """See that after a block, failed or not, the server runs if it ran before, and only then.

    Raises:
        ServerError: a server of another version runs here.
    """
    running = server.status()
    if running is not None and running.version != server.version:
        raise ServerError(
            f"Neo4j {running.version} runs here, not {server.version}: run kgplatform db stop "
            "first."
        )
    try:
        yield
    finally:
        if running is None:
            server.stop()
        else:
            server.start(progress)


@contextmanager
def stopped(server: LocalServer, progress: Progress = NO_PROGRESS) -> Iterator[None]:
    """Stop the server for a block, saying so; start it again if it ran."""
    with left_as_found(server, progress):
        if server.stop():
            NOTICES.info("Neo4j is stopped for this, and started again afterwards.")
        yield


def _check_target(path: Path) -> None:
    if path.exists():
        raise UsageError(f"{path} exists already: name a new file, or delete it first.")
    if not path.parent.is_dir():
        raise UsageError(f"There is no folder {path.parent}: make it first.")


def _stores(server: LocalServer) -> tuple[Path, Path]:
    """Return the folders with the server's graph, which must be there."""
    folders = store_folders(server.folder)
    if not folders[0].is_dir():
        raise UsageError(f"There is no graph in {server.folder}: nothing to back up.")
    return folders


def _refuse_to_replace(server: LocalServer, path: Path, progress: Progress) -> None:
    """Raise UsageError where the server has a graph that is not empty, or cannot be asked."""
    if not store_folders(server.folder)[0].exists():
        return
    try:
        server.start(progress)
        with Graph.connect(server.address()) as graph:
            found = graph.read("count_all")[0]["nodes"]
    except KgPlatformError as exc:
        raise UsageError(
            f"What the graph in {server.folder} holds cannot be found out ({exc}): kgplatform db "
            f"restore {path} --yes replaces it."
        ) from exc
    if found:
        raise UsageError(
            f"The graph in {server.folder} has {found:,} nodes: kgplatform db restore {path} --yes "
            "replaces it."
        )


def _make_tool(server: LocalServer, scratch: Path) -> StoreTool:
    """Return the tool of the server's version, and make a home for it of the folder `scratch`."""
    options = scratch / OPTIONS_NAME
    server.write_options(options)
    tool = StoreTool(server.version, options)
    tool.make_home(scratch)
    return tool


def _check(tool: StoreTool, home: Path, what: str, progress: Progress) -> None:
    progress.begin("Checking it", total=None, unit="s")
    if not tool.check(home):
        raise ServerError(
            f"{what} is damaged: Neo4j finds records or indexes that do not fit together; use an "
            "older backup, or run kgplatform db reset and ingest again."
        )


def _compare(copies: tuple[Path, Path], stores: tuple[Path, Path]) -> None:
    """Raise ServerError where a file of the graph was not read back as it is."""
    for copy, store in zip(copies, stores, strict=True):
        names = [str(file.relative_to(store)) for file in store.rglob("*") if file.is_file()]
        same, _, _ = filecmp.cmpfiles(store, copy, names, shallow=False)
        if len(same) != len(names):
            raise ServerError(
                f"The backup is not what is in {store}: the disk may be faulty; try another one."
            )


def _give_name(dump: Path, path: Path) -> int:
    """Give a dump, safe on the disk, its name; return its size."""
    with dump.open("rb+") as file:
        os.fsync(file.fileno())
    _check_target(path)
    dump.rename(path)
    return path.stat().st_size


@contextmanager
def _put_in_place(server: LocalServer, scratch: Path) -> Iterator[None]:
    """Put the store of one home in the place of the server's; undo it where the block fails."""
    pairs = list(zip(store_folders(server.folder), store_folders(scratch), strict=True))
    old = [store for store, _ in pairs if store.exists()]
    for store in old:
        store.rename(_aside(store, scratch))
    try:
        private_folder(server.folder)
        for store, fresh in pairs:
            store.parent.mkdir(parents=True, exist_ok=True)
            fresh.rename(store)
        yield
    except BaseException:
        server.stop()
        for store, _ in pairs:
            shutil.rmtree(store, ignore_errors=True)
        for store in old:
            _aside(store, scratch).rename(store)
        raise


def _aside(store: Path, scratch: Path) -> Path:
    """Return where a store is kept that may be needed again; deleted with the folder `scratch`."""
    return scratch / f"{store.parent.name}.old"


@contextmanager
def _scratch_folder(parent: Path) -> Iterator[Path]:
    """Make a folder on the same disk as what will come of it, and delete it at the end."""
    parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(
        prefix=".kgplatform-", dir=parent, ignore_cleanup_errors=True
    ) as name:
        yield Path(name)


@contextmanager
def _explaining(folder: Path) -> Iterator[None]:
    """Turn what the operating system refuses into a sentence."""
    try:
        yield
    except OSError as exc:
        if is_disk_full(exc):
            raise disk_full(folder) from exc
        raise ServerError(f"{folder} cannot be used ({exc.strerror}): put that right.") from exc


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
