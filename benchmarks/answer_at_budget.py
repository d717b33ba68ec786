"""How many answers stand in what the reader sees, at equal numbers of tokens; no chat model.

    python benchmarks/answer_at_budget.py DATA --limit 100
    python benchmarks/answer_at_budget.py DATA --methods graph,holmes,trace --packs hotpotqa
    python benchmarks/answer_at_budget.py DATA --setting open --methods graph,holmes

Of each question the method's evidence is written as a reader with a model is given it, and cut
after 250, 500 and 1,000 tokens: an answer counts where its words, by the official normalisation,
stand in what is left. Questions of yes and no are left out. In the setting `distractor` a question
has its own paragraphs, in `open` all of its pack; `graph` gives its best five. Tokens are those of
the built-in embedder's tokenizer.

The packs are HotpotQA and 2WikiMultihopQA, read by the `spacy` extractor, and the questions of
MuSiQue whose paragraphs have GPT-3.5's triples (musique-triples); methods are those of
reading_facts.py, TRACE's selector being the one without a model. Any method of `kgplatform
evaluate` can be named. What was measured is kept in results/answer-at-budget, a file a pack and
method, those of `open` below it, so a run goes on where it was stopped; --table makes the table of
what there is.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from in_reach import BUDGETS, METHODS, PACKS, has_words, judge, open_pack
from record import RESULTS, load_rows, print_table, save_rows, write_result

from kgplatform.answer.numbered import number_evidence, write_items
from kgplatform.evaluate.baselines import BASELINES, SearchedCorpus
from kgplatform.evaluate.datasets import Dataset, EvaluationQuestion
from kgplatform.evaluate.runs import PARAGRAPH_SETTINGS, ParagraphSetting
from kgplatform.evaluate.scratch import ScratchGraph, corpus_id, serve_corpus
from kgplatform.platform import Platform
from kgplatform.records import Evidence
from kgplatform.retrieve.hydrate import narrow_evidence
from kgplatform.settings import Settings

READ_WHOLE = ("documents", "gold", "structqa")
DEPTH, TOP_K = 10, 5
FOLDERS = {
    "distractor": RESULTS / "answer-at-budget",
    "open": RESULTS / "answer-at-budget" / "open",
}

Find = Callable[[EvaluationQuestion], Evidence]


def make_finder(method: str, corpus: SearchedCorpus, platform: Platform) -> Find:
    if method in BASELINES:
        baseline = BASELINES[method](corpus)
        if method in READ_WHOLE:
            return lambda question: baseline.retrieve(question, DEPTH)
        return lambda question: narrow_evidence(baseline.retrieve(question, DEPTH), TOP_K)
    return lambda question: narrow_evidence(
        platform.retrieve(
            question.text, method=method, top_k=DEPTH, documents=corpus.list_allowed(question)
        ),
        TOP_K,
    )


def measure(
    dataset: Dataset, setting: ParagraphSetting, methods: Sequence[str], limit: int, folder: Path
) -> None:
    """Add to the files of a folder what they lack of the first `limit` questions."""
    settings = Settings.load()
    asked = dataset.questions[:limit]
    files = {method: path_of(folder, dataset.name, method) for method in methods}
    known = {method: load_rows(path) for method, path in files.items()}
    if all(question.id in known[method] for method in methods for question in asked):
        return
    scratch = ScratchGraph.plan(dataset, settings=settings)
    with Platform(scratch.settings) as platform, serve_corpus(
        scratch, dataset.corpus, platform=platform
    ):  # fmt: skip
        corpus = SearchedCorpus(dataset, setting, platform)
        finders = {method: make_finder(method, corpus, platform) for method in methods}
        split = platform.linguistics.split_sentences
        for question in asked:
            for method in methods:
                if question.id in known[method]:
                    continue
                evidence = finders[method](question)
                text = write_items(number_evidence(evidence, split_sentences=split))
                found = [corpus_id(passage.uri) for passage in evidence.passages[:TOP_K]]
                row = judge(text, question.answers)
                row["recall"] = len(question.gold & set(found)) / len(question.gold)
                row["is_short"] = has_words(question)
                known[method][question.id] = row
                save_rows(files[method], known[method])


def path_of(folder: Path, pack: str, method: str) -> Path:
    return folder / f"{pack}-{method}.json"


def tabulate(folder: Path, pack: str, method: str) -> dict[str, Any] | None:
    rows = load_rows(path_of(folder, pack, method))
    short = [row for row in rows.values() if row["is_short"]]
    if not short:
        return None
    shares = {
        f"at {budget}": round(100 * sum(row["held"][str(budget)] for row in short) / len(short), 1)
        for budget in BUDGETS
    }
    return {
        "pack": pack,
        "method": method,
        "n": len(short),
        **shares,
        "in all of it": round(100 * sum(row["whole"] for row in short) / len(short), 1),
        "tokens": round(sum(row["tokens"] for row in rows.values()) / len(rows)),
        "recall@5": round(100 * sum(row["recall"] for row in rows.values()) / len(rows), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path, help="folder of the public data sets")
    parser.add_argument("--packs", default=",".join(PACKS))
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--setting", choices=PARAGRAPH_SETTINGS, default="distractor")
    parser.add_argument("--limit", type=int, default=100)
    parser.add_argument("--table", action="store_true", help="only tell what was measured")
    arguments = parser.parse_args()
    packs, methods = arguments.packs.split(","), arguments.methods.split(",")
    folder = FOLDERS[arguments.setting]
    for pack in [] if arguments.table else packs:
        dataset = open_pack(pack, arguments.data, Settings.load())
        measure(dataset, arguments.setting, methods, arguments.limit, folder)
    stated = sorted({path.stem for path in folder.glob("*.json")})
    kept = [
        name.removeprefix(f"{p}-") for p in PACKS for name in stated if name.startswith(f"{p}-")
    ]
    every = list(dict.fromkeys((*METHODS, *kept)))
    rows = [row for p in PACKS for m in every if (row := tabulate(folder, p, m)) is not None]
    print_table(rows)
    suffix = "" if arguments.setting == "distractor" else f"_{arguments.setting}"
    write_result(f"answer_at_budget{suffix}", rows)


if __name__ == "__main__":
    main()
