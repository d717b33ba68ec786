"""Fits the hop-trained encoder of `retrieve/kgp`; measures what it learns and what carries over.

    python benchmarks/train_hops.py DATA/hotpotqa.jsonl.gz DATA/2wikimultihopqa.jsonl.gz \\
        DATA/musique.jsonl.gz [--write]

As MDR is trained in KGP (appendix 8.2): from a question to its first supporting fact, and from
question and first fact to the second one, with a softmax over other passages. HotpotQA tells no
order for comparisons, so both orders are learned there. Fitted on the first half of the first
pack's questions; the figures are of its second half, and of all questions of the others.

- seek: the true fact among the passages it competes with, all but other supporting facts: for the
  first hop what words and meaning find, for the second the neighbours of the first fact in the
  entity, keyword and embedding graphs. Hits at 1, 3 and 10, in percent.
- link: the fact that follows among the nearest 20 passages of the whole corpus, the question
  unknown: what the encoder's graph reaches.

The matrices start from the identity and an L2 penalty keeps them near it, which is what a few
hundred questions have to say about 147,456 numbers each. Of penalties 0.3, 1 and 3 the middle one
is kept. The loss is minimised by L-BFGS, so there is no chance in it. The weights ship as scale and
low-rank remainder, in half precision.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from record import print_table, write_result
from scipy.optimize import minimize

from kgplatform.evaluate.baselines.corpus import SearchedCorpus
from kgplatform.evaluate.datasets import EvaluationQuestion, load_dataset
from kgplatform.evaluate.scratch import ScratchGraph, serve_corpus
from kgplatform.platform import Platform
from kgplatform.retrieve.kgp.encoder import WEIGHTS, HopEncoder, load_hop_encoder
from kgplatform.retrieve.kgp.neighbours import NEAR, Neighbourhood
from kgplatform.retrieve.passages import search_text
from kgplatform.settings import Settings

PENALTY = 1.0
TEMPERATURE = 0.05
RANK = 48  # of what differs from the identity, as it ships
RIVALS = 100  # passages that a fact competes with, at most, from each search or graph
RIVAL_GRAPHS = ("entity", "keyword", "embedding")
BATCH = 50
KS = (1, 3, 10)

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Hop:
    """One step of a question: rows of the corpus; `before` is -1 for the first hop."""

    question: int
    before: int
    fact: int
    rivals: Rows


@dataclass(frozen=True)
class Pack:
    """Vectors of questions and passages, and the hops between them."""

    name: str
    questions: Floats
    passages: Floats
    hops: list[Hop]

    def inputs(self, hops: Sequence[Hop]) -> tuple[Floats, Floats]:
        """Return the vectors of question and fact before (zeros for none), (hops, dimension)."""
        none = np.zeros(self.passages.shape[1], np.float32)
        before = [self.passages[h.before] if h.before >= 0 else none for h in hops]
        return self.questions[[h.question for h in hops]], np.array(before)


def read_pack(path: Path, settings: Settings) -> Pack:
    dataset = load_dataset(path)
    scratch = ScratchGraph.plan(dataset, settings=settings)
    with Platform(scratch.settings) as platform, serve_corpus(
        scratch, dataset.corpus, platform=platform, links=["keyword"]
    ):  # fmt: skip
        corpus = SearchedCorpus(dataset, "open", platform)
        texts = [question.text for question in dataset.questions]
        questions = platform.embedder.embed_queries(texts)
        steps = [
            (number, before, fact)
            for number, question in enumerate(dataset.questions)
            for before, fact in order_facts(question, corpus)
        ]
        rivals = find_rivals(corpus, questions, steps)
        hops = []
        for step, rows in zip(steps, rivals, strict=True):
            gold = set(corpus.select(dataset.questions[step[0]].gold).tolist())
            hops.append(Hop(*step, np.array(sorted(rows - gold - {step[1]}), np.int64)))
        return Pack(dataset.name, questions, corpus.vectors, hops)


def order_facts(question: EvaluationQuestion, corpus: SearchedCorpus) -> list[tuple[int, int]]:
    """Return (fact before or -1, fact) for each step of a question; nothing without an order."""
    rows = {key: int(corpus.select([key])[0]) for key in sorted(question.gold)}
    if len(question.hops) > 1:
        first = [(-1, rows[key]) for key in sorted(question.hops[0])]
        pairs = zip(question.hops, question.hops[1:], strict=False)
        return first + [
            (rows[a], rows[b]) for one, two in pairs for a in sorted(one) for b in sorted(two)
        ]
    if len(rows) == 2:
        one, two = rows.values()
        return [(-1, one), (-1, two), (one, two), (two, one)]
    return []


def find_rivals(
    corpus: SearchedCorpus, questions: Floats, steps: Sequence[tuple[int, int, int]]
) -> list[set[int]]:
    """Return the rows of the passages that each step's fact competes with."""
    table, graph = corpus.passages, corpus.graph
    place = {key: row for row, key in enumerate(table.ids)}
    found: list[set[int]] = [set() for _ in steps]
    for at, (number, before, _) in enumerate(steps):
        if before < 0:
            text = corpus.dataset.questions[number].text
            hits = search_text(text, graph=graph, embedder=corpus.platform.embedder)
            found[at].update(place[key] for key in hits.ids[:RIVALS])
    later = [at for at, step in enumerate(steps) if step[1] >= 0]
    for name in RIVAL_GRAPHS:
        neighbourhood = Neighbourhood(graph, name)
        for start in range(0, len(later), BATCH):
            part = later[start : start + BATCH]
            ids = [table.ids[steps[at][1]] for at in part]
            aims = questions[[steps[at][0] for at in part]]
            for at, ranked in zip(part, neighbourhood.rank(ids, aims, limit=RIVALS), strict=True):
                found[at].update(place[key] for key, _ in ranked)
    return found


