from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.facts.json_items import iterate_json
from kgplatform.sources.facts.reader import is_fact_file, read_facts

pytestmark = pytest.mark.unit

DATA = Path(__file__).parents[2] / "data" / "facts"


def _documents(file: Path) -> list[Document]:
    assert is_fact_file(file)
    items = list(read_facts(file))
    assert not [item for item in items if isinstance(item, SourceError)], items
    return [item for item in items if isinstance(item, Document)]


def test_hipporag_texts_keep_their_triples_as_claims() -> None:
    first, second = _documents(DATA / "hipporag.json")
    assert first.title == "Fram"
    assert first.text.startswith("Fram is a ship.")
    assert first.facts == ()
    claims = json.loads(first.claims)
    assert claims["entities"] == ["Colin Archer"]
    assert claims["facts"][1] == ["Fram", "sank in"]  # judged with the rest, not lost here
    assert second.text == "Fram is kept in Oslo."  # without the title's line
    assert [document.uri.rpartition("#")[2] for document in (first, second)] == ["Fram", "Fram-2"]


def test_trace_triples_of_a_text_are_split_into_parts(tmp_path: Path) -> None:
    file = tmp_path / "trace.jsonl"
    item = {
        "title": "Fram",
        "sentences": ["Fram is a ship.", "It lies in Oslo."],
        "triples": [
            "<Fram; instance of; ship>",
            {"head": "Fram", "relation": "in", "tail": "Oslo"},
        ],
    }
    file.write_text(json.dumps(item))
    (document,) = _documents(file)
    assert document.text == "Fram is a ship. It lies in Oslo."
    assert [len(fact) for fact in json.loads(document.claims)["facts"]] == [3, 3]


def test_triples_without_a_text_are_facts(tmp_path: Path) -> None:
    file = tmp_path / "triples.jsonl"
    lines = [{"title": "Fram", "triples": [["Fram", "is", "ship"]]}, ["Fram", "in", "Oslo"]]
    file.write_text("\n".join(json.dumps(line) for line in lines))
    (document,) = _documents(file)
    assert document.text == "Fram is ship\nFram in Oslo"
    assert len(document.facts) == 2


def test_claims_change_the_hash(tmp_path: Path) -> None:
    hashes = set()
    for triples in ([["A", "is", "B"]], [["A", "is", "C"]]):
        file = tmp_path / "t.json"
        file.write_text(json.dumps([{"title": "A", "text": "A is B.", "triples": triples}]))
        hashes.add(_documents(file)[0].sha256)
    assert len(hashes) == 2


def test_an_item_that_is_no_fact_is_told(tmp_path: Path) -> None:
    file = tmp_path / "t.json"
    file.write_text('[["A", "is", "B"], {"name": "x"}, ["A", "is", "C"]')
    errors = [str(item) for item in read_facts(file) if isinstance(item, SourceError)]
    assert "item 2 is no fact" in errors[0]
    assert "the list is not closed" in errors[1] or "not JSON" in errors[1]


@pytest.mark.parametrize("size", [1, 1 << 15, 1 << 18], ids=["small", "block", "large"])
def test_a_long_list_is_read_item_by_item(size: int) -> None:
    items = [{"text": f"[{i}], {{" + "x" * size} for i in range(5)]
    for text in (json.dumps(items), json.dumps({"docs": items, "more": 1})):
        found = list(iterate_json(io.StringIO(text), Path("t.json")))
        assert found == list(enumerate(items, start=1))
