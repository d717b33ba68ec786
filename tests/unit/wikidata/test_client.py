"""The client against a real HTTP server on loopback: well, down, slow, busy, talking rubbish."""

from __future__ import annotations

import socket
import threading
from pathlib import Path

import pytest

from kgplatform.errors import (
    EndpointBusy,
    EndpointReply,
    EndpointTimeout,
    EndpointUnavailable,
    SettingsError,
    SparqlError,
    UsageError,
    WikidataError,
)
from kgplatform.wikidata.client import Client, ClientOptions, fetch_pages
from tests.sparql_server import SparqlReply, SparqlServer, results, truth, uri

pytestmark = pytest.mark.unit

QUERY = "SELECT ?x WHERE { wd:Q1 wdt:P31 ?x }"


class Sleeps:
    """Remembers what it was to wait, and does not."""

    def __init__(self) -> None:
        self.waited: list[float] = []

    def __call__(self, seconds: float) -> None:
        self.waited.append(seconds)


def _client(server: SparqlServer | str, folder: Path, *, sleep=None, **options) -> Client:
    address = server if isinstance(server, str) else server.address
    return Client(address, folder=folder, options=ClientOptions(**options), sleep=sleep or Sleeps())


def _in_turn(*replies: SparqlReply):
    remaining = iter(replies)
    return lambda query: next(remaining)


def test_rows_come_as_terms_and_the_query_with_prefixes_and_limit(tmp_path: Path) -> None:
    with SparqlServer(lambda query: results([{"x": uri("Q5")}])) as server:
        result = _client(server, tmp_path, contact="me@example.org").run(QUERY, limit=7)
    assert [row["x"].identifier for row in result.rows] == ["Q5"]
    assert result.variables == ("x",)
    assert not result.is_cut
    sent = server.requests[0]
    assert sent.query.endswith("LIMIT 7")
    assert "PREFIX wdt: <http://www.wikidata.org/prop/direct/>" in sent.query
    assert sent.headers["user-agent"].startswith("kgplatform/")
    assert "(me@example.org)" in sent.headers["user-agent"]
    assert "sparql-results+json" in sent.headers["accept"]


def test_ask_gives_its_truth(tmp_path: Path) -> None:
    with SparqlServer(lambda query: truth(value=False)) as server:
        assert _client(server, tmp_path).run("ASK { wd:Q1 wdt:P31 wd:Q5 }").truth is False


def test_a_full_result_is_told_as_cut(tmp_path: Path) -> None:
    with SparqlServer(lambda query: results([{"x": uri("Q5")}])) as server:
        assert _client(server, tmp_path).run(QUERY, limit=1).is_cut
        assert not _client(server, tmp_path).run(f"{QUERY} LIMIT 1").is_cut


def test_a_result_is_remembered_until_it_is_too_old(tmp_path: Path) -> None:
    with SparqlServer(lambda query: results([{"x": uri("Q5")}])) as server:
        first = _client(server, tmp_path).run(QUERY)
        assert _client(server, tmp_path).run(QUERY) == first
        assert len(server.requests) == 1
        _client(server, tmp_path, cache_age_s=1e-9).run(QUERY)
        _client(server, tmp_path, cache_age_s=0).run(QUERY)
        assert len(server.requests) == 3


def test_garbage_is_not_remembered(tmp_path: Path) -> None:
    rule = _in_turn(SparqlReply("<html>"), results([]))
    with SparqlServer(rule) as server:
        with pytest.raises(EndpointReply, match="<html>"):
            _client(server, tmp_path).run(QUERY)
        assert _client(server, tmp_path).run(QUERY).rows == ()