def fit_seek(pack: Pack, hops: Sequence[Hop]) -> tuple[Floats, Floats]:
    """Return the matrices of question and path."""
    inputs = np.stack(pack.inputs(hops))
    most = 1 + max(len(hop.rivals) for hop in hops)
    choices = np.zeros((len(hops), most), np.int64)
    empty = np.ones((len(hops), most), bool)
    for row, hop in enumerate(hops):
        count = 1 + len(hop.rivals)
        choices[row, :count], empty[row, :count] = [hop.fact, *hop.rivals], False
    eye = np.eye(inputs.shape[2])

    def slope(sought: Floats) -> tuple[float, Floats]:
        loss, gradient = 0.0, np.zeros_like(sought)
        for start in range(0, len(hops), BATCH):
            part = slice(start, start + BATCH)
            vectors = pack.passages[choices[part]]
            scores = np.einsum("ijk,ik->ij", vectors, sought[part])
            scores[empty[part]] = -np.inf
            value, shares = softmax_loss(scores, np.zeros(len(scores), np.int64))
            loss += value
            gradient[part] = np.einsum("ij,ijk->ik", shares, vectors)
        return loss / len(hops), gradient / len(hops)

    question, path = minimise(inputs, np.stack([eye, 0 * eye]), slope)
    return question, path


def fit_link(pack: Pack, hops: Sequence[Hop]) -> Floats:
    """Return the matrix from a fact to the one that follows, whatever the question."""
    later = [hop for hop in hops if hop.before >= 0]
    before = pack.passages[[hop.before for hop in later]]
    facts = np.array([hop.fact for hop in later])
    itself = (np.arange(len(later)), np.array([hop.before for hop in later]))

    def slope(sought: Floats) -> tuple[float, Floats]:
        scores = sought @ pack.passages.T
        scores[itself] = -np.inf
        loss, shares = softmax_loss(scores, facts)
        return loss / len(later), shares @ pack.passages / len(later)

    (link,) = minimise(before[None], np.eye(before.shape[1])[None], slope)
    return link


def softmax_loss(scores: Floats, true: Rows) -> tuple[float, Floats]:
    """Return the sum of the losses, and their slope by the scores."""
    scaled = scores / TEMPERATURE
    scaled -= scaled.max(axis=1, keepdims=True)
    shares = np.exp(scaled)
    shares /= shares.sum(axis=1, keepdims=True)
    rows = np.arange(len(true))
    loss = -float(np.log(np.maximum(shares[rows, true], 1e-30)).sum())
    shares[rows, true] -= 1
    return loss, shares / TEMPERATURE


