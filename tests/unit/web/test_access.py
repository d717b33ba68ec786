"""Who is let in: tokens, roles, names of the host, origins, sizes; each refusal is a sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from kgplatform.errors import SettingsError, UsageError
from kgplatform.web.options import ServeOptions
from kgplatform.web.problems import PROBLEM_TYPE
from kgplatform.web.tokens import Tokens, read_token
from tests.modes import mode
from tests.unit.web.conftest import HOME, Serve, bearer

pytestmark = pytest.mark.unit

JOBS = "/api/v1/jobs"
PROTECTED = ["/", "/ready", "/metrics", JOBS, "/api/v1/openapi.json", "/nothing"]


def refusal(response: Any, status: int) -> str:
    """Return the sentence of a refusal, which has the form of all of them."""
    assert response.status_code == status
    assert response.headers["content-type"] == PROBLEM_TYPE
    problem = response.json()
    assert set(problem) == {"type", "title", "status", "detail", "exit_code", "request_id"}
    assert problem["status"] == status
    assert problem["request_id"] == response.headers["x-request-id"]
    detail: str = problem["detail"]
    return detail


@pytest.mark.parametrize("path", PROTECTED)
def test_all_but_health_needs_a_token(client: TestClient, path: str) -> None:
    assert "A token is needed" in refusal(client.get(path), 401)
    assert client.get("/health").json() == {"status": "ok"}


@pytest.mark.parametrize(
    "authorization",
    ["Bearer", "Bearer ", "Bearer wrong", "Basic d3Jvbmc6", "Bearer \xe4\xf6", "wrong"],
)
def test_a_wrong_token_is_none(client: TestClient, authorization: str) -> None:
    headers = {"Authorization": authorization.encode("latin-1")}
    response = client.get(JOBS, headers=headers)
    assert response.headers["www-authenticate"] == "Bearer"
    refusal(response, 401)


def test_a_token_lets_in_and_stays_its_owners(client: TestClient, tmp_path: Path) -> None:
    assert client.get(JOBS, headers=bearer(tmp_path)).json() == []
    assert mode(tmp_path / "serve") == 0o700
    assert {mode(path) for path in (tmp_path / "serve").iterdir()} == {0o600}
    before = read_token(tmp_path)
    Tokens(tmp_path)
    assert read_token(tmp_path) == before


def test_a_token_that_reads_changes_nothing(client: TestClient, tmp_path: Path) -> None:
    headers = bearer(tmp_path, "read")
    assert client.get(JOBS, headers=headers).status_code == 200
    refused = client.delete("/api/v1/documents/x", headers=headers)
    assert "may only read" in refusal(refused, 403)


def test_a_token_that_is_too_short_is_refused(tmp_path: Path) -> None:
    (tmp_path / "serve").mkdir()
    (tmp_path / "serve" / "token").write_text("guess\n")
    with pytest.raises(SettingsError, match="fewer than 16"):
        Tokens(tmp_path)


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "127.0.0.1@evil.example", "", "[::1"]
)
def test_another_name_of_the_host_is_refused(client: TestClient, tmp_path: Path, host: str) -> None:
    response = client.get(JOBS, headers={**bearer(tmp_path), "Host": host})
    assert "not known by that name" in refusal(response, 403)
    assert "--allow-host" in refusal(client.get("/health", headers={"Host": host}), 403)


@pytest.mark.parametrize("host", ["localhost:8765", "[::1]:8765", "127.0.0.1", "KG.example:80"])
def test_a_known_name_of_the_host_is_taken(serve: Serve, tmp_path: Path, host: str) -> None:
    client = serve(hosts=("kg.example",))
    assert client.get(JOBS, headers={**bearer(tmp_path), "Host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "null", "http://127.0.0.1:1", "http://", "http://[", "127.0.0.1:8765"],
)
def test_a_page_of_another_origin_is_refused(
    client: TestClient, tmp_path: Path, origin: str
) -> None:
    for path in (JOBS, "/health", "/login?code=x"):
        response = client.get(path, headers={**bearer(tmp_path), "Origin": origin})
        assert "--allow-origin" in refusal(response, 403)
        assert "access-control-allow-origin" not in response.headers


def test_a_named_origin_may_ask(serve: Serve, tmp_path: Path) -> None:
    origin = "https://chat.example"
    client = serve(origins=(origin,))
    headers = {"Origin": origin, "Access-Control-Request-Method": "POST"}
    assert client.options("/api/v1/ask", headers=headers).status_code == 200
    response = client.get(JOBS, headers={**bearer(tmp_path), "Origin": origin})
    assert response.headers["access-control-allow-origin"] == origin
    assert client.get(JOBS, headers={**bearer(tmp_path), "Origin": "https://b"}).status_code == 403


def test_without_a_token_on_the_loopback_alone(serve: Serve) -> None:
    assert serve(needs_token=False).get(JOBS).json() == []
    with pytest.raises(UsageError, match="leave out --no-token"):
        ServeOptions(host="0.0.0.0", needs_token=False)
    refusal(serve(needs_token=False).get(JOBS, headers={"Origin": "https://evil.example"}), 403)


def test_a_link_logs_in_once(client: TestClient) -> None:
    tokens = client.app.state.service.tokens
    code = tokens.make_login()
    response = client.get("/login", params={"code": code}, follow_redirects=False)
    assert (response.status_code, response.headers["location"]) == (303, "/")
    cookie = response.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert client.get(JOBS).status_code == 200
    client.cookies.clear()
    again = client.get("/login", params={"code": code}, follow_redirects=False)
    assert "used already" in refusal(again, 401)
    assert "set-cookie" not in again.headers


def test_a_cookie_changes_something_from_our_own_pages_alone(client: TestClient) -> None:
    client.get("/login", params={"code": client.app.state.service.tokens.make_login()})
    path = f"{JOBS}/x/cancel"
    refusal(client.post(path), 401)
    assert "no job" in refusal(client.post(path, headers={"Origin": HOME}), 404)


def test_a_token_in_a_form_gives_a_cookie_of_its_role(client: TestClient, tmp_path: Path) -> None:
    refused = client.post("/login", data={"token": "wrong"}, follow_redirects=False)
    refusal(refused, 401)
    client.post("/login", data={"token": read_token(tmp_path, "read")}, follow_redirects=False)
    assert client.get(JOBS).status_code == 200
    changing = client.post(f"{JOBS}/x/cancel", headers={"Origin": HOME})
    assert "may only read" in refusal(changing, 403)


def test_a_cookie_is_of_one_role_and_one_token(tmp_path: Path) -> None:
    tokens = Tokens(tmp_path / "one")
    cookie = tokens.make_cookie("read")
    assert tokens.read_cookie(cookie) == "read"
    assert tokens.read_cookie(cookie.replace("read", "write", 1)) is None
    assert Tokens(tmp_path / "two").read_cookie(cookie) is None
    role, until, *rest = cookie.split(".")
    assert tokens.read_cookie(".".join([role, str(int(until) + 1), *rest])) is None
    for broken in ("", ".", "read", "read.x.y.z", "admin.9.x.y"):
        assert tokens.read_cookie(broken) is None


def test_a_body_that_is_too_large_is_refused(client: TestClient, tmp_path: Path) -> None:
    body = {"question": "x" * 1_100_000}
    said = refusal(client.post("/api/v1/ask", json=body, headers=bearer(tmp_path)), 413)
    assert "at most 200 MB of files and 1 MB of anything else" in said

    def in_parts() -> Any:
        for _ in range(20):
            yield b"x" * 100_000

    parts = client.post("/api/v1/ask", content=in_parts(), headers=bearer(tmp_path))
    refusal(parts, 413)


def test_an_upload_that_is_too_large_is_refused(serve: Serve, tmp_path: Path) -> None:
    client = serve(max_upload_mb=2)
    files = {"files": ("big.txt", b"x" * 2_100_000)}
    refusal(client.post("/api/v1/documents", files=files, headers=bearer(tmp_path)), 413)
    assert not (tmp_path / "uploads").exists()


@pytest.mark.parametrize(
    "name", ["../token", "..", "a/b.txt", "a\\b.txt", ".hidden.txt", "C:x.txt"]
)
def test_a_name_that_is_a_path_is_refused(client: TestClient, tmp_path: Path, name: str) -> None:
    token = read_token(tmp_path)
    files = [("files", ("good.txt", b"words")), ("files", (name, b"words"))]
    response = client.post("/api/v1/documents", files=files, headers=bearer(tmp_path))
    assert "no plain file name" in refusal(response, 400)
    assert read_token(tmp_path) == token
    assert not (tmp_path / "uploads").exists()


def test_a_kind_of_file_that_is_not_read_is_refused(client: TestClient, tmp_path: Path) -> None:
    files = {"files": ("program.exe", b"MZ")}
    response = client.post("/api/v1/documents", files=files, headers=bearer(tmp_path))
    said = refusal(response, 400)
    assert said.startswith("'program.exe' ")
    assert str(tmp_path) not in said
    assert list((tmp_path / "uploads").iterdir()) == []


def test_what_the_graph_is_needed_for_says_that_it_is_away(
    client: TestClient, tmp_path: Path
) -> None:
    response = client.get("/ready", headers=bearer(tmp_path))
    assert "not running" in refusal(response, 503)
    assert int(response.headers["retry-after"]) >= 1


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "question"),
        ({"question": "a\x00b"}, "NUL"),
        ({"question": "Who?", "top_k": 0}, "top_k"),
        ({"question": "Who?", "tok_k": 1}, "tok_k"),
        ({"question": "Who?", "since": "2020-13-01"}, "since"),
        ({"question": "Who?", "since": 0}, "2026-01-31"),
    ],
)
def test_a_malformed_request_says_what_is_wrong_with_it(
    client: TestClient, tmp_path: Path, body: dict[str, Any], said: str
) -> None:
    assert said in refusal(client.post("/api/v1/ask", json=body, headers=bearer(tmp_path)), 422)


def test_half_a_character_is_refused(client: TestClient, tmp_path: Path) -> None:
    headers = {**bearer(tmp_path), "Content-Type": "application/json"}
    response = client.post("/api/v1/ask", content=b'{"question": "\\ud800"}', headers=headers)
    assert "no UTF-8" in refusal(response, 422)


def test_every_response_keeps_browsers_from_making_anything_of_it(
    client: TestClient, tmp_path: Path
) -> None:
    for response in (client.get("/health"), client.get(JOBS, headers=bearer(tmp_path))):
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["content-security-policy"].startswith("default-src 'none'")
        assert response.headers["x-frame-options"] == "DENY"
        assert response.headers["cache-control"] == "no-store"


def test_figures_count_requests_by_route_and_not_by_path(
    client: TestClient, tmp_path: Path
) -> None:
    headers = bearer(tmp_path)
    for job in ("one", "two"):
        client.get(f"{JOBS}/{job}", headers=headers)
    figures = client.get("/metrics", headers=headers).text
    counted = 'method="GET",route="/api/v1/jobs/{job_id}",status="404"} 2.0'
    assert counted in figures
    assert "/jobs/one" not in figures


def test_too_many_questions_are_refused(serve: Serve, tmp_path: Path) -> None:
    client = serve(max_questions=1)
    with_slot = client.app.state.service.take_slot()
    body = {"question": "Who designed the Fram?"}
    response = client.post("/api/v1/ask", json=body, headers=bearer(tmp_path))
    assert "1 questions are at work" in refusal(response, 429)
    assert int(response.headers["retry-after"]) >= 1
    with_slot.run(lambda: None)
    refusal(client.post("/api/v1/ask", json=body, headers=bearer(tmp_path)), 503)


def test_a_fault_of_the_server_is_a_problem_too(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client.app.state.service.jobs, "list", lambda: 1 / 0)
    response = client.get(JOBS, headers={**bearer(tmp_path), "X-Request-ID": "mine-1"})
    assert "its log has it" in refusal(response, 500)
    assert response.json()["request_id"] == "mine-1"
    assert "ZeroDivisionError" not in response.text


def test_another_method_is_told_which_there_are(client: TestClient, tmp_path: Path) -> None:
    response = client.patch("/api/v1/questions/x", headers=bearer(tmp_path))
    assert "not for this address" in refusal(response, 405)
    assert response.headers["allow"] == "DELETE, GET"
