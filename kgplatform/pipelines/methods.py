"""The retrieval methods: METHODS is what commands, docs and evaluation choose from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kgplatform.answer.reader import Complement as ReaderComplement
from kgplatform.errors import UsageError
from kgplatform.extract.llm import TASK as EXTRACT_TASK
from kgplatform.models.conversation import ChatModel, require_chat
from kgplatform.models.linguistics import Linguistics
from kgplatform.models.prompts import load_prompt
from kgplatform.pipelines.divknow import chat_decomposer, ranking
from kgplatform.pipelines.divknow import variants as divknow
from kgplatform.pipelines.divknow.dependencies import (
    NO_DEPENDENCIES,
    Dependencies,
    make_dependencies,
)
from kgplatform.pipelines.divknow.lookup import look_up
from kgplatform.pipelines.divknow.method import retrieve_divknow
from kgplatform.question.document_parts.questions import parse_structure
from kgplatform.retrieve.graph import retrieve_graph
from kgplatform.retrieve.holmes import question as holmes_question
from kgplatform.retrieve.holmes import variants as holmes
from kgplatform.retrieve.holmes.complement import complement_holmes
from kgplatform.retrieve.holmes.method import retrieve_holmes
from kgplatform.retrieve.kgp import agents
from kgplatform.retrieve.kgp import variants as kgp
from kgplatform.retrieve.kgp.method import retrieve_kgp
from kgplatform.retrieve.kgp.structural import asking
from kgplatform.retrieve.passages import retrieve_passages
from kgplatform.retrieve.protocols import Complement, Retriever
from kgplatform.retrieve.trace import chat_selector, triples
from kgplatform.retrieve.trace import variants as trace
from kgplatform.retrieve.trace.method import retrieve_trace
from kgplatform.runtime.resources import Resources

__all__ = [
    "DEFAULT_METHOD",
    "METHODS",
    "METHOD_FORMS",
    "Shaping",
    "choose_method",
    "find_complement",
    "find_shaping",
    "is_method",
    "method_settings",
    "open_complement",
    "open_method",
    "settle_method",
]


@dataclass(frozen=True, slots=True)
class Shaping:
    """What shapes a method's evidence beside this room: names of settings, and Python files.

    `code` holds folders and files of the package; `queries` are suffixes of query texts; `links`
    are methods of links between passages, which must have been made. `writes` tells whether it adds
    statements to the graph where there is a chat model.
    """

    settings: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    queries: tuple[str, ...] = (".cypher",)
    links: tuple[str, ...] = ()
    writes: bool = False


METHODS: dict[str, Retriever] = {
    "divknow": retrieve_divknow,
    "graph": retrieve_graph,
    "holmes": retrieve_holmes,
    "kgp": retrieve_kgp,
    "passages": retrieve_passages,
    "trace": retrieve_trace,
}
AUTO, DEFAULT_METHOD = "auto", "graph"
METHOD_FORMS = (*METHODS, divknow.FORM, holmes.FORM, kgp.FORM, trace.FORM)
"""What a method's name may be; capitals stand for what is to be chosen."""
DIVKNOW_SHAPING = Shaping(
    settings=("cross_encoder", "sparql_endpoint"),
    code=("answer", "pipelines/divknow", "plan", "wikidata"),
    queries=(".cypher", ".rq"),
)
"""Of a method that is handed Dependencies."""
LINKS_CODE = ("ingest/links",)
WRITE_SPARQL = "write_sparql"  # the prompt of the knowledge base that DetLLM is handed


def is_method(name: str) -> bool:
    """Tell whether a name is a method's, or a variant's of one."""
    return name in METHODS or _find_variant(name) is not None


def settle_method(name: str, question: str) -> str:
    """Return which method "auto" is for a question; any other name is returned as it is.

    KGP for a question that names a page, table or section, which no other method looks for.
    """
    if name != AUTO:
        return name
    return kgp.KGP if parse_structure(question) else DEFAULT_METHOD


def find_complement(name: str) -> Complement | None:
    """Return what complements the evidence of a method; None: what it finds is all there is."""
    variant = holmes.find_variant(name)
    return complement_holmes if variant is not None and variant.complement else None


