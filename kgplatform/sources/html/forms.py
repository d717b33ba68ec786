"""Reads what is filled in and chosen in a form: "Name: Ann Lee", "Not selected: By post".

A label stands in the line of its field, and so is no text of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

__all__ = ["CONTROLS", "Forms", "field_line"]

CONTROLS = frozenset(("input", "select", "textarea"))
TICKS = ("checkbox", "radio")
NOT_TOLD = frozenset(("password", "file", "image", "hidden"))
BUTTONS = frozenset(("button", "submit", "reset"))
NOT_SELECTED = "Not selected"


@dataclass(frozen=True, slots=True)
class Filled:
    """What a control says: lines of its own, or words within those around it."""

    lines: tuple[str, ...] = ()
    words: str = ""


def field_line(label: str, value: str) -> str:
    """Return "label: value", with one mark between the two."""
    label = label.strip()
    if not label or not value:
        return label or value
    return f"{label} {value}" if label[-1] in ":?!." else f"{label}: {value}"


class Forms:
    """The fields of a page with their labels."""

    def __init__(self, root: Element) -> None:
        self._labels: dict[Element, str] = {}
        self._legends: dict[Element, str] = {}
        self.taken: set[Element] = set()
        """Elements whose text stands in the line of a field."""
        named = {
            label.get("for"): label for label in root.iter("label") if label.get("for") is not None
        }
        for control in root.iter(*CONTROLS):
            self._find_label(control, named)

    def read(self, control: Element) -> Filled:
        """Return what a control says."""
        kind = (control.get("type") or "text").lower() if control.tag == "input" else control.tag
        label = self._labels.get(control, "")
        if kind in NOT_TOLD:
            return Filled()
        if kind in BUTTONS:
            return Filled(words=control.get("value") or "")
        if kind in TICKS:
            return self._read_tick(control, label)
        if kind == "select":
            return _read_choice(control, label)
        value = control.get("value") if kind != "textarea" else "".join(control.itertext())
        value = " ".join((value or "").split())
        return Filled((field_line(label, value),)) if label else Filled(words=value)

    def _find_label(self, control: Element, named: dict[str | None, Element]) -> None:
        kind = (control.get("type") or "").lower()
        if kind in NOT_TOLD | BUTTONS:
            return
        label = named.get(control.get("id"))
        if label is None:
            label = next(control.iterancestors("label"), None)
        if label is not None and label not in self.taken:
            self.taken.add(label)
            self._labels[control] = _text_of(label, without=control)
        elif control.get("aria-label"):
            self._labels[control] = control.get("aria-label") or ""

    def _legend(self, control: Element) -> str:
        """Return the heading of the group that a control is in."""
        group = next(control.iterancestors("fieldset"), None)
        if group is None:
            return ""
        if group not in self._legends:
            legend = group.find("legend")
            self._legends[group] = "" if legend is None else _text_of(legend)
        return self._legends[group]

    def _read_tick(self, control: Element, label: str) -> Filled:
        is_ticked = "checked" in control.attrib
        if not label:
            return Filled(words="☒" if is_ticked else "☐")
        group = self._legend(control)
        if group:
            return Filled((field_line(group if is_ticked else NOT_SELECTED, label),))
        return Filled((field_line(label, "yes" if is_ticked else "no"),))


def _read_choice(control: Element, label: str) -> Filled:
    options = [(_text_of(one), "selected" in one.attrib) for one in control.iter("option")]
    chosen = ", ".join(text for text, is_chosen in options if is_chosen and text)
    others = ", ".join(text for text, is_chosen in options if not is_chosen and text)
    lines = (field_line(label, chosen), field_line(NOT_SELECTED, others) if others else "")
    return Filled(tuple(filter(None, lines)))


def _text_of(element: Element, *, without: Element | None = None) -> str:
    return " ".join(" ".join(_texts(element, without)).split())


def _texts(element: Element, without: Element | None) -> Iterator[str]:
    skipped = set(without.iter()) if without is not None else set()
    for one in element.iter():
        if one not in skipped and one.text:
            yield one.text
        if one is not element and one.tail:
            yield one.tail
