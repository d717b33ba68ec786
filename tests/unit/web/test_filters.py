"""Filters of documents: one record, and the same parts at every door."""

from __future__ import annotations

from dataclasses import fields
from datetime import date
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from pydantic import ValidationError

from kgplatform.cli.filters import with_filters
from kgplatform.records.filters import EVERYWHERE, MEANINGS, DocumentFilter
from kgplatform.runtime.requests import Filters

pytestmark = pytest.mark.unit

WHOLE = DocumentFilter(
    ("d1", "d2"), "file:///reports", "pdf", "en", date(2024, 1, 31), date(2024, 2, 1)
)


def take_options(*arguments: str) -> DocumentFilter:
    """Return what a command with these options is given."""
    taken: list[DocumentFilter] = []

    @click.command()
    @with_filters
    def command(*, documents: DocumentFilter) -> None:
        taken.append(documents)

    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 0, result.output
    return taken[0]


def test_requests_and_commands_have_every_part() -> None:
    parts = [part.name for part in fields(DocumentFilter)]
    assert list(MEANINGS) == parts
    assert list(Filters.model_fields) == parts
    assert Filters.model_validate(WHOLE.to_json()).to_filter() == WHOLE
    options = ["--document", "d1", "--document", "d2", "--folder", "file:///reports"]
    options += ["--media-type", "pdf", "--language", "en"]
    assert take_options(*options, "--since", "2024-01-31", "--until", "2024-02-01") == WHOLE


def test_what_is_left_out_is_open() -> None:
    assert take_options() == EVERYWHERE
    assert Filters().to_filter() == EVERYWHERE
    assert EVERYWHERE.to_json() == {}


def test_a_folder_is_a_path_too(tmp_path: Path) -> None:
    uri = tmp_path.resolve().as_uri()
    assert take_options("--folder", str(tmp_path)).folder == uri
    assert DocumentFilter(folder=str(tmp_path)).parameters()["prefix"] == f"{uri}/"


@pytest.mark.parametrize(
    ("kind", "media_type", "ending"),
    [("text/csv", "text/csv", None), ("PDF", None, ".pdf"), (".md", None, ".md")],
)
def test_a_type_is_the_end_of_a_name_too(
    kind: str, media_type: str | None, ending: str | None
) -> None:
    query = DocumentFilter(media_type=kind).parameters()
    assert (query["media_type"], query["ending"]) == (media_type, ending)


@pytest.mark.parametrize("day", ["31.1.2024", 20240131, "2024-1-31", "2024-02-30"])
def test_a_day_that_is_none_is_refused(day: Any) -> None:
    with pytest.raises(ValidationError):
        Filters.model_validate({"since": day})
