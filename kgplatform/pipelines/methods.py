"""Finds the retrieval method of a name, opens it, and says what shapes its evidence.

A name is that of an entry, or one with a recipe for its options behind it: holmes-facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from kgplatform.errors import UsageError
from kgplatform.models.conversation import ChatModel, require_chat
from kgplatform.models.prompts import load_prompt
from kgplatform.plugins import AUTO, RETRIEVERS
from kgplatform.question.document_parts.questions import parse_structure
from kgplatform.retrieve.options import MethodOptions, Shaping
from kgplatform.retrieve.protocols import Complement, Retriever, RetrieverResources
from kgplatform.runtime.resources import Resources

if TYPE_CHECKING:
    from kgplatform.answer.reader import Complement as ReaderComplement

__all__ = [
    "DEFAULT_METHOD",
    "Shaping",
    "find_complement",
    "find_shaping",
    "is_method",
    "method_settings",
    "open_complement",
    "open_retriever",
    "resolve_method",
]

DEFAULT_METHOD, STRUCTURAL_METHOD = "graph", "kgp"


class _Found(NamedTuple):
    """A method by its own name, what opens it, and options; None where it takes none."""

    method: str
    factory: Any
    options: MethodOptions | None

    def open(self, resources: RetrieverResources) -> Retriever:
        given = () if self.options is None else (self.options,)
        retriever: Retriever = self.factory(resources, *given)
        return retriever


def is_method(name: str) -> bool:
    """Return whether a name is a method's, with a recipe for its options or without."""
    return _find(name) is not None


def resolve_method(name: str, question: str) -> str:
    """Return which method "auto" is for a question; any other name is returned as it is.

    KGP for a question that names a page, table or section, which no other method looks for.
    """
    if name != AUTO:
        return name
    return STRUCTURAL_METHOD if parse_structure(question) else DEFAULT_METHOD


def open_retriever(resources: RetrieverResources, name: str) -> Retriever:
    """Return the method of a name, or "auto", with the models that it asks.

    Raises:
        UsageError: there is none of that name, or it needs a chat model that is not set.
        PluginError: the package that adds it cannot be imported.
    """
    return _require(DEFAULT_METHOD if name == AUTO else name).open(resources)


def find_complement(name: str) -> Complement | None:
    """Return what complements the evidence of a method; None: what it finds is all there is."""
    found = _find(name)
    if found is None or not getattr(found.options, "complement", False):
        return None
    complement: Complement | None = getattr(found.factory, "complement", None)
    return complement


def open_complement(
    resources: Resources, method: str, documents: Sequence[str] | None = None
) -> ReaderComplement | None:
    """Return what adds to a method's evidence what a reader misses.

    Args:
        resources: the graph and its embedder.
        method: its name.
        documents: ids of the only documents that may be added; None: all.

    Returns:
        A function from question, evidence and names to evidence with more; None where the
        method has none.
    """
    found = find_complement(method)
    if found is None:
        return None
    graph, embedder = resources.searched
    return partial(found, graph=graph, embedder=embedder, within=documents)


def method_settings(name: str, chat: ChatModel | None) -> dict[str, Any]:
    """Return what shapes a method's evidence in addition to the code: JSON values, no secrets.

    Raises:
        UsageError: the method cannot do without a chat model and there is none.
    """
    found = _find(name)
    if found is None:
        return {}
    package = RETRIEVERS.package_of(found.method)
    settings = {"method_package": package} if package else {}
    if found.options is None or not found.options.asks_chat:
        return settings
    if found.options.needs_chat:
        chat = require_chat(chat, method=name)
    if chat is None:
        return settings
    prompts = {task: load_prompt(task).version for task in getattr(found.factory, "tasks", ())}
    return {**settings, "method_model": chat.name, "method_prompts": prompts}


def find_shaping(name: str) -> Shaping:
    """Return what shapes a method's evidence in addition to the retrievers."""
    found = _find(name)
    return Shaping() if found is None or found.options is None else found.options.shaping


def _require(name: str) -> _Found:
    found = _find(name)
    if found is not None:
        return found
    method, _ = RETRIEVERS.split(name)
    options = getattr(RETRIEVERS.load(method), "options", None) if method in RETRIEVERS else None
    if options is None:
        raise RETRIEVERS.unknown(name, AUTO)
    words = ", ".join(dict.fromkeys(f"-{word}" for word, _ in options.words()))
    raise UsageError(f"There is no method '{name}': {method} may be followed by {words}.")


def _find(name: str) -> _Found | None:
    """Return the method that a name is, or begins with, and the options that the rest gives."""
    method, recipe = RETRIEVERS.split(name)
    if method not in RETRIEVERS:
        return None
    factory = RETRIEVERS.load(method)
    options: type[MethodOptions] | None = getattr(factory, "options", None)
    if recipe is None:
        return _Found(method, factory, None if options is None else options())
    parsed = None if options is None else options.parse(recipe)
    return None if parsed is None else _Found(method, factory, parsed)
