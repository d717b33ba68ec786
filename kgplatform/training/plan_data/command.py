"""Makes planning data: from the graph of the settings, or from a file of triples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from kgplatform.errors import EvaluationError, NotFound, UsageError
from kgplatform.models.conversation import ChatModel
from kgplatform.pipelines.plan.direct_claims import FetchObjects, fetch_from_endpoint
from kgplatform.plan.items import CLQA_TYPES, PlanItem, write_clqa, write_items
from kgplatform.plan.patterns import ALL_PATTERNS, PATTERNS
from kgplatform.records.json import to_json
from kgplatform.runtime.resources import Resources
from kgplatform.sources.facts.rdf_store import RdfStore
from kgplatform.training.plan_data import CHAT, TEMPLATES, VERBALISERS
from kgplatform.training.plan_data.dataset import DatasetWriter, check_item
from kgplatform.training.plan_data.facts import (
    Facts,
    fetch_from_graph,
    read_endpoint_facts,
    read_graph_facts,
)
from kgplatform.training.plan_data.rewriting import Rewriter

__all__ = ["open_facts", "write_plan_dataset"]


def write_plan_dataset(
    resources: Resources,
    out: Path,
    *,
    count: int,
    names: Sequence[str] = (),
    rdf: Path | None = None,
    seed: int = 0,
    clqa: bool = False,
    verbalise: str = TEMPLATES,
) -> dict[str, Any]:
    """Write planning data; every item's plan is executed first, on the facts it was made of.

    Args:
        resources: whose graph; not resources where `rdf` is given.
        out: the file to write.
        count: items a pattern; fewer where the facts have no more.
        names: of patterns; none: the paper's nine.
        rdf: a file of triples with Wikidata's identifiers.
        seed: the same seed gives the same items.
        clqa: write a test set in the form of CLQA-Wiki.
        verbalise: who words the questions, of VERBALISERS; one of the chat model's wordings that is
            not sound is replaced by the templates'.

    Returns:
        {"written": items by pattern, "dropped": groundings by reason}; with the chat model also
        "verbalised": items by what came of its wording, and "usage".

    Raises:
        UsageError: there is no chat model to word the questions.
        EvaluationError: a plan does not return its item's answers; no file is written.
        NotFound: the graph has no facts.
    """
    chat = _find_chat(resources, verbalise)
    facts, fetch = open_facts(resources, rdf)
    if not facts.relations:
        raise NotFound("There are no facts to make questions of: ingest documents first.")
    writer = DatasetWriter(facts, seed=seed)
    chosen = names or (CLQA_TYPES if clqa else tuple(PATTERNS))
    split = "test" if clqa else ""
    items = [
        item
        for name in chosen
        for item in _checked(writer.make(ALL_PATTERNS[name], count, split=split), fetch)
    ]
    rewriter = Rewriter(chat, facts, lambda item: check_item(item, fetch)) if chat else None
    if rewriter:
        items = [rewriter.rewrite(item) for item in items]
    if clqa:
        write_clqa(items, out)
    else:
        write_items(items, out)
    counts = Counter(item.pattern for item in items)
    written = {name: counts[name] for name in chosen}
    stated = {"written": written, "dropped": dict(writer.dropped.most_common())}
    if rewriter:
        stated["verbalised"] = dict(rewriter.counts.most_common())
        stated["usage"] = to_json(rewriter.usage)
    return stated


def _find_chat(resources: Resources, verbalise: str) -> ChatModel | None:
    if verbalise not in VERBALISERS:
        raise UsageError(f"'{verbalise}' words no questions: choose {', '.join(VERBALISERS)}.")
    if verbalise == CHAT and resources.chat_itself is None:
        raise UsageError("There is no chat model to word questions: set chat_base_url, chat_model.")
    return resources.chat_itself if verbalise == CHAT else None


def open_facts(resources: Resources, rdf: Path | None = None) -> tuple[Facts, FetchObjects]:
    """Return the facts of the graph, or of a file of triples, and what looks one up in it."""
    if rdf is None:
        graph = resources.graph()
        return read_graph_facts(graph), fetch_from_graph(graph)
    store = RdfStore(rdf)
    return read_endpoint_facts(store.select), fetch_from_endpoint(store.select)


def _checked(items: Iterator[PlanItem], fetch: FetchObjects) -> Iterator[PlanItem]:
    for item in items:
        fault = check_item(item, fetch)
        if fault:
            raise EvaluationError(
                f"The plan of '{item.question}' returns {fault}, not its answers "
                f"{'; '.join(item.answers)}: the graph changed while it was read, try again."
            )
        yield item
