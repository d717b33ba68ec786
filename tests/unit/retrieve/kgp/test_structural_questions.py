"""Which parts of documents a question names, read by rules from the question alone.

What is expected is written in short: "table #2,3 @-1 ~prices in page #4" are the tables with the
numbers 2 and 3, the last one, about prices, on page 4; "all" says that nothing tells which.
"""

from __future__ import annotations

import pytest

from kgplatform.question.document_parts.questions import parse_structure
from kgplatform.question.document_parts.references import Reference


def short(reference: Reference) -> str:
    told = [
        f"#{','.join(reference.numbers)}" if reference.numbers else "",
        f"@{','.join(map(str, reference.positions))}" if reference.positions else "",
        f"~{reference.topic}" if reference.topic else "",
    ]
    words = [word for word in told if word] or ["all"]
    outer = f"in {short(reference.within)}" if reference.within else ""
    return " ".join([reference.kind, *words, outer]).strip()


def parse(question: str) -> list[str]:
    parsed = parse_structure(question)
    return [short(reference) for reference in parsed.references] if parsed else []


PAGES = {
    "What is on page 4 of the report?": ["page #4"],
    "What's on p.4?": ["page #4"],
    "Summarise pages 3 to 5": ["page #3,4,5"],
    "pp. 3–5, and p. 7": ["page #3,4,5", "page #7"],
    "pages 3-5": ["page #3,4,5"],
    "Read me pages 4, 5, and 9": ["page #4,5,9"],
    "pages 4 & 5": ["page #4,5"],
    "page no. 5": ["page #5"],
    "page number four": ["page #4"],
    "Pg. 5": ["page #5"],
    "What does page iv say?": ["page #IV"],
    "What is on page forty two?": ["page #42"],
    "What is on page one?": ["page #1"],
    "What does the last page say?": ["page @-1"],
    "the twenty-first page": ["page @21"],
    "the second-to-last page": ["page @-2"],
    "the page before the last": ["page @-2"],
    "the last but one page": ["page @-2"],
    "What are the first two pages about?": ["page @1,2"],
    "the last three pages": ["page @-3,-2,-1"],
    "on the 2nd and 3rd pages": ["page @2,3"],
    "What is the key difference between pages 1 and 3?": ["page #1,3"],
    "What is told between pages 1 and 3?": ["page #1,2,3"],
    "What is the difference between page 1 and page 3?": ["page #1", "page #3"],
    "How does the second page differ from the fifth one?": ["page @2", "page @5"],
    "How does the second page differ from the fifth?": ["page @2", "page @5"],
    "What does the figure on page 3 show?": ["page #3"],
    "Is there a picture on slide 3?": ["page #3"],
    "What is in the sheet “Revenue 2020”?": ["page ~Revenue 2020"],
    "What does the Revenue sheet hold?": ["page ~Revenue"],
    "How many pages does the report have?": ["page all"],
    "What is on page 1,234 of the report?": ["page #1234"],
    "pages 100,200,300": ["page #100,200,300"],  # no number has two groups without a third digit
    "pages 9,12": ["page #9,12"],
    "what is on p4 of the report?": ["page #4"],
    "Summarise pp4-6": ["page #4,5,6"],
    "Compare P4 and p6": ["page #4", "page #6"],
}
TABLES = {
    "What does table 2 show?": ["table #2"],
    "What does Table 2.1 show?": ["table #2.1"],
    "Table SA3": ["table #SA3"],
    "Table II": ["table #II"],
    "Table A": ["table #A"],
    "What does Table A-1 show?": ["table #A-1"],
    "Tables A–1 and SA-2": ["table #A–1,SA-2"],
    "Table P4": ["table #P4"],
    "tbl. 3": ["table #3"],
    "the table numbered 6.2": ["table #6.2"],
    "Compare tables 6.1 and 6.2": ["table #6.1,6.2"],
    "tables CA7, CA8 and CA9": ["table #CA7,CA8,CA9"],
    "tables 6.1-6.3": ["table #6.1,6.2,6.3"],
    "Table 6.1, 6.2 and 6.3": ["table #6.1,6.2,6.3"],
    "In table 2, 3 countries are listed": ["table #2"],
    "What is the second table?": ["table @2"],
    "the second largest table": ["table @2"],
    "the last table": ["table @-1"],
    "the first and third tables": ["table @1,3"],
    "It has several tables; describe the third one.": ["table @3"],
    "Which of the tables has most rows?": ["table all"],
    "What does the table show?": ["table all"],
    "What does the table on page 3 show?": ["table all in page #3"],
    "Based on Table on Page 4, how many are fellows?": ["table all in page #4"],
    "What is the second table on page 3 about?": ["table @2 in page #3"],
    "On page 3, what are the headings of the table?": ["table all in page #3"],
    "page 3's second table": ["table @2 in page #3"],
    "the table at the bottom of page 3": ["table all in page #3"],
    "the table that is printed on the third page": ["table all in page @3"],
    "What is the third item in Table 1 of Page 2?": ["table #1 in page #2"],
    "Show me the tables in section 6.4": ["table all in section #6.4"],
    "In section 3.2 of the paper, what is in the table?": ["table all in section #3.2"],
    "What is the difference between Page 1 and Table 2": ["page #1", "table #2"],
    "What does page 3 say about table 2?": ["page #3", "table #2"],
    "What does the table about prices say?": ["table ~prices say"],
    "Which table shows the own-brand shares?": ["table ~the own-brand shares"],
    "Is there a table in the report that lists wages?": ["table ~wages"],
    "the table whose columns include “Name” and “Age”": ["table ~columns include Name and Age"],
    "What is in the own brand shares table?": ["table ~own brand shares"],
    "the table on wholesale prices": ["table ~wholesale prices"],
    "the table titled 'Sales, by year'": ["table ~Sales, by year"],
    "the table with the prices on page 9": ["table ~the prices in page #9"],
    "What is the takeaway of the table that starts on page 1?": ["table all in page #1"],
    "the table in the report on page 3": ["table all in page #3"],
    "Do the five tables support it?": ["table all"],
}
SECTIONS = {
    "What is section 3.2 about?": ["section #3.2"],
    "Section VII": ["section #VII"],
    "§ 4.2": ["section #4.2"],
    "Sec. 4": ["section #4"],
    "Give an overview of chapters 2 and 3": ["section #2,3"],
    "What does Appendix A say?": ["section #A"],
    "What is in part II?": ["section #II"],
    "the final section": ["section @-1"],
    "Summarise the introduction": ["section ~introduction"],
    "a summary of the introduction on page 2": ["section ~introduction in page #2"],
    "Summarise the conclusions of the report": ["section ~conclusions"],
    "Summarise the introduction of harbours.md": ["section ~introduction"],
    "Summarise the introduction of “Harbours”": ["section ~introduction"],
    "Summarise the introduction of the Harbour Guide": ["section ~introduction"],
    "What is in the Bomb Threats section on page 2?": ["section ~Bomb Threats in page #2"],
    "the section titled Methods and Materials": ["section ~Methods and Materials"],
    "the section labeled “Product description”": ["section ~Product description"],
    "the part headed “Aims”": ["section ~Aims"],
    "briefly summarize the section Round Robin": ["section ~Round Robin"],
    "the chapter about trade": ["section ~trade"],
    "a summary of the Cover section": ["section ~Cover"],
    "Which sections discuss food?": ["section ~food"],
    "the part of our report headed “Diet”": ["section ~Diet"],
    "the part of our copy of diet.pdf headed “Diet”": ["section ~Diet"],
    "the part of our file eu 22 headed “Diet”": ["section ~Diet"],
    "the Rules 2007-2013 section": ["section ~Rules 2007 - 2013"],
    "What does Article 5 say?": ["section #5"],
}
CONTENT = [
    "What is the population of Finland?",
    "Which band was Jimmy Page a founder of?",
    "Who invented the periodic table of the elements?",
    "Who won the table tennis final?",
    "What is the height of Table Mountain?",
    "Who was the first knight of the Round Table?",
    "Who supplies part VX-300?",
    "What does article 4471-20815 cost?",
    "When was the introduction of the euro?",
    "How did he come to the conclusion that it was late?",
    "Rewrite the table of contents.",
    "Which section of the film was shot in Oslo?",
    "What is a three page letter called?",
    "Who is the chapter president?",
    "Who was the last king of Portugal?",
    "What part of Australia is Alice River in?",
    "Is this the only article that they have written?",
    "In which section of the orchestra did he play?",
    "Which PG-13 film did he make?",
    "Is the p53-like protein a tetramer?",
    "",
    "???",
]


