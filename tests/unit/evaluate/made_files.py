"""Data sets in their published forms, as small as they can be."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

HOTPOTQA_OFFICIAL = {
    "_id": "h1",
    "question": "Where was the author of Dune born?",
    "answer": "Tacoma",
    "type": "bridge",
    "level": "hard",
    "supporting_facts": [["Dune", 0], ["Frank Herbert", 1]],
    "context": [
        ["Dune", ["Dune is a novel.", " It is by Frank Herbert."]],
        ["Frank Herbert", ["He was a writer. ", "He was born in Tacoma."]],
        ["Arrakis", ["Arrakis is a planet."]],
    ],
}
HOTPOTQA_PACK = {
    "id": "h1",
    "question": "Where was the author of Dune born?",
    "answer": "Tacoma",
    "type": "bridge",
    "supporting_facts": [["Dune", 0]],
    "paragraphs": [
        {"title": "Dune", "sentences": ["Dune is a novel.", " By Herbert."], "is_supporting": True},
        {"title": "Arrakis", "sentences": ["Arrakis is a planet."], "is_supporting": False},
    ],
}
MUSIQUE_OFFICIAL = {
    "id": "2hop__1_2",
    "question": "Who leads the town of A?",
    "answer": "Ann Lee",
    "answer_aliases": ["A. Lee", "Ann Lee"],
    "answerable": True,
    "question_decomposition": [
        {"question": "Where is A?", "answer": "B", "paragraph_support_idx": 0},
        {"question": "Who leads #1?", "answer": "Ann Lee", "paragraph_support_idx": 2},
    ],
    "paragraphs": [
        {"idx": 0, "title": "A", "paragraph_text": "A is in B.", "is_supporting": True},
        {"idx": 1, "title": "C", "paragraph_text": "C is not.", "is_supporting": False},
        {"idx": 2, "title": "B", "paragraph_text": "Ann Lee leads B.", "is_supporting": True},
    ],
}
POPQA_PACK = {
    "id": 42,
    "question": "What is George Rankin's occupation?",
    "possible_answers": '["politician", "polit."]',
    "paragraphs": [{"title": "George Rankin", "text": "A soldier.", "is_supporting": True}],
}
WIKI2_PACK = {
    "id": "w1",
    "question": "Where was the director of Alien born?",
    "answer": "South Shields",
    "type": "compositional",
    "evidences": [
        ["Alien", "director", "Ridley Scott"],
        ["Sir Ridley Scott", "place of birth", "South Shields"],
    ],
    "paragraphs": [
        {"title": "Ridley Scott", "sentences": ["Born in South Shields."], "is_supporting": True},
        {"title": "Alien (film)", "sentences": ["By Ridley Scott."], "is_supporting": True},
    ],
}
CLQA = {"question": "Which states border Utah?", "label": ["Idaho", "Nevada"], "type": "2u"}
BAMBOOGLE = {"Question": "When was the founder of Ford born?", "answer": ["1863"]}


def write_lines(path: Path, records: list[dict[str, Any]]) -> Path:
    text = "\n".join(json.dumps(record, ensure_ascii=False) for record in records)
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")
    return path


def write_beir(folder: Path, **changes: str) -> Path:
    files = {
        "corpus.jsonl": '{"_id": "d1", "title": "T", "text": "One."}\n'
        '{"_id": "d2", "title": "", "text": "Two."}\n',
        "queries.jsonl": '{"_id": "q1", "text": "First?", '
        '"metadata": {"answers": ["One"], "type": "bridge"}}\n'
        '{"_id": "q2", "text": "Not judged?"}\n',
        "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\td1\t1\nq1\td2\t0\n",
        **changes,
    }
    (folder / "qrels").mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_text(content, encoding="utf-8")
    return folder
