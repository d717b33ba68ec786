from __future__ import annotations

import pytest

from kgplatform.extract.gazetteer import Gazetteer
from kgplatform.extract.layout import read_layout
from kgplatform.extract.mentions import find_mentions
from kgplatform.extract.name_types import type_by_context, type_by_form
from kgplatform.extract.plausible import NamedSpan, find_names
from kgplatform.records import Passage
from tests.pipeline import linguistics

pytestmark = pytest.mark.unit


def names(text: str, *proposed: tuple[str, str]) -> list[tuple[str, str]]:
    """Return the names left of proposed ones (their words, their type)."""
    (parsed,) = linguistics().parse([text])
    spans = [NamedSpan(text.index(w), text.index(w) + len(w), kind) for w, kind in proposed]
    return [(text[a:b], kind) for a, b, kind, _ in find_names(text, parsed, spans)]


@pytest.mark.parametrize(
    ("text", "proposed", "left"),
    [
        ("Total: USD 117.60 net", "USD 117.60", []),
        ("It closed on 3 June 2024.", "3 June 2024", []),
        ("| Grade | Method |\n| --- | --- |\n| A | Laser |", "Grade | Method", []),
        ("Qty    Price\n3    Bolt", "Price", []),
        ("State: Open\nOwner: Ann Lee", "State", []),
        ("To: Ann Lee\nCc: Bo Ek", "Ann Lee\nCc", ["Ann Lee"]),
        ("| Ann Lee | Leeds |", "Ann Lee | Leeds", ["Ann Lee", "Leeds"]),
        ("Hello Ann, it rains.", "Hello Ann", ["Ann"]),
        ("It rains.\n\nKind regards\nAnn Lee", "Kind regards", []),
        ("They paid Councillor Ann Lee.", "Councillor Ann Lee", ["Ann Lee"]),
        ("They gave Anna 31 of them.", "Anna 31", ["Anna"]),
        ("He sold Ferro Boats plc.", "Ferro Boats", ["Ferro Boats plc"]),
        ("Rope parted. The rope was old.", "Rope", []),
    ],
)
def test_span_is_cut_to_the_name_in_it(text: str, proposed: str, left: list[str]) -> None:
    assert [name for name, _ in names(text, (proposed, "Person"))] == left


def test_line_that_was_only_wrapped_ends_no_name() -> None:
    text = "The new bridge will be paid for by the European Bank for\nReconstruction, it says."
    assert names(text, ("European Bank for\nReconstruction", "Organization")) == [
        ("European Bank for\nReconstruction", "Organization")
    ]


def test_identifier_is_a_thing_whatever_it_was_taken_for() -> None:
    assert names("See QX-2031-07 there.", ("QX-2031-07", "Person")) == [("QX-2031-07", "Thing")]
    assert names("See QX-2031-07 there.") == [("QX-2031-07", "Thing")]


@pytest.mark.parametrize(
    ("name", "seen", "kind"),
    [
        ("Ferro Boats SpA", "Person", "Organization"),
        ("Ek & Lind", "Place", "Organization"),
        ("University of Umber", "Place", "Organization"),
        ("Mill Lane", "Organization", "Place"),
        ("Ann Lane", "Person", None),
        ("Kelso House", "Organization", "Place"),
        ("River Umber", "Person", "Place"),
        ("Umber", "Person", None),
    ],
)
def test_form_of_a_name_tells_its_type(name: str, seen: str, kind: str | None) -> None:
    assert type_by_form(name, seen=seen) == kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("a firm based in Umber since", "Place"),
        ("the CEO of Umber said", "Organization"),
        ("we met Dr Umber there", "Person"),
        ("we met Umber, born in May", "Person"),
        ("we met Umber there", None),
    ],
)
def test_words_beside_a_name_tell_its_type(text: str, kind: str | None) -> None:
    start = text.index("Umber")
    assert type_by_context(text, start, start + len("Umber")) == kind


def test_sender_in_quotes_is_no_title_of_a_work() -> None:
    text = 'From: "Ann Leeward" <ann@ferro.example>\nTo: Bo Lind'
    (parsed,) = linguistics().parse([text])
    passage = Passage("p", "d", 0, 0, len(text), "", text)
    mentions = find_mentions(passage, parsed, gazetteer=Gazetteer(()))
    assert ("Ann Leeward", "Work") not in {(m.surface, m.entity.type) for m in mentions}


def test_header_of_columns_set_by_blanks_is_known() -> None:
    text = "Items\n\nName    Site\nAnn     Leeds\nBo      Derby"
    layout = read_layout(text)
    assert [text[a:b] for a, b in layout.labels] == ["Name    Site"]
