"""One module a retrieval method; METHODS is what commands, docs and evaluation choose from."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any, Protocol

from kgplatform.errors import UsageError
from kgplatform.graph.connection import Graph
from kgplatform.models.conversation import ChatModel
from kgplatform.models.embedding import Embedder
from kgplatform.models.prompts import load_prompt
from kgplatform.records import Evidence
from kgplatform.retrieve.graph import retrieve_graph
from kgplatform.retrieve.kgp import agents
from kgplatform.retrieve.kgp import variants as kgp_variants
from kgplatform.retrieve.kgp.method import retrieve_kgp
from kgplatform.retrieve.passages import retrieve_passages
from kgplatform.retrieve.trace import chat_selector, triples
from kgplatform.retrieve.trace import variants as trace_variants
from kgplatform.retrieve.trace.method import retrieve_trace

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
    "trace": retrieve_trace,
}
DEFAULT_METHOD = "graph"
METHOD_FORMS = (*METHODS, kgp_variants.FORM, trace_variants.FORM)
"""What a method's name may be; capitals stand for what is to be chosen."""


def is_method(name: str) -> bool:
    """Tell whether a name is a method's, or a variant's of one."""
    return name in METHODS or _find_variant(name) is not None


def _find_variant(name: str) -> kgp_variants.Variant | trace_variants.Variant | None:
    return kgp_variants.find_variant(name) or trace_variants.find_variant(name)


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
    variant = _find_variant(chosen)
    if variant is None and chosen not in METHODS:
        raise UsageError(f"There is no method '{name}': choose auto, {', '.join(METHOD_FORMS)}.")
    if variant is None:
        return chosen, METHODS[chosen]
    chat = open_chat() if variant.asks_chat else None
    if isinstance(variant, trace_variants.Variant):
        return chosen, partial(retrieve_trace, variant=variant, chat=chat)
    return chosen, partial(retrieve_kgp, variant=variant, chat=chat)


def method_settings(name: str, chat: ChatModel | None) -> dict[str, Any]:
    """Return what shapes a method's evidence beside the code: JSON values, no secrets.

    Raises:
        UsageError: the method asks a chat model and there is none.
    """
    variant = _find_variant(name)
    if variant is None or not variant.asks_chat:
        return {}
    if chat is None and variant.needs_chat:
        raise UsageError(
            f"The method '{name}' needs a chat model: set chat_base_url and chat_model."
        )
    if chat is None:
        return {}
    if isinstance(variant, trace_variants.Variant):
        prompts = {task: load_prompt(task).version for task in (chat_selector.TASK, triples.TASK)}
        return {"selector_model": chat.name, "selector_prompts": prompts}
    return {"agent_model": chat.name, "agent_prompt": load_prompt(agents.TASK).version}
