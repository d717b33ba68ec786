"""The commands `kgplatform db`: the local Neo4j, and the schema of whichever Neo4j is used.

The schema knows the embedder, so only its commands load the whole platform.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kgplatform.cli.options import (
    home_option,
    json_option,
    open_platform,
    print_json,
    with_settings,
    with_settings_at_rest,
)
from kgplatform.cli.output import confirm, echo
from kgplatform.cli.progress_bars import Bars
from kgplatform.errors import UsageError

if TYPE_CHECKING:
    from kgplatform.graph.migrations import SchemaReport
    from kgplatform.graph.server import LocalServer, ServerInfo
    from kgplatform.settings import Settings

__all__ = ["db"]

SCHEMA_DIFFERS = 1


def _local_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the options that say which local Neo4j is meant."""
    home = click.option("--home", type=click.Path(path_type=Path), help="Data folder.")
    version = click.option("--neo4j-version", metavar="V", help="2026.08.1, or the LTS 5.26.30.")
    return home(version(command))


@click.group()
def db() -> None:
    """Start, stop and look after Neo4j."""


@db.command()
@_local_options
def start(*, home: Path | None, neo4j_version: str | None) -> None:
    """Start the local Neo4j, and say where it answers."""
    from kgplatform.runtime.resources import Resources
    from kgplatform.settings import Settings

    settings = Settings.load(home=home, neo4j_version=neo4j_version)
    with Bars() as bars:
        running = Resources(settings).server.start(bars)
    _print_running(running)


@db.command()
@_local_options
def stop(*, home: Path | None, neo4j_version: str | None) -> None:
    """Stop the local Neo4j; its data stay."""
    from kgplatform.runtime.resources import Resources
    from kgplatform.settings import Settings
    from kgplatform.wikidata.server import LocalStore

    settings = Settings.load(home=home, neo4j_version=neo4j_version)
    stopped = Resources(settings).server.stop()
    echo("Neo4j is stopped." if stopped else "Neo4j was not running.")
    serving = LocalStore(settings.wikidata_home or settings.home).status()
    if serving is not None:
        stated = f"The SPARQL server over Wikidata still runs ({serving.address})"
        echo(f"{stated}: kgplatform wikidata stop stops it.", err=True)


@db.command()
@_local_options
@json_option
def status(*, home: Path | None, neo4j_version: str | None, as_json: bool) -> None:
    """Return whether the local Neo4j runs, and where it answers."""
    from kgplatform.runtime.resources import Resources
    from kgplatform.settings import Settings

    settings = Settings.load(home=home, neo4j_version=neo4j_version)
    running = Resources(settings).server.status()
    if as_json:
        print_json(_to_json(running))
    elif running:
        _print_running(running)
    else:
        echo("Neo4j is not running: kgplatform db start starts it.")


@db.command()
@_local_options
@click.option("--yes", is_flag=True, help="Do not ask.")
def reset(*, home: Path | None, neo4j_version: str | None, yes: bool) -> None:
    """Delete the local Neo4j's data, password and settings."""
    from kgplatform.runtime.resources import Resources
    from kgplatform.settings import Settings

    server = Resources(Settings.load(home=home, neo4j_version=neo4j_version)).server
    if not yes:
        confirm(f"Delete the graph in {server.folder}?")
    server.reset()
    echo(f"{server.folder} is deleted.")


