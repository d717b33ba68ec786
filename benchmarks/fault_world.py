"""A small graph to do harm to: its homes and servers, commands run on it, and its digest."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from command import COMMAND

from kgplatform.demo import demo_documents
from kgplatform.graph.connection import Graph
from kgplatform.graph.server import LocalServer
from kgplatform.settings import Settings

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.digest import graph_digest

__all__ = ["Done", "Scene", "World", "make_world"]

QUESTION = "Where did the designer of the Fram die?"
DOCUMENTS = (
    "colin-archer.md", "fram.md", "gjoa.md", "maud.md", "roald-amundsen.md", "terra-nova.md"
)  # fmt: skip
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""Servers here live for a minute, too short for the compiler that takes most time."""

CHANGING = "tern.md"
VERSIONS = (
    "# Tern\n\nThe Tern was a ship. The Tern was built by Colin Archer in Larvik in 1892.\n",
    "# Tern\n\nThe Tern was a ship. The Tern was built by Colin Archer in Bergen in 1893.\n",
)
"""Of one document: each ingest brings the other one, so that it has something to write."""

TIME_OUT_S = 120
TRACE = "Traceback (most recent call last)"
EQUAL = "equal"

During = Callable[["World", subprocess.Popen[str]], None]


@dataclass(frozen=True)
class Done:
    """How a command ended: its exit code, the line that tells why, and in which time."""

    code: int
    message: str
    has_trace: bool
    seconds: float


@dataclass(frozen=True)
class Scene:
    """Where a command meets its fault.

    `during` is done while the command runs; `after` puts things right and tells what the next
    command finds, for a fault that befalls another home than the world's own.
    """

    env: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None
    during: During | None = None
    source: Path | None = None
    is_stdout_closed: bool = False
    after: Callable[[], str] | None = None


