"""The API over a real Neo4j: each reply is what the platform returns, in the form described."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx2 as httpx
import pytest
from jsonschema import Draft202012Validator

from kgplatform.platform import Platform
from kgplatform.records import Answer
from kgplatform.records.json import from_json, to_json
from kgplatform.web.tokens import read_token
from tests.spans import keep_spans, told

pytestmark = pytest.mark.integration

QUESTION = "Who built the Fram?"


@pytest.fixture(scope="module")
def description(client: httpx.Client) -> dict[str, Any]:
    """The OpenAPI document."""
    found: dict[str, Any] = client.get("/openapi.json").json()
    return found


def check(description: dict[str, Any], path: str, response: httpx.Response) -> Any:
    """Return a reply, which is as the description of its path says."""
    operation = description["paths"][f"/api/v1{path}"][response.request.method.lower()]
    described = operation["responses"][str(response.status_code)]["content"]
    kind = response.headers["content-type"].partition(";")[0]
    schema = {**described[kind]["schema"], "components": description["components"]}
    value = response.json()
    Draft202012Validator(schema).validate(value)
    return value


def read_events(text: str) -> Iterator[tuple[str, Any]]:
    """Yield name and value of each server-sent event."""
    for block in filter(None, text.split("\n\n")):
        name, data = block.split("\n")
        yield name.removeprefix("event: "), json.loads(data.removeprefix("data: "))


def test_an_answer_is_that_of_the_platform(
    client: httpx.Client, description: dict[str, Any], platform: Platform
) -> None:
    got = check(description, "/ask", client.post("/ask", json={"question": QUESTION}))
    own = to_json(platform.ask(QUESTION))
    assert got["answer"] == "Colin Archer"
    changing = {"question_id", "timings_ms"}
    assert {k: v for k, v in got.items() if k not in changing} == {
        k: v for k, v in json.loads(json.dumps(own)).items() if k not in changing
    }
    assert to_json(from_json(Answer, got)) == got


def test_steps_come_before_the_answer(client: httpx.Client) -> None:
    headers = {"Accept": "text/event-stream"}
    body = {"question": QUESTION, "record": False}
    events = list(read_events(client.post("/ask", json=body, headers=headers).text))
    names = [name for name, _ in events]
    assert names == ["step"] * (len(names) - 1) + ["answer"]
    assert [value["step"] for name, value in events if name == "step"][:2] == [
        "retrieval",
        "reading",
    ]
    assert events[-1][1]["answer"] == "Colin Archer"
    assert events[-1][1]["question_id"] == ""


def test_the_id_of_a_request_is_in_all_its_logs_and_spans(
    client: httpx.Client, caplog: pytest.LogCaptureFixture
) -> None:
    headers = {"X-Request-ID": "request-7", "Accept": "text/event-stream"}
    with keep_spans() as spans, caplog.at_level(logging.DEBUG, "kgplatform"):
        response = client.post(
            "/ask", json={"question": QUESTION, "record": False}, headers=headers
        )
    assert response.headers["x-request-id"] == "request-7"
    logged = {r.name for r in caplog.records if getattr(r, "request_id", "") == "request-7"}
    assert logged >= {
        f"kgplatform.{name}" for name in ("question", "retrieval", "reading", "query")
    }
    ids = [told(span).get("kgplatform.request_id") for span in spans.named("question")]
    assert ids == ["request-7"]


def test_an_error_is_an_event_where_events_are_asked_for(client: httpx.Client) -> None:
    headers = {"Accept": "text/event-stream"}
    response = client.post("/ask", json={"question": "?", "method": "passages"}, headers=headers)
    *_, (name, problem) = read_events(response.text)
    assert name == "error"
    assert "empty of words" in problem["detail"]


def test_a_token_that_reads_asks_and_leaves_no_record(
    client: httpx.Client, platform: Platform
) -> None:
    token = read_token(platform.settings.home, "read")
    headers = {"Authorization": f"Bearer {token}"}
    answer = client.post("/ask", json={"question": QUESTION}, headers=headers).json()
    assert (answer["answer"], answer["question_id"]) == ("Colin Archer", "")


def test_filters_leave_out_documents(client: httpx.Client, description: dict[str, Any]) -> None:
    body = {"question": "Who was born in Larvik?", "method": "passages"}
    found = check(description, "/retrieve", client.post("/retrieve", json=body))
    assert {passage["title"] for passage in found["passages"]} > {"Colin Archer"}
    body["media_type"] = "text/markdown"
    found = client.post("/retrieve", json=body).json()
    assert {passage["title"] for passage in found["passages"]} == {"Colin Archer"}
    nowhere = client.post("/retrieve", json={**body, "folder": "file:///nowhere"}).json()
    assert nowhere["passages"] == []
    unknown = client.post("/retrieve", json={**body, "documents": ["nothing"]})
    assert (unknown.status_code, "'nothing'" in unknown.json()["detail"]) == (404, True)


def test_lists_are_of_the_documents_that_a_filter_describes(
    client: httpx.Client, description: dict[str, Any], platform: Platform
) -> None:
    def names(path: str, field: str, **parameters: str) -> set[str]:
        rows = check(description, path, client.get(path, params=parameters))
        return {row[field] for row in rows}

    only = {"media_type": "md"}
    assert names("/documents", "title", **only) == {"Colin Archer"}
    assert names("/documents", "title", folder=str(platform.settings.home / "texts")) > {"Fram"}
    assert "Fridtjof Nansen" in names("/entities", "name")
    assert names("/entities", "name", **only) >= {"Colin Archer", "Larvik"}
    assert "Fridtjof Nansen" not in names("/entities", "name", **only)
    assert "built by" in names("/statements", "relation")
    assert "built by" not in names("/statements", "relation", **only) != set()
    facts = {"name": "Colin Archer"}
    assert "built by" in names("/entity/facts", "relation", **facts)
    assert "built by" not in names("/entity/facts", "relation", **facts, **only) != set()
    one = client.get("/entity", params={**facts, **only}).json()
    assert {source["title"] for fact in one["facts"] for source in fact["sources"]} == {
        "Colin Archer"
    }
    client.post("/ask", json={"question": QUESTION})
    assert QUESTION in names("/questions", "text")
    assert QUESTION not in names("/questions", "text", **only)


def test_documents_are_listed_and_shown(
    client: httpx.Client, description: dict[str, Any], platform: Platform
) -> None:
    rows = check(description, "/documents", client.get("/documents"))
    assert rows == json.loads(json.dumps(platform.list_documents()))
    only = client.get("/documents", params={"media_type": "text/markdown"}).json()
    assert [row["title"] for row in only] == ["Colin Archer"]
    folder = (platform.settings.home / "texts").as_uri()
    assert len(client.get("/documents", params={"folder": folder, "limit": 2}).json()) == 2
    assert client.get("/documents", params={"since": "1990-01-01"}).json() == []
    path = f"/documents/{rows[0]['id']}"
    shown = check(description, "/documents/{document_id}", client.get(path))
    assert shown["passages"][0]["text"].startswith("Colin Archer")


def test_an_upload_is_ingested_asked_and_removed(
    client: httpx.Client, description: dict[str, Any], platform: Platform
) -> None:
    text = "The Gjøa was built by Knut Johannesson Skaale in Rosendal."
    files = [
        ("files", ("gjøa.txt", text.encode())),
        ("files", ("broken.pdf", b"%PDF-1.4 nothing of a PDF")),
    ]
    job = check(description, "/documents", client.post("/documents", files=files))
    assert job["files"] == ["gjøa.txt", "broken.pdf"]
    events = list(read_events(client.get(f"/jobs/{job['id']}/events").text))
    assert {name for name, _ in events} == {"job"}
    last = check(description, "/jobs/{job_id}", client.get(f"/jobs/{job['id']}"))
    assert last == events[-1][1]
    assert last["state"] == "done"
    assert last["report"]["documents"]["new"] == 1
    [sentence] = last["report"]["failures"]
    assert "'broken.pdf'" in sentence
    assert str(platform.settings.home) not in sentence
    assert last["by_file"] == [
        {"name": "gjøa.txt", "state": "done", "problems": []},
        {"name": "broken.pdf", "state": "failed", "problems": [sentence]},
    ]
    assert [file["state"] for file in events[0][1]["by_file"]] != ["done", "failed"]
    assert client.get("/jobs").json()[0] == last
    uri = (platform.settings.home / "uploads" / "gjøa.txt").as_uri()
    [row] = [row for row in client.get("/documents").json() if row["uri"] == uri]
    body = {"question": "Who built the Gjøa?", "documents": [row["id"]]}
    assert "Skaale" in client.post("/ask", json=body).json()["answer"]
    removed = check(
        description, "/documents/{document_id}", client.delete(f"/documents/{row['id']}")
    )
    assert removed["passages"] >= 1
    assert not (platform.settings.home / "uploads" / "gjøa.txt").exists()
    assert client.get(f"/documents/{row['id']}").status_code == 404


def test_a_job_that_is_cancelled_ends(client: httpx.Client) -> None:
    files = [("files", (f"long-{n}.txt", b"Some words about ships. " * 500)) for n in range(20)]
    job = client.post("/documents", files=files).json()
    client.post(f"/jobs/{job['id']}/cancel")
    until = time.monotonic() + 60
    while client.get(f"/jobs/{job['id']}").json()["state"] in ("waiting", "running"):
        assert time.monotonic() < until
        time.sleep(0.2)
    assert client.get(f"/jobs/{job['id']}").json()["state"] == "cancelled"
    for row in client.get("/documents").json():
        if "/uploads/long-" in row["uri"]:
            client.delete(f"/documents/{row['id']}")


def test_entities_are_found_shown_and_put_right(
    client: httpx.Client, description: dict[str, Any]
) -> None:
    rows = check(description, "/entities", client.get("/entities", params={"words": "nansen"}))
    assert rows[0]["name"] == "Fridtjof Nansen"
    one = check(description, "/entity", client.get("/entity", params={"name": "Colin Archer"}))
    assert "built by" in {fact["relation"] for fact in one["facts"]}
    merge = {"names": ["Colin Archer", "Fridtjof Nansen"]}
    check(description, "/entities/merge", client.post("/entities/merge", json=merge))
    merged = client.get("/entity", params={"name": "Colin Archer"}).json()
    assert merged["id"] == client.get("/entity", params={"name": "Fridtjof Nansen"}).json()["id"]
    decided = check(description, "/entities/decisions", client.get("/entities/decisions"))
    undone = check(
        description, "/entities/undo", client.post("/entities/undo", json={"decision": None})
    )
    assert [row["id"] for row in undone] == [decided[0]["id"]]
    apart = client.get("/entity", params={"name": "Fridtjof Nansen"}).json()
    assert apart["name"] == "Fridtjof Nansen"
    assert client.get("/entity", params={"name": "Nobody"}).status_code == 404


def test_the_graph_around_an_entity_is_nodes_and_edges(
    client: httpx.Client, description: dict[str, Any]
) -> None:
    parameters = {"name": "Fram", "relation": "Built by"}
    found = check(description, "/graph", client.get("/graph", params=parameters))
    names = {node["id"]: node["name"] for node in found["nodes"]}
    assert found["nodes"][0]["name"] == "Fram"
    [edge] = found["edges"]
    assert (names[edge["subject"]], names[edge["object"]]) == ("Fram", "Colin Archer")
    assert edge["quote"] in "The Fram was built by Colin Archer in Larvik."
    facts = check(description, "/entity/facts", client.get("/entity/facts", params=parameters))
    assert [fact["statement_id"] for fact in facts] == [edge["statement_id"]]


def test_ways_between_two_entities_have_their_quotes(
    client: httpx.Client, description: dict[str, Any]
) -> None:
    ends = {"start": "Fram", "end": "Colin Archer"}
    ways = check(description, "/graph/paths", client.get("/graph/paths", params=ends))
    assert ways[0]["facts"][0]["relation"] == "built by"
    assert "built by Colin Archer" in ways[0]["facts"][0]["quote"]
    same = client.get("/graph/paths", params={"start": "Fram", "end": "Fram"})
    assert (same.status_code, "one entity" in same.json()["detail"]) == (400, True)


def test_questions_are_listed_exported_and_deleted(
    client: httpx.Client, description: dict[str, Any]
) -> None:
    asked = client.post("/ask", json={"question": "Who was born in Oslo?"}).json()
    path = f"/questions/{asked['question_id']}"
    rows = check(description, "/questions", client.get("/questions", params={"words": "OSLO"}))
    assert rows[0]["id"] == asked["question_id"]
    shown = check(description, "/questions/{question_id}", client.get(path))
    assert [c["quote"] for c in shown["citations"]] == [c["quote"] for c in asked["evidence"]]
    turtle = client.get(f"{path}/export", params={"format": "turtle"})
    assert turtle.headers["content-type"].startswith("text/turtle")
    assert asked["question_id"] in turtle.text
    receipt = client.get(f"{path}/export", params={"format": "html"})
    assert "by write token, python-httpx" in receipt.text
    assert client.get(f"{path}/export", params={"format": "nothing"}).status_code == 400
    renamed = client.post(f"{path}/rename", json={"name": "Births"})
    assert check(description, "/questions/{question_id}/rename", renamed) == {"questions": 1}
    assert client.get(path).json()["name"] == "Births"
    assert client.delete(path).json() == {"questions": 1}
    for gone in (client.get(path), client.delete(path)):
        assert gone.status_code == 404


def test_named_queries_are_described_and_only_read(
    client: httpx.Client, description: dict[str, Any]
) -> None:
    described = check(description, "/queries", client.get("/queries"))
    assert "list_hub_entities" in {query["name"] for query in described}
    body = {"parameters": {"limit": 3}}
    rows = client.post("/queries/list_hub_entities", json=body).json()
    assert len(rows) == 3
    refused = client.post("/queries/delete_question", json={"parameters": {"id": "x"}})
    assert refused.status_code in (400, 403)
    assert client.post("/queries/nothing", json={}).status_code == 404


def test_plans_are_shown_and_run(client: httpx.Client, description: dict[str, Any]) -> None:
    body = {"question": "Where was the builder of the Fram born?"}
    planned = check(description, "/plans", client.post("/plans", json=body))
    ran = check(
        description, "/plans/run", client.post("/plans/run", json={"plan": planned["plan"]})
    )
    assert ran["plan"]["planner"] == "file"
    assert ran["answer"]["answer"] == "Larvik"


def test_statements_schema_and_methods_are_listed(
    client: httpx.Client, description: dict[str, Any]
) -> None:
    first = check(description, "/statements", client.get("/statements", params={"limit": 1}))
    after = {"limit": 1, "after": first[0]["id"]}
    assert client.get("/statements", params=after).json() != first
    check(description, "/schema", client.get("/schema"))
    assert "graph" in check(description, "/methods", client.get("/methods"))["methods"]


def test_many_at_once_get_an_answer_or_are_told_to_wait(client: httpx.Client) -> None:
    body = {"question": QUESTION, "record": False}
    with ThreadPoolExecutor(12) as pool:
        replies = list(pool.map(lambda _: client.post("/ask", json=body), range(12)))
    statuses = {reply.status_code for reply in replies}
    assert statuses <= {200, 429}
    assert 200 in statuses
    assert all("ask again" in r.json()["detail"] for r in replies if r.status_code == 429)
    assert client.post("/ask", json=body).status_code == 200


def test_a_pronoun_that_no_turn_explains_is_not_guessed_at(
    client: httpx.Client, description: dict[str, Any]
) -> None:
    begun = client.post("/conversations").json()
    for question in ("When was the Fram built?", "Where was he born?"):
        body = {"question": question, "conversation": begun["id"]}
        last = check(description, "/ask", client.post("/ask", json=body))
    assert (last["abstained"], last["evidence"]) == (True, [])
    assert "'he' stands for" in last["abstention"]
    assert client.get(f"/questions/{last['question_id']}").json()["abstained"]


def test_a_conversation_is_understood_kept_named_exported_and_deleted(
    client: httpx.Client, description: dict[str, Any]
) -> None:
    begun = check(description, "/conversations", client.post("/conversations"))
    path = f"/conversations/{begun['id']}"
    assert client.get(path).status_code == 404
    for question in (QUESTION, "Where was he born?"):
        body = {"question": question, "conversation": begun["id"]}
        last = check(description, "/ask", client.post("/ask", json=body))
    assert (last["question"], last["answer"]) == ("Where was he born?", "Larvik")
    assert last["steps"][0] == {
        "step": "understood",
        "question": "Where was Colin Archer born?",
        "by": "names",
    }
    rows = check(description, "/conversations", client.get("/conversations"))
    assert (rows[0]["name"], rows[0]["questions"]) == (QUESTION, 2)
    renamed = client.post(f"{path}/rename", json={"name": " Ships  and builders "})
    assert renamed.json() == {"questions": 2}
    assert client.get("/conversations").json()[0]["name"] == "Ships and builders"
    shown = check(description, "/conversations/{conversation}", client.get(path))
    assert [one["understood"] for one in shown] == [QUESTION, "Where was Colin Archer born?"]
    exported = client.get(f"{path}/export")
    assert exported.headers["content-type"].startswith("text/markdown")
    assert "Understood as: Where was Colin Archer born?" in exported.text
    assert client.delete(path).json() == {"questions": 2}
    for gone in (client.get(path), client.delete(path), client.get(f"{path}/export")):
        assert gone.status_code == 404
