"""reStructuredText and subtitles."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgplatform.errors import SourceError
from kgplatform.records import Document
from kgplatform.sources.files import read_file

pytestmark = pytest.mark.unit

RST = """\
=====
Ships
=====

The *Fram* sailed with :ref:`Nansen <nansen>`, says `the log <http://x.example>`_.

.. include:: /etc/hostname

.. raw:: html

   <b>raw</b>

.. versionadded:: 1.2
   It has a *new* engine.

.. toctree::

   other

Crew
----

====  ====
name  year
====  ====
Fram  1892
====  ====

.. code-block:: python

   x = 1
"""
VTT = """\
WEBVTT - A title

STYLE
::cue { color: red }

NOTE nothing

1
00:00:01.000 --> 00:00:03.000 align:start
<v Ada Berg>The valve costs

2
00:00:03.100 --> 00:00:05.000
<v Ada Berg>90 <i>euros</i> &amp; tax.</v>

00:00:05.200 --> 00:00:06.000
<v Bo>Thanks.

01:01:30.000 --> 01:01:31.000
Bye.

00:xx --> 00:00:07.000
lost
"""


def _document(file: Path, content: str) -> Document:
    file.write_bytes(content.encode())
    (document,) = read_file(file)
    assert isinstance(document, Document), document
    return document


def test_restructured_text_has_sections_tables_and_what_directives_enclose(tmp_path: Path) -> None:
    document = _document(tmp_path / "a.rst", RST)
    assert document.title == "Ships"
    assert [(one.level, one.heading) for one in document.sections] == [(1, "Ships"), (2, "Crew")]
    assert "The Fram sailed with Nansen, says the log." in document.text
    assert "It has a new engine." in document.text
    assert document.tables[0].cells == (("name", "year"), ("Fram", "1892"))
    assert "```\nx = 1\n```" in document.text
    assert "raw" not in document.text
    assert "other" not in document.text
    assert document.unread == ("1 included file", "1 raw part")


def test_nothing_that_a_file_names_is_read(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    (tmp_path / "secret.csv").write_text("secret,x")
    content = (
        "Words.\n\n.. include:: secret.txt\n\n.. csv-table:: t\n   :file: secret.csv\n\n"
        ".. literalinclude:: secret.txt\n\n.. raw:: html\n   :file: secret.txt\n"
    )
    assert "secret" not in _document(tmp_path / "a.rst", content).text.replace("secret.", "")


def test_subtitles_are_paragraphs_of_their_speakers(tmp_path: Path) -> None:
    document = _document(tmp_path / "board-meeting.vtt", VTT)
    assert document.text == "Ada Berg: The valve costs 90 euros & tax.\n\nBo: Thanks.\n\nBye.\n"
    assert document.title == "board meeting"
    assert [page.label for page in document.pages] == ["0:00:01", "1:01:30"]
    second = document.pages[1]
    assert document.text[second.start : second.end] == "Bye.\n"
    assert document.unread == ("1 malformed caption",)


def test_subtitles_without_marks_are_joined_to_sentences(tmp_path: Path) -> None:
    content = (
        "1\r\n00:00:01,000 --> 00:00:03,000\r\nThe {\\an8}valve <i>costs</i>\r\n90 euros.\r\n\r\n"
        "2\r\n00:00:03,500 --> 00:00:05,000\r\n90 euros.\r\n\r\n"
        "3\r\n00:00:13,000 --> 00:00:15,000\r\nBye.\r\n"
    )
    document = _document(tmp_path / "a.srt", content)
    assert document.text == "The valve costs 90 euros. 90 euros.\n\nBye.\n"


@pytest.mark.parametrize(
    ("name", "content", "word"),
    [
        ("a.vtt", "words", "no file of subtitles"),
        ("a.srt", "words", "no file of subtitles"),
        ("a.vtt", "WEBVTT\n", "nothing to read"),
        ("a.rst", "..\n   a comment\n", "nothing to read"),
        ("a.srt", "", "empty"),
    ],
)
def test_what_holds_no_words_is_told(tmp_path: Path, name: str, content: str, word: str) -> None:
    (tmp_path / name).write_text(content)
    (failure,) = read_file(tmp_path / name)
    assert isinstance(failure, SourceError)
    assert word in str(failure)
