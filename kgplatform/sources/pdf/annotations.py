"""Takes from one PDF page what was put on it later: values of form fields, and comments.

Like glyphs.py it calls PDFium's C functions and returns points from the upper left corner of the
page as it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from kgplatform.records.document import Box
from kgplatform.sources.pdf.drawings import Turn

__all__ = ["Annotations", "Comment", "Field", "read_annotations"]

MAX_ANNOTATIONS = 1_000  # a page with more is no form that anyone filled in
MAX_CHARS = 20_000
MAX_MARKED = 50  # boxes of one comment
NOT_SHOWN = 0b100010  # flags: hidden, no view
PASSWORD = 1 << 13  # flag of a field
WITHOUT_NAME = re.compile(
    r"(?:(?:text|field|check|box|radio|button|group|combo|list|untitled|undefined|form)[\W_\d]*)+"
    r"|[a-z]?[\W_\d]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form: its value in words, and its name where it has one that says something.

    `is_mark` is true of a box to be ticked, whose value is "yes" or "no".
    """

    name: str
    value: str
    box: Box
    is_mark: bool = False


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a page, or a text typed on it (`is_typed`); `marked` are the boxes it marks."""

    author: str
    text: str
    box: Box
    marked: tuple[Box, ...] = ()
    is_typed: bool = False


@dataclass(frozen=True, slots=True)
class Annotations:
    """What was put on a page; `hidden` counts the words of fields and comments not shown."""

    fields: tuple[Field, ...] = ()
    comments: tuple[Comment, ...] = ()
    hidden: int = 0


def read_annotations(page: Any, form: Any, turn: Turn) -> Annotations:
    """Return the filled fields and the comments of a page.

    Args:
        page: a pypdfium2.PdfPage.
        form: the form environment of its document, None where it has none.
        turn: from the page's own space to points from the shown upper left.
    """
    import pypdfium2.raw as pdfium

    reader = _Reader(pdfium, form.raw if form is not None else None, turn)
    fields: list[Field] = []
    comments: list[Comment] = []
    hidden = 0
    for i in range(min(pdfium.FPDFPage_GetAnnotCount(page.raw), MAX_ANNOTATIONS)):
        annotation = pdfium.FPDFPage_GetAnnot(page.raw, i)
        if not annotation:
            continue
        try:
            kind = pdfium.FPDFAnnot_GetSubtype(annotation)
            if kind == pdfium.FPDF_ANNOT_WIDGET:
                field = reader.field(annotation)
                if field and reader.is_hidden(annotation):
                    hidden += len(field.value.split())
                elif field:
                    fields.append(field)
            elif kind not in {pdfium.FPDF_ANNOT_LINK, pdfium.FPDF_ANNOT_POPUP}:
                comment = reader.comment(annotation, kind)
                if comment and reader.is_hidden(annotation):
                    hidden += len(comment.text.split())
                elif comment:
                    comments.append(comment)
        finally:
            pdfium.FPDFPage_CloseAnnot(annotation)
    return Annotations(tuple(fields), tuple(comments), hidden)


class _Reader:
    """Asks PDFium about annotations of one page."""

    def __init__(self, pdfium: Any, form: Any, turn: Turn) -> None:
        self._pdfium, self._form, self._turn = pdfium, form, turn

    def is_hidden(self, annotation: Any) -> bool:
        """Say whether an annotation is not shown, or shown as dots."""
        if self._pdfium.FPDFAnnot_GetFlags(annotation) & NOT_SHOWN:
            return True
        is_field = self._pdfium.FPDFAnnot_GetSubtype(annotation) == self._pdfium.FPDF_ANNOT_WIDGET
        flags = self._pdfium.FPDFAnnot_GetFormFieldFlags(self._form, annotation) if is_field else 0
        return bool(flags & PASSWORD)

    def field(self, annotation: Any) -> Field | None:
        """Return a field that has a value."""
        pdfium, form = self._pdfium, self._form
        if form is None:
            return None
        kind = pdfium.FPDFAnnot_GetFormFieldType(form, annotation)
        is_mark = kind in {pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON}
        if is_mark:
            value = "yes" if pdfium.FPDFAnnot_IsChecked(form, annotation) else "no"
        elif kind in {pdfium.FPDF_FORMFIELD_COMBOBOX, pdfium.FPDF_FORMFIELD_LISTBOX}:
            value = self._chosen(annotation)
        elif kind == pdfium.FPDF_FORMFIELD_TEXTFIELD:
            value = self._value(annotation)
        else:
            return None
        return (
            Field(self._name(annotation, is_mark), value, self._box(annotation), is_mark)
            if (value)
            else None
        )

    def comment(self, annotation: Any, kind: int) -> Comment | None:
        """Return a comment that has words."""
        text = self._entry(annotation, b"Contents")
        if not text:
            return None
        author = self._entry(annotation, b"T")
        is_typed = kind == self._pdfium.FPDF_ANNOT_FREETEXT
        marked = self._marked(annotation)
        return Comment(author, text, self._box(annotation), marked, is_typed)

    def _value(self, annotation: Any) -> str:
        ask = self._pdfium.FPDFAnnot_GetFormFieldValue
        return _string(partial(ask, self._form, annotation))

    def _chosen(self, annotation: Any) -> str:
        """Return what is chosen of a list, as it is shown."""
        pdfium, form = self._pdfium, self._form
        shown = []
        for i in range(min(pdfium.FPDFAnnot_GetOptionCount(form, annotation), MAX_CHARS)):
            if pdfium.FPDFAnnot_IsOptionSelected(form, annotation, i):
                shown.append(_string(partial(pdfium.FPDFAnnot_GetOptionLabel, form, annotation, i)))
        return ", ".join(filter(None, shown)) or self._value(annotation)

    def _name(self, annotation: Any, is_mark: bool) -> str:
        """Return what a field is called for people, or its own name as words."""
        pdfium, form = self._pdfium, self._form
        stated = _string(partial(pdfium.FPDFAnnot_GetFormFieldAlternateName, form, annotation))
        if stated:
            return stated.rstrip(" :")
        name = _string(partial(pdfium.FPDFAnnot_GetFormFieldName, form, annotation))
        name = re.sub(r"\[\d+\]", "", name).rpartition(".")[2]
        if WITHOUT_NAME.fullmatch(name):
            name = ""
        option = _string(partial(pdfium.FPDFAnnot_GetFormFieldExportValue, form, annotation))
        if is_mark and option.casefold() not in {"yes", "on", "off", "1", "true", ""}:
            name = f"{name} {option}"
        words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.replace("_", " "))
        return " ".join(words.split())

    def _entry(self, annotation: Any, key: bytes) -> str:
        return _string(partial(self._pdfium.FPDFAnnot_GetStringValue, annotation, key))

    def _box(self, annotation: Any) -> Box:
        rect = self._pdfium.FS_RECTF()
        self._pdfium.FPDFAnnot_GetRect(annotation, rect)
        return self._turned([(rect.left, rect.top), (rect.right, rect.bottom)])

    def _marked(self, annotation: Any) -> tuple[Box, ...]:
        """Return the boxes of the words that an annotation marks."""
        pdfium, quad = self._pdfium, self._pdfium.FS_QUADPOINTSF()
        boxes = []
        if pdfium.FPDFAnnot_HasAttachmentPoints(annotation):
            for i in range(min(pdfium.FPDFAnnot_CountAttachmentPoints(annotation), MAX_MARKED)):
                if pdfium.FPDFAnnot_GetAttachmentPoints(annotation, i, quad):
                    corners = [(quad.x1, quad.y1), (quad.x2, quad.y2)]
                    corners += [(quad.x3, quad.y3), (quad.x4, quad.y4)]
                    boxes.append(self._turned(corners))
        return tuple(boxes)

    def _turned(self, corners: list[tuple[float, float]]) -> Box:
        points = [self._turn(x, y) for x, y in corners]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return (min(xs), min(ys), max(xs), max(ys))


def _string(ask: Callable[..., int]) -> str:
    """Return a text that PDFium writes into a buffer, on one line."""
    import ctypes

    length = min(ask(None, 0), 2 * MAX_CHARS)
    if length <= 2:
        return ""
    buffer = (ctypes.c_ushort * (length // 2 + 1))()
    ask(buffer, length)
    text = bytes(buffer)[: length - 2].decode("utf-16-le", "replace")
    return " ".join(text.replace("\0", " ").split())