@pytest.mark.parametrize(
    "body",
    [
        "",
        "<html>It works!</html>",
        "[]",
        "{}",
        '{"head": {"vars": ["x"]}}',
        '{"head": {"vars": ["x"]}, "results": {"bindings": [3]}}',
        '{"head": {"vars": ["x"]}, "results": {"bindings": [{"x": {"type": "uri"}}]}}',
        '{"head": {"vars": ["x"]}, "results": {"bindings": [{"x": {"type": {}, "value": ""}}]}}',
        '{"head": {}, "boolean": true}',
        "[" * 100_000,
    ],
    ids=["empty", "html", "list", "no head", "no results", "row", "term", "type", "ask", "deep"],
)
def test_garbage_is_told_as_such(body: str, tmp_path: Path) -> None:
    with SparqlServer(lambda query: SparqlReply(body)) as server:
        with pytest.raises(EndpointReply, match="no result of a query"):
            _client(server, tmp_path).run(QUERY)
        assert len(server.requests) == 1


def test_a_time_out_inside_a_reply_is_told_as_such(tmp_path: Path) -> None:
    body = results([{"x": uri("Q5")}]).body[:-3] + (
        ",\nSPARQL-QUERY: queryStr=SELECT ?x\njava.util.concurrent.TimeoutException\n"
        "\tat java.util.concurrent.FutureTask.get(FutureTask.java:205)\n"
    )
    with SparqlServer(_in_turn(SparqlReply(body), results([]))) as server:
        client = _client(server, tmp_path)
        with pytest.raises(EndpointTimeout, match="own time limit"):
            client.run(QUERY)
        assert client.run(QUERY).rows == ()  # it is not remembered


def test_a_reply_that_is_cut_off_is_asked_for_again(tmp_path: Path) -> None:
    whole = results([{"x": uri("Q5")}])
    cut = SparqlReply(whole.body[:20], claimed=len(whole.body))
    with SparqlServer(_in_turn(cut, whole)) as server:
        assert len(_client(server, tmp_path).run(QUERY).rows) == 1
        assert len(server.requests) == 2


