"""Walks a tree of elements and gives the parts of its text.

Whatever is a box of its own on a page separates words; what stands within a line does not. Nothing
here goes down the tree by itself but into cells and raised text, so that depth costs no stack.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from kgplatform.sources.html.forms import CONTROLS, Forms, field_line
from kgplatform.sources.html.hidden import LeftOut
from kgplatform.sources.html.tables import read_table
from kgplatform.sources.inline import describes_nothing
from kgplatform.sources.marked import Code, Heading, Paragraph, Part
from kgplatform.text.raised import lower_text, raise_text

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

__all__ = ["Page"]

WITHIN_LINES = frozenset(
    "a abbr acronym b basefont bdi bdo big blink body br cite code data dfn em font html i "
    "ins kbd mark menclose mfenced mi mn mo mpadded mphantom mrow ms mstyle msqrt mtext nobr "
    "output q rb ruby samp semantics small span strong sub sup time tt u var wbr".split()
)
"""Elements whose words go on those before them; all others stand apart."""

BESIDE = frozenset(
    "button img label math meter option optgroup picture progress input select textarea".split()
)
"""Boxes within a line: a blank parts their words from the others."""

HEADINGS = {f"h{level}": level for level in range(1, 7)}
LISTS = frozenset(("ol", "ul", "menu", "dir"))
AS_WRITTEN = frozenset(("pre", "listing", "xmp", "plaintext"))
SHIFTED = frozenset(("sub", "sup", "msub", "msup", "msubsup"))
LOWERED = frozenset(("sub", "msub", "msubsup"))
REPEATS = frozenset(("rp", "annotation", "annotation-xml"))
"""Elements that repeat in another notation what is next to them."""

BLOCK_STYLE = re.compile(r"display\s*:\s*(?:block|flex|grid|list-item|table|flow-root)", re.I)
BLANKS = re.compile(r"[ \t\n\r\f]+")
NOTE_MARK = re.compile(r"\[(?:(?:note )?\d{1,4}|[^\W\d_])\]|[\d,]{1,4}|[^\W\d_]|\W+", re.I)
BACK_LINK = re.compile(r"[\W_]*")
NOTE_ROLES = frozenset(("doc-noteref", "doc-backlink"))
EPUB_TYPE = "{http://www.idpf.org/2007/ops}type"


class Page:
    """A parsed page: its parts, and what of it was left out."""

    def __init__(self, root: Element) -> None:
        self._root = root
        self._forms = Forms(root)
        self._captions: set[Element] = set()
        self._left_out = LeftOut(root)

    def read_parts(self) -> Iterator[Part]:
        """Yield the parts of the text; only then it is known what was left out."""
        yield from self.walk(self._root)

    @property
    def counts(self) -> tuple[int, int]:
        """How many parts were hidden, and how many struck out."""
        return self._left_out.hidden, self._left_out.struck_out

    def walk(self, element: Element) -> Iterator[Part]:
        """Yield the parts of an element's content."""
        if len(element):
            return _Walk(self, element).parts()
        text = " ".join(BLANKS.split(element.text or "")).strip(" ")
        return iter([Paragraph(text)] if text else [])

    def leaves_out(self, element: Element) -> bool:
        """Return whether an element is no text of the page, or was read with another."""
        if element in self._captions:
            return True
        return element.tag not in CONTROLS and self._left_out.has(element)

    def take_caption(self, element: Element) -> str:
        """Return the text of a table's caption, which is then no text of its own."""
        caption = self.line_of(element)
        self._captions.add(element)
        return caption

    def line_of(self, element: Element) -> str:
        """Return the text of an element on one line."""
        texts = (part.text for part in self.walk(element) if not hasattr(part, "table"))
        return " ".join(" ".join(texts).split())

    @property
    def forms(self) -> Forms:
        """The fields of the page."""
        return self._forms


