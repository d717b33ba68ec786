"""Tells of known vulnerabilities in the locked packages; fails where one could be mended long ago.

    python scripts/audit.py

pip-audit looks each package of requirements.lock up at the package registry. The exit code is 1
only where a version that mends it has been out for GRACE_DAYS, and every package that needs this
one allows that version: yesterday's news breaks no build, nor does what nobody can take yet. All
else is listed. Where the service is not reached, or knows none of the packages, that is told in a
line, and the exit code is 0.
"""

from __future__ import annotations

import json
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_sdist_filename, parse_wheel_filename
from packaging.version import Version

LOCK = Path(__file__).parents[1] / "requirements.lock"
AUDIT = ("uv", "tool", "run", "--no-cache", "--from", "pip-audit>=2.9,<3", "pip-audit")
OPTIONS = ("--disable-pip", "--no-deps", "--progress-spinner=off", "--format=json", "--timeout=5")
TIME_OUT_S = 60
FILES = "https://pypi.org/simple/{}/"
FILES_FORM = "application/vnd.pypi.simple.v1+json"
GRACE_DAYS = 14

Bounds = Mapping[str, Sequence[Requirement]]
"""What is required of each package, by its name."""


class NotAudited(Exception):
    """The service could not be asked; says why."""


def ask_audit() -> list[dict[str, Any]]:
    """Return what pip-audit tells of each locked package.

    Raises:
        NotAudited: it cannot be run, or its service does not answer.
    """
    command = [*AUDIT, *OPTIONS, "--requirement", str(LOCK)]
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, timeout=TIME_OUT_S
        )
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except subprocess.TimeoutExpired as exc:
        raise NotAudited(f"no answer within {TIME_OUT_S} s") from exc
    except (OSError, ValueError, KeyError) as exc:
        raise NotAudited(f"pip-audit cannot be run or does not reach its service ({exc})") from exc
    if not any("vulns" in package for package in packages):
        raise NotAudited(f"its service knows none of the {len(packages)} packages")
    return packages


def read_bounds() -> dict[str, list[Requirement]]:
    """Return what the installed packages require of each other."""
    bounds: dict[str, list[Requirement]] = {}
    for distribution in distributions():
        for text in distribution.requires or ():
            requirement = Requirement(text)
            bounds.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return bounds


def fetch_date(name: str, version: str) -> datetime | None:
    """Return when a version was uploaded; None where the registry does not tell."""
    request = urllib.request.Request(FILES.format(name), headers={"Accept": FILES_FORM})
    try:
        with urllib.request.urlopen(request, timeout=TIME_OUT_S) as reply:
            files = json.load(reply)["files"]
    except (OSError, ValueError, KeyError):
        return None
    dates = [
        datetime.fromisoformat(file["upload-time"])
        for file in files
        if "upload-time" in file and _version_of(file["filename"]) == Version(version)
    ]
    return min(dates, default=None)


def _version_of(filename: str) -> Version | None:
    parse = parse_wheel_filename if filename.endswith(".whl") else parse_sdist_filename
    try:
        return parse(filename)[1]
    except ValueError:
        return None


def judge(
    packages: Sequence[Mapping[str, Any]],
    *,
    bounds: Bounds,
    fetch_date: Callable[[str, str], datetime | None],
    now: datetime,
) -> Iterator[tuple[str, bool]]:
    """Yield a line for each vulnerability, and whether it is to be mended now."""
    for package in packages:
        name = canonicalize_name(package["name"])
        for found in package.get("vulns", ()):
            allowed = [
                version
                for version in found["fix_versions"]
                if all(need.specifier.contains(version) for need in bounds.get(name, ()))
            ]
            stated = f"{name} {package['version']}: {found['id']}"
            if not allowed:
                fixed = ", ".join(found["fix_versions"]) or "no version"
                yield f"{stated}, mended in {fixed}, none of which may be taken", False
                continue
            dates = [date for version in allowed if (date := fetch_date(name, version))]
            is_old = bool(dates) and now - min(dates) > timedelta(days=GRACE_DAYS)
            yield f"{stated}, mended in {', '.join(allowed)}", is_old


def main() -> int:
    """Print what is found and return the exit code."""
    try:
        packages = ask_audit()
    except NotAudited as exc:
        print(f"Audit of the packages skipped: {exc}.")
        return 0
    now = datetime.now(UTC)
    rows = list(judge(packages, bounds=read_bounds(), fetch_date=fetch_date, now=now))
    for line, is_due in rows:
        print(f"{'To mend now' if is_due else 'Known'}: {line}.")
    looked_at = sum("vulns" in package for package in packages)
    print(f"Audit: {looked_at} of {len(packages)} packages, {len(rows)} vulnerabilities.")
    return 1 if any(is_due for _, is_due in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