def choose_method(
    name: str,
    *,
    open_chat: Callable[[], ChatModel | None] = lambda: None,
    open_linguistics: Callable[[], Linguistics | None] = lambda: None,
    open_dependencies: Callable[[], Dependencies] = lambda: NO_DEPENDENCIES,
) -> tuple[str, Retriever]:
    """Return a method's own name and function; "auto" is the default method.

    Args:
        name: of METHOD_FORMS, or "auto".
        open_chat: gives the chat model, or None; called where the method asks one.
        open_linguistics: gives the spaCy pipeline; called where the method parses the question.
        open_dependencies: gives what other rooms do for DetLLM; called for it alone.

    Raises:
        UsageError: there is no method of that name.
    """
    chosen = DEFAULT_METHOD if name == AUTO else name
    match _find_variant(chosen):
        case holmes.Variant() as variant:
            models = partial(retrieve_holmes, chat=open_chat(), linguistics=open_linguistics())
            return chosen, partial(models, variant=variant)
        case divknow.Variant() as variant:
            chat = open_chat() if variant.asks_chat else None
            method = partial(retrieve_divknow, chat=chat, dependencies=open_dependencies())
            return chosen, partial(method, variant=variant)
        case trace.Variant() as variant:
            chat = open_chat() if variant.asks_chat else None
            method = partial(retrieve_trace, chat=chat, linguistics=open_linguistics())
            return chosen, partial(method, variant=variant)
        case kgp.Variant() as variant:
            chat = open_chat() if variant.asks_chat else None
            return chosen, partial(retrieve_kgp, variant=variant, chat=chat)
    if chosen not in METHODS:
        raise UsageError(f"There is no method '{name}': choose auto, {', '.join(METHOD_FORMS)}.")
    return chosen, METHODS[chosen]


def open_method(resources: Resources, name: str) -> Retriever:
    """Return the method of a name, or "auto", with the models that it asks.

    Raises:
        UsageError: there is none of that name, or it needs a chat model that is not set.
    """
    _, retriever = choose_method(
        name,
        open_chat=lambda: resources.chat,
        open_linguistics=lambda: resources.linguistics,
        open_dependencies=lambda: make_dependencies(
            resources, partial(look_up, resources, resources.wikidata)
        ),
    )
    return retriever


def open_complement(
    resources: Resources, method: str, documents: Sequence[str] | None = None
) -> ReaderComplement | None:
    """Return what adds to a method's evidence the things that a reader misses.

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
    """Return what shapes a method's evidence beside the code: JSON values, no secrets.

    Raises:
        UsageError: the method cannot do without a chat model and there is none.
    """
    tasks: tuple[str, ...]
    match _find_variant(name):
        case holmes.Variant():
            tasks = (holmes_question.TASK, EXTRACT_TASK)
        case divknow.Variant(asks_chat=True, needs_chat=needs_chat):
            chat = require_chat(chat, method=name) if needs_chat else chat
            tasks = (chat_decomposer.TASK, ranking.TASK, WRITE_SPARQL)
        case trace.Variant(asks_chat=True, needs_chat=needs_chat):
            chat = require_chat(chat, method=name) if needs_chat else chat
            tasks = (chat_selector.TASK, triples.TASK)
        case kgp.Variant(asks_chat=True):
            chat, tasks = require_chat(chat, method=name), (asking.TASK, agents.TASK)
        case _:
            return {}
    if chat is None:
        return {}
    prompts = {task: load_prompt(task).version for task in tasks}
    return {"method_model": chat.name, "method_prompts": prompts}


def find_shaping(name: str) -> Shaping:
    """Return what shapes a method's evidence beside this room."""
    match _find_variant(name):
        case divknow.Variant():
            return DIVKNOW_SHAPING
        case holmes.Variant(extraction=extraction):
            return Shaping(writes=extraction)
        case trace.Variant() as variant:
            return Shaping(writes=variant.asks_chat)
        case kgp.Variant(links=links) if links:
            return Shaping(code=LINKS_CODE, links=links)
    return Shaping()


def _find_variant(
    name: str,
) -> divknow.Variant | holmes.Variant | kgp.Variant | trace.Variant | None:
    rooms = (divknow, holmes, kgp, trace)
    found = (room.find_variant(name) for room in rooms)
    return next((variant for variant in found if variant is not None), None)