@db.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
@with_settings
def clear(*, yes: bool, settings: Settings) -> None:
    """Take all that kgplatform wrote out of the database; nodes of others stay."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        address = platform.resources.connection.address
        bars.close()
        if not yes:
            place = f"{address.uri} {address.database or ''}".strip()
            confirm(f"Delete all that kgplatform wrote at {place}?")
        deleted = platform.clear()
    echo(f"{deleted:,} nodes are deleted; nodes of others are as they were.")


@db.command()
@_local_options
@click.argument("file", type=click.Path(path_type=Path))
def backup(*, file: Path, home: Path | None, neo4j_version: str | None) -> None:
    """Write the local Neo4j's graph into a new FILE, and read it back.

    Neo4j is stopped meanwhile, and started again. Not in the file: the password, remembered chat
    replies, the local Wikidata.
    """
    from kgplatform.graph.backup import back_up

    server = _local_server(home, neo4j_version)
    with Bars() as bars:
        size = back_up(server, file, bars)
    echo(f"{file} ({size:,} bytes) holds the graph; it was read back and checked.")


@db.command()
@_local_options
@click.option("--yes", is_flag=True, help="Replace a graph that is not empty.")
@click.argument("file", type=click.Path(path_type=Path))
def restore(*, file: Path, yes: bool, home: Path | None, neo4j_version: str | None) -> None:
    """Put the graph of a backup FILE in the place of the local Neo4j's.

    Neo4j is stopped meanwhile, and started again. If anything fails, the graph stays as it was.
    """
    from kgplatform.graph.backup import restore as restore_graph

    server = _local_server(home, neo4j_version)
    with Bars() as bars:
        found = restore_graph(server, file, replace=yes, progress=bars)
    echo(f"{file} is restored: {found['nodes']:,} nodes, {found['relationships']:,} between.")


@db.command()
@home_option
@click.argument("file", type=click.Path(path_type=Path))
def upgrade(*, file: Path, home: Path | None) -> None:
    """Bring the graph of the LTS Neo4j into the newer one, by way of a new backup FILE.

    The old graph stays where it is. There is no way back to it with what is written later.
    """
    from kgplatform.graph.server import local_versions
    from kgplatform.graph.upgrade import upgrade as upgrade_graph

    newer, older = local_versions()
    old, new = _local_server(home, older), _local_server(home, newer)
    with Bars() as bars:
        found = upgrade_graph(old, new, file, bars)
    echo(
        f"Neo4j {newer} runs with {found['nodes']:,} nodes; {file} and {old.folder} hold the graph "
        f"of Neo4j {older}."
    )


@db.command()
@with_settings
def migrate(*, settings: Settings) -> None:
    """Bring the schema up to date; doing it again changes nothing."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        applied = platform.migrate()
    for name in applied:
        echo(name)
    echo(f"{len(applied)} migrations applied.", err=True)


@db.command()
@json_option
@with_settings_at_rest
def check(*, as_json: bool, settings: Settings) -> None:
    """Compare the schema with the one this version needs."""
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        report = platform.check_schema()
    if as_json:
        print_json(dataclasses.asdict(report) | {"ok": report.ok})
    else:
        _print_report(report)
    if not report.ok:
        sys.exit(SCHEMA_DIFFERS)


def _local_server(home: Path | None, neo4j_version: str | None) -> LocalServer:
    """Return the server of the data folder; refuse where another Neo4j is used."""
    from kgplatform.runtime.resources import Resources
    from kgplatform.settings import Settings

    settings = Settings.load(home=home, neo4j_version=neo4j_version)
    if settings.neo4j_uri is not None:
        raise UsageError(
            "This is for the local Neo4j, and KGPLATFORM_NEO4J_URI names another: use that "
            "server's own tools (neo4j-admin database dump and load, or its provider's backups)."
        )
    return Resources(settings).server


def _print_running(running: ServerInfo) -> None:
    echo(f"Neo4j {running.version} is running (process {running.pid}).")
    echo(f"Bolt      {running.uri}")
    echo(f"Browser   {running.browser_url}")
    echo(f"Password  of the user neo4j: in {running.password_file}")


def _to_json(running: ServerInfo | None) -> dict[str, Any]:
    if running is None:
        return {"running": False}
    addresses = {"uri": running.uri, "browser_url": running.browser_url}
    files = {"password_file": str(running.password_file)}
    return {"running": True} | dataclasses.asdict(running) | addresses | files


def _print_report(report: SchemaReport) -> None:
    for kind in ("missing", "changed", "extra"):
        for name in getattr(report, kind):
            echo(f"{kind:<8} {name}")
    if report.ok:
        echo("The schema is complete.")
