"""What the method "auto" is for a question."""

import pytest

from kgplatform.pipelines.methods import DEFAULT_METHOD, resolve_method

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    "question",
    [
        "What is on page 4 of the annual report?",
        "What does Table 2 show?",
        "Summarise section 3.2 of manual.pdf.",
    ],
)
def test_a_part_of_a_document_is_looked_for_by_kgp(question: str) -> None:
    assert resolve_method("auto", question) == "kgp"


@pytest.mark.parametrize(
    "question",
    [
        "Where did the engineer who designed the airship Norge die?",
        "Which band was Jimmy Page a founder of?",
        "Who founded Table Mountain Brewery?",
    ],
)
def test_any_other_question_goes_to_the_default_method(question: str) -> None:
    assert resolve_method("auto", question) == DEFAULT_METHOD


def test_a_named_method_is_kept() -> None:
    assert resolve_method("trace", "What is on page 4 of the annual report?") == "trace"
