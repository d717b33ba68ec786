"""The one door to Neo4j: the only module that imports the driver, and where its errors end.

Rooms ask for queries by name and get plain Python values; every error of the driver is turned
into one of `kgplatform.errors`, in a sentence that says what to do and holds no credentials.
"""

from __future__ import annotations

import logging
import re
import ssl
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from importlib.metadata import version as installed_version
from typing import Any, TypeVar, cast

import numpy as np

from kgplatform.errors import GraphError, GraphUnavailable
from kgplatform.events import QUERY, Observation, observe, server_fields
from kgplatform.frames import Rows
from kgplatform.graph.address import Address, check_uri
from kgplatform.graph.driver import Vector, driver_errors, neo4j
from kgplatform.graph.failures import OUT_OF_MEMORY, TLS_TROUBLE, find_rule, make_error
from kgplatform.graph.library import load_query
from kgplatform.graph.read_only import check_read_only
from kgplatform.graph.turns import DEFAULT_LEASE_S, TurnName, Turns
from kgplatform.graph.values import plain_row, plain_rows

__all__ = ["Address", "Graph", "Transaction", "translate_error"]

DEFAULT_TIMEOUT_S = 10.0
RETRY_TIME_S = 15.0
"""How long a transaction is tried again: twice what a killed Neo4j needs to be back."""
FIRST_RETRY_AFTER_S = 0.2  # a deadlock is over at once
RETRY_GROWTH = 1.5  # the driver's own doubling sleeps 16 s after a server that is back in 8
NO_TIMEOUT_S = 0.0
OWN_TEXT = "cypher"
"""What errors call a text of people's own."""
MINIMUM_VERSION = (5, 26)
VECTOR_BOLT_VERSION = (6, 0)

# Whoever embeds the library decides where the driver logs; without any handler Python would print
# its warnings to stderr, next to our own errors.
logging.getLogger("neo4j").addHandler(logging.NullHandler())

T = TypeVar("T")


