"""How the command `ingest` ends."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from kgplatform.cli import cli
from kgplatform.ingest import IngestReport
from kgplatform.ingest.report import Tally

pytestmark = pytest.mark.unit


class _Platform:
    """Stands in for the platform, whose graph is not needed here."""

    report: IngestReport = Tally().report()

    def __init__(self, settings: object, *, progress: object) -> None:
        pass

    def __enter__(self) -> _Platform:
        return self

    def __exit__(self, *raised: object) -> None:
        pass

    def run_job(self, job: Any) -> IngestReport:
        return self.report


@pytest.mark.parametrize(
    ("counts", "code"),
    [
        ({"new": 2}, 0),
        ({"new": 2, "failed": 1}, 1),
        ({"unchanged": 2, "failed": 1}, 1),
        ({"failed": 3}, 2),
        ({}, 0),
    ],
)
def test_exit_code_tells_of_files_that_could_not_be_read(
    counts: dict[str, int], code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally = Tally()
    tally.counts.update(counts)
    monkeypatch.setattr(_Platform, "report", tally.report())
    monkeypatch.setattr("kgplatform.platform.Platform", _Platform)
    assert CliRunner().invoke(cli, ["ingest", "docs"]).exit_code == code
