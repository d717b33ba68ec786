"""Every error of the driver means something to people."""

from __future__ import annotations

import string

import pytest
from neo4j import exceptions as driver_errors

from kgplatform.errors import GraphUnavailable, QueryError, SchemaError
from kgplatform.graph.failures import CLASS_RULES, CODE_RULES, find_rule, make_error

pytestmark = pytest.mark.unit

FACTS = {"uri": "bolt://h", "user": "ada", "database": "db", "detail": "why"}
DRIVER_CLASSES = {
    name: kind
    for name, kind in vars(driver_errors).items()
    if isinstance(kind, type) and issubclass(kind, Exception)
}


def test_class_rules_are_exactly_the_classes_of_the_driver():
    assert set(CLASS_RULES) == set(DRIVER_CLASSES)


@pytest.mark.parametrize("name", sorted(DRIVER_CLASSES))
def test_find_rule_takes_the_most_special_class(name):
    ancestry = [kind.__name__ for kind in DRIVER_CLASSES[name].__mro__]
    assert find_rule(ancestry, "") is CLASS_RULES[name]


@pytest.mark.parametrize(
    ("code", "kind", "telling"),
    [
        ("Neo.ClientError.Database.DatabaseNotFound", GraphUnavailable, "'db'"),
        ("Neo.ClientError.Security.AuthenticationRateLimit", GraphUnavailable, "wait"),
        ("Neo.ClientError.Security.CredentialsExpired", GraphUnavailable, "changed"),
        ("Neo.ClientError.Statement.AccessMode", QueryError, "reading"),
        ("Neo.ClientError.Transaction.TransactionTimedOut", QueryError, "longer"),
        (
            "Neo.ClientError.Transaction.TransactionTimedOutClientConfiguration",
            QueryError,
            "longer",
        ),
        ("Neo.TransientError.General.MemoryPoolOutOfMemoryError", QueryError, "memory"),
    ],
)
def test_find_rule_lets_the_status_code_decide_first(code, kind, telling):
    error = make_error(find_rule(["Neo4jError"], code), code=code, query="q", **FACTS)
    assert type(error) is kind
    assert telling in str(error)


def test_graph_without_indexes_is_told_to_be_empty():
    detail = "There is no such fulltext schema index: passage_text"
    error = make_error(find_rule(["ClientError"], "", detail), code=None, query="q", **FACTS)
    assert isinstance(error, SchemaError)
    assert "run kgplatform ingest" in str(error)


def test_make_error_gives_a_query_error_its_facts():
    code = "Neo.ClientError.Statement.SyntaxError"
    error = make_error(CLASS_RULES["CypherSyntaxError"], code=code, query="count_nodes", **FACTS)
    assert (error.query_name, error.code) == ("count_nodes", code)


@pytest.mark.parametrize("rule", [*CLASS_RULES.values(), *CODE_RULES.values()])
def test_rules_are_one_sentence_without_the_password(rule):
    _, sentence = rule
    fields = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
    assert fields <= {"query", *FACTS}
    assert sentence.endswith(".")
    assert ". " not in sentence
