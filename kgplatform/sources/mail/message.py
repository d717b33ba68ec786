"""Takes a message of the Internet (RFC 5322, MIME) apart: headers, text, attachments.

Messages are what many programs write and some break, so that headers are read leniently: what
cannot be decoded stays as it is written.
"""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from pathlib import Path

from kgplatform.errors import EmptySource
from kgplatform.sources.encoding import decode_bytes
from kgplatform.sources.listing import suffix_of

__all__ = ["Attachment", "Mail", "name_attachment", "parse_headers", "parse_message", "plain_lines"]

MESSAGE_ID = re.compile(r"<([^<>\s]+)>")
MESSAGE = "message/rfc822"
ALTERNATIVE = "multipart/alternative"
PLAIN, HTML = "text/plain", "text/html"
UNNAMED = "attachment"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file or message attached to a message; `suffix` says what kind of file it is.

    `content` is None where the message only names it.
    """

    name: str
    suffix: str
    content: bytes | Mail | None


@dataclass(slots=True)
class Mail:
    """A message in its parts; `headers` are decoded, by their names in small letters.

    Attributes:
        plain: its text; `html` counts only where there is none.
        unread: what of it cannot be read, in a few words each.
    """

    headers: Mapping[str, str]
    plain: str = ""
    html: str = ""
    attachments: list[Attachment] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    @property
    def message_id(self) -> str:
        """The message's own identifier, or nothing."""
        return next(iter(MESSAGE_ID.findall(self.headers.get("message-id", ""))), "")

    @property
    def reply_to(self) -> str:
        """The identifier of the message that this one answers, or nothing."""
        answered = MESSAGE_ID.findall(self.headers.get("in-reply-to", ""))
        thread = MESSAGE_ID.findall(self.headers.get("references", ""))
        found = answered[0] if answered else thread[-1] if thread else ""
        return found if found != self.message_id else ""


def parse_message(data: bytes) -> Mail:
    """Return a message in its parts."""
    message = message_from_bytes(data)
    mail = Mail(parse_headers(message))
    texts: dict[str, list[str]] = {PLAIN: [], HTML: []}
    for part in _parts(message, mail):
        text = _text_of(part, mail)
        if text.strip():
            texts[part.get_content_type()].append(text.strip("\n"))
    mail.plain, mail.html = "\n\n".join(texts[PLAIN]), "\n".join(texts[HTML])
    return mail


def parse_headers(message: Message) -> dict[str, str]:
    """Return each header's text by its name in small letters; of several of one name the first."""
    headers: dict[str, str] = {}
    for name, value in message.raw_items():
        headers.setdefault(name.lower(), _decoded(str(value)))
    return headers


def name_attachment(name: str, kind: str) -> tuple[str, str]:
    """Return an attachment's name and the suffix that says what kind of file it is.

    Args:
        name: as the message has it, perhaps nothing.
        kind: its media type, which counts where the name has no suffix.
    """
    suffix = suffix_of(Path(name)) or mimetypes.guess_extension(kind) or ""
    return name or f"{UNNAMED}{suffix}", suffix


def _decoded(value: str) -> str:
    """Return a header on one line, its encoded words and raw bytes made characters."""
    value = value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    with suppress(LookupError, MessageError, ValueError):  # a charset that nobody knows
        value = str(make_header(decode_header(value)))
    return " ".join(value.replace("\0", "").split())


def _parts(part: Message, mail: Mail) -> Iterator[Message]:
    """Yield the parts that are the message's text, and keep the others as attachments.

    Of parts that say the same, plain text is preferred, else the last that is a text.
    """
    kind = part.get_content_type()
    if kind == MESSAGE:
        mail.attachments.append(_attached_message(part))
    elif part.is_multipart():
        found = [list(_parts(child, mail)) for child in _children(part)]
        if kind == ALTERNATIVE:
            found = [texts for texts in found if texts]
            is_plain = [all(text.get_content_type() == PLAIN for text in texts) for texts in found]
            found = found[is_plain.index(True) :][:1] if any(is_plain) else found[-1:]
        yield from (text for texts in found for text in texts)
    elif kind in {PLAIN, HTML} and not _is_attached(part):
        yield part
    else:
        mail.attachments.append(_attachment(part))


def _children(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [child for child in payload if isinstance(child, Message)]


def _is_attached(part: Message) -> bool:
    return part.get_content_disposition() == "attachment" or bool(part.get_filename())


def _attachment(part: Message) -> Attachment:
    name, suffix = name_attachment(_file_name(part), part.get_content_type())
    payload = part.get_payload(decode=True)
    return Attachment(name, suffix, payload if isinstance(payload, bytes) else None)


def _attached_message(part: Message) -> Attachment:
    payload = part.get_payload()
    inner = payload[0] if isinstance(payload, list) and payload else None
    if not isinstance(inner, Message):
        return Attachment(_file_name(part) or f"{UNNAMED}.eml", ".eml", None)
    subject = parse_headers(inner).get("subject", "")
    return Attachment(_file_name(part) or f"{subject or UNNAMED}.eml", ".eml", inner.as_bytes())


def _file_name(part: Message) -> str:
    return _decoded(part.get_filename() or "")


def _text_of(part: Message, mail: Mail) -> str:
    """Return a part's text in the charset that it names, or else in the one that it is in."""
    payload = part.get_payload(decode=True)
    data = payload if isinstance(payload, bytes) else b""
    charset = part.get_content_charset()
    if charset:
        try:
            return plain_lines(data.decode(charset))
        except (LookupError, ValueError):
            pass  # the charset is unknown, or not the one that was used
    text = decode_bytes(data, name="")
    if isinstance(text, str):
        return plain_lines(text)
    if not isinstance(text, EmptySource):
        mail.unread.append("a text whose encoding is not certain")
    return ""


def plain_lines(text: str) -> str:
    """Return a text whose line ends are line feeds."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
