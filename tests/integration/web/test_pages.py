"""The pages over a real Neo4j: what they show is what the platform returns."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx2 as httpx
import pytest

from kgplatform.platform import Platform
from kgplatform.web.tokens import read_token
from tests.integration.web.lighthouses import write_lighthouse

pytestmark = pytest.mark.integration

QUESTION = "Who built the Fram?"
FIRST_PAGE_BYTES = 400_000


@pytest.fixture(scope="module")
def browser(address: str, platform: Platform) -> Iterator[httpx.Client]:
    """A client that shows pages, with the cookie of the token that writes."""
    headers = {"Accept": "text/html", "Origin": address}
    with httpx.Client(base_url=address, headers=headers, timeout=120.0) as client:
        client.post("/login", data={"token": read_token(platform.settings.home)})
        yield client


@pytest.fixture(scope="module")
def lighthouse(platform: Platform, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A PDF in the graph."""
    file = write_lighthouse(tmp_path_factory.mktemp("files"), "Harlow Point", "Ada Lindqvist")
    platform.ingest([file])
    return file


def ask(browser: httpx.Client, question: str) -> str:
    """Return what takes the place of a question when its answer is there."""
    headers = {"HX-Request": "true"}
    asked = browser.post("/ask", data={"question": question}, headers=headers)
    assert asked.headers["hx-push-url"].startswith("/conversations/")
    [events] = re.findall(r'sse-connect="([^"]+)"', asked.text)
    *steps, last = browser.get(events).text.strip().split("\n\n")
    assert all("event: step" in step for step in steps)
    assert "event: end" in last
    return last.replace("data: ", "")


def test_a_question_unfolds_and_keeps_an_address(browser: httpx.Client) -> None:
    turn = ask(browser, QUESTION)
    assert "Colin Archer" in turn
    [address] = set(re.findall(r'href="(/questions/[0-9a-f]+)"', turn))
    page = browser.get(address).text
    for shown in (QUESTION, "Colin Archer", "How it was found", "Tokens <b>0</b>", "Time <b>"):
        assert shown in page
    facts = browser.get(f"{address}/graph").json()
    assert {node["name"] for node in facts["nodes"]} >= {"Fram", "Colin Archer"}
    node = facts["nodes"][0]
    assert node["name"] in unescape(browser.get(f"{address}/nodes/{node['id']}").text)
    browser.post(f"{address}/delete")
    assert browser.get(address).status_code == 404


def test_a_conversation_is_renamed_and_deleted(browser: httpx.Client, platform: Platform) -> None:
    platform.ask(QUESTION, conversation="c1")
    assert QUESTION in browser.get("/conversations/c1").text
    assert QUESTION in browser.get("/conversations").text
    browser.post("/conversations/c1/rename", data={"name": "On ships"})
    assert "On ships" in browser.get("/conversations").text
    browser.post("/conversations/c1/delete")
    assert browser.get("/conversations/c1").status_code == 404


def test_a_question_is_answered_where_no_script_runs(browser: httpx.Client) -> None:
    response = browser.post("/ask", data={"question": QUESTION, "documents": "", "since": ""})
    assert response.status_code == 303
    assert "Colin Archer" in browser.get(response.headers["location"]).text


def test_a_citation_opens_its_page_with_boxes(browser: httpx.Client, lighthouse: Path) -> None:
    turn = ask(browser, "Who designed the lighthouse at Harlow Point?")
    [address, *_] = re.findall(r'hx-get="(/evidence[^"]+)"', turn)
    shown = browser.get(unescape(address), headers={"HX-Request": "true"}).text
    assert "<mark" in shown
    [picture] = re.findall(r'<image href="([^"]+)"', shown)
    assert "<rect" in shown
    drawn = browser.get(picture)
    assert drawn.headers["content-type"] == "image/png"
    assert drawn.content.startswith(b"\x89PNG")
    kept = lighthouse.read_bytes()
    try:
        lighthouse.write_bytes(kept + b"\n% another file")
        assert browser.get(picture).status_code == 404
        again = browser.get(unescape(address)).text
        assert "<image" not in again
        assert "<mark" in again
    finally:
        lighthouse.write_bytes(kept)


def test_a_cited_cell_is_marked_in_its_table(browser: httpx.Client, lighthouse: Path) -> None:
    turn = ask(browser, "What was the salary of Mary Lowe?")
    [address, *_] = re.findall(r'hx-get="(/evidence[^"]+)"', turn)
    shown = browser.get(unescape(address)).text
    assert '<td class="cited"><mark>110</mark></td>' in shown
    assert ">Salary</th>" in shown


