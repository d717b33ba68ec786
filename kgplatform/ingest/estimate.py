"""What an ingest would do and cost, without writing anything.

Passages are really split, the models of this machine really read a sample of them, so time is
measured, not guessed; a chat model is not called: its tokens are counted from the prompts that
would be sent.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kgplatform.extract.extractors import make_extractor
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.given import is_given
from kgplatform.graph.connection import Graph
from kgplatform.ingest.analysis import IngestModels
from kgplatform.ingest.engines import LocalEngine
from kgplatform.ingest.groups import Group, group_passages
from kgplatform.ingest.limits import Limits, Prices
from kgplatform.ingest.reading import opened_sources
from kgplatform.ingest.report import DOCUMENT_STATES, Tally
from kgplatform.ingest.scan import Scan, folder_prefixes, scan_sources
from kgplatform.models.conversation import Message
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records import Passage, Usage

__all__ = ["Estimate", "estimate_ingest"]

SAMPLE = 64  # passages that the models read: a second or two
SEED = 0
TITLES_SHOWN = 5
WRITE_S_PER_PASSAGE = 0.005  # benchmarks/results/ingest_pack.json; a small part of the whole
CHARACTERS_PER_TOKEN = 4  # of English; tokenizers differ by a tenth
REPLY_TOKENS_PER_PASSAGE_TOKEN = 2.5  # facts as JSON repeat the passage and name its parts
CALL_S = 5.0  # of a hosted model; only the order of magnitude is known in advance


@dataclass(frozen=True, slots=True)
class Estimate:
    """What an ingest would do.

    Attributes:
        files: how many would be read; `skipped` are left out, by suffix.
        documents: how many are new, changed, unchanged, copies, to be removed, unreadable.
        removed: titles of the first documents to be removed.
        passages: how many would be read and written.
        model_calls, prompt_tokens, completion_tokens: of the chat model, at most.
        cost: in `currency`; None where no prices are given.
        seconds: wall time; `passages_per_s` was measured on a sample.
        failures: one sentence a file or line that cannot be read.
        partly_read: one sentence a file that would be read but for some of it.
        wikidata: what a job's [wikidata] would do after the sources, counted in the graph as it is
            now: `items` are listed, `linked` more belong to linked entities, at most `brought` are
            brought, and `looked_up` entities have no identifier yet. Empty: nothing is asked for.
    """

    files: int
    skipped: dict[str, int]
    documents: dict[str, int]
    passages: int
    model_calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: float | None
    currency: str
    seconds: float
    passages_per_s: float
    failures: tuple[str, ...]
    wikidata: dict[str, int] = field(default_factory=dict)
    removed: tuple[str, ...] = ()
    partly_read: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the estimate as a JSON-ready dict."""
        lists = ("failures", "removed", "partly_read")
        return {
            name: list(getattr(self, name)) if name in lists else getattr(self, name)
            for name in self.__slots__
        }


def estimate_ingest(
    paths: Iterable[Path],
    *,
    graph: Graph,
    models: IngestModels,
    concurrency: int = 1,
    limits: Limits = Limits(),  # noqa: B008  # frozen
    pruned: Sequence[Path] = (),
    progress: Progress = NO_PROGRESS,
) -> Estimate:
    """Return what `ingest` of the same sources would do; nothing is written.

    Args:
        concurrency: chat calls under way at a time.
        pruned: folders, as `ingest` takes them.

    Raises:
        UsageError: a path does not exist or holds nothing readable.
    """
    extractors = models.extractor_names()
    progress.begin("Looking for changes", total=None, unit="documents")
    with opened_sources(
        paths,
        graph=graph,
        parse=LocalEngine(models).parse,
        extractors=extractors,
        limits=limits,
        pruned=pruned,
    ) as reader:
        folders = folder_prefixes(pruned)
        scan = scan_sources(reader, graph=graph, extractors=extractors, folders=folders)
        progress.begin("Splitting into passages", total=len(scan.pending), unit="documents")
        groups = group_passages(
            reader.read(scan.pending), split_sentences=models.linguistics.split_sentences
        )
        counted = _Counts(models)
        for group in groups:
            counted.add(group)
            progress.advance(len(group.finished))
    progress.begin("Timing a sample", total=None, unit="passages")
    rate = _measure_rate(counted.sample, models)
    files, skipped = len(reader.listing.files), dict(reader.listing.skipped)
    estimate = _make(scan, files, skipped, counted, rate, concurrency, limits.prices)
    return replace(estimate, removed=_fetch_titles(graph, scan.vanished))


