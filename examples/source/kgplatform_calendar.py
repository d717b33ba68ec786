"""Calendars (.ics) as documents, one an event: its summary is the title, then where and when.

Long lines are folded in such files: one that begins with a blank goes on with the line above.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

from kgplatform import Document
from kgplatform.errors import SourceError
from kgplatform.sources.text import make_document

FOLD = re.compile(r"\r?\n[ \t]")
EVENT = re.compile(r"^BEGIN:VEVENT\r?\n(.*?)^END:VEVENT", re.M | re.S)
PROPERTY = re.compile(r"^([A-Z-]+)(?:;[^:\r\n]*)?:(.*?)\r?$", re.M)
ESCAPED = re.compile(r"\\([nN,;\\])")
SHOWN = {"DTSTART": "Start", "DTEND": "End", "LOCATION": "Location", "ORGANIZER": "Organizer"}


def read_calendar(file: Path) -> Iterator[Document | SourceError]:
    text = FOLD.sub("", file.read_text(encoding="utf-8"))
    events = [dict(PROPERTY.findall(event)) for event in EVENT.findall(text)]
    if not events:
        yield SourceError(f"'{file}' holds no event: there is nothing to read.")
    for number, event in enumerate(events, start=1):
        said = {name: ESCAPED.sub(_character, value) for name, value in event.items()}
        head = [f"{SHOWN[name]}: {said[name]}" for name in SHOWN if said.get(name)]
        yield make_document(
            uri=f"{file.as_uri()}#{quote(said.get('UID', str(number)))}",
            title=said.get("SUMMARY", file.stem),
            text="\n".join([*head, "", said.get("DESCRIPTION", "")]).strip() + "\n",
            media_type="text/calendar",
        )


def _character(match: re.Match[str]) -> str:
    return "\n" if match[1] in "nN" else match[1]
