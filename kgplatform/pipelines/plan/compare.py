"""Decides a comparison by value: dates by time, numbers by size once their units agree.

The paper leaves it to the QA model (appendix C.2, Compare); values that can be read need no model.
Which side wins is said by the comparing word of the original question. What cannot be decided is
said to be so, never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgplatform.pipelines.plan.values import Item, is_same, unite
from kgplatform.pipelines.plan.verdicts import NO, YES, Decision, decide_whether, read_verdict
from kgplatform.text.demonyms import find_country
from kgplatform.text.measures import Measure, as_year, is_count, read_measure

__all__ = ["Decision", "align", "compare", "join_spans"]

SMALLER = re.compile(
    r"\b(?:first|earlier|earliest|older|oldest|elder|eldest|fewer|fewest|less|lesser|least|smaller|"
    r"smallest|sooner|shorter|shortest|lower|lowest|before|closer|closest|nearer|nearest|lighter|"
    r"lightest|slower|slowest|cheaper|cheapest|narrower|thinner|shallower|weaker|minimum)\b",
    re.IGNORECASE,
)
LARGER = re.compile(
    r"\b(?:later|latest|younger|youngest|more|most|larger|largest|bigger|biggest|higher|highest|"
    r"longer|longest|taller|tallest|greater|greatest|newer|newest|recent|recently|after|last|"
    r"farther|further|farthest|heavier|heaviest|faster|fastest|wider|deeper|deepest|stronger|"
    r"better|richer|hotter|maximum|exceeds?)\b",
    re.IGNORECASE,
)
AGE = re.compile(r"\b(?:older|oldest|elder|eldest|younger|youngest)\b", re.IGNORECASE)
YES_NO = re.compile(
    r"^\W*(?:are|is|was|were|do|does|did|has|have|had|can|could|will|would)\b", re.IGNORECASE
)
COUNTED = re.compile(r"\b(?:more|most|fewer|fewest)\b", re.IGNORECASE)
SAME = re.compile(
    r"\b(?:same|equal|shared?|(?<!twice )(?<!half )(?<!times )(?<!least )as\s+\w+\s+as)\b",
    re.IGNORECASE,
)
DIFFERENT = re.compile(r"\b(?:different|differ|unequal|other than)\b", re.IGNORECASE)
PERIOD = re.compile(r"\b(year|decade|centur(?:y|ies))", re.IGNORECASE)
BETWEEN = re.compile(r"\{(?P<first>\d+)\}(?P<words>.*?)\{\d+\}")
INEXACT = "a date is not given exactly enough"


def compare(question: str, options: Sequence[str], answers: Sequence[Sequence[Item]]) -> Decision:
    """Return which side the question asks for, or yes or no.

    Args:
        question: the original one; its comparing word says which side wins.
        options: what each side is called.
        answers: what was answered to each; of several, the first that is a value counts.
    """
    stated = {
        o: "; ".join(i.text for i in items) for o, items in zip(options, answers, strict=True)
    }
    asked = _cut_out(question, options)
    asks_yes_no = YES_NO.match(question) is not None
    leaves_choice = asks_yes_no and _leaves_choice(question, options)
    is_of_pair = SAME.search(asked) or DIFFERENT.search(asked)
    verdicts = [read_verdict(items) for items in answers]
    if asks_yes_no and not is_of_pair and any(verdict is not None for verdict in verdicts):
        return decide_whether(asked, options, verdicts, stated, leaves_choice=leaves_choice)
    empty = [option for option, items in zip(options, answers, strict=True) if not items]
    if empty:
        return Decision(problem=f"there is no value of {' and '.join(empty)}", compared=stated)
    asks_yes_no = asks_yes_no and not leaves_choice
    if asks_yes_no and is_of_pair:
        return _decide_same(asked, answers, stated)
    measures = [_first_measure(items) for items in answers]
    if not any(measures) and COUNTED.search(asked):
        measures = [Measure("quantity", float(len(unite([items])))) for items in answers]
    if any(measure is None for measure in measures):
        return Decision(problem="a side is neither a number nor a date", compared=stated)
    known = [measure for measure in measures if measure is not None]
    if AGE.search(asked) and any(measure.kind == "date" for measure in known):
        known = [as_year(measure) for measure in known]  # the older of 1703 and 330 is of 330
    known = align(known)
    if len({(m.kind, m.dimension) for m in known}) > 1:
        return Decision(problem="the sides are measured in different units", compared=stated)
    return _rank(asked, options, known, stated, asks_yes_no=asks_yes_no)


def join_spans(answers: Sequence[Sequence[Item]]) -> list[tuple[Item, ...]]:
    """Return how long it is from each first to each second date, in days; none where one lacks."""
    spans: list[tuple[Item, ...]] = []
    for begun, ended in zip(answers[::2], answers[1::2], strict=True):
        dates = [measure for items in (begun, ended) if (measure := _first_measure(items))]
        if [measure.kind for measure in dates] != ["date", "date"]:
            spans.append(())
            continue
        days = round(_count_days(dates[1]) - _count_days(dates[0]))
        support = tuple(place for items in (begun, ended) for i in items for place in i.support)
        spans.append((Item(f"{days} days", support=support),))
    return spans


def _count_days(measure: Measure) -> float:
    """Return a date's days since the year 0; what is not known of it is the middle."""
    year, month, day = measure.date
    return 365.2425 * (year + ((month - 1) / 12 if month else 0.5)) + (day or 15 * bool(month))


