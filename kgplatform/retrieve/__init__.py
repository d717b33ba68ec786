"""One module a retrieval method; METHODS is what commands, docs and evaluation choose from."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Protocol

from kgplatform.errors import UsageError
from kgplatform.graph.connection import Graph
from kgplatform.models.conversation import ChatModel, require_chat
from kgplatform.models.embedding import Embedder
from kgplatform.models.prompts import load_prompt
from kgplatform.records import Evidence
from kgplatform.retrieve.graph import retrieve_graph
from kgplatform.retrieve.kgp.agents import TASK
from kgplatform.retrieve.kgp.method import retrieve_kgp
from kgplatform.retrieve.kgp.variants import FORM, find_variant
from kgplatform.retrieve.passages import retrieve_passages

__all__ = [
    "DEFAULT_METHOD",
    "METHODS",
    "METHOD_FORMS",
    "Retriever",
    "choose_method",
    "is_method",
    "method_settings",
]


class Retriever(Protocol):
    """A retrieval method."""

    def __call__(
        self,
        question: str,
        *,
        graph: Graph,
        embedder: Embedder,
        top_k: int,
        within: Collection[str] | None = None,
    ) -> Evidence:
        """Return the best `top_k` passages with statements and steps, best first.

        Args:
            question: in plain English.
            graph: where the passages are.
            embedder: the one of the graph's vectors.
            top_k: most passages.
            within: ids of the only documents that the evidence may come from; None: all.
        """


METHODS: dict[str, Retriever] = {
    "graph": retrieve_graph,
    "kgp": retrieve_kgp,
    "passages": retrieve_passages,
}
DEFAULT_METHOD = "graph"
METHOD_FORMS = (*METHODS, FORM)
"""What a method's name may be; capitals stand for what is to be chosen."""


def is_method(name: str) -> bool:
    """Tell whether a name is a method's, or a variant's of one."""
    return name in METHODS or find_variant(name) is not None


def choose_method(
    name: str, *, open_chat: Callable[[], ChatModel | None] = lambda: None
) -> tuple[str, Retriever]:
    """Return a method's own name and function; "auto" is the default method.

    Args:
        name: of METHOD_FORMS, or "auto".
        open_chat: gives the chat model, or None; called where the method asks one.

    Raises:
        UsageError: there is no method of that name.
    """
    chosen = DEFAULT_METHOD if name == "auto" else name
    if chosen in METHODS:
        return chosen, METHODS[chosen]
    variant = find_variant(chosen)
    if variant is None:
        raise UsageError(f"There is no method '{name}': choose auto, {', '.join(METHOD_FORMS)}.")
    chat = open_chat() if variant.asks_chat else None
    return chosen, partial(retrieve_kgp, variant=variant, chat=chat)


def method_settings(name: str, chat: ChatModel | None) -> dict[str, Any]:
    """Return what shapes a method's evidence beside the code: JSON values, no secrets.

    Raises:
        UsageError: the method asks a chat model and there is none.
    """
    variant = find_variant(name)
    if variant is None or not variant.asks_chat:
        return {}
    model = require_chat(chat, method=name).name
    return {"agent_model": model, "agent_prompt": load_prompt(TASK).version}
