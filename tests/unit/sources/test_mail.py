from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.archive import OLE_HEADER
from kgplatform.sources.files import SourceItem, read_file
from tests.unit.sources.made_files import make_docx, make_zip, word_paragraph
from tests.unit.sources.ole_files import make_msg, message

pytestmark = pytest.mark.unit

HISTORY = """\
Dear Bo,

the valve is in stock.

On Tue, 3 March 2026 at 09:12, Bo Lind
<bo@lind.example> wrote:
> Is the valve in stock?
> > Ask for the valve of brass.
> It has to be of brass.

Regards
--\x20
Ada Berg
"""


def _mail(text: str = "The valve is in stock.", **headers: str) -> EmailMessage:
    mail = EmailMessage()
    given = {"From": "Ada Berg <ada@berg.example>", "To": "Bo Lind <bo@lind.example>"}
    for name, value in {**given, "Subject": "Valve", **headers}.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return mail


def _read(file: Path, mail: EmailMessage | bytes) -> list[SourceItem]:
    file.write_bytes(mail if isinstance(mail, bytes) else mail.as_bytes())
    return list(read_file(file))


def _documents(file: Path, mail: EmailMessage | bytes) -> list[Document]:
    items = _read(file, mail)
    assert all(isinstance(item, Document) for item in items), items
    return [item for item in items if isinstance(item, Document)]


def test_message_has_its_headers_as_fields_above_its_text(tmp_path: Path) -> None:
    mail = _mail(Subject="Größe der Ventile", Date="Wed, 04 Mar 2026 10:15:00 +0100", Cc="c@x")
    (document,) = _documents(tmp_path / "a.eml", mail)
    assert document.title == "Größe der Ventile"
    assert document.media_type == "message/rfc822"
    assert document.text == (
        "From: Ada Berg <ada@berg.example>\nTo: Bo Lind <bo@lind.example>\nCc: c@x\n"
        "Date: Wed, 04 Mar 2026 10:15:00 +0100\nSubject: Größe der Ventile\n\n"
        "The valve is in stock.\n"
    )


def test_a_mark_with_nothing_behind_it_quotes_nothing(tmp_path: Path) -> None:
    (document,) = _documents(tmp_path / "a.eml", _mail(">\n> \n"))
    assert document.sections == ()
    assert document.text.endswith("\nSubject: Valve\n")


def test_quoted_messages_are_kept_under_the_line_that_introduces_them(tmp_path: Path) -> None:
    (document,) = _documents(tmp_path / "a.eml", _mail(HISTORY))
    outer, inner = document.sections
    assert outer.heading == "On Tue, 3 March 2026 at 09:12, Bo Lind <bo@lind.example> wrote:"
    assert document.text[outer.start : outer.end].endswith("It has to be of brass.\n")
    assert (inner.level, inner.heading) == (2, "Quoted message")
    assert document.text[inner.start : inner.end] == "Ask for the valve of brass.\n"
    own = document.text[: outer.start] + document.text[outer.end :]
    assert "the valve is in stock." in own
    assert "Ada Berg" in own.rpartition("Regards")[2]
    assert ">" not in document.text.partition("wrote:")[2]


@pytest.mark.parametrize("as_html", [False, True], ids=["plain", "html"])
def test_message_below_its_own_headers_is_told_apart(tmp_path: Path, as_html: bool) -> None:
    lines = [
        "Yes, we do.",
        "",
        "From: Bo Lind",
        "Sent: Monday",
        "To: Ada",
        "Subject: x",
        "",
        "Do you?",
    ]
    mail = _mail("\n".join(lines))
    if as_html:
        mail.set_content(f"<h1>Reply</h1><p>{'<br>'.join(lines)}</p>", subtype="html")
    (document,) = _documents(tmp_path / "a.eml", mail)
    earlier = document.sections[-1]
    assert earlier.heading == "From: Bo Lind"
    assert "Do you?" in document.text[earlier.start : earlier.end]
    assert all(section.end <= earlier.start for section in document.sections[:-1])
    assert "Yes, we do." in document.text[: earlier.start]


