from __future__ import annotations

import pytest

from kgplatform.records.ids import content_id, content_sha256

pytestmark = pytest.mark.unit


def test_content_id_depends_on_every_part_and_where_parts_end() -> None:
    ids = {
        content_id("a", "bc"),
        content_id("ab", "c"),
        content_id("abc"),
        content_id("a", "b", "c"),
    }
    assert len(ids) == 4


def test_content_id_is_the_same_in_every_run() -> None:
    # the value is a contract: a graph written by an older run must be found again
    assert content_id("entity", "fram") == content_id("entity", "fram")
    assert len(content_id("")) == 24


def test_content_id_takes_lone_surrogates() -> None:
    assert content_id("\ud800") != content_id("\ud801")


def test_content_sha256_tells_title_from_text() -> None:
    assert content_sha256("a", "b") != content_sha256("b", "a")
