"""What stands under a heading is read as said of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgplatform.answer import read
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Evidence
from tests.pipeline import heads
from tests.unit.answer.evidence import passage_of

pytestmark = pytest.mark.unit

TEXTS = (
    ("Installation > Linux", "Unpack the archive into a folder. It needs 300 MB of disk."),
    ("Installation > Windows", "Run the installer. It needs 520 MB of disk and a restart."),
    ("Limits > Free plan", "Up to 5 users may log in. Files are kept for 30 days."),
    ("Limits > Team plan", "Up to 50 users may log in. Files are kept for 365 days."),
    ("Support", "The desk is open from Monday to Friday, 9:00 to 17:00. Its head is Marta Ruiz."),
    ("Release 2.4.0", "The old console was removed because nobody used it."),
)
EVIDENCE = Evidence(
    tuple(
        replace(passage_of("Kestrel handbook", text), passage_id=section, section=section)
        for section, text in TEXTS
    )
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How much disk does Kestrel need on Windows?", "520 MB"),
        ("How many users may log in on the Team plan?", "50"),
        ("How long are files kept on the Free plan?", "30 days"),
        ("Why was the old console removed in release 2.4.0?", "because nobody used it"),
        ("Who is the head of support at Kestrel?", "Marta Ruiz"),
        ("How much disk does Kestrel need on macOS?", ""),
        ("Why was the old console removed in release 2.3.0?", ""),
    ],
)
def test_read_takes_headings_as_said(question: str, answer: str, linguistics: Linguistics) -> None:
    assert (
        read(question, EVIDENCE, linguistics=linguistics, heads=heads()).answer.removeprefix(
            "Up to "
        )
        == answer
    )
