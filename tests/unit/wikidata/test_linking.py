"""Which of the ranked links is relied on: names that a store lacks stay unlinked."""

from __future__ import annotations

import pytest

from kgplatform.wikidata.label_index import Candidate
from kgplatform.wikidata.linking import Link, choose_link

pytestmark = pytest.mark.unit


def _link(
    likeness: float = 1.0, *, score: float = 1.5, context: float = 0.0, is_vague: bool = False
) -> Link:
    found = Candidate("Q1", "Fram", "Fram", likeness, 3, ("ship",))
    return Link(found, score, context, is_vague=is_vague)


@pytest.mark.parametrize(
    ("link", "is_chosen"),
    [
        (_link(), True),
        (_link(context=0.5), True),  # the same name, of several words
        (_link(0.9, context=0.75), True),
        (_link(0.9, context=0.72), False),  # below MIN_CONTEXT
        (_link(0.9), False),  # no context to compare
        (_link(0.79, context=0.9), False),  # below MIN_LIKENESS
        (_link(is_vague=True, context=0.69), True),
        (_link(is_vague=True, context=0.67), False),  # below MIN_CONTEXT_VAGUE
        (_link(is_vague=True), True),  # nothing speaks against it
    ],
)
def test_what_is_relied_on(link: Link, is_chosen: bool) -> None:
    assert choose_link([link]) == (link if is_chosen else None)


def test_one_that_is_hardly_above_the_next_is_ambiguous() -> None:
    assert choose_link([_link(score=1.5), _link(score=1.49)]) is None
    assert choose_link([_link(score=1.5), _link(score=1.47)]) is not None
    assert choose_link([]) is None
