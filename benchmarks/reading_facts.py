"""EM, F1 and tokens of a reader over facts, chains and documents, as HOLMES and TRACE measure them.

    python benchmarks/reading_facts.py DATA --limit 100                    # the 1.5B model, days
    python benchmarks/reading_facts.py DATA --methods holmes,graph --packs musique-triples
    python benchmarks/reading_facts.py DATA --reader extractive

Distractor setting: each question's own paragraphs. The packs are those of answer_at_budget.py, so
MuSiQue's questions come with GPT-3.5's triples. Any method of `kgplatform evaluate` can be named.
Run files are kept in results/reading-facts-READER, question by question; all methods advance
together, STEP questions at a time, so the script goes on where it was stopped. With a model,
`holmes` also reads documents that state nothing, and writes what they state to the scratch graph:
name `holmes-no-extraction` to leave it as it is.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from answer_at_budget import PACKS, open_pack
from evaluated import print_figures
from local_llm import MODELS, chat_environment, serving
from record import RESULTS, write_result

from kgplatform.evaluate.comparison import compare_methods
from kgplatform.evaluate.plan import ComparisonPlan
from kgplatform.platform import Platform
from kgplatform.settings import Settings

METHODS = (
    "documents", "gold", "structqa", "graph", "holmes", "holmes-facts", "holmes-no-pruning",
    "holmes-no-schema", "holmes-no-qualifiers", "holmes-no-complement",
)  # fmt: skip
STEP = 10
KS = (2, 5, 10)


@contextmanager
def reading_settings(reader: str, model: str) -> Iterator[Settings]:
    """Give the user's settings, with the model served where one reads."""
    if reader != "llm":
        yield Settings.load()
        return
    with serving(model) as base_url:
        named = chat_environment(model, base_url)
        prefix = "KGPLATFORM_"
        changes = {key.removeprefix(prefix).lower(): value for key, value in named.items()}
        yield Settings.load(**changes)


def read(arguments: argparse.Namespace, settings: Settings) -> list[dict[str, Any]]:
    """Let the reader answer, STEP questions of every pack and method at a time."""
    figures: list[dict[str, Any]] = []
    for end in range(STEP, arguments.limit + STEP, STEP):
        figures = []
        for name in arguments.packs.split(","):
            plan = ComparisonPlan(
                methods=tuple(arguments.methods.split(",")),
                setting="distractor",
                reader=arguments.reader,
                ks=KS,
                limit=min(end, arguments.limit),
                out=RESULTS / f"reading-facts-{arguments.reader}",
            )
            dataset = open_pack(name, arguments.data, settings)
            told = compare_methods(dataset, plan, settings=settings, connect=Platform)
            figures += [row for _, row in told]
        print_figures(figures)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder of the public data sets")
    parser.add_argument("--packs", default=",".join(PACKS))
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--reader", choices=("llm", "extractive"), default="llm")
    parser.add_argument("--model", choices=MODELS, default="1.5b")
    arguments = parser.parse_args()
    with reading_settings(arguments.reader, arguments.model) as settings:
        figures = read(arguments, settings)
    write_result(f"reading_facts_{arguments.reader}", figures)


if __name__ == "__main__":
    main()