@pytest.mark.parametrize(
    ("question", "expected"), (PAGES | TABLES | SECTIONS).items(), ids=(PAGES | TABLES | SECTIONS)
)
def test_parts_are_read(question: str, expected: list[str]) -> None:
    assert parse(question) == expected


@pytest.mark.parametrize("question", CONTENT)
def test_content_names_no_part(question: str) -> None:
    assert parse_structure(question) is None


def test_one_is_told_from_several() -> None:
    single = parse_structure("the table on page 3")
    several = parse_structure("the tables on page 3")
    assert single is not None
    assert several is not None
    assert (single.references[0].is_single, several.references[0].is_single) == (True, False)


def test_rest_is_what_names_no_part() -> None:
    parsed = parse_structure("In Table 4, what is the price of tea on page 9?")
    assert parsed is not None
    assert parsed.rest == "In what is the price of tea on"


@pytest.mark.parametrize(
    ("question", "spans", "documents"),
    [
        ("page 1 of DOC and page 2 of DOC", [(10, 13), (28, 31)], [(0,), (1,)]),
        ("In DOC, page 1 and table 2", [(3, 6)], [(0,), (0,)]),
        ("page 3 of DOC, DOC and DOC", [(10, 13), (15, 18), (23, 26)], [(0, 1, 2)]),
        ("page 3", [], [()]),
    ],
)
def test_parts_go_with_their_documents(
    question: str, spans: list[tuple[int, int]], documents: list[tuple[int, ...]]
) -> None:
    parsed = parse_structure(question, documents=spans)
    assert parsed is not None
    assert [reference.documents for reference in parsed.references] == documents


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("what is on page 2 of fram?", ["fram"]),
        ("Table 3 in the fram and the last page of gjoa", ["fram", "gjoa"]),
        ("page 2 of Tables", ["Tables"]),
        ("page 2 of the report", []),
        ("In Table 2, how many lived in Paris?", []),
        ("the table of prices", []),
        ("page 2", []),
    ],
)
def test_the_place_of_a_documents_name_is_told(question: str, words: list[str]) -> None:
    parsed = parse_structure(question)
    assert parsed is not None
    assert sorted(parsed.places) == [question.index(word) for word in words]


