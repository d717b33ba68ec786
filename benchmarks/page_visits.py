"""What `pages.py` visits: each page as it is, and empty, loading and failing."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from command import run
from playwright.sync_api import Page, Route

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.integration.web.lighthouses import write_lighthouse

__all__ = [
    "PATIENCE_MS",
    "QUESTION",
    "Visit",
    "ask",
    "empty_visits",
    "go",
    "load_demo",
    "login_visits",
    "visits",
]

Visit = Callable[[Page], None]
PATIENCE_MS = 120_000
QUESTION = "Where did the engineer who designed the airship Norge die?"
LOOKED_FOR = """
  window.EventSource = class extends EventTarget {
    constructor(url) {
      super();
      this.url = url;
      const tell = (name) => this.dispatchEvent(new MessageEvent('step',
        { data: `<li><span class='step-name'>${name}</span></li>` }));
      setTimeout(() => ['entities', 'relations', 'expand'].forEach(tell), 50);
    }
    close() {}
  };"""
"""A question whose steps come and whose answer does not."""


def go(path: str) -> Visit:
    """Return what opens a page."""
    return lambda page: (page.goto(path), None)[1]


def empty_visits() -> dict[str, Visit]:
    """Return the pages of an empty graph, by name."""
    paths = ("ask", "conversations", "questions", "documents", "explore", "explore/schema")
    paths += ("explore/paths", "explore/queries/list_hub_entities", "entities", "runs", "plans")
    return {f"empty-{path.replace('/', '-')}": go(f"/{path}") for path in paths}


def login_visits() -> dict[str, Visit]:
    """Return the pages that a stranger sees, by name."""

    def fail(page: Page) -> None:
        page.goto("/ask")
        page.fill("#token", "wrong")
        page.keyboard.press("Enter")
        page.wait_for_selector(".problem")

    return {"login": go("/ask"), "failing-login": fail}


def load_demo(page: Page) -> None:
    """Begin to read the demo's texts."""
    page.goto("/documents")
    page.get_by_role("button", name="Load the demo").click()
    page.wait_for_selector(".job progress")


def ask(page: Page, question: str) -> str:
    """Ask a question; return the address of its page."""
    page.goto("/ask")
    page.fill("#question", question)
    page.keyboard.press("Enter")
    page.wait_for_selector(".answer")
    return str(page.get_by_role("link", name="Own address").get_attribute("href"))


def visits(page: Page, home: Path) -> dict[str, Visit]:
    """Return what is visited once there are documents, by name; a PDF is read first."""
    file = write_lighthouse(home, "Harlow Point", "Ada Lindqvist")
    run("ingest", file, home=home)
    question = ask(page, QUESTION)
    conversation = str(page.url)
    of_pdf = ask(page, "Who designed the lighthouse at Harlow Point?")
    of_table = ask(page, "What was the salary of Mary Lowe?")
    page.goto("/documents")
    document = page.get_by_role("link", name="Harlow Point").first.get_attribute("href")
    paths = {
        "ask": "/ask",
        "question": question,
        "conversation": conversation,
        "questions": "/questions",
        "conversations": "/conversations",
        "documents": "/documents",
        "document": str(document),
        "explore": "/explore",
        "entity": "/explore/entity?name=Fram",
        "paths": "/explore/paths?start=Fram&end=Roald+Amundsen",
        "schema": "/explore/schema",
        "queries": "/explore/queries",
        "query": "/explore/queries/list_facts_at_time?time=1914",
        "entities": "/entities?words=fram",
        "correct": "/entities/correct?name=Fram",
        "runs": "/runs",
        "plans": "/plans",
        "health": "/doctor",
    }
    return {
        **{name: go(path) for name, path in paths.items()},
        "evidence": lambda page: open_evidence(page, question, "mark"),
        "evidence-pdf": lambda page: open_evidence(page, of_pdf, "rect"),
        "evidence-table": lambda page: open_evidence(page, of_table, "td.cited"),
        "facts": lambda page: open_parts(page, question),
        "expanded": expand,
        "alike": compare_names,
        "merged": merge,
        "plan": lambda page: plan(page, runs=False),
        "plan-run": lambda page: plan(page, runs=True),
        **loading_visits(),
        **failing_visits(home),
    }


def open_evidence(page: Page, question: str, shown: str) -> None:
    page.goto(question)
    page.locator(".citations a").first.click()
    page.wait_for_selector(f"#evidence {shown}")
    page.wait_for_load_state("networkidle")


