"""What makes a build red for a vulnerability or a licence, and what does not."""

from __future__ import annotations

import importlib.util
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement

pytestmark = pytest.mark.unit

SCRIPTS = Path(__file__).parents[2] / "scripts"
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def _load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


audit, licences = _load("audit"), _load("licences")


@pytest.mark.parametrize(
    ("fixes", "bound", "days", "is_due"),
    [
        (["1.2"], "x>=1.0", 30, True),
        (["1.2"], "x>=1.0", 3, False),
        (["2.0"], "x<2", 30, False),
        (["2.0", "1.2"], "x<2", 30, True),
        ([], "x>=1.0", 30, False),
        (["1.2"], "x>=1.0", None, False),
    ],
    ids=["old mend", "yesterday's", "out of bounds", "one within", "no mend", "date unknown"],
)
def test_only_what_could_be_mended_long_ago_is_due(
    fixes: list[str], bound: str, days: int | None, is_due: bool
) -> None:
    packages = [
        {"name": "X", "version": "1.0", "vulns": [{"id": "CVE-1", "fix_versions": fixes}]},
        {"name": "y", "skip_reason": "not found"},
    ]
    date = None if days is None else NOW - timedelta(days=days)
    [(line, due)] = audit.judge(
        packages, bounds={"x": [Requirement(bound)]}, fetch_date=lambda *_: date, now=NOW
    )
    assert "x 1.0: CVE-1" in line
    assert due is is_due


def test_a_service_that_is_not_reached_is_told_and_breaks_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit, "AUDIT", (sys.executable, "-c", "print('no route')", "--"))
    assert audit.main() == 0
    assert "skipped: pip-audit cannot be run" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("told", "text", "is_allowed"),
    [
        ("MIT", "MIT", True),
        ("MIT License", "MIT", True),
        ("BSD-3-Clause, MIT", "BSD-3-Clause AND MIT", True),
        ("GPL-3.0-only", "GPL-3.0-only", False),
        ("GPL-3.0-only OR MIT", "GPL-3.0-only OR MIT", True),
        ("MIT AND GPL-3.0-only", "MIT AND GPL-3.0-only", False),
        ("Copyright by somebody: all rights", "", False),
        ("", "", False),
    ],
)
def test_licence_is_read_and_judged(told: str, text: str, is_allowed: bool) -> None:
    class Told:
        name = "some-package"
        metadata = type("M", (dict,), {"get_all": lambda *_: None})(License=told)

    licence = licences.read_licence(Told)
    assert (licence.text, licence.is_allowed) == (text, is_allowed)


def test_page_has_all_that_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert licences.main(["--check"]) == 0, capsys.readouterr().out
