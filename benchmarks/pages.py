"""Makes pictures of every page of the server, and has axe-core look at each.

    python benchmarks/pages.py OUT [--axe FILE] [--home FOLDER] [--only WORD] [--chromium FILE]

Starts `kgplatform serve` in a home of its own, or in one that has documents, and drives a Chromium:
light and dark, wide and narrow; empty, loading, failing. With --only those pages alone whose
name has a word in it. FILE is axe.min.js of the npm package
axe-core (npm pack axe-core). Needs the extra benchmarks, and a Chromium on the path. The exit code
is 1 where axe-core finds anything serious, or a page reports an error on the browser's console.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from command import run
from playwright.sync_api import Browser, Page, sync_playwright
from record import print_table
from serve_load import start

from kgplatform.web.tokens import read_token

SIZES = {"wide": (1360, 900), "narrow": (390, 844)}
SCHEMES = ("light", "dark")
SERIOUS = frozenset({"serious", "critical"})
QUESTION = "Where did the engineer who designed the airship Norge die?"
PATIENCE_MS = 300_000
EXPECTED = "the server responded with a status of 40"
"""On the console where a page is asked for that is not there, which is meant."""

BEGUN = "id: 0\nevent: step\ndata: <li><span class='step-name'>retrieval</span></li>\n\n"
"""What comes of a question that is not answered yet."""

Visit = Callable[[Page], None]


@dataclass
class Seen:
    """What axe-core and the console said, and how long and large the first page is."""

    out: Path
    axe: str | None
    only: str = ""
    violations: list[dict[str, str]] = field(default_factory=list)
    console: set[str] = field(default_factory=set)
    pictures: int = 0


def main() -> None:
    """Make the pictures, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--axe", type=Path)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    axe = given.axe.read_text(encoding="utf-8") if given.axe else None
    seen = Seen(given.out, axe, given.only)
    with serving(given.home) as (url, token), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=given.chromium, args=["--no-sandbox"])
        look_around(browser, url, token, seen)
        first = measure(browser, url, token)
        browser.close()
    report(seen, first)


@contextmanager
def serving(home: Path | None) -> Iterator[tuple[str, str]]:
    """Serve a home, its own unless one is given; yield the address and the token."""
    with tempfile.TemporaryDirectory() as folder:
        used = home or Path(folder)
        process, url = start(used)
        try:
            yield url, read_token(used) or ""
        finally:
            process.terminate()
            process.wait()
            if home is None:
                run("db", "stop", home=used)


def look_around(browser: Browser, url: str, token: str, seen: Seen) -> None:
    """Visit every page in each form: empty pages first, then those of the demo."""
    page = open_page(browser, url, token, seen)
    page.goto(f"{url}/documents")
    is_empty = page.locator("main tbody tr").count() == 0
    if is_empty:
        for name in ("ask", "documents", "explore", "explore/schema", "entities", "runs", "plans"):
            shown = f"empty-{name.replace('/', '-')}"
            visit_all(browser, url, token, seen, shown, go(f"/{name}"))
        page.goto(f"{url}/documents")
        page.get_by_role("button", name="Load the demo").click()
        page.wait_for_selector(".job progress", timeout=PATIENCE_MS)
        visit_all(browser, url, token, seen, "loading-documents", go("/documents"))
        page.wait_for_selector(".job .tag.good", timeout=PATIENCE_MS)
    question = ask(page, url)
    document = find_document(page, url)
    page.context.close()
    visit_all(browser, url, "", seen, "login", go("/ask"))
    visit_all(browser, url, token, seen, "loading-ask", ask_slowly)
    for name, visit in visits(question, document).items():
        visit_all(browser, url, token, seen, name, visit)


def visits(question: str, document: str) -> dict[str, Visit]:
    """Return what is visited once there are documents, by name."""
    paths = {
        "ask": "/ask",
        "question": question,
        "questions": "/questions",
        "conversations": "/conversations",
        "documents": "/documents",
        "document": document,
        "explore": "/explore",
        "entity": "/explore/entity?name=Fram",
        "paths": "/explore/paths?start=Fram&end=Roald+Amundsen",
        "schema": "/explore/schema",
        "queries": "/explore/queries",
        "query": "/explore/queries/list_facts_at_time?time=1914",
        "entities": "/entities",
        "correct": "/entities/correct?name=Fram",
        "runs": "/runs",
        "plans": "/plans",
        "health": "/doctor",
        "failing": "/questions/none",
    }
    made: dict[str, Visit] = {name: go(path) for name, path in paths.items()}
    made["evidence"] = lambda page: open_evidence(page, question)
    made["facts"] = lambda page: open_parts(page, question)
    return made


