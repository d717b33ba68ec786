"""The variants of `kgp` by name: which graph is walked, and which agent walks.

`kgp` is the default, `kgp-GRAPH-AGENT` any other, as in kgp-keyword-chat.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["AGENTS", "DEFAULT_VARIANT", "FORM", "GRAPH_NAMES", "KGP", "Variant", "find_variant"]

KGP = "kgp"
FORM = "kgp-GRAPH-AGENT"
GRAPH_NAMES = ("keyword", "embedding", "encoder", "entity")
AGENTS = ("chat", "encoder", "embedding")


@dataclass(frozen=True, slots=True)
class Variant:
    """A graph of GRAPH_NAMES and an agent of AGENTS."""

    graph: str
    agent: str

    @property
    def asks_chat(self) -> bool:
        """Whether it asks a chat model."""
        return self.agent == "chat"

    @property
    def links(self) -> tuple[str, ...]:
        """The links between passages that ingest must have made."""
        return ("keyword",) if self.graph == "keyword" else ()

    @property
    def needs_chat(self) -> bool:
        """Whether it cannot do without one."""
        return self.asks_chat


DEFAULT_VARIANT = Variant("entity", "embedding")
"""The best of those that need no links, no chat model and no certain embedder: its recall@5 of
HotpotQA, 2Wiki and MuSiQue is 94.0, 85.5 and 66.0, by keyword links 95.0, 88.8 and 63.9."""


def find_variant(name: str) -> Variant | None:
    """Return the variant of a method's name, None where it names none."""
    if name == KGP:
        return DEFAULT_VARIANT
    method, _, rest = name.partition("-")
    graph, _, agent = rest.partition("-")
    is_one = method == KGP and graph in GRAPH_NAMES and agent in AGENTS
    return Variant(graph, agent) if is_one else None
