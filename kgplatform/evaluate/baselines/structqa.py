"""The baseline `structqa` (Li and Du 2023, as in HOLMES): all triples, then all of the text.

A question's own paragraphs are read whole, and every fact that was extracted from them is given as
well, whatever is asked. The reader reasons in steps, as it does for every method here.
"""

from __future__ import annotations

from dataclasses import replace

from kgplatform.evaluate.baselines.given import OwnDocuments
from kgplatform.evaluate.datasets import EvaluationQuestion
from kgplatform.records import PLAIN, Evidence, EvidenceLine, ScoredPassage
from kgplatform.text.sentences import split_by_punctuation

__all__ = ["STRUCTQA", "StructQa"]

STRUCTQA = "structqa"  # as a method's name


class StructQa(OwnDocuments):
    """The paragraphs that the data set gives with a question, under the triples read in them."""

    step = STRUCTQA

    def retrieve(self, question: EvaluationQuestion, top_k: int) -> Evidence:
        """Return every paragraph of the question, with all of its triples as lines before it."""
        evidence = super().retrieve(question, top_k)
        passages = evidence.passages
        whole = tuple(
            EvidenceLine(passage, passage.text[start:end], start, end)
            for passage in passages
            for start, end in split_by_punctuation(passage.text)
        )
        return replace(evidence, reads="lines", lines=self._list_triples(passages) + whole)

    def _list_triples(self, passages: tuple[ScoredPassage, ...]) -> tuple[EvidenceLine, ...]:
        sources = {passage.passage_id: passage for passage in passages}
        rows = self.corpus.graph.read("fetch_statements", passage_ids=list(sources))
        return tuple(
            EvidenceLine(
                sources[row["passage_id"]],
                f"{row['subject']} | {row['relation']} | {row['object']}",
                row["start"],
                row["end"],
            )
            for row in rows
            if (row["polarity"], row["modality"]) == PLAIN
            if (row["polarity"], row["modality"]) == PLAIN
        )
