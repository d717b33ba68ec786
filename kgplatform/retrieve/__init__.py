"""One module a retrieval method; METHODS is what commands, docs and evaluation choose from."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, Protocol

from kgplatform.errors import UsageError
from kgplatform.extract.llm import TASK as EXTRACT_TASK
from kgplatform.graph.connection import Graph
from kgplatform.models.conversation import ChatModel, require_chat
from kgplatform.models.embedding import Embedder
from kgplatform.models.linguistics import Linguistics
from kgplatform.models.prompts import load_prompt
from kgplatform.records import Evidence
from kgplatform.retrieve.graph import retrieve_graph
from kgplatform.retrieve.holmes import question as holmes_question
from kgplatform.retrieve.holmes import variants as holmes_variants
from kgplatform.retrieve.holmes.complement import complement_holmes
from kgplatform.retrieve.holmes.method import retrieve_holmes
from kgplatform.retrieve.kgp.agents import TASK
from kgplatform.retrieve.kgp.method import retrieve_kgp
from kgplatform.retrieve.kgp.variants import FORM, find_variant
from kgplatform.retrieve.passages import retrieve_passages

__all__ = [
    "DEFAULT_METHOD",
    "METHODS",
    "METHOD_FORMS",
    "Complement",
    "Retriever",
    "choose_method",
    "find_complement",
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


class Complement(Protocol):
    """What adds to a method's evidence the things that a reader misses."""

    def __call__(
        self,
        evidence: Evidence,
        missing: Sequence[str],
        *,
        graph: Graph,
        within: Collection[str] | None = None,
    ) -> Evidence:
        """Return the evidence with more in it, or the same where nothing is to be added.

        Args:
            evidence: of the method.
            missing: names, as the reader writes them.
            graph: where the passages are.
            within: ids of the only documents that may be added; None: all.
        """


METHODS: dict[str, Retriever] = {
    "graph": retrieve_graph,
    "holmes": retrieve_holmes,
    "kgp": retrieve_kgp,
    "passages": retrieve_passages,
}
DEFAULT_METHOD = "graph"
METHOD_FORMS = (*METHODS, holmes_variants.FORM, FORM)
"""What a method's name may be; capitals stand for what is to be chosen."""


def is_method(name: str) -> bool:
    """Tell whether a name is a method's, or a variant's of one."""
    variants = (holmes_variants.find_variant(name), find_variant(name))
    return name in METHODS or any(variant is not None for variant in variants)


def find_complement(name: str) -> Complement | None:
    """Return what complements the evidence of a method; None: what it finds is all there is."""
    variant = holmes_variants.find_variant(name)
    return complement_holmes if variant is not None and variant.complement else None


def choose_method(
    name: str,
    *,
    open_chat: Callable[[], ChatModel | None] = lambda: None,
    open_linguistics: Callable[[], Linguistics | None] = lambda: None,
) -> tuple[str, Retriever]:
    """Return a method's own name and function; "auto" is the default method.

    Args:
        name: of METHOD_FORMS, or "auto".
        open_chat: gives the chat model, or None; called where the method asks one.
        open_linguistics: gives the spaCy pipeline; called where the method parses the question.

    Raises:
        UsageError: there is no method of that name.
    """
    chosen = DEFAULT_METHOD if name == "auto" else name
    holmes = holmes_variants.find_variant(chosen)
    if holmes is not None:
        chat, linguistics = open_chat(), open_linguistics()
        return chosen, partial(retrieve_holmes, variant=holmes, chat=chat, linguistics=linguistics)
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
    if holmes_variants.find_variant(name) is not None and chat is not None:
        tasks = (holmes_question.TASK, EXTRACT_TASK)
        prompts = {f"{task}_prompt": load_prompt(task).version for task in tasks}
        return {"question_model": chat.name, **prompts}
    variant = find_variant(name)
    if variant is None or not variant.asks_chat:
        return {}
    model = require_chat(chat, method=name).name
    return {"agent_model": model, "agent_prompt": load_prompt(TASK).version}
