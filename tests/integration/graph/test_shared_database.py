"""A database that holds other data under all of our names: theirs stays, ours works as alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kgplatform.errors import QueryError, SchemaError
from kgplatform.graph.connection import Graph
from kgplatform.graph.labels import KINDS, OWN_LABELS
from kgplatform.graph.migration_files import FORMER_HASHES
from kgplatform.graph.migrations import migrate
from kgplatform.ingest.job.spec import Job
from kgplatform.platform import Platform
from kgplatform.records import ENTITY_TYPES
from kgplatform.settings import Settings
from kgplatform.testing import HashEmbedder
from tests.digest import graph_digest
from tests.integration.conftest import drop_schema, empty
from tests.own_labels import write_own

pytestmark = pytest.mark.integration

SHOWN_LABELS = (*KINDS, *ENTITY_TYPES, "Resolved")
TYPES = (
    *(
        "MENTIONS",
        "REFERS_TO",
        "PART_OF",
        "ABOUT",
        "NEXT",
        "STATED_IN",
        "SUBJECT",
        "OBJECT",
        "QUALIFIER",
    ),
    *("SAME_AS", "MAY_BE", "DIFFERENT_FROM", "HAS_PAGE", "HAS_SECTION", "HAS_TABLE"),
    *("HAS_PASSAGE", "CITES", "SIMILAR", "CLAIMED_IN", "RELATED", "SCHEMA"),
    *("HAS_RELATION", "HAS_EMBEDDING"),
    *("ATTACHED_TO", "REPLIES_TO"),
)
THEIRS = """
UNWIND $labels AS label
UNWIND range(1, 3) AS i
CREATE (n:$(label) {theirs: true, id: label + i, name: 'Rosa Rossi', normalizedName: 'rosa rossi',
        text: 'Rosa Rossi was born in Milan and built the Vik Tower.', uri: 'file:///theirs',
        title: 'Vik Tower', type: 'Person', relation: 'born in', state: 'running', index: 0,
        version: 11 + i, sha256: 'theirs', vector: [x IN range(1, 64) | 0.1]})
WITH collect(n) AS nodes
UNWIND $types AS type
UNWIND range(0, size(nodes) - 2) AS i
WITH nodes[i] AS a, nodes[i + 1] AS b, type
CREATE (a)-[:$(type) {theirs: true, relation: 'born in', method: 'keyword', start: 0, end: 4}]->(b)
"""
COPIES = """
MATCH (ours) WHERE any(label IN labels(ours) WHERE label IN $own)
CREATE (copy:$([label IN labels(ours) WHERE NOT label IN $own]))
SET copy = properties(ours), copy.theirs = true
"""
LINKS = """
MATCH (ours) WHERE any(label IN labels(ours) WHERE label IN $own)
MATCH (a {theirs: true, id: 'Passage1'}), (b {theirs: true, id: 'Entity1'})
UNWIND $types AS type
CREATE (a)-[:$(type) {theirs: true, relation: 'born in'}]->(ours)
CREATE (ours)-[:$(type) {theirs: true, relation: 'born in'}]->(b)
"""
THEIR_GRAPH = """
MATCH (n {theirs: true}) RETURN elementId(n) AS id, labels(n) AS what, properties(n) AS properties
UNION ALL
MATCH (a {theirs: true})-[r {theirs: true}]->(b {theirs: true})
RETURN elementId(r) AS id, [type(r), elementId(a), elementId(b)] AS what,
       properties(r) AS properties
