"""Triples as text: the form in which they are shown, and how replies are read."""

from __future__ import annotations

import pytest

from kgplatform.records.document import Claim
from kgplatform.retrieve.trace.triples import read_triples
from tests.unit.retrieve.trace.made_triples import make_triple

pytestmark = pytest.mark.unit


def test_a_triple_is_written_in_angles_with_its_qualifiers() -> None:
    assert make_triple("Fram", "designer", "Colin Archer").write() == (
        "<Fram; designer; Colin Archer>"
    )
    qualifiers = (("place", "Larvik"), ("time", "1892"))
    built = make_triple("Fram", "built by", "Colin Archer", qualifiers=qualifiers)
    assert built.write() == "<Fram; built by; Colin Archer (place: Larvik; time: 1892)>"


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        (
            "<Fram; type; ship>\n<Fram; built\nin; Larvik>",
            [("type", "ship"), ("built in", "Larvik")],
        ),
        ("Here they are: <Fram; type; ship>, <Fram; type; ship>.", [("type", "ship")]),
        ("⟨Fram; type; ship⟩", [("type", "ship")]),
        ("<Fram; crew; Nansen; Sverdrup>", [("crew", "Nansen; Sverdrup")]),
        ("<Fram; type; ship>\n<Fram; designed by; Colin Ar", [("type", "ship")]),
        ("<Fram; ; ship> <Fram; type> Fram; type; ship", []),
        (
            "<Fram; length; > 39 metres>\n<Fram; crew; <=16>",
            [("length", "> 39 metres"), ("crew", "<=16")],
        ),
        ("1. <Fram; type; ship>\n2. <Fram; crew; 16>", [("type", "ship"), ("crew", "16")]),
    ],
    ids=["lines", "twice", "angles", "list", "cut", "malformed", "comparison", "numbered"],
)
def test_what_stands_whole_in_a_reply_is_read(text: str, facts: list[tuple[str, str]]) -> None:
    assert read_triples(text) == tuple(Claim("Fram", *fact) for fact in facts)