def test_pages_of_the_graph_show_what_is_there(browser: httpx.Client, platform: Platform) -> None:
    page = browser.get("/ask")
    loaded = re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)
    sizes = [len(browser.get(address).content) for address in loaded]
    assert len(page.content) + sum(sizes) <= FIRST_PAGE_BYTES
    listed = browser.get("/documents?media_type=text/markdown&folder=&since=&until=").text
    assert "archer.md" in listed
    assert "Fram.txt" not in listed
    row = next(row for row in platform.list_documents() if row["uri"].endswith("archer.md"))
    document = browser.get(f"/documents/{row['id']}").text
    for shown in ("archer.md", "naval architect", "Larvik", row["uri"]):
        assert shown in document
    assert ">done<" in browser.get("/runs").text
    platform.ask(QUESTION)
    assert QUESTION in browser.get("/questions", params={"words": "built"}).text
    assert "No question has these words" in browser.get("/questions?words=zebra").text


def test_an_upload_is_watched_and_removed(browser: httpx.Client, platform: Platform) -> None:
    text = "The Maud was built by Christian Jensen in Vollen."
    broken = ("Maud.pdf", b"%PDF-1.4 nothing of a PDF")
    files = [("files", ("Maud.txt", text.encode())), ("files", broken)]
    part = browser.post("/documents", files=files, headers={"HX-Request": "true"}).text
    assert '<bdi>Maud.txt</bdi> <span class="tag' in part
    [job] = re.findall(r'hx-get="(/jobs/[^"]+)"', part)
    while "aria-busy" in (state := browser.get(job).text):
        time.sleep(0.2)
    assert "1 document new" in state
    assert re.search(r'Maud.txt</bdi> <span class="tag good">done<', state)
    assert re.search(r'Maud.pdf</bdi> <span class="tag bad">failed<', state)
    assert len(re.findall(r'class="problem"[^/]*Maud.pdf', state)) == 1
    row = next(row for row in platform.list_documents() if row["uri"].endswith("Maud.txt"))
    browser.post(f"/documents/{row['id']}/remove")
    assert browser.get(f"/documents/{row['id']}").status_code == 404
    refused = browser.post("/documents", files={"files": ("x.exe", b"MZ")})
    assert refused.status_code == 400
    assert 'role="alert"' in refused.text


def test_an_entity_is_explored_by_relation_and_time(
    browser: httpx.Client, platform: Platform
) -> None:
    found = browser.get("/explore", params={"words": "nansen", "type": ""}).text
    [link] = re.findall(r'href="(/explore/entity[^"]+)"><bdi>Fridtjof Nansen', found)
    page = browser.get(link).text
    for shown in ("sailed on", "Nobel Prize", "time: 1922", "He won the Nobel Prize in 1922"):
        assert shown in page
    name = {"name": platform.entities.show("Fridtjof Nansen")["id"]}
    at = browser.get("/explore/entity", params={**name, "relation": "", "time": "1922"}).text
    assert "Nobel Prize" in at
    assert "sailed on</bdi>" not in at
    graph = browser.get("/explore/graph", params={**name, "limit": 1}).json()
    rest = browser.get(graph["more"]).json()
    labels = [edge["label"] for part in (graph, rest) for edge in part["edges"]]
    assert len(graph["edges"]) == 1
    assert sorted(labels) == labels
    own = [row["relation"] for row in platform.entities.facts(name["name"], limit=99)]
    assert labels == own
    assert "Nobel Prize" in browser.get("/explore/node", params=name).text
    wrong = browser.get("/explore/graph", params={**name, "time": "1922-13"})
    assert (wrong.status_code, "is no time" in wrong.text) == (400, True)


def test_ways_and_the_schema_are_shown(browser: httpx.Client, platform: Platform) -> None:
    ends = {"start": "Fridtjof Nansen", "end": "Colin Archer"}
    page = browser.get("/explore/paths", params=ends).text
    assert page.index("sailed on") < page.index("built by")
    drawn = browser.get("/explore/paths/graph", params=ends).json()
    assert {node["name"] for node in drawn["nodes"]} == {*ends.values(), "Fram"}
    assert "Name two entities" in browser.get("/explore/paths?start=Fram").text
    assert "<option" in browser.get("/explore/names?end=colin").text
    rows, page = platform.query("show_schema"), browser.get("/explore/schema").text
    assert all(row["relation"] in page for row in rows)
    drawn = browser.get("/explore/schema/graph").json()
    assert bool(drawn["nodes"]) == bool(rows) == ("There is no schema yet" not in page)


