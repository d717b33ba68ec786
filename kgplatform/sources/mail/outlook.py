"""Takes a message apart that Outlook saved (.msg): an OLE file of MAPI properties."""

from __future__ import annotations

from collections.abc import Mapping
from email import message_from_string
from email.utils import format_datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from olefile import STGTY_STREAM, OleFileIO
from oxmsg import Message
from oxmsg.attachment import Attachment as OutlookAttachment
from oxmsg.properties import Properties

from kgplatform.errors import EmptySource, SourceError
from kgplatform.sources.archive import OLE_HEADER
from kgplatform.sources.mail.message import (
    Attachment,
    Mail,
    name_attachment,
    parse_headers,
    plain_lines,
)

__all__ = ["parse_outlook"]

# Identifiers of MAPI properties (MS-OXPROPS).
SECTOR_SHIFT, SECTOR_SHIFTS = slice(30, 32), (9, 12)
"""Where a file says how large its sectors are, and what it may say (powers of two)."""
TRANSPORT_HEADERS = 0x007D
DISPLAY_CC, DISPLAY_TO = 0x0E03, 0x0E04
MESSAGE_ID, IN_REPLY_TO, REFERENCES = 0x1035, 0x1042, 0x1039
COMPRESSED_RTF = 0x1009
SHORT_NAME, SHOWN_NAME = 0x3704, 0x3001

UNSET_YEAR = 1601  # where the clock of Windows begins
EMBEDDED = "__substg1.0_3701000D"  # where an attached message stands in its attachment
EMBEDDED_HEAD_BYTES = 24  # of its properties; eight fewer than at the root of a file


def parse_outlook(file: Path) -> Mail:
    """Return a message in its parts.

    Raises:
        SourceError: it is none.
    """
    with file.open("rb") as stream:
        header = stream.read(SECTOR_SHIFT.stop)
    if not header:
        raise EmptySource(str(file))
    if not header.startswith(OLE_HEADER):
        raise SourceError(f"'{file}' is no message of Outlook: give it the suffix of its format.")
    if int.from_bytes(header[SECTOR_SHIFT], "little") not in SECTOR_SHIFTS:
        raise SourceError(f"'{file}' is damaged: its sectors have no size that there is.")
    _check_sizes(file)
    return _mail(Message.load(str(file)))


def _check_sizes(file: Path) -> None:
    """Refuse a file whose parts are said to be larger than it is: they would be read in circles.

    Raises:
        SourceError: they are.
    """
    with OleFileIO(str(file)) as ole:
        entries = [entry for entry in ole.direntries if entry is not None]
        streams = sum(entry.size for entry in entries if entry.entry_type == STGTY_STREAM)
        allocation = ole.num_mini_fat_sectors * ole.sector_size
    if max(streams, ole.root.size, allocation) > file.stat().st_size:
        raise SourceError(f"'{file}' is damaged: its parts do not fit into it.")


class _Embedded(Message):
    """A message that stands in another one."""

    @cached_property
    def properties(self) -> Properties:
        return Properties(self._storage, properties_header_offset=EMBEDDED_HEAD_BYTES)


def _mail(message: Message) -> Mail:
    mail = Mail(_headers(message), plain_lines(message.body or ""), message.html_body or "")
    if not mail.plain and not mail.html and message.properties.binary_prop_value(COMPRESSED_RTF):
        mail.unread.append("a text in compressed RTF")
    mail.attachments = [_attachment(attachment) for attachment in message.attachments]
    return mail


def _headers(message: Message) -> Mapping[str, str]:
    """Return the headers that came with the message, or its properties where it was not sent."""
    text = message.properties.str_prop_value
    sent = message.sent_date
    own = {
        "from": message.sender,
        "to": text(DISPLAY_TO),
        "cc": text(DISPLAY_CC),
        "date": format_datetime(sent) if sent and sent.year > UNSET_YEAR else "",
        "subject": message.subject,
        "message-id": text(MESSAGE_ID),
        "in-reply-to": text(IN_REPLY_TO),
        "references": text(REFERENCES),
    }
    came = parse_headers(message_from_string(text(TRANSPORT_HEADERS) or ""))
    return {name: _line(value or "") for name, value in own.items()} | came


def _attachment(attachment: OutlookAttachment) -> Attachment:
    text = attachment.properties.str_prop_value
    shown = attachment.file_name or text(SHORT_NAME) or text(SHOWN_NAME) or ""
    name, suffix = name_attachment(_line(shown), attachment.mime_type or "")
    inside: Any = attachment._storage  # there is no public way to a message that is attached
    for storage in inside.storages:
        if storage.name == EMBEDDED:
            return Attachment(name, ".msg", _mail(_Embedded(storage)))
    return Attachment(name, suffix, attachment.file_bytes)


def _line(value: str) -> str:
    return " ".join(value.replace("\0", "").split())
