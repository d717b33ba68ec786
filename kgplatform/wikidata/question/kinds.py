"""What a question asks for, by its words: entities, a count, yes or no, an extreme.

The kinds are those of LC-QuAD 2.0's templates (Dubey et al. 2019, table 1) that people ask too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgplatform.text.numbers import NUMBER_WORDS

__all__ = ["VERB", "QuestionKind", "asks_truth", "read_kind"]

VERB = r"(?:is|are|was|were|does|do|did|has|have|had|can|could|will)\b"
COUNT = re.compile(
    rf"\bhow (?:many|much (?!{VERB}))|\b(?:the|a|total) number of\b|^\W*(?:number of|count)\b",
    re.IGNORECASE,
)
"""An atomic or house number is no count, nor is a title ("The Count of Monte Cristo")."""
YES_NO = re.compile(rf"^{VERB}", re.IGNORECASE)
TRUTH = re.compile(rf"^\W*{VERB}|, {VERB}|\b(?:whether|is it true)\b", re.IGNORECASE)
START = re.compile(
    r"\b(?:start|begin)s?(?:ing)? with (?:the )?(?:letters? )?['\"]?(?P<text>\w+)", re.IGNORECASE
)
WORD_AFTER = re.compile(
    r"\b(?:contain(?:s|ing)?|includes?|with|has|have) (?:the )?words? ['\"]?(?P<text>[^'\"?]+?)"
    r"['\"]?\s*(?:in (?:it|them|(?:its|their|his|her|the) (?:names?|labels?|titles?)))?[?.\s]*$",
    re.IGNORECASE,
)
QUOTED_IN_NAME = re.compile(
    r"contain(?:s|ing)? (?:the )?(?:word )?['\"](?P<text>[^'\"]+)['\"]", re.IGNORECASE
)
MOST = re.compile(
    r"\b(?:largest|biggest|highest|longest|tallest|most|greatest|heaviest|latest|last|newest|youngest"
    r"|major|main|top)\b",
    re.IGNORECASE,
)
LEAST = re.compile(
    r"\b(?:smallest|lowest|shortest|fewest|least|oldest|eldest|earliest|first|nearest|lightest)\b",
    re.IGNORECASE,
)
"""What is oldest has the least date."""
EITHER = re.compile(r"^(?:which|who|what)\b.*\b(?P<more>more|\w+er)\b.*\bor\b", re.IGNORECASE)
LESS = re.compile(
    r"\b(?:smaller|lower|shorter|fewer|less|older|elder|earlier|lighter)\b", re.IGNORECASE
)
HOW_MANY_WANTED = re.compile(
    r"\b(?P<number>\d{1,2}|two|three|four|five|six|seven|eight|nine|ten) (?=\w+)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """What is asked for.

    `name` is "things", "count", "yes_no", "comparison" or "superlative"; `is_descending` belongs to
    the last two. `starts` and `contains` are what the names of the entities asked for begin with or
    contain, empty where nothing is said; `wanted` is how many are asked for, if that is said.
    """

    name: str
    is_descending: bool = True
    starts: str = ""
    contains: str = ""
    wanted: int | None = None


def read_kind(question: str, masked: str = "") -> QuestionKind:
    """Return what kind of answer a question asks for.

    Args:
        question: in plain English.
        masked: the same without the names of its items, which may hold any word ("Seven Samurai").
    """
    starts, contains = _name_conditions(question)
    question = masked or question
    number = HOW_MANY_WANTED.search(question)
    wanted = _number(number["number"]) if number else None
    if COUNT.search(question):
        return QuestionKind("count")
    if EITHER.search(question):
        return QuestionKind("comparison", is_descending=LESS.search(question) is None)
    if YES_NO.match(question.strip()):
        return QuestionKind("yes_no")
    if starts or contains:
        return QuestionKind("things", starts=starts, contains=contains)
    if MOST.search(question) or LEAST.search(question):
        is_descending = LEAST.search(question) is None
        return QuestionKind("superlative", is_descending=is_descending, wanted=wanted)
    return QuestionKind("things", wanted=wanted)


def asks_truth(question: str) -> bool:
    """Return whether yes or no can answer a question ("In Norway, is Oslo the capital?")."""
    return TRUTH.search(question) is not None


def _name_conditions(question: str) -> tuple[str, str]:
    start = START.search(question)
    word = QUOTED_IN_NAME.search(question) or WORD_AFTER.search(question)
    return (
        start["text"].lower() if start else "",
        word["text"].strip().lower() if word and not start else "",
    )


def _number(text: str) -> int:
    return int(text) if text.isdigit() else NUMBER_WORDS[text.lower()]
