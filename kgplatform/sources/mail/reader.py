"""Reads messages (.eml, .msg) and mailboxes (.mbox): a document a message, and its attachments'.

A message's headers stand as "Field: value" lines above its text; its title is its subject. It
names its attachments, and each attachment is read as the kind of file that it is: its documents
have the message as their `parent`.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from kgplatform.errors import EmptySource, SourceError
from kgplatform.records import Document
from kgplatform.records.document import Section
from kgplatform.sources.files import SourceItem, has_reader
from kgplatform.sources.html.parsing import read_page
from kgplatform.sources.limits import MB, PassedLimit
from kgplatform.sources.mail.message import Attachment, Mail, parse_message
from kgplatform.sources.mail.outlook import parse_outlook
from kgplatform.sources.mail.quotes import find_forwarded, head_quotations, split_quotes
from kgplatform.sources.marked import MarkedText, write_parts
from kgplatform.sources.parts import Container, bounded_parts, take_part
from kgplatform.sources.text import count_parts, make_document, title_from_name

__all__ = ["read_eml", "read_mbox", "read_msg"]

MEDIA_TYPE = "message/rfc822"
SHOWN = ("From", "To", "Cc", "Date", "Subject")
NEEDED = ("from", "to", "date", "subject", "message-id")  # at least one makes a message
MAX_MESSAGE_MB = 100
SEPARATOR = b"From "  # begins each message of a mailbox
ESCAPED = re.compile(rb"^>(>*From )", re.M)
BLANK = (b"\n", b"\r\n")


def read_eml(file: Path) -> Iterator[SourceItem]:
    """Yield a message, and what its attachments hold."""
    _check_size(file.stat().st_size)
    mail = parse_message(file.read_bytes().lstrip())
    if not any(mail.headers.get(name) for name in NEEDED):
        yield SourceError(
            f"'{file}' is no e-mail message (it has none of the headers From, To, Date, Subject): "
            "give it the suffix of its format."
        )
        return
    yield from _documents(mail, Container(file.as_uri(), shown=str(file), parent=True), file)


def read_msg(file: Path) -> Iterator[SourceItem]:
    """Yield a message that Outlook saved, and what its attachments hold."""
    _check_size(file.stat().st_size)
    mail = parse_outlook(file)
    yield from _documents(mail, Container(file.as_uri(), shown=str(file), parent=True), file)


def read_mbox(file: Path) -> Iterator[SourceItem]:
    """Yield the messages of a mailbox, each with what its attachments hold.

    A message's URI is the mailbox's with the Message-ID as the fragment, or its number where it
    has none. The same message twice is one.
    """
    box = Container(file.as_uri(), shown=str(file))
    seen: set[bytes] = set()
    count = 0
    for count, data in enumerate(_messages(file), start=1):
        digest = hashlib.sha256(data).digest()
        if digest in seen:
            continue
        seen.add(digest)
        mail = parse_message(data)
        name = box.name_part(mail.message_id or f"message {count}")
        yield from _documents(mail, box.part(name), None)
    if not count:
        yield (
            SourceError(f"'{file}' is no mailbox: it has no line that begins with 'From '.")
            if file.stat().st_size
            else EmptySource(str(file))
        )


def _check_size(size: int) -> None:
    if size > MAX_MESSAGE_MB * MB:
        raise PassedLimit(f"has a message of more than {MAX_MESSAGE_MB} MB")


def _messages(file: Path) -> Iterator[bytes]:
    """Yield each message of a mailbox as bytes; one begins after an empty line with "From "."""
    lines: list[bytes] = []
    size, is_inside, after_blank = 0, False, True
    with file.open("rb") as stream:
        while line := stream.readline(MAX_MESSAGE_MB * MB):
            if after_blank and line.startswith(SEPARATOR):
                if is_inside:
                    yield ESCAPED.sub(rb"\1", b"".join(lines))
                lines, size, is_inside = [], 0, True
            elif is_inside:
                lines.append(line)
                size += len(line)
                _check_size(size)
            after_blank = line in BLANK
    if is_inside:
        yield ESCAPED.sub(rb"\1", b"".join(lines))


def _documents(mail: Mail, container: Container, file: Path | None) -> Iterator[SourceItem]:
    names = [container.name_part(attachment.name) for attachment in mail.attachments]
    unread = [*mail.unread]
    for name, attachment in zip(names, mail.attachments, strict=True):
        if attachment.content is None:
            unread.append(f"attachment {name} (its content is not in the message)")
        elif not isinstance(attachment.content, Mail) and not _is_read(attachment):
            unread.append(f"attachment {name} ({attachment.suffix or 'no suffix'} is not read)")
    head = [(field, mail.headers.get(field.lower(), "")) for field in SHOWN]
    lines = [f"{field}: {value}" for field, value in head if value]
    lines += [f"Attachments: {', '.join(names)}"] if names else []
    body, more = _body(mail)
    top = "\n".join(lines) + "\n\n"
    marked = body.shifted(len(top))
    document = make_document(
        uri=container.uri,
        title=mail.headers.get("subject", "") or (title_from_name(file) if file else ""),
        text=(top + marked.text).rstrip("\n") + "\n",
        media_type=MEDIA_TYPE,
        sections=marked.sections,
        tables=marked.tables,
        unread=(*unread, *more),
        published=mail.headers.get("date", ""),
    )
    yield replace(document, message_id=mail.message_id, reply_to=mail.reply_to)
    yield from _attached(mail, names, container)


def _attached(mail: Mail, names: list[str], container: Container) -> Iterator[SourceItem]:
    with bounded_parts():
        for name, attachment in zip(names, mail.attachments, strict=True):
            content = attachment.content
            if isinstance(content, Mail):
                inner = container.part(name)
                message, *others = _documents(content, inner, None)
                if isinstance(message, Document):
                    yield replace(message, parent=container.uri)
                yield from others
            elif content is not None and _is_read(attachment):
                take_part(len(content))
                yield from container.read(name, io.BytesIO(content), suffix=attachment.suffix)


def _is_read(attachment: Attachment) -> bool:
    return has_reader(Path(f"part{attachment.suffix}"))


def _body(mail: Mail) -> tuple[MarkedText, tuple[str, ...]]:
    """Return a message's text with its quotations separated, and what of it is not read."""
    if mail.plain.strip() or not mail.html.strip():
        return split_quotes(mail.plain.strip("\n")), ()
    read = read_page(head_quotations(mail.html))
    page = write_parts(read.parts)
    hidden = (count_parts(read.hidden, "hidden part"),) if read.hidden else ()
    found = [Section(1, heading, at, len(page.text)) for at, heading in find_forwarded(page.text)]
    own_end = found[0].start if found else len(page.text)
    own = [
        replace(section, end=min(section.end, own_end)) if section.start < own_end else section
        for section in page.sections
    ]
    sections = sorted((*own, *found), key=lambda section: section.start)
    return replace(page, sections=tuple(sections)), hidden
