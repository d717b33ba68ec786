"""What `ask --explain` prints of a method's steps."""

from __future__ import annotations

import pytest

from kgplatform.cli.ask import print_step
from kgplatform.records import Step

pytestmark = pytest.mark.unit


def test_short_facts_stand_on_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    print_step(Step("expand", {"passages": 12, "names": ["Fram"], "none": []}))
    assert (
        capsys.readouterr().out
        == "  step: expand {'passages': 12, 'names': ['Fram'], 'none': []}\n"
    )


def test_lists_of_facts_stand_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    kept = [{"score": 1.5, "fact": "Fram | built by | Archer"}, {"score": 0.2, "fact": "a | b | c"}]
    print_step(Step("prune", {"kept": kept, "dropped": 3}))
    assert capsys.readouterr().out.splitlines() == [
        "  step: prune {'dropped': 3}",
        "    kept:",
        "      1.5  Fram | built by | Archer",
        "      0.2  a | b | c",
    ]
