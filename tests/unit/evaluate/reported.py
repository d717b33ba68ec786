"""A data set of four questions and made runs of it, whose figures can be worked out by hand.

graph finds, of the two gold documents of each question: both at 1 and 2, the first at 1, both,
the second at 2. recall@1 is (1/2 + 1/2 + 1/2 + 0) / 4 = 0.375, recall@2 (1 + 1/2 + 1 + 1/2) / 4 =
0.75, all@2 0.5. It answers two rightly, one wrongly, and abstains once: EM is 0.5.
bm25 finds the first, both, none, and both in the other order: recall@1 0.375, recall@2
(1/2 + 1 + 0 + 1) / 4 = 0.625, all@2 0.5. It answers one rightly and two wrongly; its last call
failed: EM is 0.25.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from kgplatform.evaluate.datasets import CorpusDocument, Dataset, EvaluationQuestion
from kgplatform.evaluate.runs import QuestionRun, Run, RunFile, RunHeader
from kgplatform.records import Usage

__all__ = ["ANSWERS", "DATASET", "ERROR", "RANKINGS", "make_run", "write_pack", "write_run"]

GOLD = (("a", "b"), ("c", "d"), ("e", "f"), ("g", "h"))
DATASET = Dataset(
    "tiny|set",
    tuple(CorpusDocument(letter, letter.upper(), f"Of {letter}.") for letter in "abcdefgh"),
    tuple(
        EvaluationQuestion(f"q{n}", f"Question {n}?", (f"Answer {n}",), None, frozenset(gold))
        for n, gold in enumerate(GOLD, start=1)
    ),
)
RANKINGS = {
    "graph": ("ab", "ca", "ef", "ah"),
    "bm25": ("ac", "cd", "ab", "hg"),
    "gold": ("ab", "cd", "ef", "gh"),
    "none": ("", "", "", ""),
}
ANSWERS = {
    "graph": ("Answer 1", "Answer 2", "wrong", ""),
    "bm25": ("Answer 1", "wrong", "wrong", ""),
    "gold": ("Answer 1", "Answer 2", "Answer 3", "wrong"),
    "none": ("wrong", "wrong", "Answer 3", "wrong"),
}
ERROR = "The endpoint <b>x</b> did | not answer; *wait*."
CONFIDENCES = (0.9, 0.8, 0.4, 0.2)


def make_run(
    method: str,
    *,
    dataset: Dataset = DATASET,
    reader: str = "llm",
    asked: int = 4,
    settings: dict[str, Any] | None = None,
    **header: Any,
) -> Run:
    """Return a run over the first `asked` questions; documents are those of `dataset` in order."""
    fields = {"setting": "open", "depth": 2, "top_k": 2, "version": "0.1.0", **header}
    made = RunHeader(
        dataset=dataset.name,
        dataset_sha256=dataset.sha256,
        method=method,
        reader=reader,
        settings=settings or {"chat_model": "tiny-1b"},
        **fields,
    )
    ids = {letter: d.id for letter, d in zip("abcdefgh", dataset.corpus, strict=True)}
    rows = zip(dataset.questions, RANKINGS[method], ANSWERS[method], CONFIDENCES, strict=True)
    results = tuple(
        _make_result(question.id, [ids[letter] for letter in ranking], answer, confidence, made)
        for question, ranking, answer, confidence in rows
    )
    return Run(made, results[:asked])


def _make_result(
    identifier: str, ranking: list[str], answer: str, confidence: float, header: RunHeader
) -> QuestionRun:
    reads = header.reader != "none"
    failed = header.method == "bm25" and not answer and reads
    return QuestionRun(
        id=identifier,
        ranking=tuple(ranking),
        answer=answer if reads else None,
        abstained=reads and not answer,
        confidence=confidence if reads and not failed else None,
        rejected="wrong" if reads and not answer and not failed else "",
        usage=Usage(1, 100, 10) if header.reader == "llm" else Usage(),
        timings_ms={"retrieve": 5.0, "read": 95.0, "total": 100.0},
        error=ERROR if failed else "",
    )


def write_run(run: Run, folder: Path) -> Path:
    """Write a run as a file of a folder."""
    file = RunFile(folder, run.header)
    with file:
        for result in run.questions:
            file.append(result)
    return file.path


def write_pack(path: Path) -> None:
    """Write the data set in a published form, for commands to read."""
    texts = {document.id: document for document in DATASET.corpus}
    rows = [
        {
            "id": question.id,
            "question": question.text,
            "answer": question.answers[0],
            "type": "bridge",
            "supporting_facts": [],
            "paragraphs": [
                {"title": texts[d].title, "sentences": [texts[d].text], "is_supporting": True}
                for d in sorted(question.gold)
            ],
        }
        for question in DATASET.questions
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