def open_parts(page: Page, question: str) -> None:
    page.goto(question)
    for summary in page.locator(".part > summary").all():
        summary.click()
    page.locator(".graph-list li button").first.click()
    page.wait_for_selector(".graph-pair + div .card")


def expand(page: Page) -> None:
    page.goto("/explore/entity?name=Fram")
    page.locator(".graph-list li button", has_text="Roald Amundsen").or_(
        page.locator(".graph-list li button", has_text="Otto Sverdrup")
    ).first.click()
    page.wait_for_selector("#node .card")
    page.get_by_text("more around").wait_for()


def compare_names(page: Page) -> None:
    page.goto("/entities")
    page.get_by_role("button", name="Compare all names").click()
    page.locator("main").get_by_role("button", name="are one").first.wait_for()


def merge(page: Page) -> None:
    """Merge two entities, and undo what another form of the picture merged."""
    page.goto("/entities")
    if page.get_by_role("button", name="Undo").count():
        page.get_by_role("button", name="Undo").first.click()
        page.wait_for_url("**done=undone")
    page.goto("/entities/correct?name=HMS+Erebus")
    page.fill("#other", "HMS Terror")
    page.get_by_role("button", name="Merge").click()
    page.get_by_role("status").filter(has_text="one entity now").wait_for()


def plan(page: Page, *, runs: bool) -> None:
    page.goto("/plans")
    page.fill("#question", "Where was the man who built the Fram born?")
    page.get_by_role("button", name="Plan", exact=True).click()
    page.wait_for_selector("#text")
    if runs:
        page.get_by_role("button", name="Run", exact=True).click()
        page.wait_for_selector(".answer")


def hold(route: Route) -> None:
    """Keep a request waiting."""


def loading_visits() -> dict[str, Visit]:
    """Return pages that wait for something, by name."""

    def wait(path: str, held: str) -> Visit:
        return lambda page: (page.route(held, hold), page.goto(path), None)[2]

    return {
        "loading-ask": ask_slowly,
        "loading-entity": wait("/explore/entity?name=Fram", "**/explore/graph?*"),
        "loading-entities": wait("/entities", "**/entities/review?*"),
        "loading-health": wait("/doctor", "**/doctor/findings"),
    }


def ask_slowly(page: Page) -> None:
    """Ask, and look before the answer comes."""
    page.add_init_script(LOOKED_FOR)
    page.goto("/ask")
    page.fill("#question", QUESTION)
    page.keyboard.press("Enter")
    page.get_by_text("expand").wait_for()


def failing_visits(home: Path) -> dict[str, Visit]:
    """Return what is refused or fails, by name."""
    paths = {
        "page": "/questions/none",
        "explore": "/explore?words=zebra",
        "entity": "/explore/entity?name=Nobody+at+all",
        "paths": "/explore/paths?start=Fram&end=Nobody+at+all",
        "query": "/explore/queries/list_facts_at_time?time=1914&limit=many",
    }
    broken = home / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing of a PDF")
    return {
        **{f"failing-{name}": go(path) for name, path in paths.items()},
        "failing-ask": ask_in_vain,
        "failing-server": lose_server,
        "failing-picture": lose_picture,
        "failing-documents": lambda page: upload(page, broken),
        "failing-runs": go("/runs"),
        "failing-entities": merge_in_vain,
        "failing-plan": run_in_vain,
    }


def ask_in_vain(page: Page) -> None:
    page.goto("/ask")
    page.fill("#question", QUESTION)
    page.select_option("#reader", "llm")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_selector(".turn .problem")


def lose_server(page: Page) -> None:
    page.goto("/ask")
    page.route("**/ask", lambda route: route.abort())
    page.fill("#question", QUESTION)
    page.keyboard.press("Enter")
    page.wait_for_selector(".lost")


def lose_picture(page: Page) -> None:
    page.route("**/explore/graph?*", lambda route: route.abort())
    page.goto("/explore/entity?name=Fram")


def upload(page: Page, file: Path) -> None:
    page.goto("/documents")
    page.set_input_files("#files", file)
    page.get_by_role("button", name="Read them").click()
    page.wait_for_selector(".job .problem")


def merge_in_vain(page: Page) -> None:
    page.goto("/entities/correct?name=Fram")
    page.fill("#other", "Nobody at all")
    page.get_by_role("button", name="Merge").click()
    page.wait_for_selector(".problem")


def run_in_vain(page: Page) -> None:
    plan(page, runs=False)
    page.fill("#text", "no plan")
    page.get_by_role("button", name="Run", exact=True).click()
    page.wait_for_selector(".problem")
