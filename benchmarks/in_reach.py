"""What benchmarks of facts, chains and documents share: packs, methods, answers in reach.

An answer is in reach where its words, by the official normalisation, stand in the first so many
tokens of what the reader is given. Tokens are those of the built-in embedder's tokenizer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from tokenizers import Tokenizer
from triples_pack import NAME as TRIPLES
from triples_pack import load_pack, write_corpus_with_triples

from kgplatform.evaluate.datasets import Dataset, EvaluationQuestion, load_dataset
from kgplatform.evaluate.metrics import normalize_answer
from kgplatform.models.embedding import BUILT_IN, DEFAULT_EMBEDDER
from kgplatform.settings import Settings

__all__ = ["BUDGETS", "METHODS", "PACKS", "has_words", "judge", "narrow", "open_pack"]

PACKS = ("hotpotqa", "2wikimultihopqa", TRIPLES)
"""The first two are read by the `spacy` extractor; the questions of the third, of MuSiQue, come
with GPT-3.5's triples."""
METHODS = (
    "documents", "gold", "structqa", "graph",
    "holmes", "holmes-facts", "holmes-paper", "holmes-no-pruning", "holmes-no-schema",
    "holmes-no-complement", "holmes-facts-no-qualifiers", "holmes-facts-no-schema",
    "trace", "trace-triple", "trace-doc", "trace-triple-auto-fixed",
)  # fmt: skip
"""Baselines; HOLMES and what is left of it without a part; the sentences of TRACE's chains,
TRACE-Triple, TRACE-Doc, and TRACE without adaptive termination."""
BUDGETS = (250, 500, 1000)  # tokens
YES_NO = frozenset({"yes", "no"})


def open_pack(name: str, data: Path, settings: Settings) -> Dataset:
    """Return a pack of PACKS; where it has triples, its corpus is ready for the scratch graph."""
    if name != TRIPLES:
        return load_dataset(data / f"{name}.jsonl.gz")
    dataset = load_pack(data)
    write_corpus_with_triples(dataset, data, settings)
    return dataset


def narrow(dataset: Dataset, limit: int) -> Dataset:
    """Return the first questions with no other documents than their own paragraphs."""
    questions = dataset.questions[:limit]
    own = frozenset[str]().union(*(question.allowed for question in questions))
    corpus = tuple(document for document in dataset.corpus if document.id in own)
    return replace(dataset, corpus=corpus, questions=questions)


def has_words(question: EvaluationQuestion) -> bool:
    """Tell whether the answer is more than yes or no, so that a text can hold it."""
    return normalize_answer(question.answers[0]) not in YES_NO


def judge(text: str, answers: Sequence[str]) -> dict[str, Any]:
    """Return how long a text is, and within which budgets, and in all, it holds an answer."""
    encoded = _load_tokenizer().encode(text, add_special_tokens=False)
    ends = [end for _, end in encoded.offsets]
    held = {}
    for budget in BUDGETS:
        shown = text if len(ends) <= budget else text[: ends[budget - 1]]
        held[str(budget)] = _holds(shown, answers)
    return {"tokens": len(ends), "held": held, "whole": _holds(text, answers)}


def _holds(text: str, answers: Sequence[str]) -> bool:
    folded = f" {normalize_answer(text)} "
    wanted = [normalize_answer(answer) for answer in answers]
    return any(answer and f" {answer} " in folded for answer in wanted)


@cache
def _load_tokenizer() -> Tokenizer:
    file = BUILT_IN[DEFAULT_EMBEDDER].tokenizer_file
    [path] = (Settings.load().cache / "embedders" / DEFAULT_EMBEDDER).rglob(Path(file).name)
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
