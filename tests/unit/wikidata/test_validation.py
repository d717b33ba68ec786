"""Which queries may be sent, and how they are limited."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kgplatform.errors import SparqlError
from kgplatform.wikidata.validation import check_query

pytestmark = pytest.mark.unit

FIRST_QUERIES = """
from concurrent.futures import ThreadPoolExecutor
from kgplatform.wikidata.validation import check_query

def check(times):
    return check_query(f"SELECT ?x WHERE {{ {'?x wdt:P31 ?y . ' * times}}}", limit=5)

with ThreadPoolExecutor(8) as pool:
    print(len(list(pool.map(check, range(1, 65)))), "checked")
"""
ONE = "SELECT ?x WHERE { wd:Q1 wdt:P31 ?x }"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("INSERT DATA { wd:Q1 wdt:P31 wd:Q5 }", "an update"),
        ("PREFIX a: <http://a/>\nDELETE WHERE { ?a ?b ?c }", "an update"),
        ("# SELECT\nDROP ALL", "an update"),
        ("WITH <http://g> DELETE { ?a ?b ?c } WHERE { ?a ?b ?c }", "no SPARQL query"),
        (f"{ONE}; DROP ALL", "no SPARQL query"),
        ("CONSTRUCT { ?a ?b ?c } WHERE { ?a ?b ?c }", "a CONSTRUCT"),
        ("DESCRIBE wd:Q1", "a DESCRIBE"),
        ("SELECT ?x { SERVICE <http://other/> { ?x ?y ?z } }", "a SERVICE"),
        ("SELECT ?x { { SELECT ?x { OPTIONAL { SERVICE ?s { ?x ?y ?z } } } } }", "a SERVICE"),
        ("ASK { FILTER EXISTS { SERVICE SILENT <http://o/> { ?x ?y ?z } } }", "a SERVICE"),
        ("SELECT ?x { foo:Q1 wdt:P31 ?x }", "foo: is not declared"),
        ("What is this?", "no SPARQL query"),
        ("", "no SPARQL query"),
        (f"{ONE} OFFSET {'9' * 5_000}", "larger than any result"),
        (f"{ONE} LIMIT {'9' * 5_000}", "larger than any result"),
        ("SELECT ?x { " + "{" * 60 + "}" * 60 + " }", "nests deeper"),
        ("SELECT ?x { ?x ?y '" + "a" * 20_000 + "' }", "20,0"),
    ],
)
def test_refused(text: str, reason: str) -> None:
    with pytest.raises(SparqlError, match=reason):
        check_query(text, limit=10)


def test_prefixes_that_wikidata_knows_are_declared_once() -> None:
    text = check_query(f"PREFIX wd: <http://www.wikidata.org/entity/> {ONE}", limit=10).text
    assert text.count("PREFIX wd:") == 1
    assert text.count("PREFIX wdt:") == 1


@pytest.mark.parametrize(
    ("text", "limit", "end"),
    [
        (ONE, 10, "LIMIT 10"),
        (f"{ONE} LIMIT 3", 10, "LIMIT 3"),
        (f"{ONE} LIMIT 300", 10, "LIMIT 10"),
        (f"{ONE} limit\n300 Offset 4", 10, "LIMIT 10 OFFSET 4"),
        (f"{ONE} OFFSET 4", 10, "LIMIT 10 OFFSET 4"),
        (f"{ONE} # LIMIT 3", 10, "LIMIT 10"),
        ("SELECT ?limit { ?limit ?p 'LIMIT 3' }", 10, "LIMIT 10"),
        ("SELECT ?x { { SELECT ?x { ?x ?y ?z } LIMIT 3 } }", 10, "LIMIT 10"),
        (f"{ONE} LIMIT 0", 10, "LIMIT 0"),
    ],
)
def test_limit_is_enforced_on_the_outermost_query(text: str, limit: int, end: str) -> None:
    checked = check_query(text, limit=limit)
    assert checked.text.splitlines()[-1] == end
    assert checked.limit == int(end.split()[1])


def test_a_limit_inside_stays() -> None:
    text = check_query("SELECT ?x { { SELECT ?x { ?x ?y ?z } LIMIT 3 } }", limit=10).text
    assert "LIMIT 3 }" in text


def test_values_at_the_end_follow_the_limit() -> None:
    text = check_query(f"{ONE} LIMIT 50 VALUES ?x {{ wd:Q5 }}", limit=10).text
    assert text.splitlines()[-2:] == ["LIMIT 10", "VALUES ?x { wd:Q5 }"]


def test_pages_stay_within_the_querys_own_limit() -> None:
    ordered = f"{ONE} ORDER BY ?x LIMIT 5"
    assert check_query(ordered, limit=2, offset=4).text.splitlines()[-1] == "LIMIT 1 OFFSET 4"
    assert check_query(ordered, limit=2, offset=6).limit == 0
    assert check_query(ordered, limit=2).is_ordered
    assert not check_query(ONE, limit=2).is_ordered


def test_ask_has_no_limit() -> None:
    checked = check_query("ASK { wd:Q1 wdt:P31 wd:Q5 }", limit=10)
    assert (checked.form, checked.limit) == ("ASK", 0)
    assert "LIMIT" not in checked.text


CALL = "SERVICE <http://other/> { ?a ?b ?c }"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (f"SELECT * {{ ?s ?p ?o # \\u000A {CALL}\n }}", "a SERVICE"),
        (f"SELECT * {{ ?s ?p ?o # \\U0000000a {CALL}\n }}", "a SERVICE"),
        (f"SELECT * {{ ?s ?p ?o # \r {CALL}\n }}", "a SERVICE"),
        (f'SELECT * {{ ?s ?p "x\\u0022 . {CALL} ?s ?p \\u0022" }}', "a SERVICE"),
        (f"SELECT * {{ ?s ?p ?o . \\u0053ERVICE{CALL[7:]} }}", "a SERVICE"),
        (f'SELECT * {{ ?s ?p "x\\u005Cu0022 . {CALL} ?s ?p \\u005Cu0022" }}', "behind an escape"),
        ('SELECT * { ?s ?p "\\uD800" }', "a character that there is not"),
        ('SELECT * { ?s ?p "\\U00110000" }', "a character that there is not"),
        ("SELECT * FROM <http://other/> { ?s ?p ?o }", "a FROM"),
        ("ASK FROM NAMED <http://other/> { ?s ?p ?o }", "a FROM"),
    ],
)
def test_nothing_is_hidden_from_the_check(text: str, reason: str) -> None:
    with pytest.raises(SparqlError, match=reason):
        check_query(text, limit=10)


def test_what_is_checked_is_what_is_sent() -> None:
    text = check_query('SELECT ?s { ?s ?p "\\u00d8 \\U0001F600 C:\\\\users" }', limit=5).text
    assert text == 'SELECT ?s { ?s ?p "Ø 😀 C:\\\\users" }\nLIMIT 5'


@pytest.mark.parametrize(
    "prefix", ["add", "limit", "offset", "values", "limit.a", "a.limit", "select"]
)
def test_a_prefix_that_reads_like_a_keyword_is_none(prefix: str) -> None:
    query = (
        f"PREFIX {prefix}: <http://a/>\nSELECT ?s {{ ?s {prefix}:5 ?o }} VALUES ?s {{ {prefix}:3 }}"
    )
    text = check_query(f"{query}", limit=5).text
    assert text.splitlines() == [
        f"PREFIX {prefix}: <http://a/>",
        f"SELECT ?s {{ ?s {prefix}:5 ?o }} ",
        "LIMIT 5",
        f"VALUES ?s {{ {prefix}:3 }}",
    ]


def test_the_first_queries_of_a_process_may_come_from_several_threads() -> None:
    """In a process of its own, since what goes wrong goes wrong at the first parse."""
    done = subprocess.run(
        [sys.executable, "-c", FIRST_QUERIES], capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("64 checked\n", "")
