"""What the hops of a question rest on, and whether a reader was given it (DivKnowQA's H1-R, H2-R).

A hop is found where its answer stands in one piece of what the reader was given, together with
what the hop asks about. A hop whose answer is yes, no or a count is found where what it verifies or
counts is; a count also in what a knowledge base returned. The answers of hops are told by
DivKnowQA's `hops`, MuSiQue's `question_decomposition`, and 2Wiki's `evidences`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from kgplatform.evaluate.json_files import read_json_records
from kgplatform.evaluate.metrics import normalize_answer
from kgplatform.records import Evidence


@dataclass(frozen=True, slots=True)
class GoldHop:
    """What a hop asks about (empty: not told), its answers, and the values that it rests on."""

    subject: str
    answers: tuple[str, ...]
    values: tuple[str, ...] = ()


Piece = tuple[str, bool]
"""A text that a reader is given, and whether a knowledge base returned it."""


def list_hops(path: Path) -> dict[str, list[GoldHop]]:
    """Return the hops of each question of two, by the question's id."""
    found = {}
    for record in read_json_records(path):
        hops = _read_hops(record)
        if len(hops) == 2:
            found[str(record.get("_id", record.get("id")))] = hops
    return found


def list_items(path: Path) -> list[str]:
    """Return the Wikidata items that the hops of questions rest on, where the file tells."""
    hops = [hop for record in read_json_records(path) for hop in record.get("hops", ())]
    return sorted({qid for hop in hops for qid in hop.get("qids", ()) if qid})


def _read_hops(record: Mapping[str, Any]) -> list[GoldHop]:
    if "hops" in record:
        return [
            GoldHop(
                str(hop["facts"][0][0]),
                tuple(map(str, hop["answers"])),
                tuple(str(value) for _, _, value in hop["facts"]),
            )
            for hop in record["hops"]
        ]
    if "question_decomposition" in record:
        return [GoldHop("", (str(step["answer"]),)) for step in record["question_decomposition"]]
    return [GoldHop(str(thing), (str(obj),)) for thing, _, obj in record.get("evidences", ())]


def is_found(hop: GoldHop, pieces: Sequence[Piece]) -> bool:
    """Tell whether a hop's answer stands in what a reader is given; see the head of this file."""
    beside = [(text, outside) for text, outside in pieces if holds(text, hop.subject)]
    texts = [text for text, _ in beside]
    if all(answer in ("yes", "no") for answer in hop.answers):
        return any(holds(text, value) for text in texts for value in hop.values)
    if all(answer.isdigit() for answer in hop.answers) and hop.values:
        counted = any(holds(text, a) for text, outside in beside if outside for a in hop.answers)
        return counted or all(any(holds(text, value) for text in texts) for value in hop.values)
    return any(holds(text, answer) for text in texts for answer in hop.answers)


def holds(text: str, name: str) -> bool:
    """Tell whether a name stands in a text as whole words; an empty one does."""
    return not name or f" {normalize_answer(name)} " in f" {normalize_answer(text)} "


def list_pieces(evidence: Evidence, reader: str) -> list[Piece]:
    """Return what a reader is given."""
    if reader != "extractive" and evidence.reads == "lines":
        groups = groupby(evidence.lines, key=lambda line: line.source)
        stated = [(source, " ".join(line.text for line in lines)) for source, lines in groups]
    else:
        stated = [(passage, passage.text) for passage in evidence.passages]
    return [(f"{source.title} {text}", not source.document_id) for source, text in stated]
