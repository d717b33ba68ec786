"""Makes pictures of every page of the server, and has axe-core look at each.

    python benchmarks/pages.py OUT [--axe FILE] [--home FOLDER] [--only WORD] [--quick]
                               [--chromium FILE]

Starts `kgplatform serve` in a home of its own, or in one that has documents, and drives a Chromium:
light and dark, wide and narrow; empty, loading, failing. With --only it makes the pictures alone
whose name has a word in it, with --quick two of the four forms. FILE is axe.min.js of the npm
package axe-core (npm pack axe-core). Needs the extra benchmarks, and a Chromium on the path. The
exit code is 1 where axe-core finds anything serious, a page reports an error on the browser's
console, or does not come to what is expected.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

from command import run
from page_visits import PATIENCE_MS, Visit, empty_visits, go, load_demo, login_visits, visits
from playwright.sync_api import Browser, BrowserContext, Error, Page, Playwright, sync_playwright
from record import print_table, write_result
from serve_load import start

from kgplatform.web.tokens import read_token

SIZES = {"wide": (1360, 900), "narrow": (390, 844)}
SCHEMES = ("light", "dark")
FORMS = tuple(product(SIZES, SCHEMES))
SERIOUS = frozenset({"serious", "critical"})
EXPECTED = ("the server responded with a status of 4", "net::ERR_FAILED", "htmx:")
"""On the console where something is not there, refused or held up, which is meant."""
SETTLED = """() => !document.querySelector('[aria-busy]')
  && [...document.querySelectorAll('[data-graph-from]')].every((place) =>
    place.closest('details:not([open])') || place.matches('.told, :has(canvas)'))"""


@dataclass
class Seen:
    """What axe-core and the console said."""

    out: Path
    axe: str | None
    only: str = ""
    forms: tuple[tuple[str, str], ...] = FORMS
    violations: list[dict[str, str]] = field(default_factory=list)
    console: set[str] = field(default_factory=set)
    pages: Counter[str] = field(default_factory=Counter)
    checks: int = 0


@dataclass(frozen=True)
class Place:
    """A server that is visited."""

    browser: Browser
    url: str
    token: str
    seen: Seen
    contexts: dict[tuple[str, str], BrowserContext] = field(default_factory=dict)


def main() -> None:
    """Make the pictures, measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--axe", type=Path)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--chromium", default=shutil.which("chromium"))
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    axe = given.axe.read_text(encoding="utf-8") if given.axe else None
    seen = Seen(given.out, axe, given.only, (FORMS[0], FORMS[-1]) if given.quick else FORMS)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = given.home or Path(folder)
        try:
            with browsing(playwright, home, seen, given.chromium) as place:
                look_around(place, home)
        finally:
            if given.home is None:
                run("db", "stop", home=home)
    report(seen)


@contextmanager
def browsing(
    playwright: Playwright, home: Path, seen: Seen, chromium: str | None
) -> Iterator[Place]:
    """Serve a home, and open a browser for it."""
    process, url = start(home)
    try:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield Place(browser, url, read_token(home) or "", seen)
        browser.close()
    finally:
        process.terminate()
        process.wait()


def look_around(place: Place, home: Path) -> None:
    """Visit every page in each form: empty pages first, then those of the demo."""
    page = open_page(place)
    page.goto("/documents")
    if page.locator("main tbody tr").count() == 0:
        for name, visit in empty_visits().items():
            visit_all(place, name, visit)
        load_demo(page)
        visit_all(place, "loading-documents", go("/documents"))
        page.goto("/documents")
        page.wait_for_selector(".job .tag.good", timeout=PATIENCE_MS)
    page.close()
    for name, visit in login_visits().items():
        visit_all(Place(place.browser, place.url, "", place.seen), name, visit)
    page = open_page(place)
    made = visits(page, home)
    page.close()
    for name, visit in made.items():
        visit_all(place, name, visit)


def open_page(place: Place, *, size: str = "wide", scheme: str = "light") -> Page:
    """Open a page that is logged in, unless there is no token."""
    context = place.contexts.get((size, scheme))
    if context is None:
        width, height = SIZES[size]
        context = place.browser.new_context(
            base_url=place.url,
            viewport={"width": width, "height": height},
            color_scheme=scheme,
        )
        context.set_default_timeout(PATIENCE_MS)
        if place.token:
            headers = {"Origin": place.url}
            context.request.post("/login", form={"token": place.token}, headers=headers)
        place.contexts[size, scheme] = context
    page = context.new_page()
    said = place.seen.console
    page.on("console", lambda told: told.type == "error" and said.add(f"{page.url}: {told.text}"))
    page.on("pageerror", lambda error: said.add(f"{page.url}: {error}"))
    page.on("dialog", lambda dialog: dialog.accept())
    return page


def visit_all(place: Place, name: str, visit: Visit) -> None:
    """Make the pictures of a page in each form; axe-core looks at each."""
    seen = place.seen
    if seen.only not in name:
        return
    for size, scheme in seen.forms:
        page = open_page(place, size=size, scheme=scheme)
        try:
            visit(page)
            if "loading" not in name:
                page.wait_for_function(SETTLED)
        except Error as error:
            seen.console.add(f"{name}-{size}-{scheme}: {error.message}")
        page.wait_for_timeout(200)
        page.screenshot(path=seen.out / f"{name}-{size}-{scheme}.png", full_page=True)
        seen.pages[name] += 1
        if seen.axe is not None:
            check(page, f"{name}-{size}-{scheme}", seen)
        page.unroute_all(behavior="ignoreErrors")
        page.close()


def check(page: Page, name: str, seen: Seen) -> None:
    """Have axe-core look at a page; it is run by the debugger, which no policy keeps out."""
    page.evaluate(seen.axe or "")
    found: dict[str, Any] = page.evaluate("async () => await axe.run(document)")
    seen.checks += sum(len(rule["nodes"]) for rule in found["passes"])
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


def report(seen: Seen) -> None:
    """Print what was found, keep it if all was visited; end with 1 where something is serious."""
    said = [text for text in seen.console if not any(part in text for part in EXPECTED)]
    version = seen.axe.split("axe v")[1].split()[0] if seen.axe else None
    impacts = Counter(row["impact"] for row in seen.violations)
    figures = {
        "pages": list(seen.pages),
        "pictures": seen.pages.total(),
        "axe_core": version,
        "elements_that_pass_a_rule": seen.checks,
        "violations": dict(impacts),
        "console_errors": len(said),
    }
    if not seen.only:
        write_result("pages", figures)
    print({name: value for name, value in figures.items() if name != "pages"})
    if seen.violations:
        print_table(seen.violations)
    for text in said:
        print(f"console: {text}")
    sys.exit(bool(said or SERIOUS & impacts.keys()))


if __name__ == "__main__":
    main()
