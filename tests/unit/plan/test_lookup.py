"""Which claim a sub-question is answered by, over a store in this process."""

from __future__ import annotations

import pytest

from kgplatform.pipelines.plan.answering import Answered, SubQuestion
from kgplatform.pipelines.plan.lookup import look_up
from kgplatform.sources.facts.rdf_store import RdfStore
from kgplatform.testing import HashEmbedder
from tests.unit.plan.world import DIRECT, ENTITY, LABEL

pytestmark = pytest.mark.unit

LABELS = {
    "Q1": "Ada Quill",
    "Q2": "Larvik",
    "Q3": "Vestfold",
    "P19": "place of birth",
    "P150": "contains the administrative territorial entity",
    "P2032": "work period (end)",
}
CLAIMS = (("Q1", "P19", "Q2"), ("Q1", "P2032", '"1950"'), ("Q3", "P150", "Q2"))


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> RdfStore:
    path = tmp_path_factory.mktemp("facts") / "facts.nt"
    named = [f'<{ENTITY}{thing}> <{LABEL}> "{label}"@en .' for thing, label in LABELS.items()]
    claimed = [
        f"<{ENTITY}{thing}> <{DIRECT}{relation}> "
        f"{f'<{ENTITY}{value}>' if value.startswith('Q') else value} ."
        for thing, relation, value in CLAIMS
    ]
    path.write_text("\n".join((*named, *claimed)), encoding="utf-8")
    return RdfStore(path)


def _ask(store: RdfStore, text: str) -> Answered:
    return look_up(store.select, HashEmbedder())(SubQuestion("Sub_Question_1", text, text))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What is the place of birth of Ada Quill?", "Larvik"),
        ("What is the work period (end) of Ada Quill?", "1950"),
        ("Which administrative territorial entity does Vestfold contain?", "Larvik"),
    ],
)
def test_the_relation_that_is_asked_for_answers(
    store: RdfStore, question: str, answer: str
) -> None:
    assert [item.text for item in _ask(store, question).items] == [answer]


@pytest.mark.parametrize(
    "question",
    [
        "In which administrative territorial entity is Vestfold located?",
        "What is the mass of Ada Quill?",
    ],
)
def test_a_relation_near_to_the_one_that_is_missing_does_not(
    store: RdfStore, question: str
) -> None:
    found = _ask(store, question)
    assert (found.items, found.problem) == ((), "the endpoint has no relation that is asked for")
