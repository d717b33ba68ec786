"""A scratch local Neo4j for one corpus, so that evaluation never touches the user's graph.

It lives under home/evaluate in a folder named after the data set, the content of its corpus and
the settings that shape an ingest: the same again finds the graph ready, under whatever name it was
made, anything else gets a graph of its own, and so does a method that adds statements to its graph,
which no other may see. The platform is made by the caller, since this room does not know it.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol

from filelock import FileLock, Timeout

from kgplatform.ending import StopAtEnd
from kgplatform.errors import EvaluationError, ServerError
from kgplatform.evaluate.code_hash import hash_code, list_ingest_code
from kgplatform.evaluate.datasets import CorpusDocument, Dataset
from kgplatform.export.files import write_file
from kgplatform.extract.extractors import DEFAULT_EXTRACTOR
from kgplatform.graph.connection import Graph
from kgplatform.ingest.links.passage_links import DEFAULT_LINKS, link_passages
from kgplatform.progress import NO_PROGRESS, Progress
from kgplatform.records.ids import content_id
from kgplatform.settings import Settings
from kgplatform.storage.permissions import private_folder

__all__ = [
    "ScratchGraph",
    "ScratchIngest",
    "ScratchPlatform",
    "ScratchServer",
    "corpus_id",
    "serve_corpus",
]

logger = logging.getLogger(__name__)

SCRATCH_FOLDER = "evaluate"
CORPUS_FILE = "corpus.jsonl"
RUNS_FOLDER = "runs"
APART_FOLDER = "apart"
LOCK_FILE = "evaluate.lock"
STARTED_FILE = "evaluate.started"
KEY_CHARS = 12
INGEST_SETTINGS = ("embedder", "spacy_pipeline", "neo4j_version")


class ScratchServer(Protocol):
    """What is needed of a local Neo4j."""

    def status(self) -> Any:
        """Return what runs, or None."""

    def start(self, progress: Progress = ...) -> Any:
        """Start it, or find it running."""

    def stop(self) -> bool:
        """Stop it."""

    def ask_to_end(self) -> None:
        """Ask it to stop, and do not wait for it."""


class ScratchIngest(Protocol):
    """What is needed of an ingest's report."""

    @property
    def failures(self) -> Sequence[str]:
        """One sentence a document that was skipped."""


class ScratchPlatform(Protocol):
    """What is needed of the platform made for the scratch settings."""

    @property
    def server(self) -> ScratchServer:
        """The local Neo4j of the platform's home."""

    def ingest(
        self, paths: Sequence[Path | str], *, extractor: str, progress: Progress = ...
    ) -> ScratchIngest:
        """Write the documents of `paths`; what is there already is left alone."""

    def graph(self) -> Graph:
        """Return the open connection."""

    def close(self) -> None:
        """Close its connection."""


@dataclass(frozen=True, slots=True)
class ScratchGraph:
    """Where a corpus is evaluated: `settings` are the user's but for the graph they name."""

    home: Path
    settings: Settings
    corpus_path: Path
    """The corpus in BEIR form."""
    extractor: str = DEFAULT_EXTRACTOR

    @classmethod
    def plan(
        cls, dataset: Dataset, *, settings: Settings, extractor: str = DEFAULT_EXTRACTOR
    ) -> ScratchGraph:
        """Return the place for this corpus under these settings; nothing is made yet."""
        shaping = [str(getattr(settings, name)) for name in INGEST_SETTINGS]
        if extractor != DEFAULT_EXTRACTOR:
            shaping += [extractor, str(settings.chat_model)]
        # other code may extract otherwise, so it gets a graph of its own
        shaping += [version("kgplatform"), hash_code(list_ingest_code())]
        key = content_id("scratch", dataset.corpus_sha256, *shaping)
        home = _find_home(settings.home / SCRATCH_FOLDER, dataset.name, key[:KEY_CHARS])
        changes = {
            "home": home,
            "chat_cache": settings.replies,  # a reply paid for outlives the graph, and serves all
            "wikidata_home": settings.wikidata_home or settings.home,  # one store serves all
            "neo4j_uri": None,
            "neo4j_user": "neo4j",
            "neo4j_password": None,
            "neo4j_database": None,
        }
        changed = settings.model_copy(update=changes)
        return cls(home, changed, home / CORPUS_FILE, extractor)

    def apart(self, *shaping: str) -> ScratchGraph:
        """Return a place within for another graph of the same corpus.

        Args:
            shaping: what distinguishes it from others.
        """
        home = self.home / APART_FOLDER / content_id("apart", *shaping)[:KEY_CHARS]
        return replace(self, home=home, settings=self.settings.model_copy(update={"home": home}))

    @property
    def runs_dir(self) -> Path:
        """Where runs are kept unless another folder is asked for."""
        return self.home / RUNS_FOLDER


