"""Results in words: which side of a query's pattern is the subject of its lines."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from kgplatform.wikidata.question.verbalise import MOST_LINES, describe_result, strip_comments
from kgplatform.wikidata.terms import PREFIXES, RdfTerm, Result, entity_iri, literal

pytestmark = pytest.mark.unit

LABELS = {
    "Q100": "Fram", "Q101": "Colin Archer", "Q104": "Larvik", "Q11446": "ship",
    "P287": "designed by", "P31": "instance of", "P569": "date of birth", "P19": "place of birth",
    "P580": "start time", "P634": "captain", "P1412": "languages spoken, written or signed",
    "Q9043": "Norwegian",
}  # fmt: skip
DATE = RdfTerm("literal", "1832-07-22T00:00:00Z", PREFIXES["xsd"] + "dateTime")


def label(identifiers: Iterable[str]) -> dict[str, str]:
    return {key: LABELS[key] for key in identifiers if key in LABELS}


def rows(*terms: RdfTerm) -> Result:
    return Result(("answer",), tuple({"answer": term} for term in terms))


@pytest.mark.parametrize(
    ("query", "result", "lines", "values"),
    [
        (
            "SELECT ?answer WHERE { <http://www.wikidata.org/entity/Q100> "
            "<http://www.wikidata.org/prop/direct/P287> ?answer }",
            rows(entity_iri("Q101")),
            ["Fram designed by Colin Archer"],
            ["Colin Archer"],
        ),
        (
            "SELECT ?s { ?s wdt:P287 wd:Q101 . ?s wdt:P31/wdt:P279* wd:Q11446 }",
            rows(entity_iri("Q100")),
            ["Fram designed by Colin Archer"],
            ["Fram"],
        ),
        (
            "SELECT ?d { wd:Q101 wdt:P569 ?d }",
            rows(DATE),
            ["Colin Archer date of birth 22 July 1832"],
            ["22 July 1832"],
        ),
        (
            "SELECT ?language { wd:Q101 wdt:P1412 ?language }",
            rows(entity_iri("Q9043")),
            ["Colin Archer languages spoken Norwegian"],
            ["Norwegian"],
        ),
        (
            "SELECT (COUNT(?x) AS ?count) { wd:Q100 wdt:P634 ?x }",
            rows(literal(2)),
            ["Fram captain: 2 in all"],
            ["2"],
        ),
        ("ASK { wd:Q100 wdt:P287 wd:Q101 }", Result(truth=True),
         ["Fram designed by Colin Archer: yes"], ["yes"]),
        ("ASK { wd:Q101 wdt:P19 wd:Q100 }", Result(truth=False),
         ["Colin Archer place of birth Fram: no"], ["no"]),
        (
            "SELECT ?t { wd:Q100 p:P634 ?n . ?n ps:P634 wd:Q101 . ?n pq:P580 ?t }",
            rows(DATE),
            ["Fram, Colin Archer captain, start time 22 July 1832"],
            ["22 July 1832"],
        ),
        ("SELECT ?c { wd:Q100 wdt:P31 ?c }", rows(entity_iri("Q11446")),
         ["Fram instance of ship"], ["ship"]),
    ],
    ids=["forward", "backward", "literal", "comma", "count", "yes", "no", "qualifier", "class"],
)  # fmt: skip
def test_a_result_is_told_as_lines(
    query: str, result: Result, lines: list[str], values: list[str]
) -> None:
    told = describe_result(query, result, label)
    assert (list(told.lines), list(told.values)) == (lines, values)


def test_things_without_a_name_and_repeated_values_are_left_out() -> None:
    result = rows(entity_iri("Q9"), RdfTerm("bnode", "b0"), entity_iri("Q101"), entity_iri("Q101"))
    told = describe_result("SELECT ?x { wd:Q100 wdt:P634 ?x }", result, label)
    assert told.values == ("Colin Archer",)
    assert describe_result("SELECT ?x { wd:Q100 wdt:P634 ?x }", Result(("x",)), label).lines == ()


def test_a_count_of_none_is_not_told_for_it_may_not_be_known() -> None:
    told = describe_result(
        "SELECT (COUNT(?x) AS ?n) { wd:Q100 wdt:P634 ?x }", rows(literal(0)), label
    )
    assert (told.lines, told.values, told.counts_none) == ((), (), True)
    assert told.problem == "nothing is known of what the question counts"
    assert describe_result("SELECT ?x { wd:Q100 wdt:P634 ?x }", Result(("x",)), label).problem


def test_a_long_list_is_cut() -> None:
    many = rows(*(literal(f"v{number}") for number in range(MOST_LINES + 5)))
    assert (
        len(describe_result("SELECT ?x { wd:Q100 wdt:P634 ?x }", many, label).lines) == MOST_LINES
    )


def test_comments_go_and_what_looks_like_one_stays() -> None:
    query = '# why\n# params: none\nSELECT ?x {\n  <http://a#b> ?p "# no" # here\n}'
    assert strip_comments(query) == 'SELECT ?x { <http://a#b> ?p "# no" }'


def test_a_row_of_two_columns_is_one_line() -> None:
    terms = (("Q100", literal(1892)), ("Q104", literal(24208)))
    result = Result(("x", "n"), tuple({"n": n, "x": entity_iri(qid)} for qid, n in terms))
    told = describe_result("SELECT ?x ?n { wd:Q101 wdt:P19 ?x . ?x wdt:P580 ?n }", result, label)
    assert told.lines == (
        "Colin Archer place of birth, start time Fram, 1892",
        "Colin Archer place of birth, start time Larvik, 24208",
    )
    assert told.values == ("Fram", "Larvik")


def test_a_thing_with_its_label_beside_it_is_told_once() -> None:
    row = {"x": entity_iri("Q104"), "xLabel": literal("Larvik", language="en")}
    other = {"x": entity_iri("Q9"), "xLabel": literal("Nowhere", language="en")}
    told = describe_result("SELECT ?x ?xLabel { wd:Q101 wdt:P19 ?x }",
                       Result(("x", "xLabel"), (row, other)), label)  # fmt: skip
    assert told.values == ("Larvik", "Nowhere")
    assert told.lines[0] == "Colin Archer place of birth Larvik"
