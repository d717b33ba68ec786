"""Neo4j's own tool on the files of a stopped store: write a dump of it, read one, check one.

What the tool says when it fails is turned here into one sentence.
"""

from __future__ import annotations

import re
from pathlib import Path

from kgplatform.errors import KgPlatformError, ServerError, UsageError
from kgplatform.graph.runtime import ADMIN_CLASS, run_admin
from kgplatform.graph.server_configuration import BOLT_PORT, HTTP_PORT, configuration_text
from kgplatform.storage.disk import FULL_DISK, disk_full

__all__ = ["DATABASE", "DUMP_NAME", "StoreTool", "store_folders"]

DATABASE = "neo4j"
DUMP_NAME = f"{DATABASE}.dump"
INCONSISTENT = re.compile(r"inconsistenc", re.IGNORECASE)
REFUSED_DUMPS = {
    r"newer version": (
        "{name} is of a newer Neo4j than {version}: restore it with that version (--neo4j-version)."
    ),
    r"Not a valid Neo4j archive": "{name} is no dump of Neo4j, or is damaged: name another file.",
    r"Truncated source|Zstd|Incorrect checksum|EOF|corrupt": (
        "{name} is damaged: it cannot be read to its end; name another file."
    ),
}
"""What Neo4j's tool says of a dump that it does not take, and what that means."""


def store_folders(home: Path) -> tuple[Path, Path]:
    """Return where the server in `home` keeps the graph: its data, and its transaction logs."""
    return home / "data" / "databases" / DATABASE, home / "data" / "transactions" / DATABASE


class StoreTool:
    """Runs the tool of one version; the servers of the homes that it is given do not run."""

    def __init__(self, version: str, options: Path) -> None:
        """Name the version, and the file of options with which Java finds its jars."""
        self._version = version
        self._options = options

    def make_home(self, home: Path) -> None:
        """Make a home without data, whose settings lead nowhere else."""
        (home / "conf").mkdir(parents=True)
        text = configuration_text(self._version, bolt_port=BOLT_PORT, http_port=HTTP_PORT)
        (home / "conf" / "neo4j.conf").write_text(text, encoding="utf-8")

    def dump(self, home: Path, folder: Path) -> Path:
        """Write the graph of a home into one file in `folder`, and return it.

        Raises:
            DiskFull: it does not fit on the disk of `folder`.
            ServerError: the tool refuses, for example since the files are damaged.
        """
        said = self._run(home, "dump", f"--to-path={folder}")
        if said is not None:
            raise self._explain(said, folder, f"The graph in {home} cannot be dumped")
        return folder / DUMP_NAME

    def load(self, home: Path, dump: Path) -> None:
        """Read a dump into a home that has no graph.

        Raises:
            UsageError: the file is no dump, damaged, or of a newer version.
            DiskFull: it does not fit on the disk of the home.
        """
        said = self._run(home, "load", "--from-stdin", given=dump)
        if said is None:
            return
        for pattern, sentence in REFUSED_DUMPS.items():
            if re.search(pattern, said):
                raise UsageError(sentence.format(name=dump, version=self._version))
        raise self._explain(said, home, f"{dump} cannot be read")

    def check(self, home: Path) -> bool:
        """Return whether all records and indexes of a home's graph fit together.

        Raises:
            DiskFull: the report does not fit on the disk of the home.
            ServerError: they cannot even be read.
        """
        said = self._run(home, "check", f"--report-path={home}")
        if said is None:
            return True
        if INCONSISTENT.search(said):
            return False
        raise self._explain(said, home, "The graph cannot be checked")

    def _run(
        self, home: Path, command: str, *arguments: str, given: Path | None = None
    ) -> str | None:
        """Run one command; return None, or what it said when it failed."""
        words = [f"@{self._options}", ADMIN_CLASS, "database", command, DATABASE, *arguments]
        if given is None:
            done = run_admin(home, words)
        else:
            with given.open("rb") as file:
                done = run_admin(home, words, given=file)
        return None if done.returncode == 0 else f"{done.stderr}\n{done.stdout}"

    def _explain(self, said: str, folder: Path, trouble: str) -> KgPlatformError:
        if FULL_DISK.search(said):
            return disk_full(folder)
        lines = [line for line in said.splitlines() if re.search(r"[Ff]ail|Exception|rror", line)]
        reason = (lines or ["it gave no reason"])[0].strip().rstrip(".")
        return ServerError(f"{trouble}: Neo4j's tool says: {reason}.")
