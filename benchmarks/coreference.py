"""How many pronouns, descriptions, short names and terms are resolved right inside a document.

references/coreference/ holds twelve short documents written for this, a contract, an e-mail, a
piece of news and minutes three times, with what their words stand for as [[words|entity]]; a head
lists the full names. Six are for developing (A), the others were not looked at while rules were
made (B). "names given" takes the full names from the head with their types, so
that it measures references alone; "as recognised" takes what the pipeline recognises.

    python benchmarks/coreference.py            # tables and results/coreference.json
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from record import print_table, write_result

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.parsed import ParsedPassage, parse_passages
from kgplatform.models.linguistics import DEFAULT_PIPELINE, Linguistics, load_linguistics
from kgplatform.records import Document, Entity, Passage
from kgplatform.sources.passages import split_passages
from kgplatform.sources.text import make_document
from kgplatform.text.names import make_entity

FOLDER = Path(__file__).parent / "references" / "coreference"
DEVELOPING = frozenset("contract-1 contract-2 email-1 minutes-1 news-1 news-2".split())
MARK = re.compile(r"\[\[([^|\]]+)\|([^\]]+)\]\]")

Reference = tuple[int, int, str]
"""Start and end in the document, and the entity's name."""


class Marked(NamedTuple):
    """A document, the entities of its head, and what its words stand for."""

    document: Document
    entities: list[Entity]
    gold: set[Reference]


def load(file: Path) -> Marked:
    """Read a document with its marks taken out."""
    head, _, body = file.read_text(encoding="utf-8").partition("\n\n")
    entities = [
        make_entity(re.sub(r" \(\w+\)$", "", name.strip()), kind)
        for kind, names in (line.split(":", 1) for line in head.splitlines())
        for name in names.split(";")
    ]
    text, gold, at = "", set(), 0
    for mark in MARK.finditer(body):
        text += body[at : mark.start()]
        gold.add((len(text), len(text) + len(mark[1]), mark[2]))
        text, at = text + mark[1], mark.end()
    text += body[at:]
    title = text.partition("\n")[0]
    document = make_document(uri=file.name, title=title, text=text, media_type="text/plain")
    return Marked(document, entities, gold)


def resolve(marked: Marked, linguistics: Linguistics, *, is_given: bool) -> set[Reference]:
    """Return what the platform resolves, as references in the document."""
    passages = split_passages(marked.document, split_sentences=linguistics.split_sentences)
    gazetteer = Gazetteer(marked.entities if is_given else ())
    parsed = parse_passages(passages, linguistics=linguistics, gazetteer=gazetteer)
    return {ref for item in parsed for ref in _references(item.passage, item)}


def _references(passage: Passage, item: ParsedPassage) -> Iterator[Reference]:
    for mention in item.mentions:
        if mention.kind != "name":
            start, end = passage.start + mention.start, passage.start + mention.end
            yield start, end, mention.entity.name
    for start, end, entity, _ in item.links:
        yield passage.start + start, passage.start + end, entity.name


def main() -> None:
    """Print precision and recall of each half."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--errors", action="store_true", help="show what half A has wrong")
    shows = parser.parse_args().errors
    linguistics = load_linguistics(DEFAULT_PIPELINE)
    counts: Counter[tuple[str, bool, str]] = Counter()
    for file in sorted(FOLDER.glob("*.txt")):
        half = "A" if file.stem in DEVELOPING else "B"
        marked = load(file)
        for is_given in (True, False):
            found = resolve(marked, linguistics, is_given=is_given)
            key = half, is_given
            counts.update({(*key, "right"): len(found & marked.gold)})
            counts.update({(*key, "found"): len(found), (*key, "marked"): len(marked.gold)})
            if shows and half == "A":
                text = marked.document.text
                for kind, refs in (("-", marked.gold - found), ("+", found - marked.gold)):
                    print(is_given, kind, *(f"{text[a:b]}={name}" for a, b, name in sorted(refs)))
    table = []
    for half, is_given in sorted({key[:2] for key in counts}):
        right, found, marks = (
            counts[half, is_given, name] for name in ("right", "found", "marked")
        )
        row = {"half": half, "names": "given" if is_given else "as recognised", "marked": marks}
        table.append(
            {**row, "precision": round(right / found, 3), "recall": round(right / marks, 3)}
        )
    print_table(table)
    print(write_result("coreference", {"rows": table}))


if __name__ == "__main__":
    main()
