"""Fits the relation model of kgplatform.wikidata.question on the even rows of the question file.

    python benchmarks/fit_relations.py --home HOME --data DATA

HOME holds the Wikidata slice. Word counts come from all even rows; the weights are those of a
softmax over each question's possible relations, where the question's own words are left out of the
counts. Writes kgplatform/wikidata/question/relations.json.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from kgplatform.models.embedding import load_embedder
from kgplatform.settings import Settings
from kgplatform.wikidata.client import ClientOptions
from kgplatform.wikidata.endpoints import open_endpoint
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.question.neighbourhood import fetch_relations
from kgplatform.wikidata.question.relations import (
    MODEL_PATH,
    Relation,
    RelationModel,
    RelationRanker,
    mask_names,
    words_of,
)
from kgplatform.wikidata.server import LocalStore

FORWARD = re.compile(r"(?:wd:|entity/)(Q\d+)>?\s+<?(?:wdt:|\S*direct/)(P\d+)\S*\s+\?")
BACKWARD = re.compile(r"\?\w+\s+<?(?:wdt:|\S*direct/)(P\d+)[>*+]?\s+<?(?:wd:|\S*entity/)(Q\d+)")
NO_RELATION = {"P31", "P279"}
FEATURES = ("meaning", "words", "evidence", "prior", "forward")
ROUNDS, RATE, DECAY = 400, 0.3, 1e-3


@dataclass(frozen=True)
class Example:
    masked: str
    qid: str
    relation: Relation


def examples(rows: list[dict[str, Any]], labels: dict[str, str]) -> Iterator[Example]:
    for row in rows:
        text = re.sub(r"PREFIX \S+ <\S+>", "", row["sparql"])
        qids = re.findall(r"(?:wd:|entity/)(Q\d+)", text)
        masked = mask_names(row["question"], [labels.get(qid, "") for qid in qids])
        for qid, name in FORWARD.findall(text):
            if name not in NO_RELATION:
                yield Example(masked, qid, Relation(name, True))
        for name, qid in BACKWARD.findall(text):
            if name not in NO_RELATION:
                yield Example(masked, qid, Relation(name, False))


def read_rows(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def count_words(found: list[Example]) -> RelationModel:
    words: dict[str, Counter[str]] = defaultdict(Counter)
    background: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    for example in found:
        stated = set(words_of(example.masked))
        words[example.relation.key].update(stated)
        background.update(stated)
        counts[example.relation.key] += 1
    return RelationModel({}, words, background, counts)


def without(model: RelationModel, example: Example) -> RelationModel:
    key, stated = example.relation.key, set(words_of(example.masked))
    own = {word: n - (word in stated) for word, n in model.words[key].items()}
    counts = {**model.counts, key: model.counts[key] - 1}
    return RelationModel({}, {**model.words, key: own}, model.background, counts)


def fit(matrices: list[tuple[np.ndarray, int]]) -> np.ndarray:
    weights = np.zeros(len(FEATURES))
    for _ in range(ROUNDS):
        gradient = -DECAY * weights
        for matrix, target in matrices:
            scores = matrix @ weights
            shares = np.exp(scores - scores.max())
            shares /= shares.sum()
            gradient += (matrix[target] - shares @ matrix) / len(matrices)
        weights += RATE * gradient
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    arguments = parser.parse_args()
    settings = Settings.load(home=arguments.home)
    embedder = load_embedder(settings.embedder, cache=settings.cache)
    endpoint = open_endpoint(None, home=arguments.home, options=ClientOptions())
    rows = read_rows(arguments.data / "sparql_on_slice.jsonl.gz")[::2]
    with LabelIndex(LocalStore(arguments.home).index_path) as index:
        qids = {qid for row in rows for qid in re.findall(r"Q\d+", row["sparql"])}
        found = list(examples(rows, index.labels(qids)))
        names = index.properties()
    model = count_words(found)
    ranker = RelationRanker(names, embedder=embedder, model=model)
    matrices = []
    for example in found:
        around = sorted(fetch_relations(endpoint, example.qid))
        around = [relation for relation in around if relation.name in names]
        if example.relation in around and len(around) > 1:
            ranker.model = without(model, example)
            stated = ranker.features(example.masked, around)
            matrix = np.array([[row[name] for name in FEATURES] for row in stated])
            matrices.append((matrix, around.index(example.relation)))
    weights = fit(matrices)
    right = np.mean([np.argmax(matrix @ weights) == target for matrix, target in matrices])
    print(f"{len(matrices)} examples, {right:.3f} right when left out")
    fitted = {
        "weights": dict(zip(FEATURES, np.round(weights, 4).tolist(), strict=True)),
        "words": {key: dict(sorted(model.words[key].items())) for key in sorted(model.words)},
        "background": dict(sorted(model.background.items())),
        "counts": dict(sorted(model.counts.items())),
    }
    MODEL_PATH.write_text(json.dumps(fitted, indent=0) + "\n", encoding="utf-8")
    print(fitted["weights"])


if __name__ == "__main__":
    main()