def test_lines_of_fields_are_no_earlier_message(tmp_path: Path) -> None:
    (document,) = _documents(
        tmp_path / "a.eml", _mail("Tel: 1\nFax: 2\nMail: a@b\n\nFrom: here on.\n")
    )
    assert document.sections == ()


def test_html_is_read_only_without_plain_text_and_its_quotations_have_headings(
    tmp_path: Path,
) -> None:
    page = (
        "<p>Take <b>brass</b>.</p><blockquote type='cite'><p>Which one?</p></blockquote><p>Bye.</p>"
        "<table><tr><th>size<th>price<tr><td>DN 40<td>90</table>"
    )
    mail = _mail()
    mail.add_alternative(page, subtype="html")
    (document,) = _documents(tmp_path / "a.eml", mail)
    assert "brass" not in document.text
    mail = _mail()
    mail.set_content(page, subtype="html")
    (document,) = _documents(tmp_path / "b.eml", mail)
    assert [section.heading for section in document.sections] == ["Quoted message", "Reply"]
    quoted, reply = document.sections
    assert "Which one?" in document.text[quoted.start : quoted.end]
    assert "Bye." in document.text[reply.start : reply.end]
    (table,) = document.tables
    assert table.cells == (("size", "price"), ("DN 40", "90"))
    assert document.text[table.start : table.end].startswith("| size | price |")


def test_attachments_are_documents_that_know_their_message(tmp_path: Path) -> None:
    docx = make_docx(tmp_path / "offer.docx", word_paragraph("The offer is binding."))
    inner = _mail("Inner words.", Subject="Inner")
    inner.add_attachment("Deep words.", filename="deep.txt")
    packed = make_zip(tmp_path / "more.zip", {"list.csv": "a,b\n1,2\n"})
    mail = _mail()
    mail.add_attachment(docx.read_bytes(), "application", "octet-stream", filename="offer 1.docx")
    mail.add_attachment(b"\x89PNG", maintype="image", subtype="gif", filename="logo.gif")
    mail.add_attachment("same", filename="note.txt")
    mail.add_attachment("other", filename="note.txt")
    mail.add_attachment(inner)
    mail.add_attachment(b"a,b\n1,2\n", maintype="text", subtype="csv")
    first, *others = _documents(tmp_path / "a.eml", mail)
    names = "offer 1.docx, logo.gif, note.txt, note.txt (2), Inner.eml, attachment.csv"
    assert f"\nAttachments: {names}\n" in first.text
    assert first.unread == ("attachment logo.gif (.gif is not read)",)
    assert first.parent == ""
    uri = (tmp_path / "a.eml").as_uri()
    assert [(item.uri.removeprefix(uri), item.parent.removeprefix(uri)) for item in others] == [
        ("#offer%201.docx", ""),
        ("#note.txt", ""),
        ("#note.txt%20%282%29", ""),
        ("#Inner.eml", ""),
        ("#Inner.eml!/deep.txt", "#Inner.eml"),
        ("#attachment.csv", ""),
    ]
    assert all(item.parent for item in others)
    assert others[0].title == "offer 1"
    assert others[0].text == "The offer is binding.\n"
    assert len({item.id for item in (first, *others)}) == 7
    assert packed.exists()


def test_attachment_that_cannot_be_read_is_named_with_its_message(tmp_path: Path) -> None:
    mail = _mail()
    mail.add_attachment(b"nothing", maintype="application", subtype="pdf", filename="a.pdf")
    document, failure = _read(tmp_path / "a.eml", mail)
    assert isinstance(document, Document)
    assert isinstance(failure, SourceError)
    assert str(failure).startswith(f"'{tmp_path / 'a.eml'}': the part 'a.pdf' ")
    assert "kgplatform-" not in str(failure)


def test_thread_is_known_by_its_identifiers(tmp_path: Path) -> None:
    mail = _mail(Message_ID="<3@x>", References="<1@x> <2@x>")
    (document,) = _documents(tmp_path / "a.eml", mail)
    assert (document.message_id, document.reply_to) == ("3@x", "2@x")
    mail["In-Reply-To"] = "<1@x>"
    (document,) = _documents(tmp_path / "a.eml", mail)
    assert document.reply_to == "1@x"


