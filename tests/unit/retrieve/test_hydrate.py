"""Evidence for fewer passages than were retrieved."""

from __future__ import annotations

import pytest

from kgplatform.records import Evidence
from kgplatform.retrieve.hydrate import narrow_evidence
from tests.unit.answer.evidence import passage_of, statement_of

pytestmark = pytest.mark.unit

FRAM = passage_of("Fram", "Built by Archer.")
LARVIK = passage_of("Larvik", "A port.")
STATEMENTS = tuple(
    statement_of(LARVIK, "A port.", "Larvik", relation, "port") for relation in ("is", "was", "has")
)


def test_statements_go_with_their_passages() -> None:
    evidence = Evidence((LARVIK, FRAM), STATEMENTS)
    assert narrow_evidence(evidence, None) == evidence
    narrowed = narrow_evidence(evidence, 1)
    assert narrowed == Evidence((LARVIK,), STATEMENTS[:2], passed_over=(FRAM,))
    assert narrow_evidence(narrowed, 0).passed_over == (LARVIK, FRAM)


def test_statements_that_were_chosen_to_be_read_stay() -> None:
    evidence = Evidence((FRAM, LARVIK), STATEMENTS, reads="statements")
    narrowed = narrow_evidence(evidence, 1)
    assert narrowed == Evidence((FRAM,), STATEMENTS, reads="statements", passed_over=(LARVIK,))
