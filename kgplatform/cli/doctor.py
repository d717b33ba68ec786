"""The command `kgplatform doctor`: what is set up, and what is missing with what to do."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from kgplatform.cli.options import json_option, print_json, with_settings_at_rest
from kgplatform.cli.output import echo

if TYPE_CHECKING:
    from kgplatform.runtime.doctor import Finding
    from kgplatform.settings import Settings

__all__ = ["doctor"]

SERVICE_MISSING = 3
MARKS = {"ok": "ok  ", "absent": "-   ", "broken": "FAIL"}


@click.command()
@json_option
@with_settings_at_rest
def doctor(*, as_json: bool, settings: Settings) -> None:
    """Check Python packages, Neo4j, schema, embedder, spaCy, models and SPARQL endpoint."""
    from kgplatform.runtime.doctor import diagnose
    from kgplatform.runtime.resources import Resources

    with Resources(settings) as resources:
        findings = diagnose(resources)
    if as_json:
        print_json([finding.to_json() for finding in findings])
    else:
        _print(findings)
    if any(finding.state == "broken" for finding in findings):
        sys.exit(SERVICE_MISSING)


def _print(findings: list[Finding]) -> None:
    for finding in findings:
        echo(f"{MARKS[finding.state]} {finding.part:<12} {finding.detail}")