def test_an_endpoint_that_is_down_is_told_after_four_attempts(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    sleeps = Sleeps()
    with pytest.raises(EndpointUnavailable, match="does not answer"):
        _client(f"http://127.0.0.1:{port}/query", tmp_path, sleep=sleeps).run(QUERY)
    assert len(sleeps.waited) == 3


def test_a_slow_endpoint_is_given_up_and_not_asked_again(tmp_path: Path) -> None:
    with SparqlServer(lambda query: SparqlReply("{}", delay_s=2.5)) as server:
        with pytest.raises(EndpointTimeout, match="KGPLATFORM_SPARQL_TIMEOUT_S"):
            _client(server, tmp_path, timeout_s=1.0).run(QUERY)
        assert len(server.requests) == 1


def test_a_reply_that_drips_is_given_up_too(tmp_path: Path) -> None:
    with (
        SparqlServer(lambda query: SparqlReply("{" * 40, drip_s=0.05)) as server,
        pytest.raises(EndpointTimeout),
    ):
        _client(server, tmp_path, timeout_s=0.5).run(QUERY)


def test_the_endpoints_own_time_limit_is_told(tmp_path: Path) -> None:
    reply = SparqlReply("java.util.concurrent.TimeoutException: Query timeout", status=500)
    with SparqlServer(lambda query: reply) as server:
        with pytest.raises(EndpointTimeout, match="its own time limit"):
            _client(server, tmp_path).run(QUERY)
        assert len(server.requests) == 1


def test_retry_after_is_waited_for(tmp_path: Path) -> None:
    busy = SparqlReply("slow down", status=429, headers={"Retry-After": "7"})
    sleeps = Sleeps()
    with SparqlServer(_in_turn(busy, results([]))) as server:
        _client(server, tmp_path, sleep=sleeps).run(QUERY)
        assert len(server.requests) == 2
    assert sleeps.waited == [7.0]


def test_a_long_wait_is_told_and_the_host_left_alone(tmp_path: Path) -> None:
    busy = SparqlReply("banned", status=429, headers={"Retry-After": "3600"})
    with SparqlServer(lambda query: busy) as server:
        with pytest.raises(EndpointBusy, match="3600 s") as caught:
            _client(server, tmp_path).run(QUERY)
        assert caught.value.retry_after_s == 3600
        with pytest.raises(EndpointBusy, match="left alone"):
            _client(server, tmp_path).run(QUERY)
        assert len(server.requests) == 1


def test_429_without_a_time_waits_as_long_as_the_default(tmp_path: Path) -> None:
    sleeps = Sleeps()
    with SparqlServer(_in_turn(SparqlReply("", status=429), results([]))) as server:
        _client(server, tmp_path, sleep=sleeps).run(QUERY)
    assert sleeps.waited == [5.0]


def test_what_the_endpoint_says_of_a_wrong_query_is_told(tmp_path: Path) -> None:
    reply = SparqlReply("unknown function é", status=400)
    with SparqlServer(lambda query: reply) as server:
        with pytest.raises(SparqlError, match="unknown function é"):
            _client(server, tmp_path).run(QUERY)
        assert len(server.requests) == 1


@pytest.mark.parametrize("status", [500, 502, 503])
def test_failures_are_tried_again_then_told(status: int, tmp_path: Path) -> None:
    with SparqlServer(lambda query: SparqlReply("oops", status=status)) as server:
        with pytest.raises(EndpointUnavailable, match="oops"):
            _client(server, tmp_path).run(QUERY)
        assert len(server.requests) == 4


@pytest.mark.parametrize("status", [401, 403, 404, 405])
def test_refusals_are_told_at_once(status: int, tmp_path: Path) -> None:
    with SparqlServer(lambda query: SparqlReply("no", status=status)) as server:
        with pytest.raises(WikidataError, match="KGPLATFORM_SPARQL_ENDPOINT"):
            _client(server, tmp_path).run(QUERY)
        assert len(server.requests) == 1


def test_a_refused_query_is_never_sent(tmp_path: Path) -> None:
    with SparqlServer(lambda query: results([])) as server:
        with pytest.raises(SparqlError):
            _client(server, tmp_path).run("DROP ALL")
        assert server.requests == []


def test_one_query_at_a_time_goes_to_a_host(tmp_path: Path) -> None:
    slow = SparqlReply(results([]).body, delay_s=0.1)
    with SparqlServer(lambda query: slow) as server:
        clients = [_client(server, tmp_path, cache_age_s=0) for _ in range(4)]
        threads = [threading.Thread(target=client.run, args=(QUERY,)) for client in clients]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(server.requests) == 4
        assert server.most_at_once == 1


def test_pages_go_on_until_one_is_not_full(tmp_path: Path) -> None:
    pages = {"LIMIT 2": 2, "LIMIT 2 OFFSET 2": 2, "LIMIT 2 OFFSET 4": 1}

    def rule(query: str) -> SparqlReply:
        return results([{"x": uri("Q5")}] * pages[query.splitlines()[-1]])

    with SparqlServer(rule) as server:
        found = list(fetch_pages(_client(server, tmp_path), f"{QUERY} ORDER BY ?x", page_size=2))
    assert [len(page.rows) for page in found] == [2, 2, 1]


def test_pages_need_an_order(tmp_path: Path) -> None:
    with (
        SparqlServer(lambda query: results([])) as server,
        pytest.raises(SparqlError, match="ORDER BY"),
    ):
        list(fetch_pages(_client(server, tmp_path), QUERY))


@pytest.mark.parametrize(
    "address", ["", "localhost:80", "file:///etc/passwd", "http://", "http://[::1"]
)
def test_an_address_that_is_none_is_refused(address: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no address"):
        Client(address, folder=tmp_path)


def test_wikimedia_is_not_asked_without_a_contact(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="KGPLATFORM_SPARQL_CONTACT"):
        Client("https://query.wikidata.org/sparql", folder=tmp_path)
    with pytest.raises(SettingsError, match="no header"):
        _client("http://127.0.0.1/query", tmp_path, contact="a\nb")
