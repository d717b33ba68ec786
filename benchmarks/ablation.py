"""What each part of `graph` adds: recall with the part taken away and the models fitted again.

    python benchmarks/ablation.py DATA/2wikimultihopqa.jsonl.gz DATA/musique.jsonl.gz \\
        DATA/hotpotqa.jsonl.gz --views FOLDER

As in train_chains.py, whose views of the questions it uses: fitted on the 1st, 3rd, ... question
of each pack, figures of the others. Every row without a part has models of its own, so that the
rest may make up for it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
from looking import Case, Packs, load_packs, load_settings
from record import print_table, write_result
from train_chains import KS, hold_out, train

from kgplatform.retrieve.chains import pairs as final
from kgplatform.retrieve.chains.features import BESIDE_FEATURES, View
from kgplatform.retrieve.chains.models import ChainModels

Change = Callable[[Case], Case]


def _see(change: Callable[[View], View]) -> Change:
    return lambda case: replace(case, view=change(case.view))


def _no_walk(case: Case) -> Case:
    return replace(case, walked=np.zeros_like(case.walked))


def _no_pages(view: View) -> View:
    return replace(view, about=view.about[:0])


def _no_names(view: View) -> View:
    return replace(view, namesakes=np.zeros_like(view.namesakes))


def _no_links(case: Case) -> Case:
    return replace(_no_walk(case), view=replace(case.view, mentions=case.view.mentions[:0]))


def _no_words_of_sentences(view: View) -> View:
    """Let every sentence have the words of its whole passage."""
    wording = view.wording
    counts = np.diff(wording.sentence_of)
    alike = replace(wording, in_sentence=np.repeat(wording.in_passage, counts, axis=0))
    return replace(view, wording=alike)


def _one_round(packs: Packs) -> ChainModels:
    models = train(packs)
    return replace(models, rounds=models.rounds[:1])


def _nothing_beside(_: View, scores: Any) -> Any:
    return np.zeros((len(scores), len(BESIDE_FEATURES)))


def _no_relations(view: View) -> View:
    return replace(view, stated=view.stated[:0], nearness=view.nearness[:0, :0])


def _no_cosines(view: View) -> View:
    return replace(view, cosines=np.zeros_like(view.cosines))


SECOND_ROUND, BESIDE = "the second round", "what a passage is beside the best"
PARTS: dict[str, Change] = {
    "nothing": lambda case: case,
    SECOND_ROUND: lambda case: case,
    BESIDE: lambda case: case,
    "the walk": _no_walk,
    "pages about a thing": _see(_no_pages),
    "names of the question": _see(_no_names),
    "mentions (and the walk)": _no_links,
    "which sentence has the words": _see(_no_words_of_sentences),
    "relations asked for": _see(_no_relations),
    "cosines": _see(_no_cosines),
}


def ablate(packs: Packs) -> list[dict[str, Any]]:
    rows = []
    for part, change in PARTS.items():
        changed = {name: [change(case) for case in cases] for name, cases in packs.items()}
        fit = _one_round if part == SECOND_ROUND else train
        alone = patch.object(final, "describe_neighbours", _nothing_beside)
        with alone if part == BESIDE else nullcontext():
            rows += [{"without": part, **row} for row in hold_out(changed, fit)]
        print(part, [row[f"recall@{KS[1]}"] for row in rows[-len(packs) :]], flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--views", type=Path, help="folder that keeps what was seen")
    arguments = parser.parse_args()
    rows = ablate(load_packs(arguments.packs, arguments.views, load_settings()))
    print_table(rows)
    write_result("ablation", rows)


if __name__ == "__main__":
    main()
