"""EM and F1 of a reader over what each method gives it, on the first questions of some packs.

    python benchmarks/reading.py DATA/hotpotqa.jsonl.gz DATA/2wikimultihopqa.jsonl.gz \\
        DATA/musique.jsonl.gz --limit 100                      # the 1.5B model, hours on two cores
    python benchmarks/reading.py DATA/... --reader extractive  # all questions, no model
    python benchmarks/reading.py DATA/... --reader cascade --limit 100   # both, minutes after llm
    python benchmarks/reading.py DATA/... --methods none,gold --limit 100   # only these

Closed book (llm alone), all documents of the question, its gold documents, and the five best of
`passages` and `graph` among the paragraphs of all questions. The run files are kept in
results/reading-READER, question by question, so the script goes on where it was stopped, and the
table can be made of what there is (--table). With a model all ways to read advance together, STEP
questions at a time. A scratch graph a pack is made below KGPLATFORM_HOME, once.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path

from evaluated import advance, evaluate, list_newest_runs, load_figures, print_figures
from local_llm import MODELS, chat_served
from record import RESULTS, write_result

STEP = 25
OWN = "documents"  # read in the distractor setting; all others in the open one
METHODS = {
    "extractive": (OWN, "gold", "passages", "graph"),
    "llm": ("none", OWN, "gold", "passages", "graph"),
    "llm-cot": (OWN, "gold", "passages", "graph"),
    "cascade": (OWN, "gold", "passages", "graph"),
}


def read(packs: Sequence[str], methods: Sequence[str], reader: str, limit: int | None) -> None:
    """Let the reader answer the first `limit` questions of each pack after each method."""
    for enough in advance(limit, STEP):
        for setting in _settings(methods):
            for pack in packs:
                asked = [pack, *setting, "--reader", reader]
                evaluate(asked, limit=enough, out=runs_of(reader))


def _settings(methods: Sequence[str]) -> Iterator[list[str]]:
    """Yield the options of the commands that measure these methods."""
    others = [method for method in methods if method != OWN]
    if others:
        yield ["--method", ",".join(others)]
    if OWN in methods:
        yield ["--method", OWN, "--setting", "distractor"]


def runs_of(reader: str) -> Path:
    return RESULTS / f"reading-{reader}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", nargs="+")
    parser.add_argument("--reader", choices=METHODS, default="llm")
    parser.add_argument("--model", choices=MODELS, default="1.5b")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--table", action="store_true", help="only tell what the runs hold")
    parser.add_argument("--methods", help="only these, with commas between them")
    arguments = parser.parse_args()
    reader, chosen = arguments.reader, arguments.methods
    methods = tuple(chosen.split(",")) if chosen else METHODS[reader]
    if not arguments.table:
        with nullcontext() if reader == "extractive" else chat_served(arguments.model):
            read(arguments.packs, methods, reader, arguments.limit)
    figures = load_figures(*list_newest_runs(runs_of(reader)))
    print_figures(figures)
    write_result(f"reading_{reader}", figures)


if __name__ == "__main__":
    main()
