"""Messages and their attachments in the graph: they know each other, and questions reach both."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from kgplatform.graph.connection import Graph
from kgplatform.ingest.job.spec import Job, Source
from kgplatform.models.linguistics import Linguistics
from kgplatform.platform import Platform
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest
from tests.unit.sources.made_files import make_docx, make_zip, word_paragraph

pytestmark = pytest.mark.integration

LINKS = """
MATCH (a:Document)-[r:ATTACHED_TO|REPLIES_TO]->(b:Document)
RETURN a.title AS a, type(r) AS type, b.title AS b ORDER BY a, type, b
"""


@pytest.fixture
def platform(
    graph: Graph, embedder: HashEmbedder, linguistics: Linguistics, tmp_path: Path
) -> Platform:
    settings = Settings(home=tmp_path / "home")
    return Platform(settings, graph=graph, embedder=embedder, linguistics=linguistics)


def _mail(number: int, subject: str, text: str, **headers: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"] = "Ada Berg <ada@berg.example>", "Bo Lind <bo@lind.example>"
    mail["Subject"], mail["Message-ID"] = subject, f"<{number}@berg.example>"
    for name, value in headers.items():
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return mail


def _write_thread(folder: Path) -> None:
    """Write an answer whose name sorts before what it answers, with two attachments."""
    folder.mkdir()
    first = _mail(1, "The valve", "The Norrpump NP-40 was built by Norrpump in Malmo in 1998.\n")
    (folder / "b.eml").write_bytes(first.as_bytes())
    offer = make_docx(folder.parent / "offer.docx", word_paragraph("Kestrel Marine was founded by "
                      "Ines Duarte in Porto in 1987."))  # fmt: skip
    answer = _mail(2, "Re: The valve", "See the offer.\n", In_Reply_To="<1@berg.example>")
    content = offer.read_bytes()
    answer.add_attachment(content, "application", "octet-stream", filename="offer.docx")
    answer.add_attachment("name,price\nNP-40,90\n", subtype="csv", filename="prices.csv")
    (folder / "a.eml").write_bytes(answer.as_bytes())


def test_messages_and_attachments_know_each_other(
    platform: Platform, graph: Graph, tmp_path: Path
) -> None:
    folder = tmp_path / "mail"
    _write_thread(folder)
    report = platform.ingest([folder])
    assert (report.documents["new"], report.failures) == (4, ())
    links = [tuple(row.values()) for row in graph.run_text(LINKS)]
    assert links == [
        ("Re: The valve", "REPLIES_TO", "The valve"),
        ("offer", "ATTACHED_TO", "Re: The valve"),
        ("prices", "ATTACHED_TO", "Re: The valve"),
    ]
    before = graph_digest(graph)
    assert platform.ingest([folder]).documents["unchanged"] == 4
    assert graph_digest(graph) == before
    (answer,) = [row for row in platform.list_documents() if row["title"] == "Re: The valve"]
    shown = platform.fetch_document(answer["id"])
    assert [(one["relation"], one["title"]) for one in shown["related"]] == [
        ("attachment", "offer"), ("attachment", "prices"), ("reply to", "The valve")
    ]  # fmt: skip


def test_links_follow_what_changes_and_goes(
    platform: Platform, graph: Graph, tmp_path: Path
) -> None:
    folder = tmp_path / "mail"
    _write_thread(folder)
    platform.ingest([folder])
    changed = _mail(2, "Re: The valve", "See below.\n", In_Reply_To="<1@berg.example>")
    changed.add_attachment("name,price\nNP-40,90\n", subtype="csv", filename="prices.csv")
    (folder / "a.eml").write_bytes(changed.as_bytes())
    platform.ingest([folder])
    links = [tuple(row.values()) for row in graph.run_text(LINKS)]
    assert links == [
        ("Re: The valve", "REPLIES_TO", "The valve"),
        ("prices", "ATTACHED_TO", "Re: The valve"),
    ]
    (folder / "a.eml").unlink()
    report = platform.run_job(Job(sources=(Source(path=str(folder), prune=True),)))
    assert report.documents["removed"] == 2
    assert [row["title"] for row in platform.list_documents()] == ["The valve"]


def test_questions_are_answered_from_a_message_and_its_attachment(
    platform: Platform, tmp_path: Path
) -> None:
    folder = tmp_path / "mail"
    _write_thread(folder)
    packed = make_zip(
        tmp_path / "box.zip", {path.name: path.read_bytes() for path in folder.iterdir()}
    )
    platform.ingest([packed])
    answer = platform.ask("Who founded Kestrel Marine?")
    assert answer.answer == "Ines Duarte"
    uris = {row["id"]: row["uri"] for row in platform.list_documents()}
    places = [uris[one.document_id] for one in answer.evidence]
    assert f"{packed.as_uri()}#a.eml!/offer.docx" in places
    assert platform.ask("Where was the Norrpump NP-40 built?").answer == "Malmo"
