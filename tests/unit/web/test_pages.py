"""The pages without a graph: what lets in, what they are made of, and that text stays text."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import kgplatform.web
from kgplatform.records import Answer, Citation, ScoredStatement, Step, Usage
from kgplatform.web.pages.filters import FILTERS
from kgplatform.web.pages.rendering import fill
from kgplatform.web.pages.turns import view_answer
from kgplatform.web.tokens import read_token
from tests.unit.web.conftest import HOME, Serve

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


def test_a_page_is_small_and_loads_nothing_from_elsewhere(browser: TestClient) -> None:
    page = browser.get("/login")
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


def test_without_the_graph_a_page_says_so(browser: TestClient) -> None:
    page = browser.get("/ask")
    assert page.status_code == 503
    assert "not running" in page.text


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
    assert 'href="/ask">Back' in page.text
    came_from = {"Referer": f"{HOME}/explore?words=a"}
    assert 'href="/explore?words=a">Back<' in browser.get("/nothing", headers=came_from).text
    came_from = {"Referer": "https://evil.example//evil.example"}
    assert 'href="/">Back<' in browser.get("/nothing", headers=came_from).text
    part = browser.get("/nothing", headers={"HX-Request": "true"})
    assert "<html" not in part.text
    kinds = [browser.get(path).headers["content-type"] for path in ("/api/v1/nothing", "/v1/none")]
    assert kinds == ["application/problem+json", "application/json"]


HOSTILE = "<img src=x onerror=alert(1)>"


def hostile_answer() -> Answer:
    """Return an answer whose every text was written by somebody who wants it to be HTML."""
    citation = Citation("p1", "d1", HOSTILE, f"file:///{HOSTILE}", 1, 0, 5, HOSTILE, 1.0, HOSTILE)
    outside = Citation("", "", HOSTILE, HOSTILE, None, 0, 5, HOSTILE, 1.0)
    statement = ScoredStatement(
        "s1", HOSTILE, HOSTILE, HOSTILE, ((HOSTILE, HOSTILE),), "p1", 0, 5, 1.0, "denied", HOSTILE
    )
    return Answer(
        question_id="",
        question=HOSTILE,
        answer=HOSTILE,
        abstained=False,
        method="graph",
        reader="extractive",
        evidence=(citation, outside),
        statements=(statement,),
        steps=(Step("read", {"found": [HOSTILE], HOSTILE: HOSTILE}),),
        usage=Usage(),
        timings_ms={"total": 12.0},
        nearest=(citation,),
    )


def test_text_of_documents_and_models_stays_text(client: TestClient) -> None:
    turn = view_answer(client.app.state.service, hostile_answer())
    page = fill("question.html", turn=turn, role="write")
    assert "<img" not in page
    assert page.count("&lt;img src=x onerror=alert(1)&gt;") >= 10


def test_an_answer_shows_what_it_cost(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = Usage(llm_calls=1, prompt_tokens=12_000, completion_tokens=500)
    answer = replace(hostile_answer(), usage=usage)

    def show() -> str:
        turn = view_answer(serve().app.state.service, answer)
        return fill("question.html", turn=turn, role="write")

    assert "Cost" not in show()
    monkeypatch.setenv("KGPLATFORM_CHAT_PROMPT_PRICE", "0.5")
    monkeypatch.setenv("KGPLATFORM_CHAT_COMPLETION_PRICE", "2")
    assert "Cost <b>$0.0070</b>" in show()


def test_a_character_that_turns_text_round_is_shown() -> None:
    step = {"step": "read", "found": "abc\u202edef"}
    assert "abc⟨U+202E⟩def" in fill("_step.html", step=step)


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("ms", 0.4, "0 ms"),
        ("ms", 1234.0, "1.2 s"),
        ("ms", 61_000.0, "1 min 1 s"),
        ("day", "2026-01-31T10:20:30.123456789+00:00", "2026-01-31 10:20"),
        ("day", None, ""),
        ("file_name", "file:///a/b%20c.pdf", "b c.pdf"),
        ("file_name", "https://example.org", "https://example.org"),
        ("step_value", ["0123456789abcdef0123456789abcdef"] * 2, "(2 ids)"),
        ("step_value", ["Oslo", "Rome"], "Oslo; Rome"),
        ("step_value", [{"from": "Oslo", "id": "0123456789abcdef01234567"}], "from Oslo"),
    ],
)
def test_values_read_well(name: str, value: object, shown: str) -> None:
    assert FILTERS[name](value) == shown
