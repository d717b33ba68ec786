"""Files of the same content are one document with several paths, which come and go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.ingest import IngestModels, IngestReport, ingest
from kgplatform.models.linguistics import Linguistics
from kgplatform.sources.origin import read_again
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest
from tests.unit.sources.made_files import make_docx, word_paragraph

pytestmark = pytest.mark.integration

FRAM = "Fram was built by Colin Archer in Larvik in 1892.\n"
MAUD = "Maud was launched in Vollen in June 1916.\n"

Run = Callable[..., IngestReport]


@pytest.fixture
def run(graph: Graph, linguistics: Linguistics, embedder: HashEmbedder) -> Run:
    def run_ingest(*paths: Path, extractor: str = "none", prune: bool = False) -> IngestReport:
        reader = make_extractor(extractor, linguistics=linguistics)
        models = IngestModels(embedder, linguistics, reader)
        return ingest(paths, graph=graph, models=models, pruned=paths if prune else ())

    return run_ingest


def _write(folder: Path, texts: Mapping[str, str]) -> Path:
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text)
    return folder


def _paths(graph: Graph) -> list[list[str]]:
    """Return the names of the paths of each document, sorted."""
    rows = graph.read("list_documents", limit=9)
    return sorted([_name(path) for path in (row["uri"], *row["copies"])] for row in rows)


def _name(uri: str) -> str:
    return uri.rpartition("/")[2]


def _texts(graph: Graph) -> list[str]:
    rows = graph.run_text("MATCH (p:Passage) RETURN p.text AS text ORDER BY text")
    return [row["text"] for row in rows]


def test_the_same_content_is_one_document_with_several_paths(
    graph: Graph, run: Run, tmp_path: Path
) -> None:
    folder = _write(tmp_path / "d", {"a.txt": FRAM, "b.txt": FRAM, "c.txt": MAUD})
    report = run(folder)
    assert (report.documents["new"], report.documents["copies"]) == (2, 1)
    assert _paths(graph) == [["a.txt", "b.txt"], ["c.txt"]]
    assert _texts(graph) == [FRAM.strip(), MAUD.strip()]
    before = graph_digest(graph)
    again = run(folder)
    assert (again.documents["unchanged"], again.documents["copies"]) == (2, 1)
    assert again.rows_written == 0
    assert graph_digest(graph) == before


def test_a_path_is_added_by_a_later_run(graph: Graph, run: Run, tmp_path: Path) -> None:
    folder = _write(tmp_path / "d", {"a.txt": FRAM})
    run(folder)
    _write(tmp_path / "e", {"b.txt": FRAM})
    assert run(tmp_path / "e").documents["copies"] == 1
    assert _paths(graph) == [["a.txt", "b.txt"]]


def test_a_file_that_changes_becomes_a_document_of_its_own(
    graph: Graph, run: Run, tmp_path: Path
) -> None:
    folder = _write(tmp_path / "d", {"a.txt": FRAM, "b.txt": FRAM})
    run(folder)
    (folder / "b.txt").write_text(MAUD)
    report = run(folder)
    assert (report.documents["new"], report.documents["unchanged"]) == (1, 1)
    assert _paths(graph) == [["a.txt"], ["b.txt"]]
    assert _texts(graph) == [FRAM.strip(), MAUD.strip()]


def test_content_stays_where_the_file_that_it_came_from_first_changes(
    graph: Graph, run: Run, tmp_path: Path
) -> None:
    folder = _write(tmp_path / "d", {"a.txt": FRAM})
    _write(tmp_path / "e", {"b.txt": FRAM})
    run(folder, tmp_path / "e")
    (folder / "a.txt").write_text(MAUD)
    report = run(folder)  # without the other file, which is read all the same
    assert (report.documents["changed"], report.documents["new"]) == (1, 1)
    assert _paths(graph) == [["a.txt"], ["b.txt"]]
    assert _texts(graph) == [FRAM.strip(), MAUD.strip()]


def test_pruning_takes_a_path_away_and_the_document_with_its_last(
    graph: Graph, run: Run, tmp_path: Path
) -> None:
    folder = _write(tmp_path / "d", {"a.txt": FRAM, "b.txt": FRAM, "c.txt": MAUD})
    run(folder)
    (folder / "a.txt").unlink()
    report = run(folder, prune=True)
    assert report.documents["removed"] == 0
    assert _paths(graph) == [["b.txt"], ["c.txt"]]
    assert run(folder, prune=True).rows_written == 0
    (folder / "b.txt").unlink()
    assert run(folder, prune=True).documents["removed"] == 1
    assert _paths(graph) == [["c.txt"]]


def test_a_path_that_comes_back_with_other_content_does_not_take_the_document_along(
    graph: Graph, run: Run, tmp_path: Path
) -> None:
    folder = _write(tmp_path / "d", {"a.txt": FRAM, "b.txt": FRAM})
    run(folder)
    (folder / "a.txt").unlink()
    run(folder, prune=True)
    (folder / "a.txt").write_text(MAUD)
    run(folder)
    assert _paths(graph) == [["a.txt"], ["b.txt"]]
    assert _texts(graph) == [FRAM.strip(), MAUD.strip()]


def test_another_extractor_reads_a_document_at_the_path_that_is_left(
    graph: Graph, run: Run, tmp_path: Path
) -> None:
    folder = _write(tmp_path / "d", {"a.txt": FRAM, "b.txt": FRAM})
    run(folder)
    (folder / "a.txt").unlink()
    run(folder, prune=True)
    report = run(folder, extractor="spacy")
    assert (report.documents["new"], report.documents["removed"]) == (1, 1)
    assert _paths(graph) == [["b.txt"]]
    assert run(folder, extractor="spacy").rows_written == 0


def test_documents_that_were_two_before_become_one(graph: Graph, run: Run, tmp_path: Path) -> None:
    folder = _write(tmp_path / "d", {"a.txt": FRAM, "b.txt": MAUD})
    run(folder)
    (folder / "b.txt").write_text(FRAM)
    report = run(folder)
    assert (report.documents["copies"], report.documents["removed"]) == (1, 1)
    assert _paths(graph) == [["a.txt", "b.txt"]]
    assert _texts(graph) == [FRAM.strip()]


def test_a_copy_of_a_converted_file_is_known_by_its_bytes(
    graph: Graph, run: Run, tmp_path: Path
) -> None:
    folder = _write(tmp_path / "d", {})
    make_docx(folder / "a.docx", word_paragraph(FRAM))
    (folder / "b.docx").write_bytes((folder / "a.docx").read_bytes())
    run(folder)
    again = run(folder)
    assert (again.documents["unchanged"], again.documents["copies"]) == (1, 1)
    (folder / "a.docx").unlink()
    run(folder, prune=True)
    assert _paths(graph) == [["b.docx"]]


def test_the_text_of_a_document_is_read_again_at_the_path_that_is_left(
    graph: Graph, run: Run, tmp_path: Path
) -> None:
    folder = _write(tmp_path / "d", {"first.txt": FRAM, "second.txt": FRAM})
    run(folder)
    (folder / "first.txt").unlink()
    run(folder, prune=True)
    (listed,) = graph.read("list_documents", limit=9)
    (row,) = graph.read("fetch_document", id=listed["id"])
    again = read_again(row["uri"], document_id=row["id"], title=row["title"], sha256=row["sha256"])
    assert (again.title, again.text, again.id) == ("first", FRAM, row["id"])
