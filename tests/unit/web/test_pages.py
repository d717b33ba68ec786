"""The pages without a graph: what lets in, what they are made of, and that text stays text."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import kgplatform.web
from kgplatform.web.tokens import read_token

pytestmark = pytest.mark.unit

WEB = Path(kgplatform.web.__file__).parent
VENDOR = WEB / "static" / "vendor"
PAGE = {"Accept": "text/html"}
FIRST_PAGE_BYTES = 400_000


@pytest.fixture
def browser(client: TestClient) -> TestClient:
    """A client that shows pages, and is logged in."""
    client.headers["Accept"] = "text/html"
    client.get("/login", params={"code": client.app.state.service.tokens.make_login()})
    return client


def test_what_is_vendored_is_as_its_list_says() -> None:
    listed = json.loads((VENDOR / "vendored.json").read_text(encoding="utf-8"))
    assert {row["file"] for row in listed} == {path.name for path in VENDOR.glob("*.js")}
    for row in listed:
        digest = hashlib.sha256((VENDOR / row["file"]).read_bytes()).hexdigest()
        assert digest == row["sha256"], row["file"]
        assert f"{row['package']} {row['version']}" in (VENDOR / "LICENSES.txt").read_text()


def test_a_page_asks_for_the_token_and_leads_back(client: TestClient, tmp_path: Path) -> None:
    asked = "/questions/abc?print=1"
    response = client.get(asked, headers=PAGE)
    assert response.status_code == 401
    [next_] = re.findall(r'name="next" value="([^"]*)"', response.text)
    assert next_ == asked
    data = {"token": read_token(tmp_path), "next": next_}
    let_in = client.post("/login", data=data, headers=PAGE, follow_redirects=False)
    assert let_in.headers["location"] == asked


@pytest.mark.parametrize("elsewhere", ["//evil.example", "https://evil.example", "/\\evil.example"])
def test_a_login_leads_to_no_other_place(
    client: TestClient, tmp_path: Path, elsewhere: str
) -> None:
    data = {"token": read_token(tmp_path), "next": elsewhere}
    response = client.post("/login", data=data, follow_redirects=False)
    assert response.headers["location"] == "/"


def test_a_wrong_token_is_asked_for_again(client: TestClient) -> None:
    response = client.post("/login", data={"token": "wrong"}, headers=PAGE)
    assert response.status_code == 401
    assert "no token of the server" in response.text
    assert 'name="token"' in response.text


def test_the_first_page_is_small_and_loads_nothing_from_elsewhere(browser: TestClient) -> None:
    page = browser.get("/")
    assert page.status_code == 200
    policy = page.headers["content-security-policy"]
    assert policy.startswith("default-src 'self';")
    assert "unsafe" not in policy
    loaded = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
    assert len(loaded) >= 4
    parts = [browser.get(address) for address in loaded]
    assert all("immutable" in part.headers["cache-control"] for part in parts)
    assert len(page.content) + sum(len(part.content) for part in parts) <= FIRST_PAGE_BYTES
    assert not re.findall(r"https?://", page.text)


def test_templates_have_no_script_or_style_of_their_own() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (WEB / "templates").glob("*.html")]
    assert texts
    inline = re.compile(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=|\|\s*safe\b|javascript:")
    assert not [found for text in texts for found in inline.findall(text)]


def test_a_file_of_a_page_needs_no_token(client: TestClient) -> None:
    assert client.get("/static/page.css").headers["content-type"].startswith("text/css")
    assert client.get("/static/nothing.css").status_code == 404
    assert client.get("/static/vendored.json").status_code == 404


def test_an_error_is_a_page_for_a_browser_alone(browser: TestClient) -> None:
    page = browser.get("/nothing")
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert 'role="alert"' in page.text
    part = browser.get("/nothing", headers={"HX-Request": "true"})
    assert "<html" not in part.text
    kinds = [browser.get(path).headers["content-type"] for path in ("/api/v1/nothing", "/v1/none")]
    assert kinds == ["application/problem+json", "application/json"]