@pytest.mark.parametrize(
    ("charset", "encoding"),
    [("iso-2022-jp", "iso-2022-jp"), ("utf-8", "latin-1"), ("no-such", "utf-8"), ("", "utf-8")],
)
def test_text_is_read_in_the_charset_that_it_is_in(
    tmp_path: Path, charset: str, encoding: str
) -> None:
    text = "東京の価格です" if "jp" in encoding else "Le café est fermé; l'été dernier aussi."
    named = f"; charset={charset}" if charset else ""
    head = f"From: a@b\nContent-Type: text/plain{named}\n\n".encode()
    (document,) = _documents(tmp_path / "a.eml", head + text.encode(encoding))
    assert text in document.text


def test_mailbox_gives_its_messages_each_once(tmp_path: Path) -> None:
    first = _mail("One.\n\n>From here on.", Message_ID="<1@x>").as_bytes()
    second = _mail("Two.", Message_ID="<1@x>").as_bytes()
    third = _mail("Three.", Subject="Third").as_bytes()
    box = b"".join(b"From a Wed Mar  4\n" + mail + b"\n" for mail in (first, first, second, third))
    documents = _documents(tmp_path / "a.mbox", box)
    assert [document.uri.partition("#")[2] for document in documents] == [
        "1@x", "1@x%20%282%29", "message%204"
    ]  # fmt: skip
    assert documents[0].text.endswith("\nFrom here on.\n")
    assert documents[2].title == "Third"


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        ("a.eml", b"Just a text.\n", "no e-mail message"),
        ("a.mbox", b"Just a text.\n", "no mailbox"),
        ("a.mbox", b"", "empty"),
        ("a.msg", b"Just a text.\n", "no message of Outlook"),
        ("a.msg", b"", "empty"),
        ("a.msg", OLE_HEADER + bytes(22) + b"\x30" + bytes(600), "no size that there is"),
    ],
)
def test_what_is_no_message_is_told(tmp_path: Path, name: str, content: bytes, word: str) -> None:
    (item,) = _read(tmp_path / name, content)
    assert isinstance(item, SourceError)
    assert word in str(item)


def test_outlook_message_is_read_with_its_attachments(tmp_path: Path) -> None:
    inner = message(
        subject="Inner", body="Inner words.", attachments=[("deep.txt", b"Deep words.")]
    )
    file = make_msg(
        tmp_path / "a.msg", subject="Valve", body="In stock.\r\nTake brass.", sender="Ada Berg",
        address="ada@berg.example", to="Bo Lind", id="<2@x>", answers="<1@x>",
        attachments=[("list.csv", b"a,b\n" + b"1,2\n" * 2_000), ("Inner", inner), ("a.bin", b"x")],
    )  # fmt: skip
    documents = [item for item in read_file(file) if isinstance(item, Document)]
    uri = file.as_uri()
    assert [document.uri.removeprefix(uri) for document in documents] == [
        "", "#list.csv", "#Inner", "#Inner!/deep.txt"
    ]  # fmt: skip
    assert [document.parent.removeprefix(uri) for document in documents] == ["", "", "", "#Inner"]
    assert documents[0].text == (
        'From: "Ada Berg" <ada@berg.example>\nTo: Bo Lind\nSubject: Valve\n'
        "Attachments: list.csv, Inner, a.bin\n\nIn stock.\nTake brass.\n"
    )
    assert (documents[0].message_id, documents[0].reply_to) == ("2@x", "1@x")
    assert documents[0].unread == ("attachment a.bin (.bin is not read)",)
    assert len(documents[1].tables[0].cells) == 2_001


def test_outlook_message_that_was_sent_has_the_headers_it_came_with(tmp_path: Path) -> None:
    headers = "From: =?utf-8?q?Bj=C3=B8rn?= <b@c>\r\nMessage-ID: <7@x>\r\nReferences: <5@x>\r\n"
    file = make_msg(
        tmp_path / "a.msg", subject="Html", html=b"<p>Big <b>words</b>.</p>", headers=headers
    )
    (document,) = read_file(file)
    assert isinstance(document, Document)
    assert document.text == "From: Bjørn <b@c>\nSubject: Html\n\nBig words.\n"
    assert (document.message_id, document.reply_to) == ("7@x", "5@x")