def _find_home(folder: Path, name: str, key: str) -> Path:
    """Return where the corpus of a key is, else where it is to be.

    Other questions over a corpus have another name, and find the graph made under the first.
    """
    there = sorted(folder.glob(f"*-{key}/{CORPUS_FILE}"))
    readable = re.sub(r"[^\w-]+", "-", name).strip("-")
    return there[0].parent if there else folder / f"{readable}-{key}"


@contextmanager
def serve_corpus(
    scratch: ScratchGraph,
    corpus: Sequence[CorpusDocument],
    *,
    platform: ScratchPlatform,
    links: Collection[str] = (),
    progress: Progress = NO_PROGRESS,
) -> Iterator[None]:
    """Have the graph of `platform` hold the corpus and nothing else, and answer, while inside.

    A server that was not running before is stopped at the end, so nobody else may use it
    meanwhile; so is one that an evaluation started which was killed. One that does not stop is
    left, with a warning.

    Args:
        scratch: where the graph is.
        corpus: it is ingested whole, once.
        platform: made for `scratch.settings`.
        links: methods by which passages are linked, once, within the usual limits.
        progress: reports the start, the ingest and the links.

    Raises:
        EvaluationError: documents of the corpus could not be ingested, or another evaluation
            is using the graph.
        KgPlatformError: the server cannot be started.
    """
    private_folder(scratch.home)
    _write_corpus(scratch.corpus_path, corpus)
    with _alone(scratch):
        started = scratch.home / STARTED_FILE
        is_ours = started.exists() or platform.server.status() is None
        if is_ours:
            started.touch()
        with _stopped_at_end(platform, started) if is_ours else closing(platform):
            platform.server.start(progress=progress)
            report = platform.ingest(
                [scratch.corpus_path], extractor=scratch.extractor, progress=progress
            )
            if report.failures:  # figures over part of a corpus would look like any others
                raise EvaluationError(
                    f"The corpus could not be ingested whole: {report.failures[0]}"
                )
            _link(links, platform, progress)
            yield


@contextmanager
def _stopped_at_end(platform: ScratchPlatform, started: Path) -> Iterator[None]:
    """Stop the server at the end of the block, and however the process ends in it."""
    with StopAtEnd(lambda: platform.server.ask_to_end()):  # noqa: PLW0108  # not before it is needed
        try:
            yield
        finally:
            platform.close()
            if _stop(platform.server):
                started.unlink(missing_ok=True)


def _link(links: Collection[str], platform: ScratchPlatform, progress: Progress) -> None:
    for method in sorted(links):
        limits = DEFAULT_LINKS[method]
        with platform.graph().turn("write"):
            link_passages(
                platform.graph(),
                method=method,
                max_degree=limits.max_degree,
                min_score=limits.min_score,
                progress=progress,
            )


def _stop(server: ScratchServer) -> bool:
    """Stop the server, and return whether it has ended."""
    try:
        server.stop()
    except ServerError as exc:  # it must neither hide an error from inside nor cost the figures
        logger.warning("the scratch Neo4j could not be stopped: %s", exc)
        return False
    return True


@contextmanager
def _alone(scratch: ScratchGraph) -> Iterator[None]:
    lock = FileLock(scratch.home / LOCK_FILE, timeout=0)
    try:
        lock.acquire()
    except Timeout as exc:
        raise EvaluationError(
            f"Another evaluation is using the scratch graph in {scratch.home}: wait for its end."
        ) from exc
    try:
        yield
    finally:
        lock.release()


def corpus_id(uri: str) -> str:
    """Return the id in the corpus of a document of the graph.

    Ingest gives each line of a corpus file the address of the file with the line's id after '#'.
    """
    return uri.partition("#")[2]


def _write_corpus(path: Path, corpus: Sequence[CorpusDocument]) -> None:
    """Write the corpus unless it is there; the folder's name vouches for its content."""
    if path.is_file():
        return
    # ingest refuses a document without text; published corpora have some that are all title
    lines = [
        json.dumps({"_id": d.id, "title": d.title, "text": d.text if d.text.strip() else d.title})
        for d in corpus
        if d.text.strip() or d.title.strip()
    ]
    if not lines:
        raise EvaluationError("The data set's corpus holds no text; check its files.")
    write_file(path, "\n".join(lines) + "\n")