def test_entities_are_merged_and_undone(browser: httpx.Client, platform: Platform) -> None:
    one, other = (platform.entities.show(name)["id"] for name in ("Oslo", "Larvik"))
    elsewhere = {"Origin": "https://evil.example"}
    names = {"names": [one, "Larvik"]}
    assert browser.post("/entities/merge", data=names, headers=elsewhere).status_code == 403
    assert browser.post("/entities/merge", data=names, headers={"Origin": ""}).status_code >= 401
    assert platform.entities.decisions() == []
    done = browser.post("/entities/merge", data=names)
    page = browser.get(done.headers["location"]).text
    assert "They are one entity now" in page
    assert platform.entities.show(one)["id"] == platform.entities.show(other)["id"]
    assert "Oslo" in browser.get("/entities/review?kind=merged").text
    alike = platform.entities.alike(limit=9)
    shown = browser.get("/entities/review?kind=alike").text
    assert all(row["name"] in unescape(shown) for row in alike)
    [decision] = set(re.findall(r'name="decision" value="([^"]+)"', page))
    browser.post("/entities/undo", data={"decision": decision})
    assert platform.entities.show(one)["id"] != platform.entities.show(other)["id"]
    refused = browser.post("/entities/merge", data={"names": [one]})
    assert (refused.status_code, "two different" in refused.text) == (400, True)


def test_names_stay_text_and_each_correction_is_undone(
    browser: httpx.Client, platform: Platform
) -> None:
    key, name = platform.entities.show("Oslo")["id"], "<img src=x onerror=alert(1)>"
    browser.post("/entities/rename", data={"name": key, "new_name": name})
    addresses = ["/explore?words=onerror", f"/explore/entity?name={key}", "/entities?words=onerror"]
    addresses += [f"/explore/node?name={key}", f"/entities/correct?name={key}", "/entities"]
    for address in addresses:
        page = browser.get(address).text
        assert "&lt;img src=x" in page, address
        assert "<img" not in page, address
    done = browser.post("/entities/ignore", data={"name": key, "next": "//evil.example"})
    assert done.headers["location"] == "/"
    assert browser.get(f"/explore/entity?name={key}").status_code == 404
    for _ in range(2):
        browser.post("/entities/undo", data={"decision": platform.entities.decisions()[0].id})
    assert platform.entities.show("Oslo")["id"] == key


def test_a_plan_is_changed_and_run(browser: httpx.Client) -> None:
    page = browser.post("/plans", data={"question": "Where was the builder of the Fram born?"}).text
    [plan] = re.findall(r'class="code">([^<]+)<', page)
    ran = browser.post("/plans/run", data={"plan": unescape(plan), "method": "auto"}).text
    assert 'class="answer"' in ran
    assert "Larvik" in ran
    [again] = re.findall(r'href="(/plans[?]of=[^"]+)"', ran)
    assert "Sub_Question_1" in browser.get(again).text
    refused = browser.post("/plans/run", data={"plan": "no plan"})
    assert (refused.status_code, 'role="alert"' in refused.text) == (400, True)


def test_named_queries_are_forms_and_tables(browser: httpx.Client) -> None:
    assert "/explore/queries/list_facts_at_time" in browser.get("/explore/queries").text
    form = browser.get("/explore/queries/list_facts_at_time").text
    assert re.search(r'name="time"[^>]* required', form)
    rows = browser.get("/explore/queries/list_facts_at_time", params={"time": "1922", "limit": ""})
    assert "Nobel Prize" in rows.text
    address = "/explore/queries/show_entity_neighbourhood"
    graph = browser.get(f"{address}/graph", params={"name": "Fram", "limit": ""}).json()
    assert "Fram" in {node["name"] for node in graph["nodes"]}
    assert 'data-graph-from="' in browser.get(address, params={"name": "Fram"}).text
    assert browser.get("/explore/queries/delete_nodes").status_code == 404


def test_health_is_what_doctor_finds(browser: httpx.Client) -> None:
    assert 'hx-get="/doctor/findings"' in browser.get("/doctor").text
    found = browser.get("/doctor/findings").text
    assert re.search(r"<td>neo4j</td>\s*<td><span class=\"tag good\">ok<", found)