def go(path: str) -> Visit:
    """Return what opens a page."""
    return lambda page: void(page.goto(path))


def void(_: object) -> None:
    """Leave out what a call returns."""


def open_evidence(page: Page, question: str) -> None:
    page.goto(question)
    page.locator(".citations a").first.click()
    page.wait_for_selector("#evidence h2")


def open_parts(page: Page, question: str) -> None:
    page.goto(question)
    for summary in page.locator(".part > summary").all():
        summary.click()
    page.wait_for_selector(".graph canvas")
    page.wait_for_timeout(1500)


def ask_slowly(page: Page) -> None:
    """Ask, and look before the answer comes."""
    page.route(
        "**/asked/*/events",
        lambda route: route.fulfill(body=BEGUN, content_type="text/event-stream"),
    )
    page.goto("/ask")
    page.fill("#question", QUESTION)
    page.keyboard.press("Enter")
    page.wait_for_selector("[aria-busy]")


def ask(page: Page, url: str) -> str:
    """Ask a question; return the address of its page."""
    page.goto(f"{url}/ask")
    page.fill("#question", QUESTION)
    page.keyboard.press("Enter")
    page.wait_for_selector(".answer", timeout=PATIENCE_MS)
    return str(page.get_by_role("link", name="Own address").get_attribute("href"))


def find_document(page: Page, url: str) -> str:
    page.goto(f"{url}/documents")
    return str(page.locator("main tbody a").first.get_attribute("href"))


def open_page(
    browser: Browser, url: str, token: str, seen: Seen, *, size: str = "wide", scheme: str = "light"
) -> Page:
    """Open a page that is logged in, unless there is no token."""
    width, height = SIZES[size]
    context = browser.new_context(
        base_url=url,
        viewport={"width": width, "height": height},
        color_scheme=scheme,  # type: ignore[arg-type]
        bypass_csp=False,
    )
    page = context.new_page()
    page.on("console", lambda said: said.type == "error" and seen.console.add(said.text))
    page.on("pageerror", lambda error: seen.console.add(str(error)))
    if token:
        context.request.post("/login", form={"token": token}, headers={"Origin": url})
    return page


def visit_all(browser: Browser, url: str, token: str, seen: Seen, name: str, visit: Visit) -> None:
    """Make the pictures of a page in all forms; axe-core looks at the wide ones and the narrow."""
    if seen.only not in name:
        return
    for size in SIZES:
        for scheme in SCHEMES:
            page = open_page(browser, url, token, seen, size=size, scheme=scheme)
            visit(page)
            page.wait_for_timeout(200)
            page.screenshot(path=seen.out / f"{name}-{size}-{scheme}.png", full_page=True)
            seen.pictures += 1
            if seen.axe is not None:
                check(page, f"{name}-{size}-{scheme}", seen)
            page.context.close()


def check(page: Page, name: str, seen: Seen) -> None:
    """Have axe-core look at a page; it is run by the debugger, which no policy keeps out."""
    page.evaluate(seen.axe or "")
    found: dict[str, Any] = page.evaluate("async () => await axe.run(document)")
    for violation in found["violations"]:
        first = violation["nodes"][0]
        seen.violations.append(
            {
                "page": name,
                "rule": violation["id"],
                "impact": violation["impact"],
                "nodes": str(len(violation["nodes"])),
                "first": first["html"][:120],
            }
        )


def measure(browser: Browser, url: str, token: str) -> dict[str, float]:
    """Return how long the first page takes in a browser that knows nothing yet, and its size."""
    page = open_page(browser, url, token, Seen(Path(), None))
    sizes: list[int] = []
    page.on("response", lambda response: sizes.append(len(response.body())))
    began = time.perf_counter()
    page.goto("/ask", wait_until="load")
    seconds = time.perf_counter() - began
    page.context.close()
    return {"seconds": round(seconds, 2), "kB": round(sum(sizes) / 1000)}


def report(seen: Seen, first: dict[str, float]) -> None:
    """Print what was found, and end with 1 where something is serious."""
    said = [text for text in seen.console if EXPECTED not in text]
    print(f"{seen.pictures} pictures in {seen.out}; first page {json.dumps(first)}")
    if seen.violations:
        print_table(seen.violations)
    for text in said:
        print(f"console: {text}")
    sys.exit(bool(said or [row for row in seen.violations if row["impact"] in SERIOUS]))


if __name__ == "__main__":
    main()
