"""Which documents a question names, by title or file name, with and without slips of the pen."""

from __future__ import annotations

import pytest

from kgplatform.retrieve.kgp.structural.documents import DocumentName, find_documents

DOCUMENTS = [
    DocumentName("four", "eu 004", "file:///data/eu-004.pdf"),
    DocumentName("thirteen", "Training of teachers in Finland", "file:///data/eu-013.pdf"),
    DocumentName("retail", "Chapter 6 – Retail trade", "file:///data/retail%20trade_2001.docx"),
    DocumentName("line", "Background", "file:///data/corpus.jsonl#b7-12"),
    DocumentName("oslo", "Oslo", "file:///data/cities.md"),
]


def named(question: str) -> list[tuple[str, tuple[str, ...]]]:
    mentions = find_documents(question, DOCUMENTS)
    return [(question[mention.start : mention.end], mention.ids) for mention in mentions]


@pytest.mark.parametrize(
    ("question", "found", "key"),
    [
        ("page 4 of eu-004", "eu-004", "four"),
        ("page 4 of EU004.", "EU004", "four"),
        ("page 4 of eu_004.pdf", "eu_004.pdf", "four"),
        ("page 4 of EU 4", "EU 4", "four"),
        ("page 4 of eu-004.pfd", "eu-004.pfd", "four"),
        ("page 4 of ue-004.pdf", "ue-004.pdf", "four"),
        ("page 4 of eu-0004", "eu-0004", "four"),
        (
            "In “Training of teachers in Finland”, page 2",
            "“Training of teachers in Finland”",
            "thirteen",
        ),
        (
            "page 2 of training of teachers in finland",
            "training of teachers in finland",
            "thirteen",
        ),
        (
            "page 2 of Trainning of teachers in Finland",
            "Trainning of teachers in Finland",
            "thirteen",
        ),
        ("page 2 of the retail trade 2001 file", "retail trade 2001", "retail"),
        ("page 2 of the Finland training report", "Finland training", "thirteen"),
        ("the second table of the Finland document", "Finland", "thirteen"),
        ("the table in b7-12", "b7-12", "line"),
        ("What does table 2 of Oslo say", "Oslo", "oslo"),
    ],
)
def test_a_document_is_found(question: str, found: str, key: str) -> None:
    assert named(question) == [(found, (key,))]


def test_documents_are_found_in_their_order() -> None:
    question = "How does page 1 of eu-013 differ from page 2 of eu-004?"
    assert named(question) == [("eu-013", ("thirteen",)), ("eu-004", ("four",))]


@pytest.mark.parametrize(
    "question",
    [
        "What is on page 4?",
        "page 4 of eu-005",  # other numbers are another file
        "page 13 of us-014",
        "What is the report about?",
        "the table titled 'Trade of the EU-4 and of other countries'",
        "what is the background of the case?",  # a single word must be written as a name
        "Oslo is where?",  # and not as the first word only
        "",
    ],
)
def test_no_document_is_found(question: str) -> None:
    assert named(question) == []


@pytest.mark.parametrize(
    ("question", "is_word"),
    [
        ("What does page 2 of oslo say", False),  # where a name is expected
        ("In Table 2, how many lived in Oslo?", True),
        ("Table 2 of “Oslo”", False),
        ("Table 2 of Oslo.pdf", False),
        ("page 2 of eu-004", False),
    ],
)
def test_one_word_of_the_question_may_mean_something_else(question: str, is_word: bool) -> None:
    places = [question.index("oslo")] if "oslo" in question else []
    [mention] = find_documents(question, DOCUMENTS, places=places)
    assert mention.is_word is is_word
    others = find_documents(question, DOCUMENTS, places=places, words=False)
    assert others == ([] if is_word else [mention])


def test_documents_of_one_name_are_found_together() -> None:
    twins = [
        DocumentName("a", "Annual report", "file:///a/report.pdf"),
        DocumentName("b", "Annual report", "file:///b/summary.pdf"),
    ]
    mentions = find_documents("page 1 of the annual report", twins)
    assert [mention.ids for mention in mentions] == [("a", "b")]


def test_a_long_name_is_preferred_to_its_beginning() -> None:
    names = [
        DocumentName("short", "Retail trade", "file:///x1.pdf"),
        DocumentName("long", "Retail trade in Norway", "file:///x2.pdf"),
    ]
    mentions = find_documents("page 3 of Retail trade in Norway", names)
    assert [mention.ids for mention in mentions] == [("long",)]
