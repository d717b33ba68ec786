"""Well-known names and usual words for classes are found in questions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgplatform.testing import HashEmbedder
from kgplatform.wikidata.label_building import build_index
from kgplatform.wikidata.label_index import LabelIndex
from kgplatform.wikidata.linking import Linker
from kgplatform.wikidata.question.mentions import ItemFinder
from kgplatform.wikidata.question.relations import RelationModel
from kgplatform.wikidata.terms import Result

pytestmark = pytest.mark.unit

WD = "http://www.wikidata.org/"
NAMES = {
    "Q16": "Canada", "Q408": "Australia", "Q77": "Australia", "Q500": "Form", "Q6256": "country",
    "Q11424": "film", "Q908662": "Dimension Films", "Q9": "Ann Lee",
    "Q4": "death", "P570": "date of death",
}  # fmt: skip
LINKED = {"Q16": 120, "Q408": 120, "Q4": 120, "Q77": 1, "Q500": 3}
USUAL = RelationModel({}, {}, dict.fromkeys(("canada", "australian", "form", "films"), 9.0), {})


class _Silent:
    """An endpoint that tells nothing of anything."""

    def run(self, query: str, *, limit: int = 0) -> Result:
        return Result()


@pytest.fixture
def finder(tmp_path: Path) -> Iterator[ItemFinder]:
    label = "<http://www.w3.org/2000/01/rdf-schema#label>"
    lines = [f'<{WD}entity/{qid}> {label} "{name}"@en .' for qid, name in NAMES.items()]
    for qid, links in LINKED.items():
        for number in range(links):
            place = f"<{WD}entity/Q{10_000 + number}> <{WD}prop/direct/P17> <{WD}entity/{qid}> ."
            lines.append(place)
    (tmp_path / "d.nt").write_text("\n".join(lines), encoding="utf-8")
    build_index(tmp_path / "names.sqlite", tmp_path / "d.nt")
    with LabelIndex(tmp_path / "names.sqlite") as index:
        linker = Linker(index, endpoint=_Silent(), embedder=HashEmbedder())
        yield ItemFinder(linker, model=USUAL)


@pytest.mark.parametrize(
    ("question", "qids"),
    [
        ("what form of government does canada have?", ["Q16"]),  # well known, and form is not
        ("what is australian currency?", ["Q408"]),  # of two of the name, the one that all know
        ("what films has ann lee starred in?", ["Q9", "Q11424"]),  # a class, not Dimension Films
        ("which countries does canada border?", ["Q16", "Q6256"]),
        ("how many forms does canada have?", ["Q16"]),  # what is counted is no name
        ("what is the date of death of ann lee?", ["Q9"]),  # a property's name holds no item's
        ("what death did ann lee find?", ["Q9", "Q4"]),
        ("who was dimension films founded by?", ["Q908662"]),  # the word is part of a name
    ],
)
def test_items_of_a_question(finder: ItemFinder, question: str, qids: list[str]) -> None:
    assert [mention.qid for mention in finder.find(question)] == qids
