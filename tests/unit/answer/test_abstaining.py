"""What an abstention tells."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from kgplatform.answer.abstaining import explain_abstention, find_nearest
from kgplatform.models.embedding import Vectors
from kgplatform.records import Answer, Evidence, Step, Usage
from tests.unit.answer.evidence import evidence_of
from tests.unit.answer.splitter import split_at_full_stops

pytestmark = pytest.mark.unit

EVIDENCE = evidence_of(
    ("Pelican", "The Pelican is a barque. Mara Voss commanded the Pelican in 1901."),
    ("Gull", "The Gull is a cutter. It sank."),
    ("Crews", "| Ship | Crew |\n| --- | --- |\n| Pelican | 30 |\n| Gull | 12 |"),
    ("Bread", "Bread is baked."),
)


def answer_of(*steps: Step, abstained: bool = True) -> Answer:
    text = "" if abstained else "Mara Voss"
    return Answer(
        "", "What is the Pelican?", text, abstained, "graph", "llm", (), (), steps, Usage(), {}
    )


class WordEmbedder:
    """Three words of a text, as a vector of length 1."""

    name, dimension = "words", 3

    def embed_passages(self, texts: Sequence[str]) -> Vectors:
        words = ("Pelican", "commanded", "Bread")
        counts = np.array([[word in text for word in words] for text in texts], np.float32)
        lengths = np.linalg.norm(counts, axis=1, keepdims=True)
        return np.asarray(counts / np.maximum(lengths, 1), np.float32)

    embed_queries = embed_passages


EMBEDDER = WordEmbedder()


def test_nearest_is_one_sentence_or_row_of_a_passage_by_cosine() -> None:
    question = "Who paid those who commanded the Pelican?"
    nearest = find_nearest(question, EVIDENCE, split_at_full_stops, EMBEDDER)
    assert [citation.quote for citation in nearest] == [
        "Mara Voss commanded the Pelican in 1901.",
        "| Pelican | 30 |",
    ]
    text = EVIDENCE.passages[0].text
    assert text[nearest[0].start : nearest[0].end] == nearest[0].quote


def test_nothing_is_near_where_all_is_of_something_else() -> None:
    assert find_nearest("Who is Zeno?", EVIDENCE, split_at_full_stops, EMBEDDER) == ()
    assert find_nearest("Bread?", Evidence(), split_at_full_stops, EMBEDDER) == ()


def test_an_abstention_has_its_last_reason() -> None:
    steps = [Step("abstain", {"reason": reason}) for reason in ("not yet", "there is no page 9.")]
    told = explain_abstention(answer_of(*steps), EVIDENCE, split_at_full_stops, EMBEDDER)
    assert told.abstention == "there is no page 9"
    assert told.nearest
    told = explain_abstention(answer_of(), EVIDENCE, split_at_full_stops, EMBEDDER)
    assert told.abstention == "the evidence does not hold it"


def test_an_answer_stays_as_it_is() -> None:
    answer = answer_of(abstained=False)
    assert explain_abstention(answer, EVIDENCE, split_at_full_stops, EMBEDDER) is answer
