"""Which addresses are taken, and that no message repeats a secret."""

from __future__ import annotations

import pytest

from kgplatform.errors import UsageError
from kgplatform.graph.address import Address, check_uri

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("scheme", ["bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"])
def test_check_uri_takes_every_scheme_of_the_driver(scheme):
    check_uri(f"{scheme}://graph.example:7687")


@pytest.mark.parametrize(
    ("uri", "telling"),
    [
        ("http://graph.example", "http://graph.example"),
        ("graph.example:7687", "bolt://"),
        ("", "bolt://"),
        ("bolt://", "no host"),
        ("bolt://:7687", "no host"),
        ("bolt://graph.example:many", "malformed"),
        ("bolt://graph.example:99999", "malformed"),
        ("bolt://[::1", "malformed"),
    ],
)
def test_check_uri_says_what_is_wrong_with_other_addresses(uri, telling):
    with pytest.raises(UsageError, match=telling):
        check_uri(uri)


@pytest.mark.parametrize("uri", ["bolt://neo4j:hunter2@h", "http://neo4j:hunter2@h", "bolt://x@h"])
def test_check_uri_refuses_credentials_without_repeating_them(uri):
    with pytest.raises(UsageError, match="KGPLATFORM_NEO4J_PASSWORD") as caught:
        check_uri(uri)
    assert "hunter2" not in str(caught.value)


def test_address_hides_its_password():
    assert "hunter2" not in repr(Address("bolt://h", "neo4j", "hunter2"))
