"""The index of names over the small dump."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgplatform.errors import WikidataError
from kgplatform.wikidata.label_building import NameCounts, build_index
from kgplatform.wikidata.label_index import LabelIndex
from tests.wikidata_dump import LABELS, write_dump

pytestmark = pytest.mark.unit


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LabelIndex]:
    folder = tmp_path_factory.mktemp("names")
    counts = build_index(folder / "names.sqlite", write_dump(folder / "d.nt"))
    properties = sum(key.startswith("P") for key in LABELS)
    assert counts == NameCounts(len(LABELS) - properties, properties, len(LABELS))
    with LabelIndex(folder / "names.sqlite") as opened:
        yield opened


def test_all_items_of_one_name_come_the_most_linked_first(index: LabelIndex) -> None:
    found = index.search("oslo")
    assert [(c.qid, c.likeness, c.links) for c in found] == [("Q585", 1.0, 3), ("Q1300", 1.0, 2)]
    assert found[0].classes == ("city",)


@pytest.mark.parametrize(
    ("name", "qid"),
    [
        ("the FRAM", "Q100"),
        ("Fram (ship)", "Q100"),
        ("St Johns College", "Q691283"),
        ("Colin Archers", "Q101"),
        ("Amundsen, Roald", "Q102"),
        ("Roald Engelbregt Gravning Amundsen", "Q102"),
    ],
)
def test_other_spellings_find_it(index: LabelIndex, name: str, qid: str) -> None:
    assert index.search(name)[0].qid == qid


@pytest.mark.parametrize("name", ["", "?!", "Zanzibar", "'; DROP TABLE name; --", '"', "P31"])
def test_a_name_of_nothing_finds_nothing(index: LabelIndex, name: str) -> None:
    assert index.search(name) == []


def test_properties_are_no_candidates_but_have_names(index: LabelIndex) -> None:
    assert index.search("place of birth") == []
    assert index.properties()["P19"] == ["place of birth"]


def test_labels_and_keys(index: LabelIndex) -> None:
    assert index.labels(["Q100", "P19", "Q9"]) == {"Q100": "Fram", "P19": "place of birth"}
    found = index.find_keys(["oslo", "nothing"])
    assert {key: len(items) for key, items in found.items()} == {"oslo": 2}


def test_aliases_are_found_and_the_label_is_told(tmp_path: Path) -> None:
    dump = tmp_path / "d.ttl"
    dump.write_text(
        "@prefix wd: <http://www.wikidata.org/entity/> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n"
        'wd:Q60 rdfs:label "New York City"@en, "Nueva York"@es ; skos:altLabel "NYC"@en .\n'
    )
    assert build_index(tmp_path / "names.sqlite", dump) == NameCounts(1, 0, 2)
    with LabelIndex(tmp_path / "names.sqlite") as index:
        found = index.search("N.Y.C.") or index.search("nyc")
        assert (found[0].label, found[0].name) == ("New York City", "NYC")
        assert index.find_keys(["nueva york"]) == {}


def test_without_an_index_it_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(WikidataError, match="wikidata load"):
        LabelIndex(tmp_path / "names.sqlite")


def test_the_english_label_is_the_items_wherever_it_stands(tmp_path: Path) -> None:
    label = (
        '<http://www.wikidata.org/entity/{}> <http://www.w3.org/2000/01/rdf-schema#label> "{}"@{} .'
    )
    told = [("Q1", "Earth", "en"), ("Q1", "Terra", "mul"), ("Q2", "Luna", "mul"),
            ("Q3", "Mars alba", "mul"), ("Q3", "Mars", "en")]  # fmt: skip
    dump = tmp_path / "d.nt"
    dump.write_text("".join(f"{label.format(*one)}\n" for one in told), encoding="utf-8")
    build_index(tmp_path / "names.sqlite", dump)
    with LabelIndex(tmp_path / "names.sqlite") as index:
        assert index.labels(["Q1", "Q2", "Q3"]) == {"Q1": "Earth", "Q2": "Luna", "Q3": "Mars"}
        assert index.search("Terra")[0].qid == "Q1"