class Transaction:
    """An open write transaction: all of its queries are written, or none."""

    def __init__(
        self, transaction: neo4j.Transaction | neo4j.ManagedTransaction, address: Address
    ) -> None:
        self._transaction = transaction
        self._address = address

    def run(self, query_name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """Run a named query and return its rows.

        Raises:
            UsageError: there is no such query, or its parameters are others.
            QueryError, GraphUnavailable: Neo4j refused it, or went away.
        """
        text: Any = load_query(query_name).text_for(parameters)
        with _observe(self._address, query_name) as seen:
            try:
                rows = plain_rows(self._transaction.run(text, parameters))
            except driver_errors.TransientError as exc:
                if OUT_OF_MEMORY in str(exc.code):
                    raise translate_error(exc, self._address, query_name) from exc
                raise  # as it is, so that the driver can run the whole transaction again
            except (driver_errors.DriverError, driver_errors.GqlError) as exc:
                raise translate_error(exc, self._address, query_name) from exc
            seen.add(rows=len(rows))
        return rows


class Graph:
    """A connection to one database; safe to share between threads."""

    def __init__(
        self, driver: neo4j.Driver, address: Address, *, lease_s: float = DEFAULT_LEASE_S
    ) -> None:
        self.address = address
        self.server_version = ""
        self._driver = driver
        self._speaks_vectors = False
        # Sessions share bookmarks, so that on a cluster a read sees the write before it.
        self._bookmarks = neo4j.GraphDatabase.bookmark_manager()
        self._turns = Turns(self, lease_s=lease_s)

    @classmethod
    def connect(
        cls,
        address: Address,
        *,
        timeout_s: float = DEFAULT_TIMEOUT_S,
        lease_s: float = DEFAULT_LEASE_S,
    ) -> Graph:
        """Open a connection and see that the database answers.

        Args:
            address: where it is.
            timeout_s: how long to wait for it.
            lease_s: a writer that has not been heard of for so long is taken for dead; see `turn`.

        Raises:
            UsageError: the address is not one of Neo4j's.
            GraphUnavailable: nothing answers, or not with these credentials or this database.
        """
        check_uri(address.uri)
        with _translating(address, "connect"):
            driver = neo4j.GraphDatabase.driver(
                address.uri,
                auth=(address.user, address.password),
                user_agent=f"kgplatform/{installed_version('kgplatform')}",
                # Notes on unknown labels in an empty graph and on plans help nobody here.
                notifications_min_severity="OFF",
                connection_timeout=timeout_s,
                connection_acquisition_timeout=2 * timeout_s,
                max_transaction_retry_time=RETRY_TIME_S,
                initial_retry_delay=FIRST_RETRY_AFTER_S,
                retry_delay_multiplier=RETRY_GROWTH,
            )
        graph = cls(driver, address, lease_s=lease_s)
        try:
            graph._learn_server()
        except BaseException:
            graph.close()
            raise
        return graph

    def _learn_server(self) -> None:
        """Remember the server's version and whether it takes vectors."""
        with _translating(self.address, "connect"):
            info = self._driver.get_server_info()
        self._speaks_vectors = info.protocol_version >= VECTOR_BOLT_VERSION
        self.server_version = self.read("show_server")[0]["version"]
        found = re.match(r"(\d+)\.(\d+)", self.server_version)
        if found and (int(found[1]), int(found[2])) < MINIMUM_VERSION:
            raise GraphUnavailable(
                f"Neo4j at {self.address.uri} is version {self.server_version}: use 5.26 or newer."
            )

    def __enter__(self) -> Graph:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections; the graph cannot be used afterwards."""
        self._driver.close()

    def turn(self, name: TurnName) -> AbstractContextManager[None]:
        """Wait until no other process writes and keep it so for a block; see `graph.turns`.

        Whoever changes documents, or what is derived from them, does it within "write"; an ingest
        or a linking is as a whole within "run". What the block writes is refused once the turn is
        another's.

        Raises:
            WriterLost: this process stood still for so long that another took over.
        """
        return self._turns.hold(name)

    def read(self, query_name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """Run a named query that the server itself keeps from writing; return its rows.

        Raises:
            UsageError: there is no such query, or its parameters are others.
            QueryError, GraphUnavailable: Neo4j refused it, or went away.
        """
        load_query(query_name).text_for(parameters)  # refused before anything is connected to
        with self._session(neo4j.READ_ACCESS, query_name) as session:
            return session.execute_read(
                lambda tx: Transaction(tx, self.address).run(query_name, **parameters)
            )

    def stream(self, query_name: str, /, **parameters: Any) -> Iterator[dict[str, Any]]:
        """Yield the rows of a named query one by one, without a time limit: for whole graphs.

        Raises:
            UsageError: there is no such query, or its parameters are others.
            QueryError, GraphUnavailable: Neo4j refused it, or went away.
        """
        text: Any = load_query(query_name).text_for(parameters)
        statement = neo4j.Query(text, timeout=NO_TIMEOUT_S, metadata=self._metadata)
        with (
            _observe(self.address, query_name),
            self._session(neo4j.READ_ACCESS, query_name) as session,
        ):
            result = session.run(statement, parameters)
            columns = result.keys()
            for record in result:
                yield plain_row(columns, record)

    def read_cypher(
        self, text: str, parameters: Mapping[str, Any], *, limit: int, timeout_s: float
    ) -> Rows:
        """Run a text of people's own in a read transaction; return its first rows.

        Args:
            text: one statement that can only read; see `graph.read_only`.
            parameters: values of its $parameters.
            limit: most rows; what is beyond is not fetched.
            timeout_s: how long it may take.

        Raises:
            UsageError: it might do more than read the graph; the server does not see it.
            QueryError, GraphUnavailable: Neo4j refused it, or went away.
        """
        check_read_only(text)
        with (
            _observe(self.address, OWN_TEXT) as seen,
            self._session(neo4j.READ_ACCESS, OWN_TEXT) as session,
            session.begin_transaction(self._metadata, timeout_s) as transaction,
        ):
            result = transaction.run(cast("Any", text), dict(parameters))
            rows = Rows(plain_rows(result, limit), columns=result.keys())
            seen.add(rows=len(rows))
        return rows

    def write(self, query_name: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """Run a named query in a write transaction of its own; return its rows.

        A transaction that loses against another one is run again, so it may be run twice.

        Raises:
            UsageError: there is no such query, or its parameters are others.
            QueryError, GraphUnavailable: Neo4j refused it, or went away.
        """
        load_query(query_name).text_for(parameters)
        return self._execute(lambda tx: tx.run(query_name, **parameters), query_name)

    @contextmanager
    def transaction(self) -> Iterator[Transaction]:
        """Open a write transaction: committed at the end of the block, undone by an exception."""
        with (
            self._session(neo4j.WRITE_ACCESS, "transaction") as session,
            session.begin_transaction(metadata=self._metadata) as transaction,
        ):
            ours = Transaction(transaction, self.address)
            self._turns.check(ours)
            yield ours
            transaction.commit()

    def write_whole(self, work: Callable[[Transaction], T]) -> T:
        """Run a function in one write transaction and return what it returns.

        Where the transaction loses against another one (a deadlock of two ingests, say) it is
        undone and the function run again, so it must do nothing but run queries.

        Raises:
            QueryError, GraphUnavailable: Neo4j refused a query, or went away; nothing is written.
        """
        return self._execute(work, "transaction")

    @property
    def _metadata(self) -> dict[str, str]:
        """What a transaction is known by: those of a writer that stood still can be ended."""
        return {"kgplatform": self._turns.owner}

    def run_text(self, text: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """Run a text outside a transaction and without a time limit: for migrations only.

        Bringing much data forward takes longer than any limit that is right for a question.
        """
        self._check_turns()
        statement = neo4j.Query(text, timeout=NO_TIMEOUT_S, metadata=self._metadata)
        name = " ".join(re.sub(r"//.*", "", text).split()[:6])
        with (
            _observe(self.address, name) as seen,
            self._session(neo4j.WRITE_ACCESS, name) as session,
        ):
            rows = plain_rows(session.run(statement, parameters))
            seen.add(rows=len(rows))
        return rows

    def change_schema(self, commands: Sequence[str], /, **parameters: Any) -> None:
        """Run schema commands in one transaction, without a time limit: all of them, or none.

        After a transaction that changes the schema the server plans every query anew, which takes
        several times as long as the change. Schema and data may not share a transaction.

        Raises:
            QueryError, GraphUnavailable: Neo4j refused one, or went away; nothing is changed.
        """
        self._check_turns()
        with (
            _observe(self.address, "schema"),
            self._session(neo4j.WRITE_ACCESS, "schema") as session,
            session.begin_transaction(self._metadata, NO_TIMEOUT_S) as transaction,
        ):
            for command in commands:
                transaction.run(command, parameters).consume()
            transaction.commit()

    def _check_turns(self) -> None:
        """See that this process may write, where what follows cannot look at its turns itself."""
        if self._turns.is_holding:
            self._execute(lambda _: None, "hold_turns")

    def vector(self, array: np.ndarray) -> Any:
        """Return a vector as the parameter that this server takes fastest.

        A Vector, packed as bytes, is written five times as fast as a list (neo4j.md section 1).
        """
        values = np.ascontiguousarray(array, dtype=np.float32)
        return Vector.from_numpy(values) if self._speaks_vectors else values.tolist()

    def _execute(self, work: Callable[[Transaction], T], query_name: str) -> T:
        """Run a function in a write transaction, if this process may still write."""

        @neo4j.unit_of_work(metadata=self._metadata)
        def checked(transaction: neo4j.ManagedTransaction) -> T:
            ours = Transaction(transaction, self.address)
            self._turns.check(ours)
            return work(ours)

        with self._session(neo4j.WRITE_ACCESS, query_name) as session:
            return session.execute_write(checked)

    @contextmanager
    def _session(self, access: str, query_name: str) -> Iterator[neo4j.Session]:
        with (
            _translating(self.address, query_name),
            self._driver.session(
                database=self.address.database,
                default_access_mode=access,
                bookmark_manager=self._bookmarks,
            ) as session,
        ):
            yield session


def translate_error(exc: Exception, address: Address, query_name: str) -> GraphError:
    """Return our error for one of the driver's; raise it `from` the driver's."""
    code = getattr(exc, "code", None) or ""
    rule = find_rule([kind.__name__ for kind in type(exc).__mro__], code, str(exc))
    if any(isinstance(cause, ssl.SSLError) for cause in _causes(exc)):
        rule = TLS_TROUBLE
    return make_error(
        rule,
        code=code or None,
        query=query_name,
        uri=address.uri,
        user=address.user,
        database=address.database or "",
        detail=_first_line(exc),
    )


@contextmanager
def _translating(address: Address, query_name: str) -> Iterator[None]:
    """Turn the driver's errors into ours; `query_name` is what was being done."""
    try:
        yield
    except (driver_errors.DriverError, driver_errors.GqlError) as exc:
        raise translate_error(exc, address, query_name) from exc


def _observe(address: Address, query_name: str) -> Observation:
    return observe(QUERY, query=query_name, database=address.database, **server_fields(address.uri))


def _causes(exc: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and all that led to it; a routed connection groups one a server."""
    while exc is not None:
        yield exc
        for member in getattr(exc, "exceptions", ()):
            yield from _causes(member)
        exc = exc.__cause__ or exc.__context__


def _first_line(exc: Exception) -> str:
    # The driver's own errors have a `message` too, but theirs is a placeholder.
    from_server = isinstance(exc, driver_errors.Neo4jError) and exc.message
    lines = (from_server or str(exc)).strip().splitlines()
    return lines[0].rstrip(".") if lines else "no reason given"
