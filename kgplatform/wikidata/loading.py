"""Runs oxigraph's bulk loader over a dump, into a folder of its own.

The dump is unpacked here: over a damaged archive the loader itself runs for ever.
"""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
import sysconfig
import tempfile
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from kgplatform.errors import SourceError, WikidataError
from kgplatform.storage.permissions import PRIVATE_UMASK
from kgplatform.wikidata.named import bind_query

__all__ = ["DUMP_SUFFIXES", "LoadedTriples", "find_program", "load_triples"]

PROGRAM = "oxigraph"
DUMP_SUFFIXES = (".nt", ".ttl", ".nt.gz", ".ttl.gz")
BAD_TRIPLE = re.compile(r"^Parsing error: (?P<reason>.*)$", re.MULTILINE)
FAILURE = re.compile(r"^Error[^:]*: (?P<reason>.*)$", re.MULTILINE)
ERRORS_SHOWN = 3
CHUNK_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class LoadedTriples:
    """How many triples a store holds, and how many places of its dump are no RDF, some in words."""

    triples: int
    skipped: int
    reasons: tuple[str, ...]


def load_triples(dump: Path, store: Path) -> LoadedTriples:
    """Make a store of a dump; places that are no RDF are left out and counted.

    Raises:
        SourceError: the dump cannot be read, or holds no triple at all.
        WikidataError: oxigraph is not installed, or cannot read what it wrote.
    """
    names = dump.name.lower().removesuffix(".gz")
    command = [str(find_program()), "load", "--lenient", "--location", str(store)]
    command += ["--format", Path(names).suffix.removeprefix(".")]
    with tempfile.TemporaryFile() as said:
        loader = subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.PIPE, stderr=said, umask=PRIVATE_UMASK
        )
        try:
            _feed(dump, cast(IO[bytes], loader.stdin))
            loader.wait()
        except (EOFError, OSError, zlib.error) as exc:
            raise SourceError(f"'{dump}' cannot be read to its end: {exc}.") from exc
        finally:
            loader.kill()
            loader.wait()
        said.seek(0)
        words = said.read().decode("utf-8", "replace")
    if loader.returncode != 0:
        failure = FAILURE.search(words)
        reason = failure["reason"] if failure else words.strip().partition("\n")[0]
        raise SourceError(f"'{dump}' cannot be loaded: {reason}.")
    reasons = BAD_TRIPLE.findall(words)
    loaded = LoadedTriples(_count(store), len(reasons), tuple(reasons[:ERRORS_SHOWN]))
    if not loaded.triples:
        why = f" ({reasons[0]})" if reasons else ""
        raise SourceError(f"'{dump}' holds no valid triple{why}: correct it; nothing was changed.")
    return loaded


def _count(store: Path) -> int:
    """Return how many triples a store holds that nobody serves."""
    command = [str(find_program()), "query", "--location", str(store), "--results-format", "csv"]
    command += ["--query", bind_query("count_triples")]
    counted = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    try:
        return int(counted.stdout.split()[-1])
    except (IndexError, ValueError) as exc:
        reason = counted.stderr.strip().partition("\n")[0] or "no reason"
        raise WikidataError(f"What was loaded cannot be read again ({reason}).") from exc


def _feed(dump: Path, loader: IO[bytes]) -> None:
    is_packed = dump.suffix.lower() == ".gz"
    with loader, cast(IO[bytes], gzip.open(dump) if is_packed else dump.open("rb")) as stream:
        shutil.copyfileobj(stream, loader, CHUNK_BYTES)


def find_program() -> Path:
    """Return oxigraph's program, which its package puts next to this Python's other scripts.

    Raises:
        WikidataError: it is not installed.
    """
    beside = Path(sysconfig.get_path("scripts")) / PROGRAM
    found = str(beside) if beside.is_file() else shutil.which(PROGRAM)
    if found is None:
        raise WikidataError("oxigraph is not installed: run pip install oxigraph.")
    return Path(found)