def _rank(
    asked: str,
    options: Sequence[str],
    measures: Sequence[Measure],
    stated: dict[str, str],
    *,
    asks_yes_no: bool,
) -> Decision:
    first = _first_compared(asked) if asks_yes_no else None
    smaller = _wants_smaller(asked, measures[0])
    if smaller is None or (asks_yes_no and first is None):
        return Decision(problem="the question does not say which side wins", compared=stated)
    values = [_comparable(m, measures) for m in measures]
    best = min(values) if smaller else max(values)
    winners = [place for place, value in enumerate(values) if value == best]
    if len({measures[place] for place in winners}) > 1:
        return Decision(problem=INEXACT, compared=stated)
    if first is not None:
        return Decision((Item(YES if winners == [first] else NO),), compared=stated)
    return Decision(tuple(Item(options[place]) for place in winners), compared=stated)


def _cut_out(question: str, options: Sequence[str]) -> str:
    """Return a question with "{0}" for its first option and so on: names may have any words."""
    asked = question
    for place, option in sorted(enumerate(options), key=lambda pair: -len(pair[1])):
        asked = re.sub(rf"(?<!\w){re.escape(option)}(?!\w)", f"{{{place}}}", asked)
    return asked


def _first_compared(asked: str) -> int | None:
    """Return which option is said to be the larger or smaller: 0 in "Is {0} larger than {1}?".

    None where none is: "Were {0} and {1} born before 1900?".
    """
    sides = BETWEEN.search(asked)
    says = sides and (SMALLER.search(sides["words"]) or LARGER.search(sides["words"]))
    return int(sides["first"]) if sides and says else None


def _leaves_choice(question: str, options: Sequence[str]) -> bool:
    """Return whether a question asks which of two: "Was Zeta or Kappa born first?"."""
    between = rf"{re.escape(options[0])}\W+or\b.*{re.escape(options[-1])}"
    return re.search(between, question, re.IGNORECASE) is not None


def align(measures: Sequence[Measure]) -> list[Measure]:
    """Return measures of one kind where they can be.

    Next to a count, 1800 is no year, and what is counted is not looked at: 94 employees, 94 people.
    """
    return [_as_number(m) for m in measures] if any(map(is_count, measures)) else list(measures)


def _as_number(measure: Measure) -> Measure:
    if is_count(measure):
        return replace(measure, dimension="")
    is_year = measure.kind == "date" and measure.date[1:] == (0, 0)
    return Measure("quantity", float(measure.date[0])) if is_year else measure


def _comparable(measure: Measure, measures: Sequence[Measure]) -> float:
    """Return a measure's value; dates are compared as exactly as all of them are given."""
    if measure.kind != "date":
        return measure.value
    year, month, day = measure.date
    has_months = all(m.date[1] for m in measures)
    has_days = has_months and all(m.date[2] for m in measures)
    return year * 10_000.0 + (month * 100 if has_months else 0) + (day if has_days else 0)


def _wants_smaller(question: str, measure: Measure) -> bool | None:
    """Return which end is asked for, by the first comparing word; None without one."""
    age = AGE.search(question)
    if age:  # the older was born at the smaller date, and has the larger age
        older = age[0].casefold()[:3] in ("old", "eld")
        return older if measure.kind == "date" else not older
    found = [
        (match.start(), is_smaller)
        for pattern, is_smaller in ((SMALLER, True), (LARGER, False))
        if (match := pattern.search(question))
    ]
    return min(found)[1] if found else None


def _first_measure(items: Sequence[Item]) -> Measure | None:
    return next((m for item in items if (m := read_measure(item.text))), None)


def _decide_same(asked: str, answers: Sequence[Sequence[Item]], stated: dict[str, str]) -> Decision:
    period = PERIOD.search(asked)
    if period:
        answers = [[_date_by(item, period[1].casefold()) for item in side] for side in answers]
    first = unite(answers[:1])
    same = all(any(_are_alike(a, b) for a in first for b in items) for items in answers[1:])
    if not same and any(_may_be_one(a, b) for a in first for items in answers[1:] for b in items):
        return Decision(problem=INEXACT, compared=stated)
    wants_same = DIFFERENT.search(asked) is None
    return Decision((Item(YES if same == wants_same else NO),), compared=stated)


def _date_by(item: Item, period: str) -> Item:
    """Return a date as the number of its year, decade or century; anything else as it is."""
    measure = read_measure(item.text)
    if measure is None or measure.kind != "date":
        return item
    year = measure.date[0]
    numbers = {"year": year, "decade": year // 10}
    return Item(str(numbers.get(period, (year - 1) // 100)), support=item.support)


def _may_be_one(one: Item, other: Item) -> bool:
    """Return whether one date is the other given less exactly: 1900 and 2 May 1900."""
    left, right = read_measure(one.text), read_measure(other.text)
    if left is None or right is None or {left.kind, right.kind} != {"date"}:
        return False
    return left.date != right.date and all(
        a == b for a, b in zip(left.date, right.date, strict=True) if a and b
    )


def _are_alike(one: Item, other: Item) -> bool:
    """Return whether two answers are the same entity, or of the same country."""
    country = find_country(one.text)
    return is_same(one, other) or (country is not None and country == find_country(other.text))
