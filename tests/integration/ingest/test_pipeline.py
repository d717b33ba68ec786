from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from kgplatform.errors import GraphError, UsageError
from kgplatform.extract.extractors import make_extractor
from kgplatform.graph.connection import Graph
from kgplatform.graph.writer import delete_document
from kgplatform.ingest import IngestModels, IngestReport, ingest
from kgplatform.ingest.estimate import estimate_ingest
from kgplatform.ingest.limits import Limits
from kgplatform.models.linguistics import Linguistics
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest

pytestmark = pytest.mark.integration

FRAM = (
    "# Fram (ship)\n\nFram was built by Colin Archer in Larvik in 1892. "
    "Otto Sverdrup was her captain.\n"
)
ARCHER = "# Colin Archer\n\nColin Archer was born in Larvik. Archer designed the Fram.\n"
SHIPS = 300  # more than are written at a time


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    (folder / "fram.md").write_text(FRAM)
    (folder / "archer.md").write_text(ARCHER)
    rows = [
        {"_id": str(n), "title": f"Ship {n}", "text": f"Ship {n} met Fram."} for n in range(SHIPS)
    ]
    (folder / "ships.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def _ingest(
    graph: Graph,
    path: Path,
    linguistics: Linguistics,
    embedder: HashEmbedder,
    extractor: str = "spacy",
    **options: Any,
) -> IngestReport:
    models = IngestModels(embedder, linguistics, make_extractor(extractor, linguistics=linguistics))
    return ingest([path], graph=graph, models=models, **options)


def _rows(graph: Graph, text: str, **parameters: Any) -> list[dict[str, Any]]:
    return graph.run_text(text, **parameters)


