"""EM, F1 and tokens of a reader over facts, chains and documents, as HOLMES and TRACE measure them.

    python benchmarks/reading_facts.py DATA --limit 100                    # the 1.5B model, days
    python benchmarks/reading_facts.py DATA --methods holmes,graph --packs musique-triples
    python benchmarks/reading_facts.py DATA --packs hotpotqa,2wikimultihopqa --extractor llm \\
        --limit 20                                         # the model also reads the documents
    python benchmarks/reading_facts.py DATA --reader llm-computed  # the program compares
    python benchmarks/reading_facts.py DATA --reader extractive

Distractor setting: each question's own paragraphs. Packs and methods are those of
answer_at_budget.py, so MuSiQue's questions come with GPT-3.5's triples; `trace` gives the sentences
of TRACE's chains, `trace-triple` is TRACE-Triple, `trace-doc` TRACE-Doc, `trace-triple-auto-fixed`
TRACE without adaptive termination, and the model that reads selects the triples too. Any method of
`kgplatform evaluate` can be named.
TRACE's selector needs the probabilities that the runtime `llama` tells; without it, as in
`trace-doc-embedding-auto`, `--runtime openvino` reads faster.
Run files are kept in results/reading-facts-READER, question by question; all methods advance
together, STEP questions at a time, so the script goes on where it was stopped. With a model,
`holmes` and `trace` also read documents that state nothing, and write what these state to a scratch
graph of their own; `holmes-no-extraction` leaves it as it is. With --extractor llm or none the
corpus is the questions' own paragraphs alone, since each text is a call: with llm when it is
ingested, with none when a question reaches it.
"""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from pathlib import Path

from evaluated import compare
from in_reach import METHODS, PACKS, narrow, open_pack
from local_llm import LLAMA, MODELS, RUNTIMES, chat_served
from record import RESULTS, write_result

from kgplatform.evaluate.plan import ComparisonPlan
from kgplatform.settings import Settings

STEP = 10
KS = (2, 5, 10)
SUFFIXES = {"spacy": "", "llm": "-extracted", "none": "-on-demand"}  # of names, by extractor


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder of the public data sets")
    parser.add_argument("--packs", default=",".join(PACKS))
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--reader", choices=("llm", "llm-computed", "extractive"), default="llm")
    parser.add_argument("--extractor", choices=tuple(SUFFIXES), default="spacy")
    parser.add_argument("--model", choices=MODELS, default="1.5b")
    parser.add_argument("--runtime", choices=RUNTIMES, default=LLAMA)
    arguments = parser.parse_args()
    reader, extractor, settings = arguments.reader, arguments.extractor, Settings.load()
    packs = [open_pack(name, arguments.data, settings) for name in arguments.packs.split(",")]
    if extractor != "spacy":
        packs = [narrow(pack, arguments.limit) for pack in packs]
    name = f"reading-facts-{reader}{SUFFIXES[extractor]}"
    plan = ComparisonPlan(
        methods=tuple(arguments.methods.split(",")),
        setting="distractor",
        reader=reader,
        ks=KS,
        limit=arguments.limit,
        out=RESULTS / name,
        extractor=extractor,
    )
    asks_model = reader != "extractive" or extractor == "llm"
    with chat_served(arguments.model, runtime=arguments.runtime) if asks_model else nullcontext():
        figures = compare(packs, plan, step=STEP)
    write_result(name.replace("-", "_"), figures)


if __name__ == "__main__":
    main()
