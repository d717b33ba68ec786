"""The reader without a language model: the span of the evidence that fits the question best.

Steps: take the question apart, into hops where it describes what it asks about; check that the
evidence speaks of what it names; compare two sides, decide yes or no, or score candidate spans;
abstain where too little supports the best. Zero tokens; what spans are scored by was fitted
(spans/scoring.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, NamedTuple

from kgplatform.answer.barring import Bars, find_bar_of_reading, make_bars
from kgplatform.answer.clauses.denied import decide_by_clause
from kgplatform.answer.clauses.facts import (
    deny_by_fact,
    fill_by_fact,
    read_count,
    state_by_fact,
    without_looked_up,
)
from kgplatform.answer.clauses.reasons import asks_why, read_reason
from kgplatform.answer.clauses.ways import asks_how, read_condition, read_way
from kgplatform.answer.clauses.yes_no import Claim, asks_of_several, decide_claim, read_claim
from kgplatform.answer.comparing.comparison import Comparison, choose, decide
from kgplatform.answer.comparing.measured import choose_by_measure
from kgplatform.answer.comparing.whether import decide_which
from kgplatform.answer.evidence.build import view_evidence
from kgplatform.answer.evidence.evidence import EvidenceView
from kgplatform.answer.hops import are_bound, is_chosen, list_parts, read_hops
from kgplatform.answer.reading import Reading
from kgplatform.answer.spans.bridge_entity import find_unled, keep_led_to
from kgplatform.answer.spans.candidates import Candidate, asks_for_several, widen_to_list
from kgplatform.answer.spans.doers import gather_doers
from kgplatform.answer.spans.heads import read_heads
from kgplatform.answer.spans.namesakes import choose_bearer
from kgplatform.answer.spans.resting import cite_read, find_bridge, find_statements_behind
from kgplatform.answer.spans.roles import asks_for_holder, read_holder
from kgplatform.answer.spans.scoring import estimate, find_unaccounted, rank, read_weights
from kgplatform.answer.spans.support import Support, compute_support
from kgplatform.answer.spans.value_changes import keep_what_holds
from kgplatform.answer.structural import read_cell, read_content
from kgplatform.answer.structured.fields import read_field
from kgplatform.answer.structured.headed import read_heading
from kgplatform.answer.tables.lookup import drop_barred, read_table
from kgplatform.models.linguistics import Linguistics
from kgplatform.question.analysis import ANY, CHOICE, SPAN, YES_NO, Asked, analyse
from kgplatform.question.direct import find_counted_noun, has_clause
from kgplatform.records import Evidence, Step
from kgplatform.text.raised import without_marks
from kgplatform.text.words import fold

if TYPE_CHECKING:
    from kgplatform.models.reading_heads.heads import ReadingHeads

__all__ = ["SURE", "UNSURE", "read_extractively"]

YEAR = re.compile(r"\b\d{3,4}\b")
SHOWN_CANDIDATES, LOOKED_AT = 3, 20
SURE, UNSURE = 0.906, 0.473
"""How often a comparison is right with the same attribute found on both sides, and without."""
AS_GOOD = 2.0
"""What a score may be below the best where several documents or sentences answer."""


class _Tools(NamedTuple):
    """What a question is read with."""

    linguistics: Linguistics
    heads: ReadingHeads | None


def read_extractively(
    question: str,
    evidence: Evidence,
    linguistics: Linguistics,
    heads: ReadingHeads | None,
) -> Reading:
    """Answer with a span of the evidence, a named option, or yes/no; else abstain.

    All of it is read: passages with what the graph states of them, or the lines or statements
    where the method says so. Where entities are only described, or neither yes nor no is
    stated of one that is named, who or what they are is read first.
    """
    asked, tools = analyse(question), _Tools(linguistics, heads)
    alone = None if asked.kind == CHOICE else _read_whole(asked, evidence, tools)
    if alone is not None and not _needs_hops(asked, alone):
        return alone

    def read_part(part: str) -> Reading:
        return _read_whole(analyse(part), evidence, tools)

    parts = list_parts(asked, linguistics)
    by_hops = read_hops(parts, read_part)
    if alone is not None and asked.kind == SPAN:
        return by_hops if by_hops is not None and _is_borne_out(alone, by_hops) else alone
    return by_hops or alone or _read_whole(asked, evidence, tools)


def _needs_hops(asked: Asked, alone: Reading) -> bool:
    if asked.kind == YES_NO:
        return alone.abstained
    return has_clause(asked) and (alone.abstained or is_chosen(alone))


def _is_borne_out(alone: Reading, by_hops: Reading) -> bool:
    """Return whether hops answer outright or say the same, so that theirs is the better proof."""
    return are_bound(by_hops) or fold(by_hops.answer) == fold(alone.answer)


def _read_whole(asked: Asked, evidence: Evidence, tools: _Tools) -> Reading:
    """Return the first reading that nothing bars; else the last abstention, or what bars one."""
    barred, last = "", Reading("", True, "extractive")
    for reading in _read_in_turn(asked, evidence, tools):
        bar = find_bar_of_reading(asked, reading, evidence, tools.linguistics.split_sentences)
        if bar:
            barred = barred or bar
        elif reading.abstained:
            last = reading
        else:
            return reading
    return _abstain(barred, list(last.steps)) if barred else last


def _read_in_turn(asked: Asked, evidence: Evidence, tools: _Tools) -> Iterator[Reading]:
    """Yield what the readers make of it, surest first, abstentions among them."""
    question, linguistics = _describe_question(asked), tools.linguistics
    for found in _read_by_layout(asked, evidence, linguistics):
        yield replace(found, steps=(question, *found.steps))
    view = view_evidence(asked, evidence, linguistics)
    support = compute_support(asked, view)
    steps = [question, Step("check_support", asdict(support))]
    returned = fill_by_fact(asked, view, returned=True)  # with the whole name: "Leopold II, King"
    if returned is not None:
        yield _conclude(returned, steps)
    reported = _read_by_clause(asked, view, support, steps)
    reported = reported or _compare(asked, view, steps)
    yield reported or _read_span(asked, view, tools.heads, support, steps)
    filled = fill_by_fact(asked, view, returned=False)
    if filled is not None:
        yield _conclude(filled, steps)
    instead = read_condition(asked, evidence, linguistics.split_sentences)
    if instead is not None:
        yield replace(instead, steps=(*steps, *instead.steps))


def _read_by_layout(
    asked: Asked, evidence: Evidence, linguistics: Linguistics
) -> Iterator[Reading]:
    """Yield what pages, tables and lines of forms state by position; and reasons."""
    split_sentences = linguistics.split_sentences
    readings: tuple[Callable[[], Reading | None], ...] = (
        lambda: read_cell(asked, evidence),
        lambda: read_content(asked, evidence, split_sentences),
        lambda: read_table(asked, evidence),
        lambda: read_heading(asked, evidence, split_sentences),
        lambda: read_field(asked, evidence),
        lambda: read_reason(asked, evidence, split_sentences),
        lambda: read_way(asked, evidence, split_sentences),
    )
    yield from filter(None, (read() for read in readings))


def _read_by_clause(
    asked: Asked, view: EvidenceView, support: Support, steps: list[Step]
) -> Reading | None:
    """Read what one clause binds together, or say that none does; None where a span may answer."""
    holder = read_holder(asked, view, _make_bars(asked, view))
    if holder is not None:
        return _answer(asked, [holder], view, steps, confidence=SURE)
    if asks_for_holder(asked):
        return _abstain("no sentence of the evidence tells who that is", steps)
    claim = read_claim(asked) if asked.kind == YES_NO else None
    decided = _decide(asked, claim, view)
    if decided is not None:
        is_stated = bool(decided.answer)
        return _conclude(decided, steps) if is_stated else _abstain(_explain_tie(asked), steps)
    reason = _reason_to_abstain(asked, view, support, claim)
    if reason:
        return replace(_abstain(reason, steps), missing=support.missing_names)
    if asks_why(asked) or asks_how(asked):
        reported = "gives a reason for it" if asks_why(asked) else "tells how"
        return _abstain(f"no sentence of the evidence {reported}", steps)
    return None


def _decide(asked: Asked, claim: Claim | None, view: EvidenceView) -> Comparison | None:
    """Say yes or no, which of two, or how many, where the evidence says; else None."""
    if asked.kind != YES_NO:
        return read_count(asked, view) or choose_by_measure(asked, view)
    texts = without_looked_up(view)
    return (
        decide_which(asked, view)
        or state_by_fact(asked, view)
        or (decide_claim(claim, texts) if claim else None)
        or decide_by_clause(asked, texts)
        or deny_by_fact(asked, view)
    )


def _compare(asked: Asked, view: EvidenceView, steps: list[Step]) -> Reading | None:
    """Read what is asked of two entities; None where a span has to answer."""
    if asked.kind == SPAN:
        return None
    if asked.kind == YES_NO and not asks_of_several(asked):
        return _abstain("what the question supposes is not told of a thing that it names", steps)
    compared = choose(asked, view) if asked.kind == CHOICE else decide(asked, view)
    if compared is None and asked.kind == CHOICE:
        return None
    if compared is None:
        return _abstain("the evidence is about nothing that the question names", steps)
    if not compared.answer or (asked.kind == CHOICE and not compared.certain):
        return _abstain(_explain_tie(asked), steps)  # which has more of the words is no comparison
    return _conclude(compared, steps)


def _explain_tie(asked: Asked) -> str:
    return f"the evidence tells no difference of {_join(asked.options)}"


def _describe_question(asked: Asked) -> Step:
    return Step(
        "analyse_question",
        {
            "kind": asked.kind,
            "answer_type": asked.answer_type,
            "relations": [relation.name for relation in asked.relations],
            "names": list(asked.names),
        },
    )


def _reason_to_abstain(
    asked: Asked, view: EvidenceView, support: Support, claim: Claim | None
) -> str:
    if not view.passages:
        return "there is no evidence"
    if unled := find_unled(asked, view):
        return f"the evidence tells of no {unled} of what the question names"
    if support.missing_names:
        return f"the evidence does not mention {_join(support.missing_names)}"
    return f"no sentence of the evidence says so of {claim.thing}, or otherwise" if claim else ""


def _read_span(
    asked: Asked,
    view: EvidenceView,
    heads: ReadingHeads | None,
    support: Support,
    steps: list[Step],
) -> Reading:
    if heads is None:
        return _abstain("no reading heads are installed, which choose a span", steps)
    read = read_heads(asked, view, heads)
    scored = rank(asked, view, read, _make_bars(asked, view))
    ranked = [(one.candidate, one.score) for one in scored]
    ranked = keep_led_to(asked, view, drop_barred(asked, ranked))
    ranked = keep_what_holds(asked, ranked)
    shown = [
        {"text": candidate.text, "title": candidate.passage.full_title, "score": round(score, 2)}
        for candidate, score in ranked[:SHOWN_CANDIDATES]
    ]
    steps.append(Step("rank_candidates", {"candidates": len(ranked), "best": shown}))
    if not ranked:
        return _abstain(_say_what_is_missing(support), steps)
    by_place = {one.candidate.place: one for one in scored}
    looked_at = [by_place[candidate.place] for candidate, _ in ranked[:LOOKED_AT]]
    barred = [find_unaccounted(asked, one, support) for one in looked_at]
    left = [one for one, reason in zip(looked_at, barred, strict=True) if not reason]
    if not left:
        return replace(_abstain(barred[0], steps), rejected=_write_answer(asked, ranked[0][0]))
    ranked = [(one.candidate, one.score) for one in left]
    sure = estimate(left, support)
    if sure < read_weights().least or _is_of_unknown(asked, support):
        return replace(
            _abstain(_say_what_is_missing(support), steps),
            confidence=sure,
            rejected=_write_answer(asked, ranked[0][0]),
        )
    least = ranked[0][1] - AS_GOOD
    chosen = gather_doers(asked, ranked, least)
    is_one = len(chosen) == 1
    chosen = choose_bearer(asked, view, ranked, least) if is_one else chosen
    beside = read.find_partner(*chosen[0].place)
    return _answer(asked, chosen, view, steps, confidence=sure, are_all=not is_one, beside=beside)


def _answer(
    asked: Asked,
    chosen: Sequence[Candidate],
    view: EvidenceView,
    steps: list[Step],
    *,
    confidence: float,
    are_all: bool = False,
    beside: int | None = None,
) -> Reading:
    """Return what a candidate says, or all of several.

    Where these are not answers together (`are_all`) but of several bearers of one name, each is
    given with its document.

    Args:
        beside: the passage beside which alone the candidate answers.
    """
    best = chosen[0]
    cited = [(one.passage, one.sentence) for one in chosen]
    citations, stated = cite_read([*cited, *find_bridge(asked, view, best.passage, beside)])
    steps.append(Step("answer", {"citations": len(citations)}))
    reported = [_write_answer(asked, one) for one in chosen]
    if len(chosen) > 1 and not are_all:
        titles = [one.passage.full_title for one in chosen]
        reported = [f"{text} ({title})" for text, title in zip(reported, titles, strict=True)]
    return Reading(
        answer=(" and " if are_all else " or ").join(reported),
        abstained=False,
        reader="extractive",
        citations=citations,
        statements=tuple(dict.fromkeys((*stated, *find_statements_behind(best)))),
        steps=tuple(steps),
        confidence=confidence,
    )


def _is_of_unknown(asked: Asked, support: Support) -> bool:
    """Return whether an entity is asked for something the evidence has no word nor kind for."""
    is_open = asked.answer_type == ANY and not asked.relations
    return is_open and bool(find_counted_noun(asked)) and support.words_held == 0.0


def _say_what_is_missing(support: Support) -> str:
    if support.missing_words:
        return f"the evidence says nothing of {_join(support.missing_words)}"
    return "no span of the evidence fits the question well enough"


def _make_bars(asked: Asked, view: EvidenceView) -> Bars:
    return make_bars(asked, (f"{passage.head}\n{passage.text}" for passage in view.passages))


def _write_answer(asked: Asked, best: Candidate) -> str:
    year = YEAR.search(best.text) if asked.wants_year and best.type == "DATE" else None
    if year:
        return year.group()
    start, end = widen_to_list(best) if asks_for_several(asked) else (best.start, best.end)
    return " ".join(without_marks(best.passage.text[start:end]).split())


def _conclude(compared: Comparison, steps: list[Step]) -> Reading:
    steps.append(Step("compare", {"compared": compared.compared, "certain": compared.certain}))
    citations, statements = cite_read(compared.support)
    return Reading(
        compared.answer,
        False,
        "extractive",
        citations,
        statements,
        steps=tuple(steps),
        confidence=SURE if compared.certain else UNSURE,
        by_fact=compared.certain,
    )


def _abstain(reason: str, steps: list[Step]) -> Reading:
    return Reading("", True, "extractive", steps=(*steps, Step("abstain", {"reason": reason})))


def _join(words: Sequence[str]) -> str:
    return ", ".join(words)
