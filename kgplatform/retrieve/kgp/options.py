"""The options of `kgp`: which graph is walked, and which agent walks, as in kgp-keyword-chat."""

from __future__ import annotations

from typing import Literal, get_args

from kgplatform.retrieve.options import MethodOptions, Shaping

__all__ = ["AGENTS", "DEFAULT_OPTIONS", "GRAPH_NAMES", "KGP", "KgpOptions"]

KGP = "kgp"
GraphName = Literal["keyword", "embedding", "encoder", "entity"]
Agent = Literal["chat", "encoder", "embedding"]
GRAPH_NAMES: tuple[GraphName, ...] = get_args(GraphName)
AGENTS: tuple[Agent, ...] = get_args(Agent)
LINKS_CODE = ("ingest/links",)


class KgpOptions(MethodOptions):
    """The graph that is walked, and the agent that walks.

    The defaults are the best of those that need no links, no chat model and no certain embedder:
    their recall@5 of HotpotQA, 2Wiki and MuSiQue is 94.0, 85.5 and 66.0, by keyword links 95.0,
    88.8 and 63.9.
    """

    graph: GraphName = "entity"
    agent: Agent = "embedding"

    @property
    def needs_chat(self) -> bool:
        """Whether the method cannot do without a chat model."""
        return self.agent == "chat"

    @property
    def shaping(self) -> Shaping:
        """What shapes the evidence: links between passages that ingest must have made."""
        return (
            Shaping(code=LINKS_CODE, links=("keyword",)) if self.graph == "keyword" else Shaping()
        )


DEFAULT_OPTIONS = KgpOptions()
