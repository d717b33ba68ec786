"""Finds what of a page is not shown to its readers: it is not what the page says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

__all__ = ["LeftOut"]

NO_TEXT = frozenset(
    "script style head nav svg iframe object embed audio video canvas datalist area map".split()
)
"""What holds no text of the page, or only what stands in for it."""

HIDDEN_TAGS = frozenset(("noscript", "template"))
STRUCK_OUT = frozenset(("del", "s", "strike"))
HIDES = re.compile(
    r"(?:^|[;{\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|mso-hide\s*:\s*all"
    r"|(?:opacity|font-size)\s*:\s*0(?:\.0*)?(?:px|pt|r?em|%)?\s*(?:[;!}]|$))",
    re.IGNORECASE,
)
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
AT_RULE = re.compile(r"@[^{};]*+(?:;|\{(?:[^{}]|\{[^{}]*+\})*+\})")  # print, small screens
SCREEN = re.compile(r"\b(?:all|screen)\b", re.I)
CSS_COMMENT = re.compile(r"/\*.*?\*/", re.S)
SELECTOR = re.compile(r"(?P<tag>[a-z][a-z0-9]*)?(?:(?P<mark>[.#])(?P<name>[\w-]+))?", re.I)
MAX_STYLES_CHARS = 1_000_000
MAX_COMPARED = 1_000  # pieces of text


class LeftOut:
    """Says of each element whether it is read, and counts what is not."""

    def __init__(self, root: Element) -> None:
        self._tags: set[str] = set()
        self._names: set[tuple[str, str, str]] = set()
        for tag, mark, name in _hiding_selectors(root):
            if mark:
                self._names.add((tag, mark, name))
            else:
                self._tags.add(tag)
        self.hidden = self.struck_out = 0

    def has(self, element: Element) -> bool:
        """Return whether an element is left out; what has words is counted."""
        tag = element.tag
        if tag in NO_TEXT:
            return True
        if tag in STRUCK_OUT:
            self.struck_out += _has_words(element)
            return True
        if self._is_hidden(element):
            self.hidden += _has_words(element)
            return True
        return _repeats(element)

    def _is_hidden(self, element: Element) -> bool:
        tag, own = element.tag, element.attrib
        if tag in HIDDEN_TAGS or (tag == "dialog" and "open" not in own):
            return True
        if not own:
            return tag in self._tags
        if own.get("hidden", "until-found") != "until-found" or HIDES.search(own.get("style", "")):
            return True
        if tag == "input" and own.get("type", "").lower() == "hidden":
            return True
        return tag in self._tags or self._is_named(tag, own.get("class", ""), own.get("id", ""))

    def _is_named(self, tag: str, classes: str, name: str) -> bool:
        if not self._names:
            return False
        marks = [(".", one) for one in classes.split()] + [("#", name)]
        return any((either, *mark) in self._names for mark in marks for either in ("", tag))


def _has_words(element: Element) -> bool:
    return any(text.strip() for text in element.itertext())


def _repeats(element: Element) -> bool:
    """Return whether text is kept from screen readers since it stands next to it once more.

    So are the drawn forms of formulas; other text is shown and so it is read.
    """
    if element.get("aria-hidden") != "true":
        return False
    own = "".join("".join(islice(element.itertext(), MAX_COMPARED)).split())
    beside = (element.getprevious(), element.getnext())
    return bool(own) and any(
        own in "".join("".join(islice(one.itertext(), MAX_COMPARED)).split())
        for one in beside
        if one is not None
    )


def _hiding_selectors(root: Element) -> Iterator[tuple[str, str, str]]:
    """Yield tag, mark and name of what the page's own style sheets hide by a plain selector."""
    shown = (style for style in root.iter("style") if SCREEN.search(style.get("media") or "all"))
    styles = "\n".join(style.text or "" for style in shown)[:MAX_STYLES_CHARS]
    for selectors, body in RULE.findall(AT_RULE.sub("", CSS_COMMENT.sub("", styles))):
        if not HIDES.search(body):
            continue
        for selector in selectors.split(","):
            match = SELECTOR.fullmatch(selector.strip())
            if match and match.group():
                yield (match["tag"] or "").lower(), match["mark"] or "", match["name"] or ""