"""


def _their_graph(graph: Graph) -> list[object]:
    return sorted(graph.run_text(THEIR_GRAPH), key=lambda row: row["id"])


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A few documents, whose names the data of others have too."""
    folder = tmp_path / "docs"
    folder.mkdir()
    texts = {
        "towns.md": "# Towns\n\nRosa Rossi was born in Turin. Lorenz Dorn was born in Riga.\n",
        "tower.md": "# Vik Tower\n\nThe Vik Tower was built by Rosa Rossi in 1901.\n",
        "masts.csv": "Mast,Town,Height\nVik Mast,Turin,40\nOda Mast,Riga,55\n",
        "old.md": "# Oda Keel\n\nThe Oda Keel was built by Greta Abbott in 1903.\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


@pytest.fixture(scope="module", autouse=True)
def emptied(connection: Graph) -> Iterator[None]:
    """Leave nothing that others put there."""
    yield
    empty(connection)


@pytest.fixture
def platform(empty_graph: Graph, embedder: HashEmbedder, tmp_path: Path) -> Platform:
    """The platform on an empty database."""
    return Platform(Settings(home=tmp_path / "home"), graph=empty_graph, embedder=embedder)


def _use(platform: Platform, folder: Path) -> list[str]:
    """Do all that writes, one after the other; return what was answered."""
    job = Job.of_paths([folder])
    platform.run_job(job)
    if _their_graph(platform.resources.connection):
        platform.resources.connection.run_text(COPIES, own=OWN_LABELS)
        platform.resources.connection.run_text(LINKS, own=OWN_LABELS, types=TYPES)
    (folder / "tower.md").write_text(
        "# Vik Tower\n\nThe Vik Tower was built by Rosa Rossi in 1902.\n", encoding="utf-8"
    )
    platform.run_job(job)
    platform.entities.merge(["Rosa Rossi", "Lorenz Dorn"])
    platform.entities.split("Lorenz Dorn", from_="Rosa Rossi")
    keel = next(row for row in platform.list_documents() if row["title"] == "Oda Keel")
    platform.remove_documents([keel["id"]])
    (folder / "old.md").unlink()
    (folder / "masts.csv").unlink()
    pruned = job.model_copy(
        update={"sources": tuple(s.model_copy(update={"prune": True}) for s in job.sources)}
    )
    platform.run_job(pruned)
    answers = [
        platform.ask(question, method=method, reader="extractive").answer
        for question in ("Where was Rosa Rossi born?", "Who built the Vik Tower?")
        for method in ("graph", "passages", "kgp", "trace", "holmes")
    ]
    return [*answers, *(row["title"] for row in platform.list_documents())]


def test_all_that_writes_leaves_nodes_of_others_alone_and_is_not_misled_by_them(
    platform: Platform, folder: Path, tmp_path: Path
) -> None:
    graph = platform.resources.connection
    before = tuple(sorted((path.name, path.read_text()) for path in folder.iterdir()))
    alone = _use(platform, folder)
    digest = graph_digest(graph)
    counts = platform.query("count_nodes"), platform.query("count_relationships")
    empty(graph)
    for name, text in before:
        (folder / name).write_text(text, encoding="utf-8")

    graph.run_text(THEIRS, labels=SHOWN_LABELS, types=TYPES)
    theirs = _their_graph(graph)
    assert _use(platform, folder) == alone
    kept = {(row["id"], str(row["what"]), str(row["properties"])) for row in _their_graph(graph)}
    assert {(r["id"], str(r["what"]), str(r["properties"])) for r in theirs} <= kept
    assert (platform.query("count_nodes"), platform.query("count_relationships")) == counts
    assert graph_digest(graph) == digest

    copies = _their_graph(graph)
    platform.clear()
    assert _their_graph(graph) == copies
    left = graph.run_text("MATCH (n) WHERE n.theirs IS NULL RETURN count(n) AS n")
    assert left == [{"n": 0}]
    assert graph.read("show_indexes") + graph.read("show_constraints") == []


def test_constraint_of_others_that_stands_in_the_way_is_named(
    platform: Platform, folder: Path
) -> None:
    graph = platform.resources.connection
    graph.run_text("CREATE CONSTRAINT theirs FOR (d:Document) REQUIRE d.mediaType IS UNIQUE")
    with pytest.raises(QueryError, match=r"Document.*another database"):
        platform.run_job(Job.of_paths([folder]))


def test_nodes_that_break_our_rules_do_not_keep_the_schema_from_being_made(
    platform: Platform, folder: Path
) -> None:
    graph = platform.resources.connection
    graph.run_text("CREATE (:Document {id: 'd1'}), (:Document {id: 'd1'}), (:Passage {text: 'x'})")
    platform.run_job(Job.of_paths([folder]))
    assert [row["title"] for row in platform.list_documents()] != []
    assert graph.run_text("MATCH (d:Document {id: 'd1'}) RETURN count(d) AS n") == [{"n": 2}]


@pytest.fixture
def former(platform: Platform, folder: Path) -> Graph:
    """A graph as kgplatform wrote it before own labels, beside nodes of others."""
    graph = platform.resources.connection
    platform.run_job(Job.of_paths([folder]))
    drop_schema(graph)
    graph.run_text("MATCH (m:Migration) DELETE m")
    graph.run_text("MATCH (n:WriterLock) DELETE n")
    graph.run_text("MATCH (n)-[:HAS_EMBEDDING]->(e) SET n.embedding = e.vector DETACH DELETE e")
    graph.run_text("MATCH ()-[r:HAS_RELATION]->() DELETE r")
    graph.run_text("MATCH ()-[r:SIMILAR_TO]->() DELETE r")
    graph.run_text("MATCH (r:RelationType) WHERE r.count IS NULL DELETE r")
    graph.run_text("MATCH (c:Configuration {id: 'near relations'}) DELETE c")
    for label in OWN_LABELS:
        graph.run_text(f"MATCH (n:{label}) REMOVE n:{label}")
    graph.run_text("CREATE CONSTRAINT document_id FOR (d:Document) REQUIRE d.id IS UNIQUE")
    graph.run_text("CREATE FULLTEXT INDEX passage_text FOR (p:Passage) ON EACH [p.title, p.text]")
    graph.run_text(
        "UNWIND range(0, 9) AS i "
        "CREATE (:Migration {version: i + 1, name: 'V' + i, sha256: $hashes[i]})",
        hashes=FORMER_HASHES,
    )
    platform.close()  # then it looks again
    return graph


def test_graph_of_before_gets_own_labels_and_is_that_of_a_new_one(
    former: Graph, platform: Platform, folder: Path
) -> None:
    former.run_text(THEIRS, labels=[k for k in KINDS if k != "Migration"], types=TYPES)
    theirs = _their_graph(former)
    with pytest.raises(SchemaError, match="older kgplatform: run kgplatform db migrate"):
        platform.ask("Where was Rosa Rossi born?")

    assert platform.migrate()
    assert _their_graph(former) == theirs
    assert platform.check_schema().ok
    assert platform.migrate() == []
    unlabelled = former.run_text(
        "MATCH (n) WHERE n.theirs IS NULL AND none(label IN labels(n) WHERE label IN $own) "
        "RETURN labels(n) AS labels",
        own=OWN_LABELS,
    )
    assert unlabelled == []
    migrated = graph_digest(former)
    assert platform.ask("Where was Rosa Rossi born?", reader="extractive").answer == "Turin"

    platform.clear()
    platform.run_job(Job.of_paths([folder]))
    # relations outside the schema are compared with the next ingest
    former.run_text("MATCH (r:RelationType)-->(v) WHERE r.count IS NULL DETACH DELETE v")
    former.run_text("MATCH (:RelationType)-[r:SIMILAR_TO]->() DELETE r")
    assert graph_digest(former) == migrated


def test_graph_of_a_newer_kgplatform_is_refused_at_each_opening(
    platform: Platform, embedder: HashEmbedder
) -> None:
    migrate(platform.resources.connection, embedder=embedder.name, dimension=embedder.dimension)
    write_own(
        platform.resources.connection, "CREATE (:Migration {version: 99, name: 'V0099__later'})"
    )
    for open_it in (
        lambda: platform.ask("Where?"),
        lambda: platform.retrieve("Where?"),
        platform.list_documents,
        lambda: platform.query("count_nodes"),
    ):
        with pytest.raises(SchemaError, match=r"V0099__later.*newer kgplatform.*upgrade"):
            open_it()


def test_the_kind_is_the_first_label_of_every_node(
    graph: Graph, embedder: HashEmbedder, folder: Path, tmp_path: Path
) -> None:
    platform = Platform(Settings(home=tmp_path / "home"), graph=graph, embedder=embedder)
    platform.run_job(Job.of_paths([folder]))
    rows = graph.run_text("MATCH (n) WHERE NOT n:WriterLock RETURN DISTINCT labels(n) AS labels")
    assert all(row["labels"][0] in KINDS for row in rows)
