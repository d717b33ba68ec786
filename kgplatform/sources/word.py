"""Turns a Word file into HTML by mammoth, after all that mammoth passes over is set into the body.

That is: text boxes of drawings, comments, headers and footers, formulas, chosen entries of form
fields, moved text and simple fields. What is hidden or deleted is taken out and counted.
"""

from __future__ import annotations

import io
import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, BinaryIO

from kgplatform.sources.markup import parse_xml
from kgplatform.sources.text import count_parts

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

__all__ = ["WordText", "convert_docx"]

BODY = "word/document.xml"
NOTES = ("word/footnotes.xml", "word/endnotes.xml")
MARGINS = re.compile(r"word/(?P<kind>header|footer)\d*\.xml")
WRAPPERS = frozenset(("bdo", "customXml", "dir", "fldSimple", "moveTo", "ruby", "rubyBase"))
"""Elements that hold text of the body, and that mammoth does not know."""

SAME = {"cr": "br", "ptab": "tab"}
PART = "KgplatformPart"
"""The style of the headings that are put above comments, headers and footers."""

STYLE_MAP = f"""
p.{PART} => h1:fresh
p[style-name='Title'] => h1:fresh
p[style-name='heading 7'] => h6:fresh
p[style-name='heading 8'] => h6:fresh
p[style-name='heading 9'] => h6:fresh
"""
"""What Word calls the title is a heading, above all others."""

UNREAD = {
    "del": "deleted part",
    "chart": "chart",
    "relIds": "diagram",
    "OLEObject": "embedded file",
    "altChunk": "embedded file",
}
MAX_QUOTED_CHARS = 120
HIDDEN_MARK = "hidden"
OFF = ("0", "false", "off")


@dataclass(frozen=True, slots=True)
class WordText:
    """A Word file as HTML, how many parts of it were hidden, and what else was not read."""

    html: str
    hidden: int
    unread: tuple[str, ...]


