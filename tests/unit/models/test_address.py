"""Addresses of endpoints as people paste them."""

from __future__ import annotations

import pytest

from kgplatform.errors import SettingsError
from kgplatform.models.address import ChatAddress
from kgplatform.models.chat import OpenAIChatModel

pytestmark = pytest.mark.unit

DEPLOYMENT = "https://name.example/openai/deployments/four"


def parse(base_url: str) -> ChatAddress:
    return ChatAddress.parse(base_url, role="chat")


@pytest.mark.parametrize(
    "pasted",
    ["http://host:8080/v1", "http://host:8080/v1/", "http://host:8080/v1/chat/completions"],
)
def test_path_of_the_call_is_taken_off(pasted: str) -> None:
    assert parse(pasted).url == "http://host:8080/v1"


def test_deployment_has_a_version_and_a_header_of_its_own() -> None:
    address = parse(f"{DEPLOYMENT}/chat/completions?api-version=2025-01-01-preview")
    assert address.url == DEPLOYMENT
    assert address.query == {"api-version": "2025-01-01-preview"}
    assert address.headers_with("k") == {"api-key": "k"}
    assert "api-version" in parse(DEPLOYMENT).query
    assert not parse("https://name.example/openai/v1/").takes_own_header


def test_user_and_password_are_sent_and_not_shown() -> None:
    address = parse("http://user:hidden%21@host/v1")
    assert address.url == "http://host/v1"
    assert address.headers == {"Authorization": "Basic dXNlcjpoaWRkZW4h"}
    assert "hidden" not in repr(address)


@pytest.mark.parametrize("pasted", ["host/v1", "http://", "http://host:port/v1", "http://[::1/v1"])
def test_what_is_no_address_is_refused(pasted: str) -> None:
    with pytest.raises(SettingsError, match="chat_base_url"):
        OpenAIChatModel(pasted, "m")
