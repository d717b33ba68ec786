"""The local SPARQL server: a real oxigraph, loaded, started, asked, stopped."""

from __future__ import annotations

import gzip
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from kgplatform.errors import SourceError, SparqlError
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from kgplatform.wikidata.client import ClientOptions
from kgplatform.wikidata.endpoints import open_endpoint
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.named import bind_query
from kgplatform.wikidata.server import LocalStore
from kgplatform.wikidata.service import WikidataBridge
from kgplatform.wikidata.terms import Endpoint, entity_iri
from tests.modes import open_to_others
from tests.wikidata_dump import LABELS, write_dump

pytestmark = pytest.mark.integration


def _count(home: Path) -> str:
    endpoint = open_endpoint(None, home=home, options=ClientOptions())
    return endpoint.run(bind_query("count_triples")).rows[0]["triples"].value


def test_named_query_runs_with_its_parameters_bound(endpoint: Endpoint) -> None:
    rows = endpoint.run(bind_query("show_item", item=entity_iri("Q42"))).rows
    told = [(row["propertyLabel"].value, row["valueLabel"].value) for row in rows]
    assert told == [
        ("place of birth", "Cambridge"),
        ("instance of", "human"),
        ("educated at", "St John's College"),
    ]


def test_the_endpoints_own_objection_is_told(endpoint: Endpoint) -> None:
    with pytest.raises(SparqlError, match="variable"):
        endpoint.run("SELECT ?x (COUNT(?y) AS ?n) { ?x ?p ?y }")


def test_updates_are_refused_by_the_server_too(wikidata_home: Path) -> None:
    running = LocalStore(wikidata_home).status()
    assert running is not None
    update = running.address.replace("/query", "/update")
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(update, data=b"update=DROP+ALL", timeout=5)
    caught.value.close()
    assert caught.value.code == 403


def test_what_was_opened_of_one_dump_is_opened_anew_of_the_next(tmp_path: Path) -> None:
    bridge = WikidataBridge(Resources(Settings(home=tmp_path)))
    first = write_dump(tmp_path / "dump.nt")
    second = tmp_path / "other.nt"
    second.write_text(first.read_text().replace("Colin Archer", "Kolin Archer"))
    try:
        for dump, name in ((first, "Colin Archer"), (second, "Kolin Archer")):
            bridge.load(dump)
            assert bridge.translator is not None
            assert bridge.linker.index.labels(["Q101"]) == {"Q101": name}
            [link] = bridge.item_finder.find(f"Where was {name} born?")
            assert (link.qid, link.label) == ("Q101", name)
    finally:
        bridge.close()
        assert bridge.store.stop()


def test_load_replaces_serves_and_counts_what_is_no_rdf(tmp_path: Path) -> None:
    store = LocalStore(tmp_path)
    dump = write_dump(tmp_path / "dump.nt")
    packed = tmp_path / "part.nt.gz"
    lines = dump.read_text().splitlines()[:3]
    packed.write_bytes(gzip.compress("\n".join([*lines[:2], "no triple", lines[2]]).encode()))
    try:
        assert store.load(dump).skipped == 0
        first = store.start()
        assert store.start() == first  # it runs
        report = store.load(packed)
        assert report.skipped == 1
        assert "line 3" in report.reasons[0]
        assert store.status() is None
        assert _count(tmp_path) == "3"
        broken = tmp_path / "broken.nt.gz"
        broken.write_bytes(packed.read_bytes()[:-12])
        with pytest.raises(SourceError, match="cannot be read to its end"):
            store.load(broken)
        assert _count(tmp_path) == "3"  # what was there stays
        assert open_to_others(store.folder) == []
    finally:
        assert store.stop()
    assert store.status() is None


BAD_DUMPS = {
    "cut.nt": '<http://a> <http://b> "cut .\n',
    "words.ttl": "hello world, no RDF",
    "empty.nt": "",
}


@pytest.mark.parametrize("name", BAD_DUMPS)
def test_a_dump_without_a_triple_is_refused_and_the_old_one_is_served(
    name: str, tmp_path: Path
) -> None:
    bridge = WikidataBridge(Resources(Settings(home=tmp_path)))
    bad = tmp_path / name
    bad.write_text(BAD_DUMPS[name])
    try:
        report, running = bridge.load(write_dump(tmp_path / "dump.nt"))
        assert report.triples == int(_count(tmp_path))
        assert (report.items + report.properties, report.names) == (len(LABELS), len(LABELS))
        with pytest.raises(SourceError, match="holds no valid triple"):
            bridge.load(bad)
        assert bridge.store.status() == running
        assert _count(tmp_path) == str(report.triples)
        assert bridge.linker.index.labels(["Q101"]) == {"Q101": "Colin Archer"}
    finally:
        bridge.close()
        assert bridge.store.stop()
    assert {path.name for path in bridge.store.folder.iterdir()} == {
        "store", "names.sqlite", "server.json", "server.lock", "oxigraph.log",
    }  # fmt: skip


@pytest.mark.parametrize("moment", ["build_index", "StoreInfo"])
def test_a_load_that_is_interrupted_leaves_what_was_loaded(
    moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*words: object, **options: object) -> None:
        raise KeyboardInterrupt

    store = LocalStore(tmp_path)
    first = write_dump(tmp_path / "dump.nt")
    other = tmp_path / "other.nt"
    other.write_text(first.read_text().replace("Colin Archer", "Kolin Archer"))
    store.load(first)
    with monkeypatch.context() as patched:
        patched.setattr(f"kgplatform.wikidata.server.{moment}", interrupt)
        with pytest.raises(KeyboardInterrupt):
            store.load(other)
    assert LabelIndex(store.index_path).labels(["Q101"]) == {"Q101": "Colin Archer"}
    loaded = store.loaded()
    assert loaded is not None
    assert loaded.dump == str(first)


def test_a_load_cut_short_while_it_replaces_is_undone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(self: LocalStore, info: object) -> None:
        raise KeyboardInterrupt

    store = LocalStore(tmp_path)
    first = write_dump(tmp_path / "dump.nt")
    other = tmp_path / "other.nt"
    other.write_text(first.read_text().splitlines()[0] + "\n")
    triples = store.load(first).triples
    with monkeypatch.context() as patched:
        patched.setattr(LocalStore, "_write", interrupt)
        with pytest.raises(KeyboardInterrupt):
            store.load(other)
    try:
        assert _count(tmp_path) == str(triples)
        assert LabelIndex(store.index_path).labels(["Q101"]) == {"Q101": "Colin Archer"}
    finally:
        assert store.stop()