def minimise(
    inputs: Floats, start: npt.NDArray[Any], slope: Callable[[Floats], tuple[float, Floats]]
) -> Floats:
    """Return matrices near `start`; `slope` tells loss and slope by the sums of inputs @ matrix."""

    def objective(flat: npt.NDArray[np.float64]) -> tuple[float, npt.NDArray[np.float64]]:
        matrices = flat.reshape(start.shape).astype(np.float32)
        loss, by_sought = slope(np.einsum("abc,acd->bd", inputs, matrices, optimize=True))
        gradient = np.einsum("abc,bd->acd", inputs, by_sought, optimize=True)
        away = flat - start.ravel()
        loss += 0.5 * PENALTY * float(away @ away)
        return loss, gradient.ravel().astype(float) + PENALTY * away

    found = minimize(objective, start.ravel(), jac=True, method="L-BFGS-B", options={"maxiter": 40})
    return np.asarray(found.x.reshape(start.shape), dtype=np.float32)


def compress(encoder: HopEncoder) -> dict[str, npt.NDArray[Any]]:
    """Return each matrix as a multiple of the identity and two thin factors of the rest."""
    stored: dict[str, npt.NDArray[Any]] = {}
    for name in ("question", "path", "link"):
        matrix = getattr(encoder, name)
        scale = np.trace(matrix) / len(matrix)
        left, sizes, right = np.linalg.svd(matrix - scale * np.eye(len(matrix)))
        roots = np.sqrt(sizes[:RANK])
        stored[f"{name}_scale"] = np.float32(scale)
        stored[f"{name}_left"] = (left[:, :RANK] * roots).astype(np.float16)
        stored[f"{name}_right"] = (right[:RANK] * roots[:, None]).astype(np.float16)
    return stored


def measure(pack: Pack, hops: Sequence[Hop], encoder: HopEncoder) -> dict[str, float]:
    """Return hits of each hop, and what the encoder's graph reaches, in percent."""
    questions, before = pack.inputs(hops)
    sought = questions @ encoder.question + before @ encoder.path
    places = np.array(
        [
            (pack.passages[hop.rivals] @ row > pack.passages[hop.fact] @ row).sum()
            for hop, row in zip(hops, sought, strict=True)
        ]
    )
    later = np.array([hop.before >= 0 for hop in hops])
    figures = {}
    for name, chosen in (("hop 1", ~later), ("hop 2", later)):
        for k in KS:
            figures[f"{name} hits@{k}"] = round(100 * float((places[chosen] < k).mean()), 1)
    reached = [
        np.partition(-(pack.passages @ row), NEAR)[NEAR] < -(row @ pack.passages[hop.fact])
        for hop, row in zip(hops, encoder.link_from(before), strict=True)
        if hop.before >= 0
    ]
    figures[f"link hits@{NEAR}"] = round(100 - 100 * float(np.mean(reached)), 1)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--write", action="store_true", help="replace the shipped weights")
    arguments = parser.parse_args()
    settings = Settings.load()
    packs = [read_pack(path, settings) for path in arguments.packs]
    half = 1 + max(hop.question for hop in packs[0].hops) // 2
    taught = [hop for hop in packs[0].hops if hop.question < half]
    question, path = fit_seek(packs[0], taught)
    fitted = HopEncoder(question, path, fit_link(packs[0], taught))
    if arguments.write:
        np.savez_compressed(WEIGHTS, **compress(fitted))
    eye = np.eye(len(question), dtype=np.float32)
    encoders = {"embedder": HopEncoder(eye, 0 * eye, eye), "trained": fitted}
    if WEIGHTS.is_file():
        encoders["as shipped"] = load_hop_encoder()
    parts = [
        (f"{packs[0].name}, held out", packs[0], [h for h in packs[0].hops if h.question >= half])
    ]
    parts += [(pack.name, pack, pack.hops) for pack in packs[1:]]
    rows = [
        {"questions": name, "encoder": which, "hops": len(hops), **measure(pack, hops, encoder)}
        for name, pack, hops in parts
        for which, encoder in encoders.items()
    ]
    print_table(rows)
    write_result("hops", rows)


if __name__ == "__main__":
    main()
