"""Which types an item's fact file names: only such as the reader of fact files knows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.sources.facts.reader import read_facts
from kgplatform.wikidata.item_files import item_path, write_item
from kgplatform.wikidata.items import Item, ItemStatement, ItemValue

pytestmark = pytest.mark.unit

RANK = ItemValue("professor", "thing", "Q121594")
HOME = ItemValue("Oslo", "thing", "Q585")
CLASSES = {"Q121594": "academic rank", "Q585": "city"}


def test_classes_that_tell_no_type_are_left_out_and_nothing_fails(tmp_path: Path) -> None:
    statements = (ItemStatement("P106", "occupation", RANK), ItemStatement("P551", "home", HOME))
    item = Item("Q7", "Kari", ("organisms known by a particular common name", "human"), statements)
    path = item_path(tmp_path, item.qid)
    write_item(item, path, classes=CLASSES)
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [row["subject_type"] for row in rows] == ["human", "human"]
    assert [row["object_type"] for row in rows] == ["Thing", "city"]
    assert not [read for read in read_facts(path) if isinstance(read, SourceError)]
