"""Looks around the questions of packs by the product's own code, and keeps what was seen."""

from __future__ import annotations

import pickle
import sys
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from kgplatform.evaluate.datasets import load_dataset
from kgplatform.evaluate.scratch import ScratchGraph, corpus_id, serve_corpus
from kgplatform.platform import Platform
from kgplatform.retrieve.chains.features import View
from kgplatform.retrieve.graph import Surroundings, look_around
from kgplatform.settings import Settings

DOCUMENTS = "MATCH (p:Passage)-[:PART_OF]->(d) RETURN p.id AS id, d.uri AS uri"

Floats = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Case:
    """What was seen around one question, and which corpus document each passage is of."""

    view: View
    walked: Floats
    documents: tuple[str, ...]
    gold: frozenset[str]

    @property
    def is_gold(self) -> Flags:
        return np.array([document in self.gold for document in self.documents], bool)


Packs = dict[str, list[Case]]


Look = Callable[[str], Iterable[tuple[str, Surroundings]]]
"""From a question to what is around it, by how it was looked at."""


def look_once(platform: Platform) -> Look:
    """Look as the method does."""
    graph, embedder = platform.graph(), platform.embedder
    return lambda question: [("", look_around(question, graph=graph, embedder=embedder))]


def look_at_pack(
    path: Path, settings: Settings, open_look: Callable[[Platform], Look]
) -> dict[str, list[Case]]:
    """Return a case for every question of a pack, by how it was looked at."""
    dataset = load_dataset(path)
    scratch = ScratchGraph.plan(dataset, settings=settings)
    found: dict[str, list[Case]] = {}
    with Platform(scratch.settings) as platform, serve_corpus(
        scratch, dataset.corpus, platform=platform
    ):  # fmt: skip
        rows = platform.graph().run_text(DOCUMENTS)
        document_of = {row["id"]: corpus_id(row["uri"]) for row in rows}
        look = open_look(platform)
        for number, question in enumerate(dataset.questions, start=1):
            for way, around in look(question.text):
                documents = tuple(document_of[key] for key in around.local.passage_ids)
                case = Case(around.view, around.walked, documents, question.gold)
                found.setdefault(way, []).append(case)
            if number % 100 == 0:
                print(f"{dataset.name}: {number} of {len(dataset.questions)}", file=sys.stderr)
    return found


def load_packs(paths: Iterable[Path], views: Path | None, settings: Settings) -> Packs:
    """Return the questions of each pack by its name; `views` keeps what was seen of them."""
    return {
        name_pack(path): keep(
            views / f"{name_pack(path)}.pickle" if views else None,
            lambda path=path: look_at_pack(path, settings, look_once)[""],
        )
        for path in paths
    }


def name_pack(path: Path) -> str:
    return path.name.partition(".")[0]


def keep(file: Path | None, make: Callable[[], Any]) -> Any:
    """Return what a file keeps, or else what is made; it is kept there if there is a file."""
    if file and file.is_file():
        with file.open("rb") as stream:
            return pickle.load(stream)
    made = make()
    if file:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as stream:
            pickle.dump(made, stream, protocol=5)
    return made


def load_settings() -> Settings:
    """Return the user's settings; without a home of theirs, scratch graphs are temporary."""
    settings = Settings.load()
    if "home" in settings.model_fields_set:
        return settings
    return Settings.load(home=Path(tempfile.gettempdir()) / "kgplatform-chains")
