"""A platform on the tests' own Neo4j, to be evaluated like one that has a server of its own."""

from __future__ import annotations

from kgplatform.graph.connection import Graph
from kgplatform.platform import Platform
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder


class RunningServer:
    """A server that somebody else started and will stop."""

    def status(self) -> str:
        return "running"

    def start(self, progress: Progress = NO_PROGRESS) -> None:
        return None

    def stop(self) -> bool:
        raise AssertionError("a server that was running is left running")


class SharedPlatform(Platform):
    """The platform with its own settings, and the tests' graph and embedder."""

    def __init__(self, settings: Settings, *, graph: Graph, embedder: HashEmbedder) -> None:
        super().__init__(settings, graph=graph, embedder=embedder)

    @property
    def server(self) -> RunningServer:  # type: ignore[override]  # all of it that is called
        """A server that is not to be stopped."""
        return RunningServer()
