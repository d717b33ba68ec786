"""A platform without a server, whose one method finds who built the ship that is asked for."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kgplatform.models.conversation import ChatModel
from kgplatform.pipelines.opening import open_pipeline
from kgplatform.pipelines.protocol import AnswerOptions, Pipeline
from kgplatform.plan.in_context import DEMONSTRATIONS
from kgplatform.records import Evidence, ScoredPassage
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from tests.pipeline import heads, linguistics

__all__ = ["ShipModels", "find_ship", "replace_search"]

NUMBER = re.compile(r"Ship (\d+)")


class NoGraph:
    """A graph without rows."""

    def read(self, *_: Any, **__: Any) -> list[Any]:
        return []


class ShipModels:
    """What is used of a platform and of its resources."""

    def __init__(self, chat: ChatModel | None, **settings: Any) -> None:
        self.settings = Settings(**settings)
        self.chat = chat
        self.tuned_planner = None
        self.demonstrations = DEMONSTRATIONS
        self.embedder = HashEmbedder()
        self.linguistics, self.reading_heads = linguistics(), heads()
        self.searched = (NoGraph(), self.embedder)

    def graph(self) -> Any:
        return self.searched[0]

    def pipeline(self, method: str = "auto", how: AnswerOptions | None = None) -> Pipeline:
        resources: Any = self
        return open_pipeline(resources, method, how)


def find_ship(text: str) -> str:
    """Return the number of the ship that a text names last."""
    return NUMBER.findall(text)[-1]


def replace_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the method `graph` find who built a ship."""
    monkeypatch.setattr("kgplatform.retrieve.graph.retrieve_graph", _find_builder)


def _find_builder(question: str, **_: Any) -> Evidence:
    ship = find_ship(question)
    text = f"Ship {ship} was built by Builder{ship}."
    return Evidence((ScoredPassage(ship, "d", f"Ship {ship}", "file:///c.jsonl#c", text, 1.0),))
