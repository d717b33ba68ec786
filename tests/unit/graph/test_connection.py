"""What the door to Neo4j does before anything goes through it."""

from __future__ import annotations

import ssl

import pytest
from neo4j import exceptions as driver_errors

from kgplatform.errors import GraphUnavailable, QueryError, UsageError
from kgplatform.graph.connection import Address, Graph, translate_error

pytestmark = pytest.mark.unit

ADDRESS = Address("bolt://graph.example", "ada", "hunter2", "papers")


def all_subclasses(kind: type[Exception]) -> list[type[Exception]]:
    return [kind, *(leaf for child in kind.__subclasses__() for leaf in all_subclasses(child))]


@pytest.mark.parametrize(
    "kind",
    [*all_subclasses(driver_errors.GqlError), *all_subclasses(driver_errors.DriverError)],
    ids=lambda kind: kind.__name__,
)
def test_translate_error_knows_every_error_of_the_driver(kind):
    error = translate_error(kind("because"), ADDRESS, "count_nodes")
    assert isinstance(error, GraphUnavailable | QueryError)
    assert "hunter2" not in str(error)


def test_translate_error_keeps_the_first_line_of_the_reason():
    error = translate_error(driver_errors.ResultError(None, "first.\nsecond"), ADDRESS, "q")
    assert "(first)" in str(error)


def test_translate_error_finds_tls_trouble_below_the_surface():
    error = driver_errors.ServiceUnavailable("no connection")
    error.__cause__ = ssl.SSLCertVerificationError("self-signed certificate")
    assert "+ssc" in str(translate_error(error, ADDRESS, "connect"))


def test_translate_error_finds_tls_trouble_among_the_servers_of_a_cluster():
    error = driver_errors.ServiceUnavailable("no routing")
    error.__cause__ = ExceptionGroup("all failed", [OSError("refused"), ssl.SSLError("handshake")])
    assert "+ssc" in str(translate_error(error, ADDRESS, "connect"))


def test_connect_refuses_an_address_before_using_it():
    with pytest.raises(UsageError, match="ftp://"):
        Graph.connect(Address("ftp://graph.example", "ada", "hunter2"))