class _Walk:
    """One walk over an element: words gather in a line until a box begins or ends."""

    def __init__(self, page: Page, root: Element) -> None:
        self._page, self._root = page, root
        self._words: list[str] = []
        self._heading = 0
        self._is_one_line = False  # within a heading or a term, where boxes end no paragraph
        self._number = ""  # of an item whose text is still to come
        self._is_item = False
        self._terms: list[str] = []  # that wait for their definition
        self._defined = ""  # by the definition whose text is still to come, or came last
        self._is_definition = False
        self._counts: list[int] = []  # of the ordered lists around

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the element's content."""
        from lxml import etree

        self._say(self._root.text)
        steps = etree.iterwalk(self._root, events=("start", "end"))
        skipped: Element | None = None
        for event, element in steps:
            if element is self._root:
                continue
            if event == "start":
                if self._page.leaves_out(element):
                    steps.skip_subtree()
                    skipped = element
                    continue
                taken = self._take_whole(element)
                if taken is not None:
                    steps.skip_subtree()
                    skipped = element
                    yield from taken
                else:
                    yield from self._begin(element)
                    self._say(element.text)
                continue
            if element is skipped:
                skipped = None
            else:
                yield from self._end(element)
            self._say(element.tail)
        yield from self._flush()
        yield from self._end_terms()

    def _take_whole(self, element: Element) -> Iterator[Part] | None:
        """Return the parts of an element that is read as a whole; None where it is not."""
        tag = element.tag
        if tag == "table":
            return self._apart(read_table(element, self._page))
        if tag in AS_WRITTEN:
            return self._apart(iter([Code("".join(self._as_written(element)))]))
        if tag in CONTROLS:
            return self._fill_in(element)
        if tag == "label" and element in self._page.forms.taken:
            return (part for one in element.iter(*CONTROLS) for part in self._fill_in(one))
        return iter(()) if self._say_whole(element) else None

    def _say_whole(self, element: Element) -> bool:
        """Say an element that is words within its line but not those of its text alone."""
        tag = element.tag
        if tag in SHIFTED:
            self._shift(element)
        elif tag == "rt":
            self._words.append(f" ({self._page.line_of(element)})")
        elif tag == "mfrac":
            self._words.append("/".join(map(self._page.line_of, element)))
        else:
            return tag in REPEATS or (tag == "a" and self._is_note_link(element))
        return True

    def _begin(self, element: Element) -> Iterator[Part]:
        tag = element.tag
        if tag == "br":
            self._words.append("\n")
        elif tag == "q":
            self._words.append("“")
        elif tag == "img":
            text = element.get("alt") or ""
            self._words.append("" if describes_nothing(text) else f" {text} ")
        elif tag in BESIDE:
            self._words.append(" ")
        elif _is_box(element):
            yield from self._flush()
            if self._is_definition and (tag in LISTS or tag == "dl" or tag in HEADINGS):
                yield from self._end_term()
            self._open_box(element)

    def _open_box(self, element: Element) -> None:
        tag = element.tag
        level = HEADINGS.get(tag, 0)
        if element.get("role") == "heading":
            level = min(_number(element.get("aria-level"), 2), 6)
        if level:
            self._heading, self._is_one_line = level, True
        elif tag in LISTS:
            start = _number(element.get("start"), 1)
            self._counts.append(start - 1 if tag == "ol" else -1)
        elif tag == "li":
            self._is_item = True
            if self._counts and self._counts[-1] >= 0:
                self._counts[-1] = _number(element.get("value"), self._counts[-1] + 1)
                self._number = f"{self._counts[-1]}. "
        elif tag == "dt":
            self._take_term()  # where the last one has no end tag
            self._is_one_line = True
        elif tag == "dd":
            self._is_definition = True
            self._defined = ", ".join(self._terms) or self._defined
            self._terms.clear()

    def _end(self, element: Element) -> Iterator[Part]:
        tag = element.tag
        if tag == "q":
            self._words.append("”")
        elif tag in BESIDE:
            self._words.append(" ")
        elif tag == "dt":
            self._is_one_line = False
            self._take_term()
        elif self._heading and (tag in HEADINGS or element.get("role") == "heading"):
            yield Heading(self._heading, self._take_line().replace("\n", " "))
            self._heading, self._is_one_line = 0, False
        elif _is_box(element):
            yield from self._flush()
            if tag in LISTS and self._counts:
                self._counts.pop()
            elif tag == "li":
                self._number, self._is_item = "", False
            elif tag == "dd":
                yield from self._end_term()
            elif tag == "dl":
                yield from self._end_terms()

    def _flush(self) -> Iterator[Part]:
        if self._is_one_line:
            self._words.append(" ")
            return
        text = self._take_line()
        if not text:
            return
        if self._is_definition:
            self._is_definition = False
            yield Paragraph(field_line(self._defined, text), is_line=True)
        else:
            yield Paragraph(self._number + text, is_item=self._is_item)
            self._number, self._is_item = "", False

    def _take_term(self) -> None:
        self._terms += filter(None, [self._take_line()])

    def _end_term(self) -> Iterator[Part]:
        """Yield a term that no text of its definition stands behind."""
        if self._is_definition:
            self._is_definition = False
            yield Paragraph(self._defined)

    def _end_terms(self) -> Iterator[Part]:
        """Yield terms without a definition."""
        yield from map(Paragraph, self._terms)
        self._terms.clear()

    def _apart(self, parts: Iterator[Part]) -> Iterator[Part]:
        yield from self._flush()
        yield from self._end_term()
        yield from parts

    def _fill_in(self, control: Element) -> Iterator[Part]:
        filled = self._page.forms.read(control)
        self._words.append(f" {filled.words} ")
        if filled.lines:
            yield from self._flush()
        for line in filled.lines:
            yield Paragraph(line, is_line=True)

    def _shift(self, element: Element) -> None:
        """Say raised or lowered text, in formulas behind what it belongs to."""
        children = list(element)
        if element.tag in ("sub", "sup"):
            texts = [self._page.line_of(element)]
        else:
            base, *shifted = children or [element]
            self._words.append(self._page.line_of(base))
            texts = [self._page.line_of(one) for one in shifted]
        is_lowered = element.tag in LOWERED
        for text in texts:
            behind = "".join(self._words[-2:])
            self._words.append(lower_text(text, behind=behind) if is_lowered else raise_text(text))
            is_lowered = False

    def _is_note_link(self, link: Element) -> bool:
        """Return whether a link leads to a note, or back from one, and says nothing else."""
        target = link.get("href") or ""
        if "#" not in target:
            return False
        text = "".join(link.itertext()).strip()
        if link.get("role") in NOTE_ROLES or (link.get(EPUB_TYPE) or link.get("epub:type")) in (
            "noteref",
            "backlink",
        ):
            return True
        if not text or BACK_LINK.fullmatch(text):
            return target.startswith("#")
        is_raised = (
            next(link.iterancestors("sup"), None) is not None or link.find("sup") is not None
        )
        return NOTE_MARK.fullmatch(text) is not None and (is_raised or text[0] == "[")

    def _say(self, text: str | None) -> None:
        if text:
            self._words.append(BLANKS.sub(" ", text))

    def _as_written(self, code: Element) -> Iterator[str]:
        """Yield the texts of code; boxes in it, as buttons are, have lines of their own."""
        from lxml import etree

        yield code.text or ""
        steps = etree.iterwalk(code, events=("start", "end"))
        for event, element in steps:
            if element is code:
                continue
            is_left_out = event == "start" and self._page.leaves_out(element)
            if is_left_out:
                steps.skip_subtree()
            elif element.tag in BESIDE or (element.tag == "br" and event == "start"):
                yield "\n"
            if not is_left_out:
                yield (element.text if event == "start" else element.tail) or ""

    def _take_line(self) -> str:
        """Return the words that have gathered, without blanks at the ends of their lines."""
        lines = "".join(self._words).split("\n")
        self._words.clear()
        stripped = (re.sub(" {2,}", " ", line).strip(" ") for line in lines)
        return "\n".join(line for line in stripped if line)


def _is_box(element: Element) -> bool:
    if element.tag not in WITHIN_LINES:
        return True
    return BLOCK_STYLE.search(element.get("style") or "") is not None


def _number(text: str | None, default: int) -> int:
    return int(text) if text and re.fullmatch(r"\d{1,6}", text.strip(), re.ASCII) else default
