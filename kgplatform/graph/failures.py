"""What each of the driver's errors means to people: an error class of ours and one sentence.

Rules are keyed by name, so that this table can be read, and tested to be complete, apart from the
driver, which only `connection` may import.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kgplatform.errors import (
    GraphClosed,
    GraphError,
    GraphUnavailable,
    QueryError,
    ReadOnlyGraph,
    SchemaError,
)

__all__ = ["CLASS_RULES", "OUT_OF_MEMORY", "TLS_TROUBLE", "Rule", "find_rule", "make_error"]

OUT_OF_MEMORY = "MemoryPoolOutOfMemory"

Rule = tuple[type[GraphError], str]

UNREACHABLE: Rule = (
    GraphUnavailable,
    "Neo4j at {uri} does not answer: check that it runs there (kgplatform db status shows the "
    "local one) and that the address is right (+s behind bolt or neo4j if it wants TLS).",
)
TLS_TROUBLE: Rule = (
    GraphUnavailable,
    "No encrypted connection to {uri}: use bolt:// or neo4j:// if that Neo4j has no TLS, +ssc if "
    "its certificate is self-signed.",
)
BUSY: Rule = (
    GraphUnavailable,
    "Neo4j at {uri} cannot run '{query}' just now ({detail}): try again.",
)
REFUSED_USER: Rule = (
    GraphUnavailable,
    "Neo4j at {uri} does not accept user '{user}' with this password: check the user name and "
    "the password (KGPLATFORM_NEO4J_USER, KGPLATFORM_NEO4J_PASSWORD).",
)
BAD_CONFIGURATION: Rule = (
    GraphUnavailable,
    "The connection to {uri} cannot be set up ({detail}): correct the address "
    "(KGPLATFORM_NEO4J_URI).",
)
REFUSED_QUERY: Rule = (QueryError, "Neo4j refused '{query}': {detail}.")
SERVER_FAULT: Rule = (
    QueryError,
    "Neo4j failed while running '{query}' ({detail}): try again; if it stays so, the graph's files "
    "may be damaged: restore a backup (kgplatform db restore FILE for the local Neo4j).",
)
MISUSE: Rule = (
    QueryError,
    "'{query}' was run in a session that was already closed or failed ({detail}): start over.",
)

READ_ONLY: Rule = (
    ReadOnlyGraph,
    "'{query}' writes, and the database at {uri} is read-only: name another database.",
)
MAY_NOT: Rule = (
    ReadOnlyGraph,
    "User '{user}' may not run '{query}' on {uri} ({detail}): use another user.",
)

CLASS_RULES: dict[str, Rule] = {
    "GqlError": REFUSED_QUERY,
    "Neo4jError": REFUSED_QUERY,
    "ClientError": REFUSED_QUERY,
    "CypherSyntaxError": REFUSED_QUERY,
    "CypherTypeError": REFUSED_QUERY,
    "ConstraintError": REFUSED_QUERY,
    "AuthError": REFUSED_USER,
    "TokenExpired": REFUSED_USER,
    "Forbidden": MAY_NOT,
    "DatabaseError": SERVER_FAULT,
    "TransientError": BUSY,
    "DatabaseUnavailable": BUSY,
    "NotALeader": BUSY,
    "ForbiddenOnReadOnlyDatabase": READ_ONLY,
    "DriverError": MISUSE,
    "SessionError": MISUSE,
    "TransactionError": MISUSE,
    "TransactionNestingError": MISUSE,
    "ResultError": MISUSE,
    "ResultFailedError": MISUSE,
    "ResultConsumedError": MISUSE,
    "ResultNotSingleError": MISUSE,
    "BrokenRecordError": MISUSE,
    "SessionExpired": UNREACHABLE,
    "ServiceUnavailable": UNREACHABLE,
    "RoutingServiceUnavailable": UNREACHABLE,
    "WriteServiceUnavailable": UNREACHABLE,
    "ReadServiceUnavailable": UNREACHABLE,
    "IncompleteCommit": (
        GraphUnavailable,
        "Neo4j at {uri} went away while '{query}' was being committed, so whether it was written "
        "is not known: run the same command again, it writes only what is missing.",
    ),
    "ConfigurationError": BAD_CONFIGURATION,
    "AuthConfigurationError": BAD_CONFIGURATION,
    "CertificateConfigurationError": TLS_TROUBLE,
    "UnsupportedServerProduct": (
        GraphUnavailable,
        "What answers at {uri} is not a Neo4j that this driver can speak to: use Neo4j 5.26 or "
        "newer.",
    ),
    "ConnectionPoolError": UNREACHABLE,
    "ConnectionAcquisitionTimeoutError": UNREACHABLE,
}
"""By name of the class the driver raises; a test holds it complete against the driver."""

CODE_RULES: dict[str, Rule] = {
    "ReadOnly": READ_ONLY,
    "ConstraintValidationFailed": (
        QueryError,
        "A constraint in the database at {uri} stands in the way of '{query}' ({detail}): drop "
        "it if it is not needed, or use another database (KGPLATFORM_NEO4J_DATABASE).",
    ),
    "DatabaseNotFound": (
        GraphUnavailable,
        "Neo4j at {uri} has no database '{database}': name one that exists, or none for the "
        "default one (KGPLATFORM_NEO4J_DATABASE).",
    ),
    "AuthenticationRateLimit": (
        GraphUnavailable,
        "Neo4j at {uri} refuses user '{user}' after too many wrong passwords: wait some seconds "
        "and use the right one.",
    ),
    "CredentialsExpired": (
        GraphUnavailable,
        "The password of user '{user}' at {uri} must be changed before it can be used: log in "
        "to Neo4j Browser once and change it.",
    ),
    "AccessMode": (
        QueryError,
        "'{query}' writes, but was run for reading: nothing was changed; run it for writing.",
    ),
    "TransactionTimedOutClientConfiguration": (
        QueryError,
        "'{query}' took longer than it was given: ask for less, or give it more time.",
    ),
    "TransactionTimedOut": (
        QueryError,
        "'{query}' took longer than Neo4j allows: ask for less, or raise db.transaction.timeout.",
    ),
    "TransactionStartFailed": (
        GraphClosed,
        "The graph at {uri} was closed by Neo4j after an error, such as a full disk: make room, "
        "then restart it (kgplatform db start for the local Neo4j).",
    ),
    "TransactionCommitFailed": (
        GraphClosed,
        "Neo4j at {uri} could not write what '{query}' changed: its disk may be full; make room, "
        "restart it (kgplatform db start for the local Neo4j) and run the command again.",
    ),
    OUT_OF_MEMORY: (
        QueryError,
        "'{query}' needs more memory than Neo4j allows one transaction: ask for less at a time, "
        "or raise db.memory.transaction.max.",
    ),
}
"""Rules for the last part of the server's status code, where that says more than the class."""


NO_INDEX = re.compile(r"no such (fulltext|vector) schema index")
NOTHING_YET: Rule = (
    SchemaError,
    "The graph at {uri} has nothing of kgplatform in it yet: run kgplatform ingest with some "
    "documents first.",
)


def find_rule(class_names: Iterable[str], code: str, detail: str = "") -> Rule:
    """Return the rule for an error: the most specific decides first.

    That is the server's sentence, then its status code, then the most special class.
    """
    if NO_INDEX.search(detail):
        return NOTHING_YET
    for part, rule in CODE_RULES.items():
        if part in code:
            return rule
    return next(CLASS_RULES[name] for name in class_names if name in CLASS_RULES)


def make_error(rule: Rule, *, code: str | None, query: str, **facts: str) -> GraphError:
    """Return our error with the facts (uri, user, database, detail) put into its sentence."""
    kind, sentence = rule
    message = sentence.format(query=query, **facts)
    if issubclass(kind, QueryError):
        return kind(message, query_name=query, code=code)
    return kind(message)
