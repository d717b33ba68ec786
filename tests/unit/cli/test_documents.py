"""Documents as they are listed."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner

from kgplatform.cli import cli
from kgplatform.cli.documents import MOST_OF_PLACE, shorten_place
from kgplatform.runtime.resources import Resources

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("uri", "place"),
    [
        ("file:///home/a%20b/log.md", "/home/a b/log.md"),
        ("stdin:abc", "stdin:abc"),
        ("file:///home/pack.jsonl#7", "/home/pack.jsonl#7"),
    ],
)
def test_the_path_of_a_file_is_told_as_people_write_it(uri: str, place: str) -> None:
    assert shorten_place(uri) == place


def test_a_long_path_is_cut_at_the_left() -> None:
    place = shorten_place(f"file:///{'deep/' * 40}log.md")
    assert place.startswith("…")
    assert place.endswith("/deep/log.md")
    assert len(place) == MOST_OF_PLACE


def test_documents_of_one_title_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    rows: list[dict[str, Any]] = [
        {
            "id": "d1",
            "title": "Log",
            "uri": "file:///north/log.md",
            "passages": 2,
            "copies": ["file:///old/log.md"],
            "language": "en",
        },
        {"id": "d2", "title": "Log", "uri": "file:///south/log.md", "passages": 12},
        {"id": "d3", "title": "", "uri": "file:///south/x.md", "passages": 1},
    ]
    rows = [{"copies": [], "language": "de", **row} for row in rows]
    monkeypatch.setattr(Resources, "list_documents", lambda self, **_: rows)
    assert CliRunner().invoke(cli, ["documents", "list"]).stdout.splitlines() == [
        "d1      2 passages  Log  /north/log.md  and 1 more path",
        "d2     12 passages  Log  /south/log.md  (de)",
        "d3      1 passages  /south/x.md  (de)",
    ]
