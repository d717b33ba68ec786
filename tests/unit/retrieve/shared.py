"""Resources that say which of them a method has opened."""

from __future__ import annotations

from typing import Any

from kgplatform.models.conversation import ChatModel
from kgplatform.settings import Settings

__all__ = ["OpenedResources"]


class OpenedResources:
    """No graph, no models but `chat`."""

    def __init__(self, chat: ChatModel | None = None) -> None:
        self.settings = Settings()
        self.opened: list[str] = []
        self._chat = chat

    @property
    def searched(self) -> Any:
        raise AssertionError("nothing is searched when a method is opened")

    @property
    def chat(self) -> ChatModel | None:
        self.opened.append("chat")
        return self._chat

    @property
    def linguistics(self) -> None:
        self.opened.append("linguistics")

    @property
    def wikidata(self) -> None:
        self.opened.append("wikidata")
