"""The tools of agents: each calls `Platform`, changes nothing, and returns ids and spans."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Annotated, Any, Protocol, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from kgplatform.errors import KgPlatformError
from kgplatform.platform import Platform
from kgplatform.records.json import to_json
from kgplatform.records.question import DEFAULT_TOP_K
from kgplatform.runtime.requests import Filters
from kgplatform.runtime.wire import (
    AnswerRecord,
    CheckRecord,
    EntityRecord,
    FactRow,
    PassageRecord,
    Path,
)

__all__ = ["INSTRUCTIONS", "make_server"]

INSTRUCTIONS = (
    "A knowledge graph of documents. Every answer, passage and fact comes with ids and with the "
    "span of the text that states it: quote that, and say so where the graph abstains. Begin with "
    "ask; where it abstains, look with find_passages, get_entity and list_facts. Before you state "
    "what no tool returned, check it with check_claim."
)
MOST_ROWS = 200
DEFAULT_ROWS = 50
DEFAULT_PATHS = 3
MOST_PATHS = 10
READS = ToolAnnotations(read_only_hint=True, destructive_hint=False, open_world_hint=False)

T = TypeVar("T")
Open = Callable[[], Platform]
Question = Annotated[str, Field(description="In plain English.")]
Reference = Annotated[str, Field(description="A name in any spelling, or an id.")]
Where = Annotated[Filters, Field(description="The only documents to look in; all by default.")]
ALL = Filters()
Rows = Annotated[int, Field(ge=1, le=MOST_ROWS, description="Most rows.")]


class Run(Protocol):
    """Does some work when it is its turn, and returns what comes of it."""

    def __call__(self, work: Callable[[], T], /) -> T:
        """Do it."""


def _run_at_once(work: Callable[[], T], /) -> T:
    return work()


def make_server(open_platform: Open, run: Run = _run_at_once) -> MCPServer[Any]:
    """Return a server with all tools.

    Args:
        open_platform: returns the platform that is asked.
        run: does what a question needs, when it is its turn.
    """
    server: MCPServer[Any] = MCPServer(
        "kgplatform", version=version("kgplatform"), instructions=INSTRUCTIONS
    )
    tools = _Tools(open_platform, run)
    for tool in (
        tools.ask,
        tools.check_claim,
        tools.find_passages,
        tools.follow_chain,
        tools.get_entity,
        tools.list_facts,
        tools.graph_schema,
        tools.run_named_query,
    ):
        server.add_tool(tool, annotations=READS)
    return server


class _Tools:
    """What agents may call; each method is a tool, and its first line is what they are told."""

    def __init__(self, open_platform: Open, run: Run) -> None:
        self._open, self._run = open_platform, run

    def ask(self, question: Question, method: str = "auto", where: Where = ALL) -> AnswerRecord:
        """Answer a question, or abstain; `evidence` quotes what the answer rests on."""

        def work() -> AnswerRecord:
            platform = self._open()
            answer = platform.ask(
                question, method=method, documents=where.to_filter(), record=False
            )
            return AnswerRecord.model_validate(to_json(answer))

        return self._attempt(lambda: self._run(work))

    def check_claim(
        self,
        claim: Annotated[str, Field(description="A sentence that stands alone.")],
        where: Where = ALL,
    ) -> CheckRecord:
        """Find the sentences for a claim and those against it; `none` where there are neither."""

        def work() -> CheckRecord:
            found = self._open().check(claim, documents=where.to_filter())
            return CheckRecord.model_validate(to_json(found))

        return self._attempt(lambda: self._run(work))

    def find_passages(
        self,
        question: Question,
        top_k: Annotated[int, Field(ge=1, le=50)] = DEFAULT_TOP_K,
        where: Where = ALL,
    ) -> list[PassageRecord]:
        """Find the passages of the documents that answer a question, best first."""

        def work() -> list[PassageRecord]:
            evidence = self._open().retrieve(question, top_k=top_k, documents=where.to_filter())
            return [PassageRecord.model_validate(row) for row in to_json(evidence.passages)]

        return self._attempt(lambda: self._run(work))

    def follow_chain(
        self,
        start: Reference,
        end: Reference,
        limit: Annotated[int, Field(ge=1, le=MOST_PATHS)] = DEFAULT_PATHS,
    ) -> list[Path]:
        """Find the shortest ways from one entity to another over facts, each with its quote."""

        def work() -> list[Path]:
            rows = self._open().entities.paths(start, end, limit=limit)
            return [Path.model_validate(row) for row in rows]

        return self._attempt(work)

    def get_entity(self, name: Reference, where: Where = ALL) -> EntityRecord:
        """Show an entity: its names, its type, and its facts with their sources."""

        def work() -> EntityRecord:
            row = self._open().entities.show(name, limit=MOST_ROWS, documents=where.to_filter())
            return EntityRecord.model_validate(row)

        return self._attempt(work)

    def list_facts(
        self,
        entity: Reference,
        relation: Annotated[str | None, Field(description="This one alone.")] = None,
        limit: Rows = DEFAULT_ROWS,
        where: Where = ALL,
    ) -> list[FactRow]:
        """List the facts about an entity by relation, each with its first quote."""

        def work() -> list[FactRow]:
            rows = self._open().entities.facts(
                entity, relation=relation, limit=limit, documents=where.to_filter()
            )
            return [FactRow.model_validate(row) for row in rows]

        return self._attempt(work)

    def graph_schema(self, limit: Rows = DEFAULT_ROWS) -> list[dict[str, Any]]:
        """List which relations hold between which types of entities, the most frequent first."""

        def work() -> list[dict[str, Any]]:
            rows = self._open().query("show_schema", limit=limit)
            return [_name_ends(row) for row in rows]

        return self._attempt(work)

    def run_named_query(
        self, name: str, parameters: dict[str, Any] | None = None
    ) -> list[dict[str, Any]]:
        """Run one of the graph's named queries, such as list_hub_entities; it only reads."""
        return self._attempt(lambda: list(self._open().query(name, **(parameters or {}))))

    @staticmethod
    def _attempt(work: Callable[[], T]) -> T:
        """Return what the work returns; agents are told the sentence of an error."""
        try:
            return work()
        except KgPlatformError as exc:
            raise ToolError(str(exc)) from exc


def _name_ends(row: dict[str, Any]) -> dict[str, Any]:
    start, _, end = row["schema_path"]
    ends = {"subject_type": start["properties"]["name"], "object_type": end["properties"]["name"]}
    return {**ends, "relation": row["relation"], "count": row["count"]}
