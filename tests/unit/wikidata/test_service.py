"""The Wikidata half of the facade, where it needs no graph."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.errors import EndpointBusy, UsageError, WikidataError
from kgplatform.runtime.resources import Resources
from kgplatform.settings import Settings
from kgplatform.wikidata.rate_limits import Turn
from kgplatform.wikidata.service import WikidataBridge
from tests.sparql_server import SparqlServer, truth

pytestmark = pytest.mark.unit


def _open(tmp_path: Path, address: str) -> WikidataBridge:
    settings = Settings(
        home=tmp_path / "home", wikidata_home=tmp_path / "wikidata", sparql_endpoint=address
    )
    return WikidataBridge(Resources(settings))


def test_a_host_that_asked_to_wait_is_not_probed(tmp_path: Path) -> None:
    with SparqlServer(lambda query: truth(value=True)) as server:
        bridge = _open(tmp_path, server.address)
        hosts = tmp_path / "wikidata" / "cache" / "hosts"
        hosts.mkdir(parents=True)
        Turn(server.address, hosts).postpone(600)
        with pytest.raises(EndpointBusy, match="left alone"):
            bridge.probe()
        with pytest.raises(EndpointBusy, match="left alone"):
            bridge.endpoint.run("ASK { }")
        assert server.requests == []


def test_linking_says_that_it_needs_the_index_beside_any_endpoint(tmp_path: Path) -> None:
    with SparqlServer(lambda query: truth(value=True)) as server:
        bridge = _open(tmp_path, server.address)
        with pytest.raises(WikidataError, match="whichever endpoint is asked: run kgplatform"):
            _ = bridge.linker


@pytest.mark.parametrize("question", ["", " ?"])
def test_a_question_without_a_word_is_refused(tmp_path: Path, question: str) -> None:
    with pytest.raises(UsageError, match="empty of words"):
        _open(tmp_path, "http://127.0.0.1:9/").ask(question)
