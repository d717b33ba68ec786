"""An endpoint is told to answer, with or without label service; one that does not is an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.errors import EndpointReply, EndpointUnavailable
from kgplatform.wikidata.client import ClientOptions
from kgplatform.wikidata.health import probe_endpoint
from tests.sparql_server import SparqlReply, SparqlServer, results, truth

pytestmark = pytest.mark.unit

LABEL = {"itemLabel": {"type": "literal", "value": "Earth", "xml:lang": "en"}}


def _probe(address: str, folder: Path):
    return probe_endpoint(address, folder=folder, options=ClientOptions())


def _rule(reply: SparqlReply):
    return lambda query: reply if "SERVICE" in query else truth(True)


def test_the_label_service_is_found_where_it_gives_a_label(tmp_path: Path) -> None:
    with SparqlServer(_rule(results([LABEL]))) as server:
        state = _probe(server.address, tmp_path)
    assert state.has_label_service
    assert state.address == server.address
    assert 0 < state.milliseconds < 10_000
    assert len(server.requests) == 3


@pytest.mark.parametrize(
    "reply",
    [SparqlReply("no such service", status=400), SparqlReply("no JSON"), results([])],
)
def test_any_other_reply_is_no_label_service(tmp_path: Path, reply: SparqlReply) -> None:
    with SparqlServer(_rule(reply)) as server:
        assert not _probe(server.address, tmp_path).has_label_service


def test_what_does_not_answer_or_talks_rubbish_is_an_error(tmp_path: Path) -> None:
    server = SparqlServer(lambda query: SparqlReply("hello"))
    with server, pytest.raises(EndpointReply):
        _probe(server.address, tmp_path)
    with pytest.raises(EndpointUnavailable, match="does not answer"):
        _probe(server.address, tmp_path)
