"""Reads the migration files: what is applied to every graph, and what adopts one of before.

Files before V0011 made a schema on labels that others use too. They are not applied any more: a
graph that has their records is given our own labels by former_graph.cypher.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kgplatform.errors import SchemaError
from kgplatform.graph.library import split_statements
from kgplatform.graph.schema import SchemaElement, parse_elements
from kgplatform.packaged import resource_dir

__all__ = [
    "FIRST_VERSION",
    "FORMER_HASHES",
    "Migration",
    "load_adoption",
    "load_migrations",
    "schema_elements",
]

FILE_NAME = re.compile(r"V(\d{4})__\w+\.cypher")
FIRST_VERSION = 11
FORMER_GRAPH = "former_graph.cypher"
FORMER_HASHES = (
    "915ee3e944463b30c89a22f0567f97597141e2ee1e780b232c248bdec28c3d72",
    "ee1be7d8def4d34892627e3b670e6e61eeba716e9cb1a09064252c688f34fb40",
    "8a54a04274ad821cf42024b7fa295153c0c8d32a8ae79454c024947051927dff",
    "6acf33193cb09983c9a5d57a64b61759e3b628f356742889f10e3b9736b46572",
    "84617640d731ae08762593c6b085b5f688e97b690a7576caf54555add97a2ff0",
    "1ad9dd8d3fdb49fd6af0405e4a7ce43ef4844753027c0a6eab2994dd61d6960e",
    "7b4be3808be926b2f8dbe32502f0a798c3b1ce82bee078bf2fbdd7bdf8ab7aa2",
    "c4b424669edea1b55016ce1d6a6f1d015c95b30ddbfe03f1d0c1e192332ac881",
    "e957a5ba35f0a7e38c9d0f4d4cb42d25ef420015d156f135c0b34558dc1364dd",
    "246293df2a9d843d62f9b2bce19056a18799bea3c036bb2c072c7f486fc5d5da",
)
"""Of the files V0001 to V0010, by which their records are known from those of others."""


@dataclass(frozen=True, slots=True)
class Migration:
    """A migration file: its number, its name, the hash of its text, and its statements."""

    version: int
    name: str
    sha256: str
    statements: tuple[str, ...]


def load_migrations(folder: Path | None = None) -> tuple[Migration, ...]:
    """Read the migration files in order.

    Args:
        folder: where they are; the package's own by default.

    Raises:
        SchemaError: a file's name is malformed, or a number is missing or used twice.
    """
    migrations = []
    files = (folder or resource_dir("cypher")).glob("*.cypher")
    paths = sorted(path for path in files if path.name != FORMER_GRAPH)
    for expected, path in enumerate(paths, start=FIRST_VERSION):
        found = FILE_NAME.fullmatch(path.name)
        if found is None or int(found[1]) != expected:
            raise SchemaError(
                f"The migration files are damaged: V{expected:04d}__….cypher was expected where "
                f"{path.name} is; install kgplatform again."
            )
        text = path.read_text(encoding="utf-8")  # any line ends become \n: one hash everywhere
        digest = hashlib.sha256(text.encode()).hexdigest()
        migrations.append(Migration(expected, path.stem, digest, tuple(split_statements(text))))
    if not migrations:
        raise SchemaError("The migration files are not there: install kgplatform again.")
    return tuple(migrations)


def load_adoption() -> list[str]:
    """Return the statements that give a former graph its own labels and take its schema away."""
    return split_statements((resource_dir("cypher") / FORMER_GRAPH).read_text(encoding="utf-8"))


def schema_elements(migrations: Sequence[Migration]) -> dict[str, SchemaElement]:
    """Return by name each constraint and index that the migrations make."""
    return parse_elements(statement for m in migrations for statement in m.statements)
