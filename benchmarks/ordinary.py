"""Facts of ordinary text: key facts stated, statements a paragraph, and all of them to be judged.

The texts are invented news, contracts, e-mails and abstracts. `ordinary/key_facts.tsv` lists what a
reader takes from them, as expressions (`ordinary/README.md`), by somebody who had not seen the
extractor. A fact is stated if all its expressions match the line of one statement: subject,
relation, object and qualifiers, with polarity, modality and attribution where they are not plain.

Whether statements are right is judged by reading: `--lines FILE` writes them all, and
`ordinary/judged.tsv` keeps the verdict on each line (right, wrong, useless) that was read.

    python benchmarks/ordinary.py FOLDER [--lines FILE]     # table and results/ordinary.json
"""

from __future__ import annotations

import argparse
import csv
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from record import print_table, write_result

from kgplatform.extract.extractors import make_extractor
from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.ingest.analysis import IngestModels, read_group
from kgplatform.ingest.groups import group_passages
from kgplatform.models.linguistics import DEFAULT_PIPELINE, load_linguistics
from kgplatform.records import Document, Statement, name_of
from kgplatform.sources.files import list_files, read_sources
from kgplatform.testing import HashEmbedder

HERE = Path(__file__).parent / "ordinary"
KEY_FACTS = HERE / "key_facts.tsv"
JUDGED = HERE / "judged.tsv"
VERDICTS = ("right", "wrong", "useless")
PARAGRAPH = re.compile(r"\n\s*\n")


def read_statements(folder: Path) -> tuple[dict[str, list[Statement]], int]:
    """Return the statements of each file as ingest reads them, and the number of paragraphs."""
    linguistics = load_linguistics(DEFAULT_PIPELINE)
    extractor = make_extractor("spacy", linguistics=linguistics)
    models = IngestModels(HashEmbedder(), linguistics, extractor)
    files = [file for file in list_files([folder]) if file.name != "README.md"]
    documents = [item for item in read_sources(files) if isinstance(item, Document)]
    names = {document.id: Path(document.uri).name for document in documents}
    found: dict[str, list[Statement]] = {names[document.id]: [] for document in documents}
    paragraphs = 0
    for group in group_passages(documents, split_sentences=linguistics.split_sentences):
        readings = read_group(group, models=models, gazetteer=Gazetteer(()))
        for passage, reading in zip(group.passages, readings, strict=True):
            found[names[passage.document_id]].extend(reading.statements)
    for document in documents:
        blocks = [block for block in PARAGRAPH.split(document.text) if "." in block]
        paragraphs += len(blocks)
    return found, paragraphs


def to_line(statement: Statement) -> str:
    """Return a statement as one line: its parts, and what it is beside a plain fact."""
    parts = [statement.subject.name, statement.relation, name_of(statement.object)]
    parts += [f"{item.relation}: {name_of(item.target)}" for item in statement.qualifiers]
    if statement.polarity != "affirmed":
        parts.append(f"polarity: {statement.polarity}")
    if statement.modality != "asserted":
        parts.append(f"modality: {statement.modality}")
    if statement.attribution:
        parts.append(f"attribution: {statement.attribution}")
    return " | ".join(parts)


def load_key_facts() -> dict[str, list[list[str]]]:
    """Return the expressions of each key fact, by file."""
    facts = defaultdict(list)
    with KEY_FACTS.open(encoding="utf-8", newline="") as lines:
        for file, *expressions in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            facts[file].append(expressions)
    return dict(facts)


def is_stated(expressions: list[str], lines: list[str]) -> bool:
    """Return whether one of the lines matches all the expressions, in any case of letters."""
    return any(all(re.search(e, line, re.IGNORECASE) for e in expressions) for line in lines)


def load_verdicts() -> dict[tuple[str, str], str]:
    """Return the verdict on each line that was judged by reading."""
    if not JUDGED.is_file():
        return {}
    with JUDGED.open(encoding="utf-8", newline="") as lines:
        rows = csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(file, line): verdict for verdict, file, line in rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="folder with the ordinary texts")
    parser.add_argument("--lines", type=Path, help="file to write every statement to")
    asked = parser.parse_args()
    found, paragraphs = read_statements(asked.folder)
    lines = {file: [to_line(statement) for statement in found[file]] for file in found}
    facts = load_key_facts()
    missing = {
        file: [fact for fact in facts[file] if not is_stated(fact, lines.get(file, []))]
        for file in facts
    }
    verdicts = load_verdicts()
    judged = Counter(
        verdicts.get((file, line), "not judged") for file in lines for line in lines[file]
    )
    figures = summarise(facts, missing, lines, paragraphs, judged)
    print_table([figures])
    for file, line in iterate_missing(missing):
        print(f"not stated: {file}: {line}")
    if asked.lines:
        rows = [f"{verdicts.get((f, line), '')}\t{f}\t{line}" for f in lines for line in lines[f]]
        asked.lines.write_text("\n".join(rows) + "\n", encoding="utf-8")
    print(write_result("ordinary", figures))


def summarise(
    facts: dict[str, list[list[str]]],
    missing: dict[str, list[list[str]]],
    lines: dict[str, list[str]],
    paragraphs: int,
    judged: Counter[str],
) -> dict[str, float | int]:
    n = sum(map(len, facts.values()))
    stated = n - sum(map(len, missing.values()))
    statements = sum(map(len, lines.values()))
    figures: dict[str, float | int] = {
        "key_facts": n,
        "stated": stated,
        "coverage": round(stated / n, 3),
        "paragraphs": paragraphs,
        "statements": statements,
        "a_paragraph": round(statements / paragraphs, 2),
    }
    counted = sum(judged[verdict] for verdict in VERDICTS)
    for verdict in VERDICTS:
        figures[verdict] = judged[verdict]
        figures[f"{verdict}_share"] = round(judged[verdict] / counted, 3) if counted else 0.0
    return {**figures, "not_judged": judged["not judged"]}


def iterate_missing(missing: dict[str, list[list[str]]]) -> Iterator[tuple[str, str]]:
    for file, left in missing.items():
        for fact in left:
            yield file, "  ".join(fact)


if __name__ == "__main__":
    main()
