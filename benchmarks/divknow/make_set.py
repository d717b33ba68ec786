"""Makes the DivKnowQA-style set of this folder from the 2Wiki pack and the Wikidata slice.

    python benchmarks/divknow/make_set.py DATA/2wikimultihopqa.jsonl.gz DATA/wikidata_slice.nt.gz \
        --home HOME [--count 60] [--seed 0] [--without FILE] [--linked] [--out benchmarks/divknow]

The pack is ingested into a scratch graph below HOME (`kgplatform evaluate` would make the same
one), the slice is loaded and served there, the graph's entities are linked, and the questions made,
as the commands `wikidata load`, `wikidata link` and `wikidata questions` do. What is ingested or
loaded already is not made again; with --linked nothing is linked again either. Then the set is read
back from its file and every gold path is executed once more. With --without none of the questions
is of that file, and those about things in the middle that it has not come first.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any

from kgplatform.evaluate.datasets import Dataset, load_dataset
from kgplatform.evaluate.json_files import read_json_records
from kgplatform.evaluate.scratch import ScratchGraph, serve_corpus
from kgplatform.platform import Platform
from kgplatform.settings import Settings
from kgplatform.training.divknow_data.checking import find_fault
from kgplatform.training.divknow_data.gold import GoldQuestion, from_record, write_questions
from kgplatform.training.divknow_data.making import QuestionSet, make_questions
from kgplatform.wikidata.entity_links import link_entities

SET_NAME = "questions.jsonl.gz"
MOST = 1_000_000
SPARE = 3  # times as many are made as are wanted, where some are left out


@contextmanager
def _served(pack: Dataset, dump: Path, home: Path) -> Iterator[tuple[Platform, Platform]]:
    """Give the platform of the pack's scratch graph, and that of the slice's endpoint."""
    settings = Settings.load(home=home)
    scratch = ScratchGraph.plan(pack, settings=settings)
    with Platform(settings) as wikidata, Platform(scratch.settings) as texts:
        if wikidata.wikidata.store.loaded() is None:
            wikidata.wikidata.load(dump)
        with serve_corpus(scratch, pack.corpus, platform=texts):
            yield texts, wikidata


def _check(path: Path, pack: Dataset, texts: Platform, wikidata: Platform) -> dict[str, int]:
    """Return how many questions of a file hold, and whose document is in the pack."""
    questions = [from_record(record) for record in read_json_records(path)]
    endpoint = wikidata.wikidata.endpoint
    faults = Counter(find_fault(q, graph=texts.graph(), endpoint=endpoint) for q in questions)
    known = {(document.title, document.text) for document in pack.corpus}
    return {
        "questions": len(questions),
        "gold_paths_that_return_their_answers": faults[""],
        "gold_documents_in_the_pack": sum(q.text_hop.document in known for q in questions),
    }


def _leave_out(
    questions: Sequence[GoldQuestion], path: Path, count: int
) -> tuple[GoldQuestion, ...]:
    """Return at most `count` of each type, in turn, none of which is in another set."""
    others = [from_record(record) for record in read_json_records(path)]
    known = {q.id for q in others} | {q.text for q in others}
    middles = {q.bridge_qid for q in others}
    new = sorted(
        (q for q in questions if q.id not in known and q.text not in known),
        key=lambda q: q.bridge_qid in middles,
    )
    by_type = [[q for q in new if q.type == name][:count] for name in sorted({q.type for q in new})]
    return tuple(q for turn in zip_longest(*by_type) for q in turn if q is not None)


def _count(questions: tuple[GoldQuestion, ...], made: QuestionSet) -> dict[str, Any]:
    stated = [q.text_hop.facts[0][1] for q in questions]
    asked = [q.kb_hop.facts[0][1] for q in questions]
    return {
        "types": dict(Counter(q.type for q in questions)),
        "yes": sum(q.answers == ("yes",) for q in questions),
        "things_in_the_middle": len({q.bridge_qid for q in questions}),
        "documents": len({q.text_hop.document for q in questions}),
        "facts_of_texts_that_the_slice_lacks": sum(q.is_kb_blind for q in questions),
        "relations_of_texts": dict(Counter(stated).most_common()),
        "relations_of_the_slice": dict(Counter(asked).most_common()),
        "facts": made.facts[0],
        "facts_about_linked_things": made.facts[1],
        "chains": dict(made.chains),
        "left_out": dict(made.refused),
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pack", type=Path)
    parser.add_argument("dump", type=Path)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--count", type=int, default=60, help="questions of each type")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--without", type=Path, help="a set whose questions are left out")
    parser.add_argument("--linked", action="store_true", help="the entities are linked already")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent)
    return parser.parse_args()


def main() -> None:
    arguments = _arguments()
    pack = load_dataset(arguments.pack)
    path = arguments.out / SET_NAME
    with _served(pack, arguments.dump, arguments.home) as (texts, wikidata):
        graph = texts.graph()
        if not arguments.linked:
            link_entities(graph, wikidata.wikidata.linker, is_exact=True)
        wanted = arguments.count * (SPARE if arguments.without else 1)
        made = make_questions(graph, wikidata.wikidata.endpoint, count=wanted, seed=arguments.seed)
        questions = made.questions
        if arguments.without:
            questions = _leave_out(questions, arguments.without, arguments.count)
        write_questions(questions, path)
        figures = {
            "checked": _check(path, pack, texts, wikidata),
            "items_that_texts_name": len(graph.read("list_linked_qids", folder="-", limit=MOST)),
            **_count(questions, made),
        }
    stated = json.dumps(figures, indent=2, ensure_ascii=False)
    (arguments.out / "statistics.json").write_text(f"{stated}\n", encoding="utf-8")
    print(stated)


if __name__ == "__main__":
    main()
