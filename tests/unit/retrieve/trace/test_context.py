"""What the reader is given of the chains, and how the search is told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgplatform.records import ScoredPassage
from kgplatform.retrieve.trace.chains import BeamStep, Choice, ReasoningChain
from kgplatform.retrieve.trace.context import (
    LEAST_PROBABLE,
    choose_documents,
    describe_beam,
    list_sentences,
    list_statements,
    vote_for_passages,
)
from tests.unit.retrieve.trace.made_triples import make_triple

pytestmark = pytest.mark.unit

TRIPLES = [
    make_triple("Fram", "designer", "Colin Archer"),
    make_triple("Colin Archer", "place of birth", "Larvik"),
    make_triple("Fram", "type", "ship"),
    make_triple("Oslo", "capital of", "Norway"),
]
CHAINS = [ReasoningChain((0, 1), (0.8, 0.5)), ReasoningChain((2, 1, 0), (0.5, 0.5, 0.4))]


def make_passage(subject: str) -> ScoredPassage:
    return ScoredPassage(f"p-{subject}", f"d-{subject}", subject, "", f"About {subject}.", 0.5)


def test_statements_come_once_in_the_order_of_the_chains() -> None:
    statements = list_statements(CHAINS, TRIPLES)
    assert [(s.relation, s.score) for s in statements] == [
        ("designer", pytest.approx(0.4)),
        ("place of birth", pytest.approx(0.4)),
        ("type", pytest.approx(0.1)),
    ]
    assert (statements[0].passage_id, statements[0].start, statements[0].end) == ("p-Fram", 0, 26)


def test_sentences_that_state_a_triple_or_open_a_document_come_once_by_document() -> None:
    fram = ScoredPassage(
        "p-Fram",
        "d-Fram",
        "Fram",
        "",
        "Fram is of oak. Fram was designed by\nColin Archer. It is a ship. It sails.",
        0.5,
    )
    archer = make_passage("Colin Archer")
    triples = [
        replace(TRIPLES[0], start=16, end=49),
        replace(TRIPLES[1], start=0, end=19),
        replace(TRIPLES[2], start=51, end=64),
        replace(TRIPLES[0], id="again", start=37, end=49),
    ]
    chains = [ReasoningChain((2, 1), (0.5, 0.5)), ReasoningChain((0, 3, 1), (0.4, 0.4, 0.4))]
    lines = list_sentences(chains, triples, [archer, fram])
    assert [(line.source.title, line.text) for line in lines] == [
        ("Fram", "Fram is of oak."),
        ("Fram", "Fram was designed by Colin Archer."),
        ("Fram", "It is a ship."),
        ("Colin Archer", "About Colin Archer."),
    ]
    assert fram.text[lines[2].start : lines[2].end] == "It is a ship."


def test_documents_that_no_chain_comes_to_come_last_and_whole() -> None:
    oslo = replace(make_passage("Oslo"), text="Oslo is a port. It is old.")
    known = [make_passage("Colin Archer"), make_passage("Fram")]
    of_chains = list_sentences(CHAINS, TRIPLES, known)
    lines = list_sentences(CHAINS, TRIPLES, [*known, oslo], read=[known[1], oslo])
    assert lines[: len(of_chains)] == of_chains
    assert [line.text for line in lines[len(of_chains) :]] == ["Oslo is a port.", "It is old."]


def test_what_two_documents_say_in_the_same_words_is_given_once() -> None:
    first, second = (replace(make_passage(name), text="It is old.") for name in ("Oslo", "Bergen"))
    lines = list_sentences([], [], [], read=[first, second])
    assert [(line.source.title, line.text) for line in lines] == [("Oslo", "It is old.")]


def test_likely_documents_are_read_without_a_vote_and_improbable_ones_not_with_it() -> None:
    oslo, archer, fram = (make_passage(name) for name in ("Oslo", "Colin Archer", "Fram"))
    voted = vote_for_passages(CHAINS, TRIPLES, [archer, fram])
    read = choose_documents(voted, [oslo, fram, archer], likely=1)
    assert [(p.title, p.score) for p in read] == [("Fram", 3), ("Colin Archer", 2), ("Oslo", 0.5)]
    improbable = replace(archer, score=LEAST_PROBABLE / 2)
    titles = [p.title for p in choose_documents(voted, [oslo, fram, improbable], likely=1)]
    assert titles == ["Fram", "Oslo"]
    improbable = replace(fram, score=LEAST_PROBABLE / 2)
    assert choose_documents(voted[:1], [improbable], likely=0) == voted[:1]


def test_documents_are_ranked_by_votes_and_those_without_one_left_out() -> None:
    passages = [make_passage(name) for name in ("Oslo", "Colin Archer", "Fram")]
    voted = vote_for_passages(CHAINS, TRIPLES, passages)
    assert [(p.title, p.score) for p in voted] == [("Fram", 3.0), ("Colin Archer", 2.0)]


def test_of_equal_votes_the_most_probable_chain_decides() -> None:
    passages = [make_passage(name) for name in ("Fram", "Colin Archer")]
    voted = vote_for_passages([ReasoningChain((1, 0), (1.0, 1.0))], TRIPLES, passages)
    assert [p.title for p in voted] == ["Colin Archer", "Fram"]


def test_only_the_likeliest_options_are_told() -> None:
    many = [make_triple("Fram", "crew", f"man {number}") for number in range(7)]
    shares = (0.1, 0.1, 0.3, 0.1, 0.1, 0.2, 0.1)
    step = BeamStep((ReasoningChain(),), (tuple(range(7)),), (Choice(0.0, shares),), ())
    [told] = describe_beam([step], many)
    [opened] = told.detail["opened"]
    assert [o["triple"][-2] for o in opened["options"]] == ["2", "5", "0", "1", "3"]


def test_each_step_tells_its_options_and_what_it_kept() -> None:
    opened, kept = ReasoningChain((0,), (0.8,)), ReasoningChain((0,), (0.8, 0.25), is_ended=True)
    step = BeamStep((opened,), ((2, 1, 3),), (Choice(0.25, (0.15, 0.6, 0.00001)),), (kept,))
    [told] = describe_beam([step], TRIPLES)
    assert told.name == "lengthen_chains"
    [option] = told.detail["opened"]
    assert option["chain"] == "<Fram; designer; Colin Archer>"
    assert (option["candidates"], option["end"]) == (3, 0.25)
    assert [(o["probability"], o["triple"]) for o in option["options"]] == [
        (0.6, "<Colin Archer; place of birth; Larvik>"),
        (0.15, "<Fram; type; ship>"),
    ]
    designed = "s-Fram designer Colin Archer"
    place = {"statement_id": designed, "passage_id": "p-Fram", "start": 0, "end": 26}
    assert told.detail["kept"] == [
        {
            "score": 0.2,
            "ended": True,
            "chain": "<Fram; designer; Colin Archer>",
            "statements": [place],
        }
    ]
    assert {name: option["options"][1][name] for name in place} == {
        "statement_id": "s-Fram type ship",
        "passage_id": "p-Fram",
        "start": 0,
        "end": 14,
    }
