"""What ideas for `graph` would add, each measured alone on three packs, its models fitted anew.

    python benchmarks/ideas.py DATA/2wikimultihopqa.jsonl.gz DATA/musique.jsonl.gz \\
        DATA/hotpotqa.jsonl.gz --views FOLDER

As in train_chains.py: fitted on the 1st, 3rd, ... question of each pack, figures of the others. An
idea is kept where it helps on two of the three packs. ablation.py has those that were kept, taken
away one at a time.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import numpy.typing as npt
import train_chains
from ideas_seen import BASE, CLAUSES, PHRASE_THINGS, PHRASES, Cases, Seen, load_seen
from looking import Case, load_settings
from record import print_table, write_result
from train_chains import hold_out

from kgplatform.retrieve.chains import ranking
from kgplatform.retrieve.chains.pairs import Pairs, find_pairs

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Describe = Callable[[Seen, Integers, Integers, Integers], list[Floats]]
"""Columns of the pairs of a view, given first passages, things and second passages."""


@dataclass(frozen=True)
class Idea:
    """What is looked at, what walks, and which columns the pairs get beside theirs."""

    look: str = BASE
    walk: str = ""
    describe: Describe | None = None


def _best(seen: Seen, values: Floats, passages: Integers, things: Integers) -> Floats:
    """Return the best value of the statements of each passage that are about the thing, or 0."""
    statement, thing = seen.of_things.T
    keys = seen.stated_in[statement] * len(seen.degrees) + thing
    unique, at = np.unique(keys, return_inverse=True)
    best = np.zeros(len(unique) + 1)
    np.maximum.at(best, at, values[statement])
    wanted = passages * len(seen.degrees) + things
    found = np.searchsorted(unique, wanted)
    is_there = np.append(unique, -1)[found] == wanted
    return np.where(is_there, best[found], 0.0)


def _likeness(seen: Seen, first: Integers, thing: Integers, second: Integers) -> list[Floats]:
    """How like the question the statements are by which a pair leaves and arrives."""
    leaves = _best(seen, seen.likeness, first, thing)
    arrives = _best(seen, seen.likeness, second, thing)
    return [leaves, arrives, leaves + arrives]


def _types(seen: Seen, _: Integers, thing: Integers, __: Integers) -> list[Floats]:
    """Whether a pair goes by a thing of a type that the question's relations lead to."""
    return [seen.fits[thing]]


def _parts(seen: Seen, first: Integers, _: Integers, second: Integers) -> list[Floats]:
    """How near both passages are to clauses of the question, each to one of its own."""
    cosines = seen.part_cosines
    if not len(cosines):
        return [np.zeros(len(first))] * 3
    over = cosines - cosines.max(axis=1, keepdims=True)
    one, two = over[:, first], over[:, second]
    apart = [one[i] + two[j] for i in range(len(one)) for j in range(len(two)) if i != j]
    both = np.max(apart, axis=0) if apart else one[0] + two[0]
    return [one.max(axis=0), two.max(axis=0), both]


def _similarity(seen: Seen, first: Integers, _: Integers, second: Integers) -> list[Floats]:
    """How like the passages are, and what of the question the second adds to the first.

    The last is the cosine with the question less what lies in the first's direction.
    """
    alike = seen.alike[first, second].astype(float)
    return [alike, seen.cosines[second] - seen.cosines[first] * alike]


def _all(*arguments: Any) -> list[Floats]:
    return [
        c for describe in (_likeness, _types, _parts, _similarity) for c in describe(*arguments)
    ]


IDEAS: dict[str, Idea] = {
    "as it is": Idea(),
    "statements are nodes of the walk": Idea(walk="statements are nodes"),
    "the walk starts from the likest statements too": Idea(walk="statements lead"),
    "how like the question a pair's statements are": Idea(describe=_likeness),
    "type that a relation leads to": Idea(describe=_types),
    "names among noun phrases, in any case, are seeds": Idea(look=PHRASE_THINGS),
    "noun phrases are searched too": Idea(look=PHRASES),
    "clauses are searched too": Idea(look=CLAUSES),
    "cosines of clauses, one for each end of a pair": Idea(describe=_parts),
    "how like the passages of a pair are, and what the second adds": Idea(describe=_similarity),
    "PageRank over degree": Idea(walk="degree"),
    "PageRank over the root of degree": Idea(walk="root of degree"),
    "all columns of pairs together": Idea(describe=_all),
}


@contextmanager
def described(describe: Describe | None) -> Iterator[None]:
    """Let pairs have more columns, where they are fitted and where they rank."""

    def find(view: Any, seeds: Integers, scores: Floats) -> Pairs:
        pairs = find_pairs(view, seeds, scores)
        if describe is None:
            return pairs
        columns = describe(view, pairs.first, pairs.thing, pairs.second)
        return replace(pairs, features=np.column_stack([pairs.features, *columns]))

    with patch.object(train_chains, "find_pairs", find), patch.object(ranking, "find_pairs", find):
        yield


def apply(idea: Idea, cases: Cases) -> list[Case]:
    """Return the cases as the idea sees them."""
    looked = cases[idea.look]
    if not idea.walk:
        return looked
    return [replace(case, walked=_seen(case).walks[idea.walk]) for case in looked]


def _seen(case: Case) -> Seen:
    assert isinstance(case.view, Seen)  # of every case of BASE
    return case.view


def compare(packs: dict[str, Cases]) -> list[dict[str, Any]]:
    rows = []
    for name, idea in IDEAS.items():
        seen = {pack: apply(idea, cases) for pack, cases in packs.items()}
        with described(idea.describe):
            rows += [{"idea": name, **row} for row in hold_out(seen)]
        print(name, *(list(row.values())[2:] for row in rows[-len(packs) :]), flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", type=Path, nargs="+")
    parser.add_argument("--views", type=Path, required=True, help="folder that keeps what was seen")
    arguments = parser.parse_args()
    rows = compare(load_seen(arguments.packs, arguments.views, load_settings()))
    print_table(rows)
    write_result("ideas", rows)


if __name__ == "__main__":
    main()
