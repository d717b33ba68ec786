"""The local SPARQL server: a real oxigraph, loaded, started, asked, stopped."""

from __future__ import annotations

import gzip
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from kgplatform.bridge import WikidataBridge
from kgplatform.errors import SourceError, SparqlError
from kgplatform.opened import Opened
from kgplatform.settings import Settings
from kgplatform.wikidata.client import ClientOptions
from kgplatform.wikidata.named import bind_query
from kgplatform.wikidata.opening import open_endpoint
from kgplatform.wikidata.server import LocalStore
from kgplatform.wikidata.terms import Endpoint, entity_iri
from tests.wikidata_dump import write_dump

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
    bridge = WikidataBridge(Opened(Settings(home=tmp_path)))
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
    finally:
        assert store.stop()
    assert store.status() is None
