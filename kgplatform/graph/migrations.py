"""Brings a graph's schema up to date, and reports what is wrong with one.

The files in cypher/ are applied in the order of their numbers, each once, and recorded in the
graph as (:Migration). Schema and data cannot share a transaction, so a file is a row of
statements that may each be run again: after a crash the file is simply begun anew, and two
processes that migrate at the same moment do the same twice.

A graph of a kgplatform before own labels is given these first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from tenacity import (
    Retrying,
    retry_if_result,
    stop_after_attempt,
    wait_random_exponential,
)

from kgplatform.errors import SchemaError, UsageError
from kgplatform.graph.connection import Graph
from kgplatform.graph.labels import KINDS
from kgplatform.graph.library import load_query
from kgplatform.graph.migration_files import (
    FIRST_VERSION,
    FORMER_HASHES,
    Migration,
    load_adoption,
    load_migrations,
    schema_elements,
)
from kgplatform.graph.migration_steps import STEPS
from kgplatform.graph.races import ATTEMPTS, run_despite_races
from kgplatform.graph.schema import (
    SchemaElement,
    changes_schema,
    describe_difference,
    find_extra,
)

__all__ = [
    "SchemaReport",
    "check",
    "migrate",
    "refuse_other_embedder",
    "refuse_other_version",
]

MAX_DIMENSION = 4096  # what Neo4j's vector index takes
INDEX_WAIT_S = 1800  # a vector index over a million passages builds in about ten minutes
BEING_BUILT = "POPULATING"  # Neo4j's word
OF_BEFORE = "MATCH"  # begins what brings a graph's content forward: a new graph has none
START_ANEW = (
    "ingest into another KGPLATFORM_HOME or database, or run kgplatform db reset and ingest again"
)


@dataclass(frozen=True, slots=True)
class SchemaReport:
    """What is wrong with a graph's schema, a phrase each.

    `missing` is not there, `extra` is on our labels but not ours (which does no harm), `changed`
    is there but not as it should be.
    """

    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """True when nothing is missing or changed; what is extra does no harm."""
        return not self.missing and not self.changed

    def __str__(self) -> str:
        """Return what is wrong in words."""
        return "; ".join((*(f"{name} is missing" for name in self.missing), *self.changed))


def migrate(graph: Graph, *, embedder: str, dimension: int) -> list[str]:
    """Bring the schema up to date and wait until its indexes answer.

    Args:
        graph: an open connection.
        embedder: name of the embedder whose vectors the graph holds.
        dimension: numbers in one of its vectors.

    Returns:
        The names of the files that were applied now.

    Raises:
        SchemaError: an applied file was changed, the graph is from a newer kgplatform or another
            embedder, or something of the schema is not as it should be.
        UsageError: the dimension is not one a vector index can have.
    """
    parameters = _parameters(embedder, dimension)
    migrations = load_migrations()
    applied: list[str] = []
    _refuse_others(graph, parameters)
    if _pending(graph, migrations) or _missing(graph, migrations) or _is_former(graph):
        with graph.turn("write"):
            applied = _apply(graph, migrations, parameters)
    report = _check_when_built(graph, embedder=embedder, dimension=dimension)
    if not report.ok:
        raise SchemaError(
            f"The graph's schema is not what kgplatform needs ({report}): drop what differs and "
            f"run kgplatform db migrate, or {START_ANEW}."
        )
    return applied


def _apply(graph: Graph, migrations: Sequence[Migration], given: dict[str, Any]) -> list[str]:
    """Apply the files that are still to be applied, and make again what is missing.

    On a new graph all files are one: there is nothing that one of them could find half done.
    """
    pending = _pending(graph, migrations)
    former = _is_former(graph)
    is_new = len(pending) == len(migrations) and not former
    _run_all(graph, load_adoption() if former else (), {})
    _refuse_others(graph, given)
    for files in [pending] if is_new else [[migration] for migration in pending]:
        statements = [s for file in files for s in file.statements]
        _run_all(graph, [s for s in statements if not (is_new and s.startswith(OF_BEFORE))], given)
        for step in [] if is_new else [STEPS[file.name] for file in files if file.name in STEPS]:
            step(graph)
        # Another process may have recorded its embedder first, in a file just run.
        _refuse_others(graph, given)
        for file in files:
            _record(graph, file)
    if former:
        graph.write("delete_former_migrations", hashes=FORMER_HASHES)
    missing = [element.statement for element in _missing(graph, migrations)]
    _run_all(graph, missing, given)
    return [migration.name for migration in pending]


def _run_all(graph: Graph, statements: Sequence[str], parameters: dict[str, Any]) -> None:
    """Run statements in their order; those that change the schema and follow each other as one."""
    for is_schema, group in groupby(statements, key=changes_schema):
        if is_schema:
            run_despite_races(graph.change_schema, tuple(group), **parameters)
        else:
            for statement in group:
                run_despite_races(graph.run_text, statement, **parameters)


def _check_when_built(graph: Graph, *, embedder: str, dimension: int) -> SchemaReport:
    """Wait for the indexes and check them; again where another process is making one anew."""

    def wait_and_check() -> SchemaReport:
        graph.run_text(load_query("await_indexes").text, timeout_s=INDEX_WAIT_S)
        return check(graph, embedder=embedder, dimension=dimension)

    retrying = Retrying(
        retry=retry_if_result(_is_being_built),
        stop=stop_after_attempt(ATTEMPTS),
        wait=wait_random_exponential(multiplier=0.1, max=2),
        retry_error_callback=lambda state: state.outcome.result() if state.outcome else None,
    )
    return retrying(wait_and_check)


def _is_being_built(report: SchemaReport) -> bool:
    return bool(report.missing) or any(BEING_BUILT in phrase for phrase in report.changed)


def check(graph: Graph, *, embedder: str, dimension: int) -> SchemaReport:
    """Read the schema back from the graph and hold it against the migration files.

    Raises:
        UsageError: the dimension is not one a vector index can have.
        SchemaError: the migration files themselves are damaged.
    """
    parameters = _parameters(embedder, dimension)
    migrations = load_migrations()
    applied = {row["version"]: row for row in graph.read("list_applied_migrations")}
    elements = schema_elements(migrations)
    rows = {row["name"]: row for row in _schema_rows(graph)}
    absent = [m.name for m in migrations if m.version not in applied]
    differences = [
        describe_difference(element, rows[name], parameters)
        for name, element in elements.items()
        if name in rows
    ]
    other = _other_embedder(graph, parameters)
    changed = (*_changed_files(migrations, list(applied.values())), *differences, other)
    return SchemaReport(
        missing=(*absent, *(name for name in elements if name not in rows)),
        extra=find_extra(elements, rows.values()),
        changed=tuple(filter(None, changed)),
    )


def _parameters(embedder: str, dimension: int) -> dict[str, Any]:
    if isinstance(dimension, bool) or not 1 <= dimension <= MAX_DIMENSION:
        raise UsageError(
            f"Embedder '{embedder}' has {dimension} dimensions, and Neo4j's vector index takes 1 "
            f"to {MAX_DIMENSION}: choose another embedder (KGPLATFORM_EMBEDDER)."
        )
    return {"kinds": KINDS, "embedder": embedder, "dimension": int(dimension)}


def refuse_other_version(graph: Graph) -> None:
    """Raise SchemaError where a graph was written by a newer kgplatform, or by one before this.

    A graph with nothing of kgplatform in it is not refused.
    """
    newest = load_migrations()[-1].version
    applied = graph.read("list_applied_migrations")
    if newer := [row["name"] for row in applied if row["version"] > newest]:
        raise SchemaError(f"The graph cannot be used: {_newer(newer[0])}.")
    if (applied and applied[-1]["version"] < newest) or (not applied and _is_former(graph)):
        raise SchemaError(
            "The graph was written by an older kgplatform: run kgplatform db migrate once."
        )


def _is_former(graph: Graph) -> bool:
    """Return whether a kgplatform before own labels wrote this graph."""
    return bool(graph.read("list_former_migrations", hashes=FORMER_HASHES))


def _pending(graph: Graph, migrations: Sequence[Migration]) -> Sequence[Migration]:
    """Return the files that are still to be applied.

    Raises:
        SchemaError: what was applied before is not a beginning of these files.
    """
    applied = graph.read("list_applied_migrations")
    if problems := _changed_files(migrations, applied):
        raise SchemaError(f"The graph cannot be migrated: {problems[0]}.")
    return migrations[len(applied) :]


def _changed_files(migrations: Sequence[Migration], applied: list[dict[str, Any]]) -> list[str]:
    """Say where what was applied differs from the files, with what to do."""
    if any(row["version"] is None for row in applied):  # which is never written so
        return ["its records are damaged; restore a backup (kgplatform db restore FILE)"]
    problems = []
    known = {migration.version: migration for migration in migrations}
    for position, row in enumerate(applied, start=FIRST_VERSION):
        migration = known.get(row["version"])
        if migration is None:
            problems.append(_newer(row["name"]))
        elif (row["name"], row["sha256"]) != (migration.name, migration.sha256):
            problems.append(
                f"{migration.name}.cypher is not as it was when applied (as {row['name']}); put it "
                "back and make the change in a new file"
            )
        elif row["version"] != position:
            problems.append(
                f"{known[position].name} was not applied, but {row['name']} was; {START_ANEW}"
            )
    return problems


def _newer(name: str) -> str:
    return f"{name} was applied by a newer kgplatform; upgrade kgplatform, or {START_ANEW}"


def _other_embedder(graph: Graph, parameters: dict[str, Any]) -> str | None:
    """Say that the graph belongs to another embedder; None when it does not."""
    found = graph.read("fetch_embedding_configuration")
    ours = {name: parameters[name] for name in ("embedder", "dimension")}
    if not found or found[0] == ours:
        return None
    theirs = found[0]
    return (
        f"the graph holds vectors of embedder '{theirs['embedder']}' ({theirs['dimension']} "
        f"dimensions), not '{ours['embedder']}' ({ours['dimension']})"
    )


def refuse_other_embedder(graph: Graph, *, embedder: str, dimension: int) -> None:
    """Raise SchemaError where a graph's vectors are not an embedder's: they say nothing to it."""
    _refuse_others(graph, _parameters(embedder, dimension))


def _refuse_others(graph: Graph, parameters: dict[str, Any]) -> None:
    if other := _other_embedder(graph, parameters):
        raise SchemaError(f"{other[0].upper()}{other[1:]}: set that embedder, {START_ANEW}.")


def _record(graph: Graph, migration: Migration) -> None:
    """Record a migration as applied, unless another process recorded another file first."""
    recorded = graph.write(
        "record_migration",
        version=migration.version,
        name=migration.name,
        sha256=migration.sha256,
    )
    if recorded != [{"name": migration.name, "sha256": migration.sha256}]:
        raise SchemaError(
            f"Another kgplatform applied {recorded[0]['name']} where this one has "
            f"{migration.name}: use one version of kgplatform on a graph."
        )


def _missing(graph: Graph, migrations: Sequence[Migration]) -> list[SchemaElement]:
    """Return what a migration made and somebody dropped."""
    present = {row["name"] for row in _schema_rows(graph)}
    return [item for name, item in schema_elements(migrations).items() if name not in present]


def _schema_rows(graph: Graph) -> list[dict[str, Any]]:
    return graph.read("show_constraints") + graph.read("show_indexes")
