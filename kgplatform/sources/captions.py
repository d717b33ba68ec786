"""Reads subtitles (.vtt, .srt): what is said, in paragraphs, with who says it where that is given.

Captions are pieces of sentences, so those that follow one another are joined; a pause or another
speaker begins a paragraph. Pages are stretches of a minute or more, labelled with the time at
which they begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.records.document import Page
from kgplatform.sources.encoding import decode_file
from kgplatform.sources.inline import plain_html
from kgplatform.sources.marked import Paragraph, join_marked, write_parts
from kgplatform.sources.text import count_parts, make_document, title_from_name

if TYPE_CHECKING:
    from webvtt import Caption

__all__ = ["read_captions"]

MEDIA_TYPES = {".vtt": "text/vtt", ".srt": "application/x-subrip"}
PAUSE_S = 2.0  # a longer one begins a paragraph
MAX_PARAGRAPH_S = 60.0
PAGE_S = 60.0
TIMES = re.compile(r"^.*-->.*$", re.M)
STYLE = re.compile(r"\{\\[^{}]*\}")  # of subtitles that were in another format before


@dataclass(slots=True)
class _Speech:
    """What is said without a longer pause, by one speaker."""

    start: float
    end: float
    speaker: str
    text: str


def read_captions(file: Path) -> Iterator[Document | SourceError]:
    """Yield a file of subtitles, titled by its name."""
    import webvtt
    from webvtt.errors import MalformedFileError

    text = decode_file(file)
    if isinstance(text, SourceError):
        yield text
        return
    suffix = file.suffix.lower()
    try:
        read = webvtt.from_buffer(text.splitlines(), format=suffix.removeprefix("."))
    except MalformedFileError as exc:
        yield SourceError(f"'{file}' is no file of subtitles: {str(exc).rstrip('.')}.")
        return
    lost = len(TIMES.findall(text)) - len(read.captions)
    pages = list(_pages(_join(read.captions)))
    if not pages:
        yield SourceError(f"'{file}' holds no text: there is nothing to read.")
        return
    marked, starts = join_marked([write_parts(map(_paragraph, page)) for page in pages])
    ends = [*starts[1:], len(marked.text)]
    yield make_document(
        uri=file.as_uri(),
        title=title_from_name(file),
        text=marked.text,
        media_type=MEDIA_TYPES[suffix],
        pages=tuple(
            Page(number, start, end, label=_clock(page[0].start))
            for number, (page, start, end) in enumerate(zip(pages, starts, ends, strict=True), 1)
        ),
        unread=(count_parts(lost, "malformed caption"),) if lost > 0 else (),
    )


def _join(captions: Iterable[Caption]) -> Iterator[_Speech]:
    """Yield captions joined while one speaker goes on; one that repeats the last line adds none."""
    current: _Speech | None = None
    last = ""
    for caption in captions:
        said = " ".join(STYLE.sub("", plain_html(caption.text)).split())
        start, end = caption.start_in_seconds, caption.end_in_seconds
        speaker = caption.voice or ""
        if not said or said == last:
            continue
        last = said
        goes_on = (
            current is not None
            and speaker == current.speaker
            and start - current.end <= PAUSE_S
            and start - current.start <= MAX_PARAGRAPH_S
        )
        if current is not None and goes_on:
            current.text, current.end = f"{current.text} {said}", end
            continue
        if current is not None:
            yield current
        current = _Speech(start, end, speaker, said)
    if current is not None:
        yield current


def _pages(speeches: Iterator[_Speech]) -> Iterator[list[_Speech]]:
    page: list[_Speech] = []
    for speech in speeches:
        if page and speech.start - page[0].start >= PAGE_S:
            yield page
            page = []
        page.append(speech)
    if page:
        yield page


def _paragraph(speech: _Speech) -> Paragraph:
    return Paragraph(f"{speech.speaker}: {speech.text}" if speech.speaker else speech.text)


def _clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