def _fetch_titles(graph: Graph, document_ids: Iterable[str]) -> tuple[str, ...]:
    """Return the titles of the first documents, in the order in which they would be removed."""
    rows = graph.read("list_document_titles", ids=sorted(document_ids)[:TITLES_SHOWN])
    return tuple(row["title"] or row["uri"] for row in rows)


class _Counts:
    """Adds up passages and tokens, and keeps a sample of groups of one passage each."""

    def __init__(self, models: IngestModels) -> None:
        self.passages = self.calls = self.prompt_tokens = self.completion_tokens = 0
        self.sample: list[Group] = []
        self._random = random.Random(SEED)
        self._ask: Callable[[Passage], list[Message]] | None = getattr(
            models.extractor, "messages_for", None
        )

    def add(self, group: Group) -> None:
        """Count a group."""
        by_id = {document.id: document for document in group.documents}
        for passage in group.passages:
            document = by_id[passage.document_id]
            self.passages += 1
            self._keep(replace(group, documents=(document,), passages=(passage,)))
            if self._ask is not None and not is_given(document):
                self._count_call(passage, self._ask(passage))

    def _count_call(self, passage: Passage, messages: list[Message]) -> None:
        asked = sum(len(message["content"]) for message in messages)
        stated = len(passage.text) * REPLY_TOKENS_PER_PASSAGE_TOKEN
        self.calls += 1
        self.prompt_tokens += asked // CHARACTERS_PER_TOKEN
        self.completion_tokens += int(stated) // CHARACTERS_PER_TOKEN

    def _keep(self, one: Group) -> None:
        """Keep each passage seen so far with the same chance (reservoir sampling)."""
        if len(self.sample) < SAMPLE:
            self.sample.append(one)
        elif (place := self._random.randrange(self.passages)) < SAMPLE:
            self.sample[place] = one


def _measure_rate(sample: list[Group], models: IngestModels) -> float:
    """Return how many passages a second this machine reads and embeds, from a sample."""
    if not sample:
        return 0.0
    if hasattr(models.extractor, "messages_for"):
        reader = make_extractor("none", linguistics=models.linguistics)
        models = replace(models, extractor=reader)
    whole = replace(
        sample[0],
        documents=tuple({one.documents[0].id: one.documents[0] for one in sample}.values()),
        passages=tuple(one.passages[0] for one in sample),
    )
    engine = LocalEngine(models)
    rates = []
    for _ in range(2):  # the first time models warm up
        started = time.perf_counter()
        list(engine.analyse([whole], gazetteer=Gazetteer(()), tally=Tally()))
        rates.append(len(sample) / (time.perf_counter() - started))
    return max(rates)


def _make(
    scan: Scan,
    files: int,
    skipped: dict[str, int],
    counts: _Counts,
    rate: float,
    concurrency: int,
    prices: Prices | None,
) -> Estimate:
    numbers = (
        len(scan.new), len(scan.changed), scan.unchanged, scan.copies, len(scan.vanished)
    )  # fmt: skip
    reading = counts.passages / rate if rate else 0.0
    asking = counts.calls * CALL_S / max(concurrency, 1)
    cost = None
    if prices is not None:
        cost = prices.cost(Usage(0, counts.prompt_tokens, counts.completion_tokens))
    return Estimate(
        files=files,
        skipped=skipped,
        documents=dict(zip(DOCUMENT_STATES, (*numbers, len(scan.failures)), strict=True)),
        passages=counts.passages,
        model_calls=counts.calls,
        prompt_tokens=counts.prompt_tokens,
        completion_tokens=counts.completion_tokens,
        cost=None if cost is None else round(cost, 4),
        currency=prices.currency if prices else "",
        seconds=round(max(reading, asking) + counts.passages * WRITE_S_PER_PASSAGE, 1),
        passages_per_s=round(rate, 1),
        failures=scan.failures,
        partly_read=scan.partly_read,
    )