def test_ingest_writes_documents_passages_mentions_and_statements(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    report = _ingest(graph, corpus, linguistics, embedder)
    assert report.documents == {
        "new": SHIPS + 2,
        "changed": 0,
        "unchanged": 0,
        "copies": 0,
        "removed": 0,
        "failed": 0,
    }
    assert report.passages == SHIPS + 2
    built = _rows(
        graph,
        "MATCH (s:Statement {relation: 'built by'})-[:SUBJECT]->(a), (s)-[:OBJECT]->(b), "
        "(s)-[q:QUALIFIER]->(v) RETURN a.name AS a, b.name AS b, q.relation AS q, "
        "coalesce(v.name, v.value) AS v ORDER BY q",
    )
    assert built == [
        {"a": "Fram (ship)", "b": "Colin Archer", "q": "place", "v": "Larvik"},
        {"a": "Fram (ship)", "b": "Colin Archer", "q": "time", "v": "1892"},
    ]


def test_every_span_in_the_graph_is_what_it_says(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    _ingest(graph, corpus, linguistics, embedder)
    mentions = _rows(
        graph,
        "MATCH (p:Passage)-[m:MENTIONS|REFERS_TO]->() "
        "RETURN substring(p.text, m.start, m.end - m.start) AS found, m.surface AS surface",
    )
    assert len(mentions) > 2 * SHIPS
    assert all(row["found"] == row["surface"] for row in mentions)
    loose = _rows(graph, "MATCH (s:Statement) WHERE NOT (s)-[:STATED_IN]->() RETURN count(*) AS n")
    assert loose == [{"n": 0}]


def test_what_stands_for_an_entity_is_no_name_of_it(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    text = "Anna Berg led the works in Larvik for ten years. She retired in 1921. Berg was 80.\n"
    (corpus / "note.txt").write_text(text)
    _ingest(graph, corpus / "note.txt", linguistics, embedder)
    found = _rows(
        graph,
        "MATCH (:Passage)-[r:MENTIONS|REFERS_TO]->(e:Entity {name: 'Anna Berg'}) "
        "RETURN type(r) AS type, r.surface AS surface, r.kind AS kind ORDER BY r.start",
    )
    assert found == [
        {"type": "MENTIONS", "surface": "Anna Berg", "kind": None},
        {"type": "REFERS_TO", "surface": "She", "kind": "pronoun"},
        {"type": "MENTIONS", "surface": "Berg", "kind": "short name"},
    ]
    (corpus / "note.txt").write_text("Nobody led the works.\n")
    _ingest(graph, corpus / "note.txt", linguistics, embedder)
    assert _rows(graph, "MATCH ()-[r:REFERS_TO]->() RETURN r") == []


def test_a_relative_day_counts_from_the_day_of_its_document(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    text = "---\ndate: 2025-03-05\n---\n\n# Note\n\nAnna Berg visited Ole Lund on Monday.\n"
    (corpus / "note.md").write_text(text)
    _ingest(graph, corpus / "note.md", linguistics, embedder)
    assert _rows(graph, "MATCH (d:Document) RETURN d.date AS day") == [{"day": date(2025, 3, 5)}]
    monday = _rows(
        graph,
        "MATCH (l:Literal {datatype: 'date'}) RETURN l.value AS value, l.from AS start, "
        "l.isRelative AS is_relative",
    )
    assert monday == [{"value": "Monday", "start": date(2025, 3, 3), "is_relative": True}]


def test_second_run_writes_nothing(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    _ingest(graph, corpus, linguistics, embedder)
    before = graph_digest(graph)
    runs = _rows(graph, "MATCH (r:IngestRun) RETURN count(r) AS n")
    report = _ingest(graph, corpus, linguistics, embedder)
    assert report.rows_written == 0
    assert report.documents["unchanged"] == SHIPS + 2
    assert graph_digest(graph) == before
    assert _rows(graph, "MATCH (r:IngestRun) RETURN count(r) AS n") == runs


def test_changed_file_replaces_its_own_parts_only(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder, tmp_path: Path
) -> None:
    _ingest(graph, corpus, linguistics, embedder)
    (corpus / "fram.md").write_text(FRAM.replace("Otto Sverdrup", "Roald Amundsen"))
    report = _ingest(graph, corpus, linguistics, embedder)
    assert report.documents == {
        "new": 0,
        "changed": 1,
        "unchanged": SHIPS + 1,
        "copies": 0,
        "removed": 0,
        "failed": 0,
    }
    names = {row["name"] for row in _rows(graph, "MATCH (e:Entity) RETURN e.name AS name")}
    assert "Roald Amundsen" in names
    assert "Otto Sverdrup" not in names
    changed = graph_digest(graph)
    _rows(graph, "MATCH (n) WHERE NOT n:Migration AND NOT n:Configuration DETACH DELETE n")
    _ingest(graph, corpus, linguistics, embedder)
    assert graph_digest(graph) == changed


def test_removing_every_document_leaves_nothing(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    (corpus / "ships.jsonl").unlink()
    _ingest(graph, corpus, linguistics, embedder)
    for row in _rows(graph, "MATCH (d:Document) RETURN d.id AS id"):
        assert delete_document(graph, row["id"])["passages"] == 1
    kinds = {row["label"] for row in graph.read("count_nodes")}
    records = {"IngestRun", "Migration", "Configuration", "WriterLock", "__KGPlatformWriterLock__"}
    assert kinds <= {*records, "EntityType", "RelationType"}


def test_removing_one_document_keeps_what_another_supports(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    (corpus / "ships.jsonl").unlink()
    _ingest(graph, corpus / "archer.md", linguistics, embedder)
    alone = graph_digest(graph)
    _ingest(graph, corpus, linguistics, embedder)
    (fram,) = _rows(graph, "MATCH (d:Document {title: 'Fram (ship)'}) RETURN d.id AS id")
    delete_document(graph, fram["id"])
    names = {row["name"] for row in _rows(graph, "MATCH (e:Entity) RETURN e.name AS name")}
    assert {"Colin Archer", "Larvik"} <= names
    assert "Otto Sverdrup" not in names
    assert alone  # the graph of Archer alone is the lower bound checked above by name


def test_run_that_failed_half_way_is_finished_by_the_next(
    graph: Graph,
    corpus: Path,
    linguistics: Linguistics,
    embedder: HashEmbedder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    _ingest(graph, corpus, linguistics, embedder)
    undisturbed = graph_digest(graph)
    _rows(graph, "MATCH (n) WHERE NOT n:Migration AND NOT n:Configuration DETACH DELETE n")

    class _DiesOnSecondBatch(HashEmbedder):
        calls = 0

        def embed_passages(self, texts: Any) -> Any:
            self.calls += 1
            if self.calls > 1:
                raise GraphError("the machine went down")
            return super().embed_passages(texts)

    with pytest.raises(GraphError, match="went down"):
        _ingest(graph, corpus, linguistics, _DiesOnSecondBatch(dimension=64))
    states = _rows(graph, "MATCH (r:IngestRun) RETURN r.state AS state")
    assert states == [{"state": "failed"}]
    report = _ingest(graph, corpus, linguistics, embedder)
    assert 0 < report.documents["new"] < SHIPS + 2
    assert graph_digest(graph) == undisturbed


def test_other_extractor_reads_the_documents_again(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    (corpus / "ships.jsonl").unlink()
    _ingest(graph, corpus, linguistics, embedder, "none")
    assert _rows(graph, "MATCH (s:Statement) RETURN count(s) AS n") == [{"n": 0}]
    report = _ingest(graph, corpus, linguistics, embedder, "spacy")
    assert report.documents["changed"] == 2
    assert report.statements > 0


def test_bad_lines_are_counted_and_told_and_the_rest_is_read(
    graph: Graph, tmp_path: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    file = tmp_path / "corpus.jsonl"
    file.write_text('{"_id": "1", "title": "Fram", "text": "A ship."}\n{broken\n')
    report = _ingest(graph, file, linguistics, embedder)
    assert (report.documents["new"], report.documents["failed"]) == (1, 1)
    assert "line 2" in report.failures[0]
    (run,) = _rows(graph, "MATCH (r:IngestRun) RETURN r.errors AS errors, r.state AS state")
    assert run["state"] == "done"
    assert "line 2" in run["errors"][0]


def test_title_that_arrives_later_is_found_in_passages_read_before(
    graph: Graph, tmp_path: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    (tmp_path / "a.md").write_text("# Diary\n\nThat night we read Farthest North aloud.\n")
    _ingest(graph, tmp_path / "a.md", linguistics, embedder, "none")
    (tmp_path / "b.md").write_text("# Farthest North\n\nA book by Nansen.\n")
    _ingest(graph, tmp_path, linguistics, embedder, "none")
    found = _rows(
        graph,
        "MATCH (:Passage {title: 'Diary'})-[m:MENTIONS]->(e:Entity {name: 'Farthest North'}) "
        "RETURN m.surface AS surface",
    )
    assert found == [{"surface": "Farthest North"}]


def _write_untitled(path: Path, *texts: str) -> Path:
    rows = [{"_id": str(n), "title": "", "text": text} for n, text in enumerate(texts)]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_document_without_a_title_is_about_what_its_opening_defines(
    graph: Graph, tmp_path: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    film = "Krudt og klunker is a comedy film. Shawn Levy directed Krudt og klunker."
    person = "Shawn Adam Levy (born July 23, 1968) is a director. He was born in Montreal."
    _ingest(graph, _write_untitled(tmp_path / "a.jsonl", film), linguistics, embedder)
    _ingest(graph, _write_untitled(tmp_path / "b.jsonl", person), linguistics, embedder)
    about = _rows(graph, "MATCH (d:Document)-[:ABOUT]->(e) RETURN e.name AS name ORDER BY name")
    assert [row["name"] for row in about] == ["Krudt og klunker", "Shawn Adam Levy"]
    same = _rows(graph, "MATCH (e {name: 'Shawn Levy'})-[:SAME_AS]->(c) RETURN c.name AS name")
    assert same == [{"name": "Shawn Adam Levy"}]
    birth = _rows(
        graph,
        "MATCH (s:Statement {relation: 'place of birth'})-[:SUBJECT]->(e) RETURN e.name AS name",
    )
    assert birth == [{"name": "Shawn Adam Levy"}]


def test_topic_that_arrives_later_is_found_in_passages_read_before(
    graph: Graph, tmp_path: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    early = _write_untitled(tmp_path / "a.jsonl", "It stars the cast of Krudt og klunker.")
    late = _write_untitled(tmp_path / "b.jsonl", "Krudt og klunker is a comedy film.")
    _ingest(graph, early, linguistics, embedder, extractor="none")
    _ingest(graph, late, linguistics, embedder, extractor="none")
    named = _rows(
        graph,
        "MATCH (p:Passage)-[:MENTIONS]->({name: 'Krudt og klunker'}) RETURN count(p) AS passages",
    )
    assert named == [{"passages": 2}]


def test_line_that_a_file_no_longer_has_is_removed(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    lines = (corpus / "ships.jsonl").read_text().splitlines(keepends=True)
    (corpus / "ships.jsonl").write_text("".join(lines[:10]))
    _ingest(graph, corpus, linguistics, embedder, "none")
    (corpus / "ships.jsonl").write_text("".join(lines[1:10]))
    report = _ingest(graph, corpus, linguistics, embedder, "none")
    assert (report.documents["removed"], report.documents["unchanged"]) == (1, 11)
    titles = {row["title"] for row in graph.read("list_documents", limit=100)}
    assert "Ship 0" not in titles
    assert "Ship 1" in titles


def test_broken_line_removes_nothing(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    _ingest(graph, corpus / "ships.jsonl", linguistics, embedder, "none")
    text = (corpus / "ships.jsonl").read_text()
    (corpus / "ships.jsonl").write_text("{broken" + text)
    report = _ingest(graph, corpus / "ships.jsonl", linguistics, embedder, "none")
    assert (report.documents["removed"], report.documents["failed"]) == (0, 1)
    assert report.documents["unchanged"] == SHIPS - 1


def test_deleted_file_goes_only_where_pruning_was_asked_for(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    (corpus / "ships.jsonl").unlink()
    _ingest(graph, corpus, linguistics, embedder, "none")
    (corpus / "archer.md").unlink()
    assert _ingest(graph, corpus, linguistics, embedder, "none").documents["removed"] == 0
    report = _ingest(graph, corpus, linguistics, embedder, "none", pruned=[corpus])
    assert report.documents["removed"] == 1
    assert [row["title"] for row in graph.read("list_documents", limit=9)] == ["Fram (ship)"]


def test_all_documents_of_an_emptied_folder_go_where_pruning_was_asked_for(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    (corpus / "ships.jsonl").unlink()
    _ingest(graph, corpus, linguistics, embedder, "none")
    for path in corpus.glob("*.md"):
        path.unlink()
    with pytest.raises(UsageError, match="holds nothing that can be read"):
        _ingest(graph, corpus, linguistics, embedder, "none")
    report = _ingest(graph, corpus, linguistics, embedder, "none", pruned=[corpus])
    assert report.documents["removed"] == 2
    assert not report.is_failure


def test_estimate_tells_what_pruning_would_remove(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    (corpus / "ships.jsonl").unlink()
    _ingest(graph, corpus, linguistics, embedder, "none")
    (corpus / "archer.md").unlink()
    models = IngestModels(embedder, linguistics, make_extractor("none", linguistics=linguistics))
    estimate = estimate_ingest([corpus], graph=graph, models=models, pruned=[corpus])
    assert (estimate.documents["removed"], estimate.removed) == (1, ("Colin Archer",))
    assert estimate_ingest([corpus], graph=graph, models=models).documents["removed"] == 0
    assert len(graph.read("list_documents", limit=9)) == 2


def test_document_of_a_file_that_is_empty_now_goes(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    (corpus / "ships.jsonl").unlink()
    _ingest(graph, corpus, linguistics, embedder, "none")
    (corpus / "archer.md").write_text("\n")
    report = _ingest(graph, corpus, linguistics, embedder, "none")
    assert (report.documents["removed"], report.documents["failed"]) == (1, 1)
    assert report.failures[0].endswith("is empty now: the document that it held goes.")
    assert [row["title"] for row in graph.read("list_documents", limit=9)] == ["Fram (ship)"]
    again = _ingest(graph, corpus, linguistics, embedder, "none")
    assert again.documents["removed"] == 0
    assert again.failures[0].endswith("is empty: there is nothing to read.")


def test_document_of_a_file_that_cannot_be_read_any_more_stays(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    (corpus / "ships.jsonl").unlink()
    _ingest(graph, corpus, linguistics, embedder, "none")
    (corpus / "archer.md").write_bytes(b"\0\0binary\xff")
    report = _ingest(graph, corpus, linguistics, embedder, "none", pruned=[corpus])
    assert (report.documents["removed"], report.documents["failed"]) == (0, 1)
    assert len(graph.read("list_documents", limit=9)) == 2


def test_limit_ends_a_run_early_and_the_next_one_goes_on(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    limited = Limits(max_passages=100)
    report = _ingest(graph, corpus, linguistics, embedder, "none", limits=limited)
    assert 100 <= report.passages < SHIPS + 2
    assert "max_passages 100" in report.failures[-1]
    rest = _ingest(graph, corpus, linguistics, embedder, "none")
    assert report.passages + rest.passages == SHIPS + 2


def test_more_files_than_allowed_are_refused_before_anything_is_written(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    with pytest.raises(UsageError, match="max_files is 2"):
        _ingest(graph, corpus, linguistics, embedder, "none", limits=Limits(max_files=2))
    assert graph.read("list_documents", limit=9) == []


def test_converted_file_is_known_again_by_its_bytes(
    graph: Graph,
    tmp_path: Path,
    linguistics: Linguistics,
    embedder: HashEmbedder,
) -> None:
    page = tmp_path / "fram.html"
    page.write_text("<html><title>Fram</title><p>Fram was built in Larvik.</p></html>")
    assert _ingest(graph, page, linguistics, embedder, "none").documents["new"] == 1
    none_is_read = Limits(max_file_mb=0.000_001)
    report = _ingest(graph, page, linguistics, embedder, "none", limits=none_is_read)
    assert (report.documents["unchanged"], report.failures) == (1, ())
    page.write_text("<html><title>Fram</title><p>Fram was built in Oslo.</p></html>")
    report = _ingest(graph, page, linguistics, embedder, "none", limits=none_is_read)
    assert len(report.failures) == 1


def test_file_that_newer_readers_read_alike_is_read_again_once(
    graph: Graph,
    tmp_path: Path,
    linguistics: Linguistics,
    embedder: HashEmbedder,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = tmp_path / "fram.html"
    page.write_text("<html><title>Fram</title><p>Fram was built in Larvik.</p></html>")
    _ingest(graph, page, linguistics, embedder, "none")
    monkeypatch.setattr("kgplatform.ingest.reading.READER_VERSION", "newer")
    before = graph.run_text("MATCH (d:Document) RETURN d.fileHash AS hash")
    report = _ingest(graph, page, linguistics, embedder, "none")
    assert (report.documents["unchanged"], report.rows_written) == (1, 0)
    assert graph.run_text("MATCH (d:Document) RETURN d.fileHash AS hash") != before
    none_is_read = Limits(max_file_mb=0.000_001)
    assert _ingest(graph, page, linguistics, embedder, "none", limits=none_is_read).failures == ()


def test_estimate_counts_what_the_ingest_then_does_and_writes_nothing(
    graph: Graph, corpus: Path, linguistics: Linguistics, embedder: HashEmbedder
) -> None:
    extractor = make_extractor("spacy", linguistics=linguistics)
    models = IngestModels(embedder, linguistics, extractor)
    before = graph_digest(graph)
    estimate = estimate_ingest([corpus], graph=graph, models=models)
    assert graph_digest(graph) == before
    assert (estimate.files, estimate.passages, estimate.model_calls) == (3, SHIPS + 2, 0)
    assert estimate.documents["new"] == SHIPS + 2
    assert estimate.passages_per_s > 0
    assert ingest([corpus], graph=graph, models=models).passages == estimate.passages
