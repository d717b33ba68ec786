"""How often the right item is the first, or among the first five, for names with a known item.

    python benchmarks/linking.py --home HOME --data DATA [--part building --show]

HOME holds the Wikidata slice (`kgplatform wikidata load DATA/wikidata_slice.nt.gz --home HOME`).
Names are the subjects of PopQA (context: the question) and the entities of 2WikiMultihopQA that
the slice holds (context: their passage's first sentences). Even rows were for building, odd ones
are reported. A name without a right item in the slice should stay unlinked.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from record import write_result

from kgplatform.models.embedding import load_embedder
from kgplatform.settings import Settings
from kgplatform.wikidata.client import ClientOptions
from kgplatform.wikidata.endpoints import open_endpoint
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.linking import Linker, choose_link
from kgplatform.wikidata.server import LocalStore

CONTEXT_SENTENCES = 2


@dataclass(frozen=True)
class Case:
    pack: str
    row: int
    name: str
    context: str
    qid: str


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def _cases(data: Path) -> Iterator[Case]:
    for number, row in enumerate(_rows(data / "popqa.jsonl.gz")):
        qid = row["s_uri"].rpartition("/")[2]
        yield Case("PopQA", number, row["subj"], row["question"], qid)
    seen: set[tuple[str, str]] = set()
    for number, row in enumerate(_rows(data / "2wikimultihopqa.jsonl.gz")):
        texts = {p["title"]: p["sentences"] for p in row["paragraphs"]}
        titles = dict.fromkeys(title for title, _ in row["supporting_facts"])
        for title, qid in zip(titles, row["entity_ids"].split("_"), strict=True):
            if (title, qid) not in seen:
                seen.add((title, qid))
                context = " ".join(texts.get(title, [])[:CONTEXT_SENTENCES])
                yield Case("2Wiki", number, title, context, qid)


def _measure(linker: Linker, cases: list[Case], *, show: bool) -> dict[str, float]:
    first = five = linked = right = 0
    started = time.perf_counter()
    for case in cases:
        links = linker.rank(case.name, context=case.context)
        order = [link.qid for link in links[:5]]
        first += order[:1] == [case.qid]
        five += case.qid in order
        chosen = choose_link(links)
        linked += chosen is not None
        right += chosen is not None and chosen.qid == case.qid
        if show and order[:1] != [case.qid]:
            stated = [(x.qid, x.candidate.label, round(x.score, 3)) for x in links[:3]]
            print("  ", case.name, case.qid, stated)
    total = max(len(cases), 1)
    return {
        "names": len(cases),
        "accuracy_at_1": round(first / total, 4),
        "accuracy_at_5": round(five / total, 4),
        "linked": round(linked / total, 4),
        "right_of_linked": round(right / max(linked, 1), 4),
        "ms_a_name": round((time.perf_counter() - started) * 1000 / total, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--part", choices=("building", "reported"), default="reported")
    parser.add_argument("--show", action="store_true", help="print what went wrong")
    arguments = parser.parse_args()
    settings = Settings.load(home=arguments.home)
    embedder = load_embedder(settings.embedder, cache=settings.cache)
    endpoint = open_endpoint(None, home=arguments.home, options=ClientOptions())
    figures: dict[str, Any] = {}
    with LabelIndex(LocalStore(arguments.home).index_path) as index:
        linker = Linker(index, endpoint=endpoint, embedder=embedder)
        remainder = int(arguments.part == "reported")
        cases = [case for case in _cases(arguments.data) if case.row % 2 == remainder]
        held = index.labels({case.qid for case in cases})
        for pack in ("PopQA", "2Wiki"):
            chosen = [case for case in cases if case.pack == pack]
            inside = [case for case in chosen if case.qid in held]
            outside = [case for case in chosen if case.qid not in held]
            figures[pack] = _measure(linker, inside, show=arguments.show)
            print(pack, figures[pack], flush=True)
            if outside:
                unlinked = 1 - _measure(linker, outside, show=False)["linked"]
                figures[pack] |= {"absent": len(outside), "absent_unlinked": round(unlinked, 4)}
                print(pack, figures[pack], flush=True)
            if arguments.part == "reported":
                write_result("linking", figures)


if __name__ == "__main__":
    main()
