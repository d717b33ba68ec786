from __future__ import annotations

import threading
import time

import pytest

from kgplatform.extract.reading import PassageReading
from kgplatform.ingest.report import Tally
from kgplatform.records import Passage, Usage

pytestmark = pytest.mark.unit


def _passage(number: int) -> Passage:
    return Passage(f"p{number}", "d", number, 0, 4, "Fram", "text")


def test_readings_are_added_up_with_what_they_lost() -> None:
    tally = Tally()
    readings = [
        PassageReading(dropped=(("empty part", 2),), usage=Usage(1, 100, 20)),
        PassageReading(failure="no JSON", dropped=(("empty part", 1),), usage=Usage(2, 50, 5)),
    ]
    tally.count_readings([_passage(0), _passage(1)], readings)
    report = tally.report()
    assert (report.passages, report.unread, report.dropped) == (2, 1, {"empty part": 3})
    assert report.usage == Usage(3, 150, 25)
    assert report.failures == ("Passage p1 of 'Fram' could not be read: no JSON",)
    assert report.to_json()["usage"]["prompt_tokens"] == 150


def test_time_of_models_counts_overlapping_work_once() -> None:
    tally = Tally()

    def embed() -> None:
        with tally.timed("embed"):
            time.sleep(0.05)

    thread = threading.Thread(target=embed)
    with tally.timed("parse"):
        thread.start()
        thread.join()
    with tally.timed("write"):
        time.sleep(0.01)
    seconds = tally.report().seconds
    assert seconds["models"] < seconds["parse"] + seconds["embed"]


def test_state_in_short_names_only_what_there_is() -> None:
    tally = Tally()
    tally.counts["passages"] = 1200
    assert tally.in_short() == "1,200 passages"
    tally.usage = Usage(1, 1000, 500)
    tally.failures.append("one")
    assert tally.in_short() == "1,200 passages, 1,500 tokens, 1 failures"


def test_run_keeps_numbers_only() -> None:
    properties = Tally().run_properties()
    assert properties["passages"] == 0
    assert all(isinstance(value, int) for value in properties.values())


def test_reports_of_two_parts_are_one() -> None:
    one, two = Tally(), Tally()
    one.counts.update(new=2, passages=3)
    one.derived["names merged"] = 1
    two.counts.update(new=1, unchanged=4, rows=7)
    two.derived["Wikidata items"] = 5
    two.failures.append("Q9 is unknown.")
    both = one.report() + two.report()
    assert (both.documents["new"], both.documents["unchanged"], both.passages) == (3, 4, 3)
    assert both.derived == {"names merged": 1, "Wikidata items": 5}
    assert (both.failures, both.rows_written) == (("Q9 is unknown.",), 7)
