from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from kgplatform.ingest import groups
from kgplatform.ingest.groups import Group, GroupSize, group_passages
from kgplatform.records import Document
from kgplatform.sources.files import read_file
from kgplatform.sources.text import make_document

pytestmark = pytest.mark.unit

SENTENCE = "One two three four five six seven eight nine ten. "


def _split(text: str) -> list[tuple[int, int]]:
    ends = [at + 1 for at, char in enumerate(text) if char == "."]
    starts = [0, *(end + 1 for end in ends[:-1])]
    return list(zip(starts, ends, strict=True))


def _document(number: int, sentences: int) -> Document:
    text = SENTENCE * sentences
    uri = f"file:///{number}"
    return make_document(uri=uri, title="", text=text.strip(), media_type="text/plain")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(groups, "PASSAGES_PER_GROUP", 3)
    monkeypatch.setattr(groups, "MAX_PASSAGES_PER_GROUP", 4)


def _group(documents: list[Document], replaced: set[str] | None = None) -> list[Group]:
    return list(group_passages(documents, split_sentences=_split, replaced=replaced or set()))


def test_short_documents_share_a_group_until_it_is_full(small: None) -> None:
    made = _group([_document(number, 5) for number in range(7)])
    assert [len(group.passages) for group in made] == [3, 3, 1]
    assert all(group.started == group.finished == group.documents for group in made)
    assert all(group.following == () for group in made)


def test_long_document_is_spread_and_its_passages_stay_chained(small: None) -> None:
    long = _document(1, 100)  # a thousand words: ten passages
    made = _group([long, _document(2, 5)], {long.id})
    assert [len(group.passages) for group in made] == [4, 4, 2, 1]
    assert [len(group.started) for group in made] == [1, 0, 0, 1]
    assert [len(group.finished) for group in made] == [0, 0, 1, 1]
    assert [group.replaced for group in made] == [(long.id,), (), (), ()]
    chain = [pair for group in made for pair in group.following]
    ids = [passage.id for group in made[:3] for passage in group.passages]
    assert chain == list(pairwise(ids))


def test_groups_grow_while_writing_is_quick_and_shrink_when_it_is_slow() -> None:
    size = GroupSize()
    assert size.passages == 128
    size.learn(0.1)
    assert size.passages == 256
    size.learn(1.0)
    assert size.passages == 256
    size.learn(3.0)
    assert size.passages == 128
    for _ in range(9):
        size.learn(3.0)
    assert size.passages == groups.MIN_PASSAGES_PER_GROUP
    for _ in range(9):
        size.learn(0.0)
    assert size.passages == groups.MAX_PASSAGES_PER_GROUP


def test_group_follows_a_size_that_changes_on_the_way(small: None) -> None:
    size = GroupSize()
    stream = group_passages(
        (_document(number, 5) for number in range(9)), split_sentences=_split, size=size
    )
    assert len(next(stream).passages) == 3
    size.passages = 2
    assert [len(group.passages) for group in stream] == [2, 2, 2]


def test_passages_of_a_table_fill_a_group_by_their_cells(tmp_path: Path) -> None:
    file = tmp_path / "wide.csv"
    rows = [",".join(f"{n}-{k} a" for k in range(8)) for n in range(1_500)]
    file.write_text("\n".join(["a,b,c,d,e,f,g,h", *rows]))
    (document,) = (item for item in read_file(file) if isinstance(item, Document))
    made = _group([document])
    cells = [sum(passage.text.count(" | ") for passage in group.passages) for group in made]
    assert len(made) > 1
    assert max(cells) <= 2 * groups.CELLS_PER_PASSAGE * groups.MAX_PASSAGES_PER_GROUP
    chained = {pair for group in made for pair in group.following}
    ids = [passage.id for group in made for passage in group.passages]
    assert chained == set(pairwise(ids))