def convert_docx(stream: BinaryIO) -> WordText:
    """Return what a Word file says as HTML.

    Raises:
        zipfile.BadZipFile: it is no archive.
    """
    import mammoth
    from lxml import etree

    with zipfile.ZipFile(stream) as archive:
        parts = {
            name: archive.read(name)
            for name in archive.namelist()
            if name.endswith((".xml", ".rels"))
        }
    trees = {
        name: parse_xml(data)
        for name, data in parts.items()
        if name in (BODY, *NOTES, "word/comments.xml", "word/styles.xml") or MARGINS.fullmatch(name)
    }
    counts = _Counts()
    hidden_styles = frozenset(_hidden_styles(trees.pop("word/styles.xml", None)))
    for tree in trees.values():
        _mend(tree, hidden_styles, counts)
    _add_parts(trees)
    parts |= {name: etree.tostring(tree) for name, tree in trees.items()}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as copy:
        for name, data in parts.items():
            copy.writestr(name, data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = mammoth.convert_to_html(
            packed,
            style_map=STYLE_MAP,
            convert_image=mammoth.images.img_element(lambda _: {}),
            include_embedded_style_map=False,
        )
    return WordText(f"<html><body>{made.value}</body></html>", counts.hidden, counts.phrases)


@dataclass(slots=True)
class _Counts:
    """What was taken out of a file or stays in it unread."""

    hidden: int = 0
    others: Counter[str] = field(default_factory=Counter)

    @property
    def phrases(self) -> tuple[str, ...]:
        """What was not read, in a few words each."""
        return tuple(count_parts(count, what) for what, count in self.others.items())


def _name(element: Element) -> str:
    """Return an element's name without its namespace, of which Word has two."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def _named(element: Element, *names: str) -> Iterator[Element]:
    """Yield the elements of these names in an element, in order, whatever their namespace."""
    yield from element.iter(*(f"{{*}}{name}" for name in names))


def _get(element: Element | None, name: str) -> str | None:
    """Return an attribute by its name without its namespace."""
    if element is None:
        return None
    found = (value for key, value in element.attrib.items() if key.rpartition("}")[2] == name)
    return next(found, None)


def _is_on(parent: Element | None, name: str) -> bool:
    """Return whether a property is set, as "w:vanish" is unless it has the value "false"."""
    one = parent.find(f"{{*}}{name}") if parent is not None else None
    return one is not None and (_get(one, "val") or "1").lower() not in OFF


def _text(element: Element) -> str:
    return "".join(one.text or "" for one in _named(element, "t"))


def _hidden_styles(styles: Element | None) -> Iterator[str]:
    for style in _named(styles, "style") if styles is not None else ():
        if _is_on(style.find("{*}rPr"), "vanish"):
            yield _get(style, "styleId") or ""


def _mend(root: Element, hidden_styles: frozenset[str], counts: _Counts) -> None:
    """Turn a part into a form that mammoth reads whole, and take out what is not to be read."""
    for either in list(_named(root, "AlternateContent")):
        _choose(either)
    for drawing in list(_named(root, "drawing")):
        _free_text_boxes(drawing)
    for formula in list(_named(root, "oMath")):
        _write_formula(formula)
    for element in list(root.iter("{*}*")):
        name = _name(element)
        space = element.tag[: -len(name)]
        if name in WRAPPERS and "wordprocessingml" in space:
            element.tag = f"{space}smartTag"
        elif name in SAME:
            element.tag = f"{space}{SAME[name]}"
        elif name == "r":
            _hide(element, hidden_styles, counts)
        elif name in MENDED:
            MENDED[name](element)
        elif name in UNREAD and (name != "del" or any(True for _ in _named(element, "delText"))):
            counts.others[UNREAD[name]] += 1


def _replace(element: Element, others: list[Element]) -> None:
    parent = element.getparent()
    if parent is not None:
        place = parent.index(element)
        parent[place : place + 1] = others


def _word(element: Element, name: str) -> str:
    """Return a name in the namespace of Word that the element's document has."""
    spaces = (one for one in element.getroottree().getroot().nsmap.values())
    space = next((one for one in spaces if "wordprocessingml" in one and "main" in one), "")
    return f"{{{space}}}{name}"


def _choose(either: Element) -> None:
    """Take the alternative whose text box mammoth reads, else the one that has a text box."""
    choice, fallback = either.find("{*}Choice"), either.find("{*}Fallback")
    taken = choice if fallback is None else fallback
    if choice is not None and _has_box(choice) and not _has_box(taken):
        taken = choice
    _replace(either, list(taken) if taken is not None else [])


def _has_box(element: Element | None) -> bool:
    return element is not None and next(_named(element, "txbxContent"), None) is not None


def _free_text_boxes(drawing: Element) -> None:
    """Put the text boxes of a drawing where mammoth looks for them."""
    inner = [one for one in _named(drawing, "txbxContent") if _outermost(one, drawing)]
    for box in inner:
        picture = drawing.makeelement(_word(drawing, "pict"))
        drawing.addnext(picture)
        picture.append(box)


def _outermost(box: Element, within: Element) -> bool:
    above = next(box.iterancestors("{*}txbxContent", within.tag), None)
    return above is within


def _hide(run: Element, hidden_styles: frozenset[str], counts: _Counts) -> None:
    """Take out a hidden run; those next to each other count as one part."""
    own = run.find("{*}rPr")
    styles = [own.find("{*}rStyle")] if own is not None else []
    paragraph = next(run.iterancestors("{*}p"), None)
    styles += [] if paragraph is None else [paragraph.find("{*}pPr/{*}pStyle")]
    shows = own is not None and own.find("{*}vanish") is not None and not _is_on(own, "vanish")
    if not _is_on(own, "vanish") and not any(_get(one, "val") in hidden_styles for one in styles):
        return
    text = _text(run).strip()
    if shows or not text:
        return
    before = run.getprevious()
    counts.hidden += before is None or _get(before, HIDDEN_MARK) is None
    for child in list(run):
        run.remove(child)
    run.set(HIDDEN_MARK, "1")


def _write_formula(formula: Element) -> None:
    """Write a formula as runs of text, raised and lowered where it has them."""
    _replace(formula, [_run(formula, text, place) for text, place in _say(formula, "")])


def _say(element: Element, place: str) -> Iterator[tuple[str, str]]:
    """Yield the texts of a formula, each raised ("superscript"), lowered, or neither."""
    for child in element:
        name = _name(child)
        if name == "t" and child.text:
            yield child.text, place
        elif name in ("sup", "sub"):
            yield from _say(child, f"{name}erscript" if name == "sup" else "subscript")
        else:
            if name == "den":
                yield "/", place
            yield from _say(child, place)


def _drop_placeholder(control: Element) -> None:
    """Take out a control that nobody filled in: "Click here to enter text."."""
    parent = control.getparent()
    if parent is not None and _is_on(control.find("{*}sdtPr"), "showingPlcHdr"):
        parent.remove(control)


def _write_choice(choices: Element) -> None:
    """Write the chosen entry of a drop-down field behind the field's beginning."""
    entries = [_get(one, "val") or "" for one in _named(choices, "listEntry")]
    chosen = choices.find("{*}result")
    if chosen is None:
        chosen = choices.find("{*}default")
    place = int(_get(chosen, "val") or 0)
    run = next(choices.iterancestors("{*}r"), None)
    if run is not None and place < len(entries):
        run.addnext(_run(run, entries[place]))


def _fill_row(gap: Element) -> None:
    """Put a cell where a row leaves its first columns out."""
    row = next(gap.iterancestors("{*}tr"), None)
    if row is None:
        return
    cell, properties, span = (
        row.makeelement(_word(row, one)) for one in ("tc", "tcPr", "gridSpan")
    )
    span.set(_word(row, "val"), _get(gap, "val") or "1")
    properties.append(span)
    cell.append(properties)
    first = row.find("{*}tc")
    if first is not None:
        first.addprevious(cell)


MENDED = {"ddList": _write_choice, "gridBefore": _fill_row, "sdt": _drop_placeholder}
"""By element: what is done with it."""


def _add_parts(trees: Mapping[str, Element]) -> None:
    """Append comments, headers and footers to the body, each under its own heading."""
    body = trees[BODY].find("{*}body")
    comments = trees.get("word/comments.xml")
    if body is None:
        return
    if comments is not None:
        _append(body, "Comments", list(_comments(comments, body)))
    seen: set[str] = set()
    for kind, heading in (("header", "Header"), ("footer", "Footer")):
        found: list[Element] = []
        for name in sorted(trees):
            match = MARGINS.fullmatch(name)
            text = " ".join(_text(trees[name]).split())
            if match and match["kind"] == kind and text not in seen and re.search(r"[^\W\d]", text):
                seen.add(text)
                found += [one for one in trees[name] if _name(one) in ("p", "tbl", "sdt")]
        _append(body, heading, found)


def _append(body: Element, heading: str, parts: list[Element]) -> None:
    if not parts:
        return
    end = body.find("{*}sectPr")
    for part in (_heading(body, heading), *parts):
        for one in part.iter("{*}*"):
            for key in [key for key in one.attrib if "/relationships}" in key]:
                del one.attrib[key]  # of another part, in which it means something else
        body.append(part)
    if end is not None:
        body.append(end)


def _heading(near: Element, text: str) -> Element:
    paragraph, properties, style = (
        near.makeelement(_word(near, one)) for one in ("p", "pPr", "pStyle")
    )
    style.set(_word(near, "val"), PART)
    properties.append(style)
    paragraph.append(properties)
    paragraph.append(_run(near, text))
    return paragraph


def _run(near: Element, text: str, place: str = "") -> Element:
    """Return a run of text, raised or lowered where `place` says so."""
    run = near.makeelement(_word(near, "r"))
    if place:
        properties = near.makeelement(_word(near, "rPr"))
        align = near.makeelement(_word(near, "vertAlign"))
        align.set(_word(near, "val"), place)
        properties.append(align)
        run.append(properties)
    written = near.makeelement(_word(near, "t"))
    written.text = text
    run.append(written)
    return run


def _comments(comments: Element, body: Element) -> Iterator[Element]:
    """Yield the paragraphs of all comments: who wrote of which words, then what."""
    quoted = _commented(body)
    for comment in _named(comments, "comment"):
        author, about = _get(comment, "author") or "", quoted.get(_get(comment, "id") or "", "")
        if not _text(comment).strip():
            continue
        stated = f"Comment{f' by {author}' if author else ''}{f' on “{about}”' if about else ''}: "
        first = comment.find("{*}p")
        if first is not None:
            place = 0 if first.find("{*}pPr") is None else 1
            first.insert(place, _run(body, stated))
        yield from (one for one in comment if _name(one) in ("p", "tbl"))


def _commented(body: Element) -> dict[str, str]:
    """Return the words that each comment is about, by the comment's number."""
    words: dict[str, list[str]] = {}
    opened: set[str] = set()
    for one in _named(body, "commentRangeStart", "commentRangeEnd", "t"):
        name, number = _name(one), _get(one, "id") or ""
        if name == "commentRangeStart":
            opened.add(number)
        elif name == "commentRangeEnd":
            opened.discard(number)
        else:
            for each in opened:
                words.setdefault(each, []).append(one.text or "")
    return {number: _shortened(" ".join("".join(said).split())) for number, said in words.items()}


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_QUOTED_CHARS else text[:MAX_QUOTED_CHARS].rstrip() + "…"
