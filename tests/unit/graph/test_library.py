"""How query files are read, and which are refused."""

from __future__ import annotations

import pytest

from kgplatform.errors import QueryError, UsageError
from kgplatform.graph.library import (
    Column,
    Parameter,
    load_query,
    parse_query,
    people_queries,
    query_names,
    split_statements,
)

pytestmark = pytest.mark.unit

TEXT = """\
// purpose: find people
// by name
// params: $name: string - in any case, $years: list<[from, to]> - when
// params: $limit: integer
//   at most
// returns: id: string, count: integer - of passages
MATCH (p:Person {name: $name}) WHERE p.born IN $years RETURN p.id AS id, 1 AS count LIMIT $limit
"""


def test_parse_query_reads_purpose_parameters_and_columns():
    query = parse_query("find_people", TEXT)
    assert query.purpose == "find people by name"
    assert query.parameters == (
        Parameter("name", "string", "in any case"),
        Parameter("years", "list<[from, to]>", "when"),
        Parameter("limit", "integer at most"),
    )
    assert query.columns == (Column("id", "string"), Column("count", "integer", "of passages"))


@pytest.mark.parametrize(
    ("given", "telling"),
    [
        ({"name": "Ada"}, "needs a value for limit, years"),
        ({"name": "Ada", "years": [], "limit": 1, "nmae": "Ada"}, "no parameter nmae"),
    ],
)
def test_text_for_refuses_other_parameters_than_declared(given, telling):
    with pytest.raises(UsageError, match=telling):
        parse_query("find_people", TEXT).text_for(given)


def test_defaults_are_those_of_the_header_and_a_group_says_that_people_run_it():
    header = "// List.\n// group: Facts\n// params: $kind: string = null - of it, $n: integer = 5\n"
    query = parse_query("some", header + "// params: $name: string\nRETURN $kind, $n, $name")
    assert query.defaults == {"kind": None, "n": 5}
    assert query.parameters[0] == Parameter("kind", "string", "of it", "null")
    assert query.group == "Facts"
    assert parse_query("find_people", TEXT).defaults == {}


def test_parse_query_refuses_a_default_that_is_no_json():
    with pytest.raises(QueryError, match="no JSON"):
        parse_query("some", "// List.\n// params: $n: integer = many\nRETURN $n AS n")


def test_queries_for_people_have_a_limit_or_nothing_to_limit():
    for query in people_queries():
        if query.name.startswith("list_") and query.name != "list_applied_migrations":
            assert isinstance(query.defaults["limit"], int), query.name


def test_parse_query_keeps_the_text_as_a_person_would_paste_it():
    assert parse_query("find_people", TEXT).text == TEXT


def test_parse_query_takes_a_purpose_without_its_key():
    assert parse_query("one", "// Say one.\n// params: none\nRETURN 1 AS x").purpose == "Say one."


def test_parse_query_sees_no_parameter_in_texts_comments_and_dynamic_labels():
    text = "// p\nRETURN '$a' AS a, \"$b\" AS b, `$c` AS c // $d\n/* $e */"
    assert parse_query("none", text).parameters == ()
    assert parse_query("label", "// p\nMATCH (n:$(labels(n))) RETURN n").parameters == ()


@pytest.mark.parametrize(
    ("text", "telling"),
    [
        ("RETURN 1", "what it is for"),
        ("// params: $a: string\nRETURN $a", "what it is for"),
        ("// p\nRETURN $a", r"\$a is used"),
        ("// p\n// params: $a: string\nRETURN 1", r"\$a is declared"),
        ("// p\n// params: a string\nRETURN 1", "a string"),
        ("// p\n// returns: id\nRETURN 1 AS id", "'id'"),
    ],
)
def test_parse_query_refuses_a_header_that_does_not_fit_the_text(text, telling):
    with pytest.raises(QueryError, match=telling) as caught:
        parse_query("broken", text)
    assert caught.value.query_name == "broken"
    assert "broken.cypher" in str(caught.value)


def test_load_query_reads_a_file_by_its_name():
    assert [column.name for column in load_query("count_nodes").columns] == ["label", "count"]


@pytest.mark.parametrize("name", query_names())
def test_load_query_accepts_every_shipped_file(name):
    query = load_query(name)
    assert query.name == name
    assert ";" not in split_statements(query.text)[0]
    assert len(split_statements(query.text)) == 1


def test_load_query_lists_names_that_look_like_an_unknown_one():
    with pytest.raises(UsageError, match="count_nodes"):
        load_query("count_node")


@pytest.mark.parametrize(
    "name", ["../cypher/V0001__x", "/etc/passwd", "", "count_nodes.cypher", "."]
)
def test_load_query_refuses_a_path(name):
    with pytest.raises(UsageError, match="no query"):
        load_query(name)


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("", []),
        (" ;; // only; a comment", []),
        ("RETURN 1", ["RETURN 1"]),
        ("RETURN 1;\nRETURN 2;\n", ["RETURN 1", "RETURN 2"]),
        ("RETURN ';' AS a; RETURN `b;`", ["RETURN ';' AS a", "RETURN `b;`"]),
        (r"RETURN '\';' AS a; RETURN 2", [r"RETURN '\';' AS a", "RETURN 2"]),
        ("RETURN 1 // no; end\n; /* nor; here */ RETURN 2", ["RETURN 1", "RETURN 2"]),
        ("RETURN 'a // b'; RETURN 4 / 2", ["RETURN 'a // b'", "RETURN 4 / 2"]),
    ],
)
def test_split_statements_parts_at_semicolons_that_end_one(text, statements):
    assert split_statements(text) == statements
