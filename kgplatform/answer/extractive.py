"""The reader without a language model: the span of the evidence that fits the question best.

Steps: take the question apart; check that the evidence speaks of what it names; compare two
sides, decide yes or no, or score candidate spans; abstain where too little supports the best.
Zero tokens; the weights of the scoring were fitted once and stand in weights.py.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import asdict, replace

from kgplatform.answer.candidates import Candidate, find_candidates
from kgplatform.answer.citations import cite
from kgplatform.answer.comparison import Comparison, choose, decide
from kgplatform.answer.features import FEATURES, compute_features
from kgplatform.answer.question import CHOICE, SPAN, YES_NO, Asked, analyse
from kgplatform.answer.reading import Reading
from kgplatform.answer.support import Support, compute_support
from kgplatform.answer.text import content_stems, fold
from kgplatform.answer.view import EvidenceView, PassageView, Sentence, view_evidence
from kgplatform.answer.weights import LEAST_SCORE, MISSING_WORDS_COST, WEIGHTS
from kgplatform.models.linguistics import Linguistics
from kgplatform.records import Citation, Evidence, ScoredStatement, Step

__all__ = ["rank_candidates", "read_extractively"]

YEAR = re.compile(r"\b\d{3,4}\b")
SHOWN_CANDIDATES = 3
MOST_PASSAGES = 10  # parsing takes about 10 ms a passage; beyond the first ten little is gained


def read_extractively(
    question: str,
    evidence: Evidence,
    linguistics: Linguistics,
) -> Reading:
    """Answer with a span of the evidence, a named option, or yes/no; else abstain."""
    asked = analyse(question)
    view = view_evidence(asked, evidence.passages[:MOST_PASSAGES], linguistics)
    support = compute_support(asked, view)
    steps = [_tell_question(asked), Step("check_support", asdict(support))]
    reason = _reason_to_abstain(view, support)
    if reason:
        return replace(_abstain(reason, steps), missing=support.missing_names)
    if asked.kind != SPAN:
        compared = choose(asked, view) if asked.kind == CHOICE else decide(asked, view)
        if compared is not None:
            return _conclude(compared, steps)
        if asked.kind == YES_NO:
            return _abstain("the evidence is about nothing that the question names", steps)
    return _read_span(asked, view, evidence, support, steps)


def _tell_question(asked: Asked) -> Step:
    return Step(
        "analyse_question",
        {
            "kind": asked.kind,
            "answer_type": asked.answer_type,
            "relations": [relation.name for relation in asked.relations],
            "names": list(asked.names),
        },
    )


def _reason_to_abstain(view: EvidenceView, support: Support) -> str:
    if not view.passages:
        return "there is no evidence"
    if support.missing_names:
        return f"the evidence does not mention {_join(support.missing_names)}"
    return ""


def _read_span(
    asked: Asked,
    view: EvidenceView,
    evidence: Evidence,
    support: Support,
    steps: list[Step],
) -> Reading:
    ranked = rank_candidates(asked, view)
    shown = [
        {"text": candidate.text, "title": candidate.passage.scored.title, "score": round(score, 2)}
        for candidate, score in ranked[:SHOWN_CANDIDATES]
    ]
    steps.append(Step("rank_candidates", {"candidates": len(ranked), "best": shown}))
    least = LEAST_SCORE + MISSING_WORDS_COST * (1.0 - support.words_held)
    if not ranked or ranked[0][1] < least:
        if support.missing_words:
            return _abstain(f"the evidence says nothing of {_join(support.missing_words)}", steps)
        return _abstain("no span of the evidence fits the question well enough", steps)
    best = ranked[0][0]
    citations = [_cite_sentence(best.passage, best.sentence), *_cite_bridge(view, best.passage)]
    steps.append(Step("answer", {"citations": len(citations)}))
    return Reading(
        answer=_write_answer(asked, best),
        abstained=False,
        reader="extractive",
        citations=tuple(citations),
        statements=_statements_behind(best, evidence.statements),
        steps=tuple(steps),
    )


def rank_candidates(asked: Asked, view: EvidenceView) -> list[tuple[Candidate, float]]:
    """Return the candidates with their scores, best first; equal scores in evidence order.

    A score is a weighted sum (higher is better; about 3 to 8 where the answer is there).
    """
    scored = []
    for candidate in find_candidates(asked, view):
        values = compute_features(asked, view, candidate)
        score = math.fsum(
            WEIGHTS[name] * value for name, value in zip(FEATURES, values, strict=True)
        )
        scored.append((candidate, score))
    return sorted(scored, key=lambda pair: -pair[1])


def _write_answer(asked: Asked, best: Candidate) -> str:
    year = YEAR.search(best.text) if asked.wants_year and best.type == "DATE" else None
    return year.group() if year else " ".join(best.text.split())


def _cite_sentence(passage: PassageView, sentence: Sentence) -> Citation:
    return cite(passage.scored, sentence.start, sentence.end)


def _cite_bridge(view: EvidenceView, answered: PassageView) -> list[Citation]:
    """Cite the sentence by which a named passage leads to the one that holds the answer."""
    if answered.reach[0] >= 1.0:
        return []
    sources = [
        (max(view.passages[source].reach) * strength, -source)
        for (source, target), strength in view.links.items()
        if target == answered.number and max(view.passages[source].reach) > 0
    ]
    if not sources:
        return []
    source = view.passages[-max(sources)[1]]
    stems = content_stems(answered.title)
    sentence = max(source.sentences, key=lambda s: (len(stems & s.stems), -s.number))
    return [_cite_sentence(source, sentence)]


def _statements_behind(
    best: Candidate, statements: Sequence[ScoredStatement]
) -> tuple[ScoredStatement, ...]:
    """The retrieved statements that the answer's sentence states with the answer in them."""
    passage_id, answer = best.passage.scored.passage_id, fold(best.text)
    return tuple(
        statement
        for statement in statements
        if statement.passage_id == passage_id
        and statement.start < best.end
        and best.start < statement.end
        and answer in fold(f"{statement.subject} {statement.object} {statement.qualifiers}")
    )


def _conclude(compared: Comparison, steps: list[Step]) -> Reading:
    steps.append(Step("compare", {"compared": compared.compared, "certain": compared.certain}))
    citations = tuple(_cite_sentence(passage, sentence) for passage, sentence in compared.support)
    return Reading(
        compared.answer, False, "extractive", tuple(dict.fromkeys(citations)), steps=tuple(steps)
    )


def _abstain(reason: str, steps: list[Step]) -> Reading:
    return Reading("", True, "extractive", steps=(*steps, Step("abstain", {"reason": reason})))


def _join(words: Sequence[str]) -> str:
    return ", ".join(words)
