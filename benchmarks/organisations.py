"""Answers over documents of organisations, without a chat model: right, wrong and silent.

    python benchmarks/organisations.py
    python benchmarks/organisations.py --show wrong     # these questions with their answers

Five invented organisations with contracts, minutes, incident reports, data sheets, handbooks, staff
lists and the like: their documents and questions are in organisations/NAME. The rules of the
extractive reader were made while looking at those of `logistics`; half of those of `utility`, every
second question, were looked at late and changed nothing, the others never. `bakery`, `clinic` and
`contractor` were written by people who had not seen the code, most questions in other words than
the documents'. `bakery` is held out; by the other two passages are ranked, and they were looked at.

An answer is right where its words, by the official normalisation, are one of the forms that the set
accepts, or hold one with at most SPARE more. `found` tells how often the passages that were found
hold one of the forms, which yes and no never are.
"""

from __future__ import annotations

from asked_sets import UNTOLD, measure_sets

from kgplatform.evaluate.metrics import normalize_answer
from kgplatform.platform import Platform
from kgplatform.records import Answer

OR = " || "
UNHELD = (UNTOLD, "yes", "no")
SPARE = 3  # words


def is_right(answer: str, expected: str) -> bool:
    """Tell whether an answer is one of the accepted forms, or little more."""
    given = normalize_answer(answer)
    for form in map(normalize_answer, expected.split(OR)):
        spare = len(given.split()) - len(form.split())
        if f" {form} " in f" {given} " and spare <= SPARE:
            return True
    return False


def is_found(platform: Platform, answer: Answer, expected: str) -> bool:
    """Tell whether the passages that are found for a question hold an accepted form."""
    if expected in UNHELD:
        return False
    passages = platform.retrieve(answer.question).passages
    texts = [f"{passage.title} {passage.text}" for passage in passages]
    text = f" {normalize_answer(' '.join(texts))} "
    return any(f" {normalize_answer(form)} " in text for form in expected.split(OR))


if __name__ == "__main__":
    measure_sets("organisations", __doc__, judge=is_right, column="found", note=is_found)
