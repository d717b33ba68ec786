"""How the command `retrieve` ends."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from kgplatform.cli import cli
from kgplatform.records import Evidence, Step
from tests.unit.answer.evidence import passage_of

pytestmark = pytest.mark.unit

PROBLEM = "no such page in Voyage"
NOTHING = Evidence(steps=(Step("match", {"problem": PROBLEM}),))
FOUND = Evidence((passage_of("Voyage", "The Fram sailed."),))


class _Platform:
    """Stands in for the platform, whose graph is not needed here."""

    evidence = NOTHING

    def __init__(self, settings: object, *, progress: object) -> None:
        pass

    def __enter__(self) -> _Platform:
        return self

    def __exit__(self, *raised: object) -> None:
        pass

    def retrieve(self, question: str, **kwargs: Any) -> Evidence:
        return self.evidence


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_nothing_found_exits_with_1_and_says_why(
    options: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kgplatform.platform.Platform", _Platform)
    result = CliRunner().invoke(cli, ["retrieve", "What is on page 7 of Voyage?", *options])
    assert result.exit_code == 1
    assert result.stderr == f"Nothing found: {PROBLEM}.\n"
    assert result.stdout == ("[]\n" if options else "")


def test_passages_found_exit_with_0(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Platform, "evidence", FOUND)
    monkeypatch.setattr("kgplatform.platform.Platform", _Platform)
    result = CliRunner().invoke(cli, ["retrieve", "What is on page 1 of Voyage?"])
    assert (result.exit_code, result.stderr) == (0, "")
    assert "The Fram sailed." in result.stdout
