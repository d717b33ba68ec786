"""The command `kgplatform verify`: an export against its sources."""

from __future__ import annotations

from pathlib import Path

import click

from kgplatform.cli.options import json_option, print_json
from kgplatform.cli.output import echo

__all__ = ["verify"]

MOST_SHOWN = 50
"""Checks that fail which are listed; --json has all."""


@click.command()
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--sources",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder in which the files are looked for by their names.",
)
@click.option(
    "--key",
    type=click.Path(path_type=Path),
    metavar="PUBLIC",
    help="Public Ed25519 key (PEM) that must have signed the manifest.",
)
@json_option
def verify(*, path: Path, sources: Path | None, key: Path | None, as_json: bool) -> int:
    """Check the export at PATH against its sources; no Neo4j is needed.

    Reads each source again and says of each quote whether it holds, has moved, was changed, or has
    no source; computes again what was computed. The exit code is 1 where anything does not hold.
    """
    from kgplatform.verify.report import HOLDS
    from kgplatform.verify.verifying import verify as check_all

    report = check_all(path, sources=sources, key=key)
    if as_json:
        from kgplatform.records.json import to_json

        print_json(
            {
                "holds": report.holds,
                "counts": report.counts(),
                "checks": to_json(list(report.checks)),
                "not_proved": report.not_proved,
            }
        )
        return 0 if report.holds else 1
    for kind, counts in report.counts().items():
        echo(f"{kind}: " + ", ".join(f"{count} {state}" for state, count in counts.items()))
    failed = [check for check in report.checks if check.state != HOLDS]
    for check in failed[:MOST_SHOWN]:
        where = f" ({check.uri})" if check.uri else ""
        echo(f"{check.state}: {check.kind} “{check.subject}”{where}: {check.detail}", err=True)
    if len(failed) > MOST_SHOWN:
        echo(f"… and {len(failed) - MOST_SHOWN} more: --json has all.", err=True)
    echo("Everything holds." if report.holds else "Not everything holds.", bold=True)
    echo(report.not_proved, err=True)
    return 0 if report.holds else 1
