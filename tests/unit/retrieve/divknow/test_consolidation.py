"""What a reader is given of the hops, and what proves it."""

from __future__ import annotations

import pytest

from kgplatform.pipelines.divknow.candidates import of_look_up
from kgplatform.pipelines.divknow.consolidation import (
    READ,
    consolidate,
    list_lines,
    list_passages,
    list_statements,
    put_last_first,
)
from kgplatform.pipelines.divknow.decomposition import Hop
from kgplatform.pipelines.divknow.dependencies import LookedUp
from tests.unit.retrieve.divknow.made import make_passage, make_triple

pytestmark = pytest.mark.unit

PAGE = make_passage(1, "The Fram is a ship. It was built in Larvik.")
BUILT = make_triple(1, ("Fram", "built in", "Larvik"), of=1)
BORN = make_triple(2, ("Colin Archer", "born in", "Larvik"), of=2)
OTHER = make_passage(3)


def test_hops_take_turns_and_each_piece_counts_once() -> None:
    hops = [Hop("a", (), (PAGE, BUILT, OTHER)), Hop("b", (), (BORN, PAGE))]
    pieces = consolidate(hops)
    assert [piece.key for piece in pieces] == ["p1", "s2", "s1", "p3"]
    assert [piece.score for piece in pieces] == [1, 1, 1 / 2, 1 / 3]
    assert consolidate([]) == ()


def test_a_reader_of_the_last_hop_sees_most_of_that_and_the_best_of_the_others() -> None:
    first = tuple(make_passage(number) for number in range(10, 20))
    last = tuple(make_passage(number) for number in range(20, 30))
    pieces = put_last_first([Hop("a", (), first), Hop("b", (), last)])
    keys = [piece.key for piece in pieces]
    assert keys[: READ // 2 + 1] == ["p20", "p21", "p22", "p23"]
    assert keys[READ // 2 + 1 : READ] == ["p10", "p11", "p12"]
    assert sorted(keys) == sorted(piece.key for piece in (*first, *last))


def test_a_triple_brings_the_passage_that_states_it() -> None:
    pieces = consolidate([Hop("a", (), (BORN, BUILT, PAGE))])
    passages = list_passages(pieces)
    assert [(p.passage_id, p.score) for p in passages] == [("p2", 1), ("p1", 1 / 2)]
    statements = list_statements(pieces)
    assert [(s.statement_id, s.passage_id, s.start, s.end) for s in statements] == [
        ("s2", "p2", 0, 11),
        ("s1", "p1", 0, 11),
    ]
    assert [s.score for s in statements] == [1, 1 / 2]


def test_a_passage_is_read_by_sentence_and_a_triple_in_its_own_words() -> None:
    lines = list_lines(consolidate([Hop("a", (), (PAGE, BORN))]))
    assert [(line.text, line.start, line.end) for line in lines] == [
        ("The Fram is a ship.", 0, 19),
        ("It was built in Larvik.", 20, 43),
        ("Colin Archer born in Larvik (time: 1892)", 0, 11),
    ]
    assert [line.source.passage_id for line in lines] == ["p1", "p1", "p2"]


def test_a_triple_adds_nothing_to_its_whole_passage() -> None:
    lines = list_lines(consolidate([Hop("a", (), (BUILT, PAGE))]))
    assert [line.text for line in lines] == ["The Fram is a ship.", "It was built in Larvik."]


def test_a_reader_is_given_no_more_than_so_many_pieces() -> None:
    pieces = consolidate([Hop("a", (), tuple(make_passage(n) for n in range(READ + 3)))])
    assert len(list_lines(pieces)) == READ
    assert len(list_passages(pieces)) == READ + 3


def test_what_a_knowledge_base_returned_is_a_passage_outside_of_the_graph() -> None:
    found = LookedUp("Fram", "http://kb/Q1", ("Fram captain A", "Fram captain B"), ("A", "B"), "q")
    [candidate] = of_look_up(found)
    passage = candidate.passage
    assert (passage.document_id, passage.uri) == ("", "http://kb/Q1")
    assert (passage.title, passage.text) == ("Fram (Wikidata)", "Fram captain A.\nFram captain B.")
    assert candidate.is_outside
    assert not PAGE.is_outside
    lines = list_lines(consolidate([Hop("a", (), (candidate,))]))
    assert [line.text for line in lines] == ["Fram captain A.", "Fram captain B."]
    assert of_look_up(LookedUp(problem="down")) == ()


def test_pieces_are_told_in_short() -> None:
    assert [PAGE.describe(), BORN.describe()] == [
        "Title 1",
        "Colin Archer born in Larvik (time: 1892)",
    ]