class World:
    """One home with a running Neo4j, a corpus in its graph, and a copy of it that is stopped."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home, self.stopped, self.corpus = (folder / name for name in ("home", "stopped", "c"))
        self.question_id = ""
        self._digests: dict[int, str] = {}
        self._version = 0

    def prepare(self) -> None:
        """Ingest both versions, ask a question, and keep a copy of the stopped home."""
        self.corpus.mkdir()
        for name in DOCUMENTS:
            shutil.copy(demo_documents() / name, self.corpus)
        self.start()
        for version in (0, 1, 0):
            self.write_version(version)
            self._must("ingest")
            digest = self.digest()
            if self._digests.setdefault(version, digest) != digest:
                raise RuntimeError("A calm ingest does not bring the same graph back.")
        asked = subprocess.run(
            [COMMAND, "ask", QUESTION, "--json"], env=self.env(), check=True, capture_output=True
        )
        self.question_id = json.loads(asked.stdout)["question_id"]
        self.stop()
        shutil.copytree(self.home, self.stopped, symlinks=True)
        self.start()

    def copy(self, name: str) -> Path:
        """Return a fresh copy of the stopped home."""
        shutil.rmtree(self.folder / name, ignore_errors=True)
        return Path(shutil.copytree(self.stopped, self.folder / name, symlinks=True))

    def server(self, home: Path | None = None, configuration: str = "") -> LocalServer:
        """Return the server of a home, by default the world's own."""
        settings = Settings.load()
        return LocalServer(
            home or self.home,
            version=settings.neo4j_version,
            cache=settings.cache,
            java_options=JAVA_OPTIONS,
            configuration=configuration,
        )

    def start(self) -> None:
        """Start the world's own server, or find it running."""
        self.server().start()

    def stop(self) -> None:
        """Stop the world's own server."""
        self.server().stop()

    @contextmanager
    def graph(self) -> Iterator[Graph]:
        """Open the world's own graph."""
        with Graph.connect(self.server().address()) as graph:
            yield graph

    def digest(self) -> str:
        """Return the digest of the world's own graph."""
        with self.graph() as graph:
            return graph_digest(graph)

    def write_version(self, version: int) -> None:
        """Put a version of the changing document into the corpus."""
        self._version = version
        (self.corpus / CHANGING).write_text(VERSIONS[version], encoding="utf-8")

    def change(self) -> None:
        """Put the other version there."""
        self.write_version(1 - self._version)

    def env(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return the environment of a command."""
        own = {
            "KGPLATFORM_HOME": str(self.home),
            "KGPLATFORM_NEO4J_JAVA_OPTIONS": JAVA_OPTIONS,
            "KGPLATFORM_NEO4J_START": "false",  # a fault must not be healed by what it befalls
        }
        return {**os.environ, **own, **(more or {})}

    def words(self, command: str, source: Path | None = None) -> list[str]:
        """Return the words of a command by its short name."""
        changing = self.corpus / CHANGING
        return {
            "ingest": ["ingest", str(source or self.corpus)],
            "ingest llm": ["ingest", str(changing), "--extractor", "llm"],
            "ask": ["ask", QUESTION],
            "ask llm": ["ask", QUESTION, "--reader", "llm"],
            "ask divknow": ["ask", QUESTION, "--method", "divknow"],
            "retrieve": ["retrieve", QUESTION, "--top-k", "2"],
            "documents list": ["documents", "list"],
            "entities merge": ["entities", "merge", "Fram", "Maud"],
            "export": ["export", "--question", self.question_id, "--format", "json", "--out",
                       str(self.folder / "export.json")],
            "export -": ["export", "--question", self.question_id, "--format", "json",
                         "--out", "-"],
            "query": ["query", "count_nodes"],
            "db start": ["db", "start"],
            "db status": ["db", "status"],
            "db migrate": ["db", "migrate"],
            "doctor": ["doctor"],
            "wikidata entity": ["wikidata", "entity", "Q42"],
        }[command]  # fmt: skip

    def run(self, command: str, scene: Scene) -> Done:
        """Run a command in a scene."""
        started = time.perf_counter()
        read, write = os.pipe()
        if scene.is_stdout_closed:
            os.close(read)
        process = subprocess.Popen(
            [COMMAND, *self.words(command, scene.source)],
            env=self.env(scene.env),
            cwd=scene.folder or self.folder,
            stdin=subprocess.DEVNULL,
            stdout=write if scene.is_stdout_closed else subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
        )
        os.close(write)
        if not scene.is_stdout_closed:
            os.close(read)
        try:
            if scene.during is not None:
                scene.during(self, process)
            out, err = process.communicate(timeout=TIME_OUT_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            return Done(-9, f"no end within {TIME_OUT_S} s", False, time.perf_counter() - started)
        shown = f"{out or ''}\n{err}"
        return Done(
            process.returncode,
            self._telling_line(shown, err),
            TRACE in shown,
            round(time.perf_counter() - started, 1),
        )

    def _telling_line(self, shown: str, err: str) -> str:
        """Return the line that tells what happened, without the names of this run's folders."""
        lines = [line.strip() for line in shown.splitlines() if line.strip()]
        stated = [line for line in lines if re.match(r"Error:|FAIL|Skipped:|Stopped|Warning", line)]
        errors = [line for line in err.splitlines() if line.strip()]
        line = next(iter(stated or errors[-1:] or lines[:1]), "")
        return line.replace(str(self.folder), "…").replace(str(Path.home()), "~")[:300]

    def look(self, command: str) -> str:
        """Return what the next command finds: "equal" where it works and the graph is right."""
        self.start()
        done = self.run("ingest" if command.startswith("ingest") else "documents list", Scene())
        if done.code != 0 or done.has_trace:
            return f"exit {done.code}: {done.message}"
        return EQUAL if self.digest() == self._digests[self._version] else "another graph"

    def _must(self, command: str) -> None:
        done = self.run(command, Scene())
        if done.code != 0:
            raise RuntimeError(f"{command} fails without any fault: {done.message}")


@contextmanager
def make_world() -> Iterator[World]:
    """Make a world that is gone, its server stopped, when it is left."""
    with tempfile.TemporaryDirectory(prefix="kgplatform-faults-") as folder:
        world = World(Path(folder))
        try:
            world.prepare()
            yield world
        finally:
            world.stop()
