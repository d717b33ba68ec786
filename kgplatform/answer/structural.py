"""Reads what a structural question got: a table's cell, a part's content, or why there is none.

KGP leaves a named table to its reader (Wang et al. 2024, section 4). A cell whose row and column
the question names needs none, nor does a question for the part itself; and where a part of a
document is asked for and nothing says of which document, the person must know, since there is
no evidence that a reader could judge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from kgplatform.answer.citations import cite
from kgplatform.answer.numbered import SentenceSplitter, list_units
from kgplatform.answer.reading import Reading
from kgplatform.question.analysis import SPAN, Asked
from kgplatform.records import Citation, Evidence, ScoredPassage, Step
from kgplatform.retrieve.kgp.structural.evidence import CELL, CONTENT
from kgplatform.retrieve.kgp.structure import MATCH

__all__ = ["abstain_unmatched", "read_cell", "read_content"]

MOST_CHARS = 1000
"""Of an answer that is a part's content: a paragraph or two, or some twenty rows of a table."""

CUT = " …"


def abstain_unmatched(
    evidence: Evidence, *, reader: Literal["llm", "extractive"]
) -> Reading | None:
    """Return an abstention that says why no part of a document came, where one was asked for."""
    problems = [step.detail.get("problem", "") for step in evidence.steps if step.name == MATCH]
    reason = "; ".join(filter(None, problems))
    if evidence.passages or not reason:
        return None
    return Reading("", abstained=True, reader=reader, steps=(Step("abstain", {"reason": reason}),))


def read_cell(asked: Asked, evidence: Evidence) -> Reading | None:
    """Return the cell that a question asks for as its answer, cited where it stands.

    None where retrieval found no cell or several, or where the question has to be decided rather
    than looked up: yes or no, this or that.
    """
    cells: list[Mapping[str, Any]] = [s.detail for s in evidence.steps if s.name == CELL]
    if len(cells) != 1 or asked.kind != SPAN:
        return None
    [cell] = cells
    sources = [p for p in evidence.passages if p.passage_id == cell["passage_id"]]
    if not sources:
        return None
    return Reading(
        answer=" ".join(cell["value"].split()),
        abstained=False,
        reader="extractive",
        citations=(cite(sources[0], cell["start"], cell["end"]),),
        steps=(Step("answer", {"citations": 1}),),
    )


def read_content(
    asked: Asked, evidence: Evidence, split_sentences: SentenceSplitter
) -> Reading | None:
    """Return the content of the parts that a question asks for as such, or its beginning.

    Whole sentences and rows of a table; the step says how much there is. None where something is
    asked of the parts, which has to be read in them.
    """
    wholes = [p for s in evidence.steps if s.name == CONTENT for p in s.detail.get("whole", ())]
    if not wholes or asked.kind != SPAN:
        return None
    passages = {passage.passage_id: passage for passage in evidence.passages}
    room = MOST_CHARS // len(wholes)
    shown = [_begin(whole["passages"], passages, split_sentences, room) for whole in wholes]
    citations = tuple(citation for part in shown for citation in part)
    if not citations:
        return None
    texts = [
        "\n".join(citation.quote for citation in part) + ("" if _is_all(part, whole) else CUT)
        for part, whole in zip(shown, wholes, strict=True)
        if part
    ]
    stated = {
        "citations": len(citations),
        "chars": sum(whole["chars"] for whole in wholes),
        "shown_chars": sum(len(citation.quote) for citation in citations),
    }
    return Reading(
        answer="\n\n".join(texts),
        abstained=False,
        reader="extractive",
        citations=citations,
        steps=(Step("answer", stated),),
    )


def _begin(
    spans: Sequence[Mapping[str, Any]],
    passages: Mapping[str, ScoredPassage],
    split_sentences: SentenceSplitter,
    room: int,
) -> list[Citation]:
    """Return the first spans of a part that `room` characters hold, one sentence at least."""
    begun: list[Citation] = []
    for span in spans:
        passage = passages.get(span["passage_id"])
        if passage is None:
            break
        whole = cite(passage, span["start"], span["end"])
        ends = [end for _, end in list_units(whole.quote, split_sentences)]
        fitting = [end for end in ends if end <= room] or ([] if begun else ends[:1])
        if len(fitting) < len(ends):
            cut = cite(passage, span["start"], span["start"] + fitting[-1]) if fitting else None
            return [*begun, cut] if cut else begun
        begun.append(whole)
        room -= len(whole.quote)
    return begun


def _is_all(shown: Sequence[Citation], whole: Mapping[str, Any]) -> bool:
    """Return whether a part is shown to its end."""
    chars: int = whole["chars"]
    return sum(len(citation.quote) for citation in shown) == chars
