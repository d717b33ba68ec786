"""How well tables of PDF pages are found and read, on the EU half of the ICDAR 2013 competition.

Every extractor runs in this one process on the same files and is scored by the same code:
this package's own, pdfplumber with its defaults, and each flavour of camelot.

Regions. Every box, gold ones too, is first drawn close around the characters in it, as the gold
ones are text boxes and others follow ruling lines.
- `iou`: a found table is right if its box and a gold one share half of their union (each used
  once, best pair first): precision, recall, F1.
- `char`: characters in found tables against characters in gold tables (the competition's own
  unit): precision, recall, F1 over all files.
- `complete` / `pure`: gold tables of which every character lies in one found table / found
  tables overlapping gold that hold no character outside it.

Structure. `adj`: adjacency relations (Göbel et al. 2012): every non-blank cell with its nearest
non-blank neighbour to the right and below, over spans; a relation is right where both texts
(letters and digits alone, case folded) and the direction agree. Found tables are paired with
gold ones by shared area; a table without a pair counts all its relations as missed or wrong.

Spans count for every extractor that tells them: a merged cell of pdfplumber's or of camelot's
lattices covers the places that it leaves empty. eu-009b is a second gold reading of eu-009a's
only page and is not used. CPU time is of the whole extraction, opening the file included.

Files are taken in turn: the 1st, 3rd, … were looked at while the rules were made ("built"), the
2nd, 4th, … were not ("held out").

    python benchmarks/tables.py DATA_FOLDER/icdar2013            # tables and results/tables.json
    python benchmarks/tables.py DATA_FOLDER/icdar2013 --only kgplatform --files built
"""

from __future__ import annotations

import argparse
import logging
import time
import warnings
from importlib.metadata import version
from pathlib import Path

import pypdfium2
from record import print_table, write_result
from table_extractors import EXTRACTORS, read_gold
from table_scores import Score, score_file

from kgplatform.sources.pdf.glyphs import read_page
from kgplatform.sources.pdf.words import make_words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", type=Path, help="the folder icdar2013")
    parser.add_argument("--only", choices=EXTRACTORS, help="one extractor; writes nothing")
    parser.add_argument("--files", choices=("all", "built", "held out"), default="all")
    options = parser.parse_args()
    warnings.filterwarnings("ignore")
    logging.disable(logging.WARNING)
    names = [options.only] if options.only else list(EXTRACTORS)
    files = sorted(options.data.glob("*.pdf"))
    halves = {"built": files[::2], "held out": files[1::2]}
    scores = {half: {name: Score() for name in names} for half in (*halves, "all")}
    for half, members in halves.items():
        if options.files in {"all", half}:
            for file in members:
                for name, score in _run_file(file, names).items():
                    scores[half][name].add(score)
                    scores["all"][name].add(score)
    rows = [
        {"files": half, "extractor": name, **score.figures()}
        for half, by_name in scores.items()
        for name, score in by_name.items()
        if score.pages and (half != "all" or options.files == "all")
    ]
    print_table(rows)
    if options.only:
        print_table([{"file": n, "adj_f1": v} for n, v in scores["all"][names[0]].per_file.items()])
    elif options.files == "all":
        per_file = {name: score.per_file for name, score in scores["all"].items()}
        versions = {name: version(name) for name in ("pypdfium2", "pdfplumber", "camelot-py")}
        figures = {"versions": versions, "rows": rows, "adj_f1_per_file": per_file}
        write_result("tables", figures)


def _run_file(file: Path, names: list[str]) -> dict[str, Score]:
    document = pypdfium2.PdfDocument(file)
    sizes = [page.get_size() for page in document]
    words = {
        number: make_words(read_page(page, number=number).glyphs)
        for number, page in enumerate(document, start=1)
    }
    gold = read_gold(file.parent, file.stem, sizes)
    scores = {}
    for name in names:
        started = time.process_time()
        found = list(EXTRACTORS[name](file))
        seconds = time.process_time() - started
        score = score_file(gold, found, words)
        score.seconds, score.pages = seconds, len(sizes)
        score.per_file = {file.stem: score.figures()["adj_f1"]}
        scores[name] = score
    return scores


if __name__ == "__main__":
    main()
