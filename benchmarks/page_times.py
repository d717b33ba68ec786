"""How quick the server's pages are: the first page and answers after a start, a crowded picture.

    python benchmarks/page_times.py [--home FOLDER] [--chromium FILE]

Reads the demo and a table of 5,500 facts about one place into a home, of its own or one that is
there, starts server and Neo4j anew, and drives a Chromium. Needs the extra benchmarks, and a
Chromium on the path.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from command import run
from page_visits import PATIENCE_MS, QUESTION, ask
from playwright.sync_api import Browser, Page, Playwright, Response, sync_playwright
from record import write_result
from serve_load import start

from kgplatform.web.tokens import read_token

DEMO = Path(__file__).parents[1] / "ingest" / "demo" / "documents"
SECOND = "In which year did the Fram reach the Bay of Whales?"
MOST_NODES = 5_000
HUB = "Crowded Harbour"
FRAMES = """() => new Promise((resolve) => {
  let frames = 0;
  const begun = performance.now();
  const count = () => {
    frames += 1;
    if (performance.now() - begun < 2000) requestAnimationFrame(count);
    else resolve(frames / 2);
  };
  requestAnimationFrame(count);
})"""


def main() -> None:
    """Measure, and keep what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--home", type=Path)
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = given.home or Path(folder)
        write_crowd(home / "crowd.csv")
        try:
            run("ingest", DEMO, home / "crowd.csv", home=home)
            run("db", "stop", home=home)
            figures = measure(playwright, home, given.chromium)
        finally:
            run("db", "stop", home=home)
    write_result("page_times", figures)
    print(figures)


def measure(playwright: Playwright, home: Path, chromium: str | None) -> dict[str, Any]:
    """Return the figures of a server that is started anew, with its Neo4j."""
    begun = time.perf_counter()
    process, url = start(home)
    started = time.perf_counter() - begun
    try:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = open_page(browser, url, read_token(home) or "")
        figures = {
            "server_and_neo4j_started_s": round(started, 1),
            "first_page": first_page(page),
            "first_answer_cold_s": timed(lambda: ask(page, QUESTION)),
            "first_answer_warm_s": timed(lambda: ask(page, QUESTION)),
            "other_answer_warm_s": timed(lambda: ask(page, SECOND)),
            "entity_first_s": timed(lambda: page.goto("/explore/entity?name=Fram")),
            "entity_again_s": timed(lambda: page.goto("/explore/entity?name=Fram")),
            "crowded": crowd(page),
        }
        page = open_page(browser, url, read_token(home) or "")
        figures["first_page_warm"] = first_page(page)
        browser.close()
    finally:
        process.terminate()
        process.wait()
    return figures


def open_page(browser: Browser, url: str, token: str) -> Page:
    """Open a page in a context that knows nothing yet but the token."""
    context = browser.new_context(base_url=url, viewport={"width": 1360, "height": 900})
    context.set_default_timeout(PATIENCE_MS)
    context.request.post("/login", form={"token": token}, headers={"Origin": url})
    return context.new_page()


def timed(work: Callable[[], object]) -> float:
    """Return the seconds that it takes."""
    begun = time.perf_counter()
    work()
    return round(time.perf_counter() - begun, 2)


def first_page(page: Page) -> dict[str, float]:
    """Return how long the first page takes in a browser that knows nothing yet, and its size."""
    loaded: list[Response] = []

    def note(response: Response) -> None:
        loaded.append(response)

    page.on("response", note)
    seconds = timed(lambda: page.goto("/ask", wait_until="load"))
    page.remove_listener("response", note)
    size = sum(len(response.body()) for response in loaded)
    return {"seconds": seconds, "kB": round(size / 1000)}


def write_crowd(file: Path) -> None:
    """Write more facts about one harbour than a picture shows nodes."""
    rows = [f"{HUB},berth of,Vessel {number},Place,Product" for number in range(MOST_NODES + 500)]
    header = "subject,relation,object,subject_type,object_type"
    file.write_text("\n".join([header, *rows]) + "\n", encoding="utf-8")


def crowd(page: Page) -> dict[str, float]:
    """Return how quick the harbour's picture is, with as many nodes as are drawn."""
    opened = timed(lambda: page.goto(f"/explore/entity?name={HUB.replace(' ', '+')}"))
    page.wait_for_selector(".graph canvas")
    more, count = page.get_by_role("button", name="Show more"), page.locator(".graph-list > p")
    clicks, begun = 0, time.perf_counter()
    while more.is_visible():
        before = count.inner_text()
        more.click()
        page.wait_for_function(
            "(before) => document.querySelector('.graph-list > p').textContent !== before"
            " && !document.querySelector('.graph-list > button').disabled",
            arg=before,
        )
        clicks += 1
    filled = time.perf_counter() - begun
    box = page.locator(".graph").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 100, box["y"] + 100)
    page.mouse.down()
    page.evaluate(f"() => {{ window.counted = ({FRAMES})(); }}")
    for step in range(60):
        page.mouse.move(box["x"] + 100 + 4 * step, box["y"] + 100 + 2 * step)
    frames = page.evaluate("() => window.counted")
    page.mouse.up()
    nodes = int(count.inner_text().split()[0].replace(",", ""))  # before it says other things
    chosen = timed(lambda: choose(page))
    return {
        "nodes": nodes,
        "opened_s": opened,
        "show_more_clicks": clicks,
        "filled_s": round(filled, 1),
        "frames_per_second_moved": round(frames),
        "node_chosen_by_name_s": chosen,
    }


def choose(page: Page) -> None:
    page.get_by_role("searchbox", name="Name in the picture").fill("Vessel 49")
    page.locator(".graph-list li button").first.click()
    page.wait_for_selector("#node .card")


if __name__ == "__main__":
    main()
