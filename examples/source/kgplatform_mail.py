"""E-mail messages (.eml) as documents: the subject is the title, the headers are the first lines.

Plain text is preferred to HTML, of which the words are kept; attachments are left out.
"""

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from html import unescape
from pathlib import Path

from kgplatform import Document
from kgplatform.errors import EmptySource, SourceError
from kgplatform.sources.text import make_document

HEADERS = ("From", "To", "Cc", "Date")
BREAK = re.compile(r"<br\b[^>]*>|</(p|div|li|tr|h[1-6])>", re.I)
MARKUP = re.compile(r"<(style|script)\b.*?</\1>|<[^>]+>", re.S | re.I)


def read_mail(file: Path) -> Iterator[Document | SourceError]:
    message = message_from_bytes(file.read_bytes(), policy=policy.default)
    body = message.get_body(preferencelist=("plain", "html"))
    text = body.get_content() if body is not None else ""
    if body is not None and body.get_content_subtype() == "html":
        text = unescape(MARKUP.sub("", BREAK.sub("\n", text)))
    if not text.strip():
        yield EmptySource(str(file))
        return
    head = [f"{name}: {message[name]}" for name in HEADERS if message[name]]
    yield make_document(
        uri=file.resolve().as_uri(),
        title=str(message["Subject"] or file.stem),
        text="\n".join([*head, "", text.strip()]),
        media_type="message/rfc822",
    )