def test_words_of_a_document_name_are_no_part() -> None:
    question = "What is on page 2 of Chapter 6, Tables?"
    start = question.index("Chapter")
    parsed = parse_structure(question, documents=[(start, len(question) - 1)])
    assert parsed is not None
    assert [short(reference) for reference in parsed.references] == ["page #2"]


def test_a_page_opens_beyond_the_name_of_its_document() -> None:
    question = "Page 1 of the PDF called aurora contains a table: what is it about?"
    start = question.index("aurora")
    parsed = parse_structure(question, documents=[(start, start + len("aurora"))])
    assert parsed is not None
    assert [short(reference) for reference in parsed.references] == ["table all in page #1"]


@pytest.mark.parametrize(
    ("question", "owner"),
    [
        ("What does page 2 of Harry Potter say?", "Harry Potter say"),
        ("What does Section 230 of the Communications Decency Act say?", "Communications Decency"),
        ("What does page 2 of the report say?", ""),
        ("What does page 2 of the Annual Report say?", ""),
    ],
)
def test_a_name_in_a_documents_place_is_told(question: str, owner: str) -> None:
    parsed = parse_structure(question)
    assert parsed is not None
    assert parsed.references[0].owner.startswith(owner)
    assert bool(parsed.references[0].owner) == bool(owner)


def test_a_mistyped_range_is_not_counted_out() -> None:
    assert parse("pages 1 to 1000000") == ["page #1,1000000"]
    assert parse("pages 5 to 3") == ["page #5,3"]
