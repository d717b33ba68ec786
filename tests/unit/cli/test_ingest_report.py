from __future__ import annotations

import pytest

from kgplatform.cli.ingest import print_report
from kgplatform.ingest.report import Tally

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("counts", "line"),
    [
        ({"German": 2, "French": 1}, "3 documents are not in English (2 in German, 1 in French): "),
        ({"German": 1}, "1 document is not in English (1 in German): "),
    ],
)
def test_documents_that_are_not_read_for_facts_are_counted_in_one_line(
    counts: dict[str, int], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tally = Tally()
    tally.counts.update(rows=7, new=3)
    tally.languages.update(counts)
    report = tally.report()
    print_report(report)
    (told,) = (text for text in capsys.readouterr().out.splitlines() if "English" in text)
    assert told.startswith(line)
    assert "--extractor llm" in told
    assert report.to_json()["languages"] == counts


def test_nothing_is_said_of_english(capsys: pytest.CaptureFixture[str]) -> None:
    tally = Tally()
    tally.counts.update(rows=7, new=3)
    print_report(tally.report())
    assert "English" not in capsys.readouterr().out
