"""The reader on what engineers write: runbooks, settings, changelogs, questions with answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgplatform.answer import read
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Evidence, ScoredPassage
from tests.pipeline import heads
from tests.unit.answer.evidence import passage_of

pytestmark = pytest.mark.unit

UNSURE = pytest.mark.xfail(reason="not sure enough how much of it answers", strict=True)
UNSEEN = pytest.mark.xfail(reason="what a bound is of is not seen", strict=True)

SETTINGS = """| Setting | Default | Meaning |
| --- | --- | --- |
| GATE_TIMEOUT_MS | 2500 | Time after which a call is given up |
| GATE_MAX_RETRIES | 3 | How often a failed call is tried again |
| GATE_REGION | eu-west-1 | Region in which data is stored |
| GATE_LOG_LEVEL | info | Least severity that is recorded |"""
QUEUE = (
    "Fires when the settlement queue holds more than 10,000 messages. "
    "Restart the consumers with settlectl restart."
)
DEPLOYMENT = (
    "Deployments run every Tuesday at 10:00. To roll back, run gatectl rollback. "
    "Rollbacks must be approved by the duty manager."
)


def under(section: str, text: str) -> ScoredPassage:
    return replace(passage_of("Gate handbook", text), passage_id=section, section=section)


EVIDENCE = Evidence(
    (
        under("Settings", SETTINGS),
        under("Alerts > QueueBacklog", QUEUE),
        under("Deployment", DEPLOYMENT),
        under("Dependencies", "It calls the fraud check, which is owned by Team Osprey."),
        under("Changes > 3.2.0 (2025-03-14)", "Refunds can be partial. /v1/charge is deprecated."),
        under("Changes > 3.1.0 (2025-01-20)", "Support for Python 3.8 was dropped."),
        under("FAQ > How do I get access?", "Open a ticket and name your manager. It takes a day."),
        under(
            "FAQ > Who approves expenses?", "Expenses up to 500 euros are approved by your lead."
        ),
        under("Storage", "Backups go to Dublin. They are kept for 35 days. A file may have 5 MB."),
    )
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the default log level?", "info"),
        ("How often is a failed call tried again?", "3"),
        ("In which region is data stored?", "eu-west-1"),
        ("What is the default of GATE_TIMEOUT_MS?", "2500"),
        (
            "When does QueueBacklog fire?",
            "when the settlement queue holds more than 10,000 messages",
        ),
        (
            "How do I restart the settlement consumers?",
            "Restart the consumers with settlectl restart",
        ),
        ("How do I roll back a deployment?", "run gatectl rollback"),
        ("How do I get access?", "Open a ticket and name your manager"),
        pytest.param("When do deployments run?", "Tuesday at 10:00", marks=UNSURE),
        ("Who must approve a rollback?", "the duty manager"),
        ("Who approves expenses up to 500 euros?", "your lead"),
        ("When was version 3.1.0 released?", "2025-01-20"),
        ("Which version dropped support for Python 3.8?", "3.1.0"),
        ("In which version was /v1/charge deprecated?", "3.2.0"),
        ("How long are backups kept?", "35 days"),
        ("How large may a file be?", "5 MB"),
    ],
)
def test_read_answers(question: str, answer: str, linguistics: Linguistics) -> None:
    assert read(question, EVIDENCE, linguistics=linguistics, heads=heads()).answer == answer


@pytest.mark.parametrize(
    "question",
    [
        "How do I delete an account?",
        "When does the DiskFull alert fire?",
        "When was version 3.3.0 released?",
        "Which version added webhooks?",
        "How long are logs kept?",
        pytest.param("Who approves expenses above 500 euros?", marks=UNSEEN),
        "Which service does Gate call?",
    ],
)
def test_read_is_silent_where_nothing_tells(question: str, linguistics: Linguistics) -> None:
    assert read(question, EVIDENCE, linguistics=linguistics, heads=heads()).abstained


def test_a_question_that_begins_with_a_title_of_how_to_asks_for_no_way(
    linguistics: Linguistics,
) -> None:
    evidence = Evidence((passage_of("How to Eat", "How to Eat is a book released in 1998."),))
    question = "How to Eat was released in which year?"
    assert read(question, evidence, linguistics=linguistics, heads=heads()).answer == "1998"


def test_what_a_heading_tells_is_cited_with_it(linguistics: Linguistics) -> None:
    reading = read(
        "When was version 3.2.0 released?", EVIDENCE, linguistics=linguistics, heads=heads()
    )
    (citation,) = reading.citations
    assert citation.section == "Changes > 3.2.0 (2025-03-14)"
    assert citation.quote == "Refunds can be partial. /v1/charge is deprecated."
