"""The labels of nodes: a kind that people read, and one that nobody else has.

A database may hold other data under names like Document or Entity. Queries, constraints and indexes
of the platform go by its own labels alone, so that it neither reads nor changes such nodes.
"""

from __future__ import annotations

__all__ = ["KINDS", "OWN_LABELS", "language_label", "own_label"]

KINDS = (
    *("Document", "Page", "Section", "Table", "Passage"),
    *("Entity", "Phrase", "Literal", "Statement", "UnprovenFact", "Decision"),
    "Ignored",  # an entity that a person decided is none, or a statement about it
    *("EntityType", "RelationType", "Question", "IngestRun"),
    *("PassageEmbedding", "StatementEmbedding", "RelationTypeEmbedding"),
    *("Configuration", "Migration", "WriterLock"),
)
"""Each kind of node that the platform writes."""


def own_label(kind: str) -> str:
    """Return the label that only the platform's nodes of a kind have.

    It sorts after every kind and type: tools that draw graphs take the first label.
    """
    return f"__KGPlatform{kind}__"


def language_label(code: str) -> str:
    """Return the label that passages in a language have next to that of their kind."""
    return own_label(f"Passage_{code}")


OWN_LABELS = tuple(own_label(kind) for kind in KINDS)
