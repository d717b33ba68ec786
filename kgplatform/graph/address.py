"""Where a Neo4j answers, and which addresses are ones at all."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import urlsplit

from kgplatform.errors import UsageError

__all__ = ["Address", "check_uri"]

SCHEMES = ("bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc")
EXAMPLE_URI = "bolt://127.0.0.1:7687 or neo4j+s://HOST"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a Neo4j answers and as whom; no database means the user's default one."""

    uri: str
    user: str
    password: str = field(repr=False)
    database: str | None = None


def check_uri(uri: str) -> None:
    """Refuse an address the driver would misread, without repeating credentials written into it.

    Raises:
        UsageError: unknown scheme, no host, a port that is no number, or credentials inside.
    """
    try:
        parts = urlsplit(uri)
        malformed = not parts.hostname or parts.port == 0
    except ValueError:  # a port that is no number, a bracket that is not closed
        raise UsageError(f"The Neo4j address is malformed: write {EXAMPLE_URI}.") from None
    if parts.username is not None or parts.password is not None:
        raise UsageError(
            "The Neo4j address holds a user name or password: give them apart "
            "(KGPLATFORM_NEO4J_USER, KGPLATFORM_NEO4J_PASSWORD)."
        )
    if parts.scheme not in SCHEMES:
        raise UsageError(
            f"The Neo4j address '{uri}' does not begin with one of "
            f"{', '.join(f'{scheme}://' for scheme in SCHEMES)}: write {EXAMPLE_URI}."
        )
    if malformed:
        raise UsageError(f"The Neo4j address '{uri}' names no host and port: write {EXAMPLE_URI}.")
