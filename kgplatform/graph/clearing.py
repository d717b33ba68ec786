"""Takes out of a database what the platform wrote, and nothing else."""

from __future__ import annotations

from kgplatform.graph.connection import Graph
from kgplatform.graph.migration_files import load_migrations, schema_elements
from kgplatform.graph.migrations import refuse_other_version

__all__ = ["clear"]

NODES_A_TRANSACTION = 5_000


def clear(graph: Graph) -> int:
    """Delete the platform's nodes with their relationships, then its constraints and indexes.

    What records the schema goes last, so that a run that was cut short may be begun again. Like
    whatever writes documents, it waits for its turn.

    Returns:
        How many nodes were deleted.

    Raises:
        SchemaError: another version of kgplatform wrote the graph.
        WriterLost: this process stood still for so long that another took over.
    """
    refuse_other_version(graph)
    with graph.turn("run"), graph.turn("write"):
        return _delete_all(graph)


def _delete_all(graph: Graph) -> int:
    """Delete nodes and schema, the turn's own nodes last; return how many nodes went."""
    deleted = 0
    while count := graph.write("delete_nodes", limit=NODES_A_TRANSACTION)[0]["nodes"]:
        deleted += count
    graph.change_schema(
        [
            f"DROP {'CONSTRAINT' if element.kind == 'UNIQUENESS' else 'INDEX'} {name} IF EXISTS"
            for name, element in schema_elements(load_migrations()).items()
        ]
    )
    records: int = graph.write("delete_records")[0]["nodes"]
    return deleted + records
