"""The pages in a Chromium: a first visit from the link to the export, and all by keyboard alone."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kgplatform.platform import Platform
from kgplatform.web.serving import Server
from kgplatform.web.tokens import read_token
from tests.integration.web.lighthouses import write_lighthouse

pytestmark = pytest.mark.integration

TIMEOUT_MS = 120_000
MOST_TABS = 150
FOCUSED = """() => {
  const { labels, ariaLabel, textContent } = document.activeElement;
  return (ariaLabel ?? labels?.[0]?.textContent ?? textContent).trim();
}"""
"""What a reader of the screen says of the element that has the focus."""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The system's Chromium, driven by Playwright."""
    api = pytest.importorskip("playwright.sync_api", reason="needs the extra benchmarks")
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("there is no chromium on the path")
    with api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def page(chromium: Any, serving: Server) -> Iterator[Any]:
    """A page of a browser that came by the one-time link, and that reports no error."""
    context = chromium.new_context(base_url=serving.url)
    context.set_default_timeout(TIMEOUT_MS)
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda said: said.type == "error" and errors.append(said.text))
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(serving.make_link())
    yield page
    assert errors == []
    context.close()


def ask(page: Any, question: str) -> Any:
    """Type a question, and return its turn once it is answered."""
    page.keyboard.type(question)
    page.keyboard.press("Enter")
    turn = page.locator(".turn", has_text=question).last
    turn.locator(".answer").wait_for()
    return turn


def test_a_first_visit_from_the_link_to_the_export(
    page: Any, chromium: Any, serving: Server, platform: Platform, tmp_path: Path
) -> None:
    page.get_by_role("link", name="Documents").click()
    page.set_input_files("#files", write_lighthouse(tmp_path, "Cape Ness", "Jory Angwin"))
    page.get_by_role("button", name="Read them").click()
    page.wait_for_selector(".job .tag.good")
    page.get_by_role("link", name="Ask", exact=True).first.click()
    turn = ask(page, "Who designed the lighthouse at Cape Ness?")
    assert "Jory Angwin" in turn.inner_text()
    assert "Understood as" in ask(page, "Where was he born?").inner_text()
    turn.locator(".citations a").first.click()
    page.wait_for_selector("#evidence svg rect")
    page.locator("#evidence mark", has_text="Jory Angwin").wait_for()
    page.locator("#question").click()
    table = ask(page, "What was the salary of Mary Lowe at Cape Ness?")
    table.locator(".citations a").first.click()
    page.locator("#evidence td.cited", has_text="110").wait_for()
    turn.locator("summary", has_text="Picture").click()
    page.wait_for_selector(".graph canvas")
    turn.locator("summary", has_text="Export").click()
    with page.expect_download() as download:
        turn.get_by_role("link", name="turtle").click()
    assert "Jory Angwin" in download.value.path().read_text(encoding="utf-8")
    own = turn.get_by_role("link", name="Own address").get_attribute("href")
    stranger = chromium.new_context(base_url=serving.url).new_page()
    stranger.goto(own)
    assert stranger.locator("#token").is_visible()
    stranger.fill("#token", read_token(platform.settings.home) or "")
    stranger.keyboard.press("Enter")
    stranger.wait_for_selector(".answer")
    assert stranger.url == f"{serving.url}{own}"
    stranger.context.close()


def tab_to(page: Any, name: str, *, key: str = "Tab") -> None:
    """Press a key until what has the focus is called so, or its name begins like that."""
    passed = []
    for _ in range(MOST_TABS):
        page.keyboard.press(key)
        passed.append(page.evaluate(FOCUSED))
        if passed[-1].startswith(name):
            return
    raise AssertionError(f"{name} is not reached by {key}: {passed}")


def open_by_tab(page: Any, name: str, address: str) -> None:
    """Follow a link, or send a form, that leads to an address."""
    tab_to(page, name)
    page.keyboard.press("Enter")
    page.wait_for_url(address)


def test_a_question_is_asked_opened_and_exported_by_keyboard_alone(page: Any) -> None:
    turn = ask(page, "Who built the Fram?")
    cited = turn.locator(".citations a").first.inner_text()
    tab_to(page, cited, key="Shift+Tab")
    page.keyboard.press("Enter")
    page.locator("#evidence mark").wait_for()
    assert page.evaluate(FOCUSED) == page.locator("#evidence h2").inner_text()
    page.keyboard.press("Escape")
    assert page.locator("#evidence h2").count() == 0
    assert page.evaluate(FOCUSED) == cited
    tab_to(page, "Export")
    page.keyboard.press("Enter")
    tab_to(page, "turtle")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert "Colin Archer" in download.value.path().read_text(encoding="utf-8")


def test_the_graph_is_searched_and_expanded_by_keyboard_alone(page: Any) -> None:
    open_by_tab(page, "Explore", "**/explore")
    page.keyboard.type("Nansen")
    page.keyboard.press("Enter")
    page.wait_for_url("**/explore?words=Nansen*")
    open_by_tab(page, "Fridtjof Nansen", "**/explore/entity?**")
    names = page.locator(".graph-list li button")
    names.filter(has_text="Fram").wait_for()
    before = names.all_inner_texts()
    assert not [name for name in before if name.startswith("Colin Archer")]
    tab_to(page, "Fram")
    page.keyboard.press("Enter")
    names.filter(has_text="Colin Archer").wait_for()
    page.locator("#node", has_text="built by").wait_for()
    assert page.evaluate(FOCUSED).startswith("Fram")


def test_entities_are_merged_and_undone_by_keyboard_alone(page: Any, platform: Platform) -> None:
    open_by_tab(page, "Entities", "**/entities")
    tab_to(page, "Entity to correct")
    page.keyboard.type("Oslo")
    page.keyboard.press("Enter")
    page.wait_for_url("**/entities?words=Oslo")
    open_by_tab(page, "Correct Oslo", "**/entities/correct?**")
    tab_to(page, "Is one with")
    page.keyboard.type("Larvik")
    page.keyboard.press("Enter")
    page.get_by_role("status").filter(has_text="They are one entity now").wait_for()
    assert platform.entities.show("Oslo")["id"] == platform.entities.show("Larvik")["id"]
    open_by_tab(page, "Undo", "**/entities?done=undone")
    page.get_by_role("status").filter(has_text="The decision was taken back").wait_for()
    assert platform.entities.show("Oslo")["id"] != platform.entities.show("Larvik")["id"]
