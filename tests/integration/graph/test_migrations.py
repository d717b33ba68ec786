"""The schema's life, against a real Neo4j: made, made again, damaged, refused, restored."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest

from kgplatform.errors import SchemaError, UsageError
from kgplatform.graph import migration_files as files_of_migrations
from kgplatform.graph.connection import Graph
from kgplatform.graph.labels import own_label
from kgplatform.graph.migration_files import load_migrations
from kgplatform.graph.migrations import check, migrate
from kgplatform.packaged import resource_dir
from tests.integration.conftest import prepare

pytestmark = pytest.mark.integration

# Another name than the one other tests use: their fixture then makes the schema anew after these.
EMBEDDER = {"embedder": "embedder-of-migrations", "dimension": 64}
NAMES = [migration.name for migration in load_migrations()]


@pytest.fixture
def migrated(connection):
    """A graph with the schema, made once: what a test adds to it is taken out again."""
    prepare(connection, **EMBEDDER)
    ours = {row["name"] for row in connection.read("show_indexes")}
    yield connection
    for name in {row["name"] for row in connection.read("show_indexes")} - ours:
        connection.run_text(f"DROP INDEX `{name}`")
    connection.run_text("MATCH (m:Migration) WHERE NOT m.name IN $names DELETE m", names=NAMES)


@pytest.fixture
def migration_files(tmp_path, monkeypatch):
    """A copy of the migration files that a test may change."""
    folder = tmp_path / "cypher"
    shutil.copytree(resource_dir("cypher"), folder)
    monkeypatch.setattr(files_of_migrations, "resource_dir", lambda name: folder)
    return folder


def test_migrate_makes_a_schema_that_check_finds_complete(empty_graph):
    assert migrate(empty_graph, **EMBEDDER) == NAMES
    report = check(empty_graph, **EMBEDDER)
    assert (report.missing, report.extra, report.changed) == ((), (), ())
    assert report.ok


def test_migrate_records_each_file_once(migrated):
    before = migrated.read("list_applied_migrations")
    assert migrate(migrated, **EMBEDDER) == []
    assert [row["name"] for row in before] == NAMES
    assert migrated.read("list_applied_migrations") == before


def test_migrate_leaves_every_index_online_with_the_embedders_dimension(migrated):
    rows = {row["name"]: row for row in migrated.read("show_indexes")}
    assert {row["state"] for row in rows.values()} == {"ONLINE"}
    assert rows["kgplatform_passage_vector"]["config"]["vector.dimensions"] == 64
    assert rows["kgplatform_passage_text"]["properties"] == ["title", "heading", "text"]
    assert rows["kgplatform_passage_text"]["config"]["fulltext.analyzer"] == "english"


def test_migrate_makes_every_id_unique(migrated):
    unique = {(row["labels"][0], *row["properties"]) for row in migrated.read("show_constraints")}
    identified = (
        *("Document", "Page", "Section", "Table", "Passage", "Entity", "Literal", "Statement"),
        *("Question", "IngestRun", "Configuration"),
    )
    assert {(own_label(label), "id") for label in identified} <= unique


def test_check_names_all_that_an_empty_graph_misses(empty_graph):
    report = check(empty_graph, **EMBEDDER)
    assert not report.ok
    assert {*NAMES, "kgplatform_document_id", "kgplatform_passage_vector"} <= set(report.missing)


def test_check_finds_what_was_dropped_and_migrate_restores_it(migrated):
    migrated.run_text("DROP INDEX kgplatform_passage_text")
    migrated.run_text("DROP CONSTRAINT kgplatform_entity_id")
    missing = {"kgplatform_passage_text", "kgplatform_entity_id"}
    assert set(check(migrated, **EMBEDDER).missing) == missing
    assert migrate(migrated, **EMBEDDER) == []
    assert check(migrated, **EMBEDDER).ok


def test_check_reports_a_foreign_index_on_our_labels_as_extra(migrated):
    migrated.run_text("CREATE INDEX theirs FOR (p:__KGPlatformPassage__) ON (p.colour)")
    migrated.run_text("CREATE INDEX not_ours FOR (p:Passage) ON (p.number)")
    report = check(migrated, **EMBEDDER)
    assert report.extra == ("theirs",)
    assert report.ok


def test_migrate_refuses_an_index_of_our_name_that_is_another(empty_graph):
    empty_graph.run_text("CREATE INDEX kgplatform_document_uri FOR (d:Document) ON (d.address)")
    with pytest.raises(
        SchemaError, match=r"kgplatform_document_uri is range on Document \(address\)"
    ):
        migrate(empty_graph, **EMBEDDER)


@pytest.mark.parametrize("other", [{"embedder": "another"}, {"dimension": 32}])
def test_migrate_refuses_another_embedder_with_what_to_do(migrated, other):
    with pytest.raises(SchemaError, match=r"embedder-of-migrations.*db reset"):
        migrate(migrated, **(EMBEDDER | other))


def test_check_reports_another_embedder(migrated):
    assert "embedder-of-migrations" in check(migrated, embedder="another", dimension=64).changed[0]


@pytest.mark.parametrize("dimension", [0, -1, 4097, True])
def test_migrate_refuses_a_dimension_no_index_can_have(connection, dimension):
    with pytest.raises(UsageError, match="dimensions"):
        migrate(connection, embedder="any", dimension=dimension)


def test_migrate_refuses_a_changed_applied_file_by_its_name(migrated, migration_files):
    path = migration_files / f"{NAMES[0]}.cypher"
    path.write_text(path.read_text(encoding="utf-8") + "// more\n", encoding="utf-8")
    with pytest.raises(SchemaError, match=NAMES[0]):
        migrate(migrated, **EMBEDDER)
    assert NAMES[0] in check(migrated, **EMBEDDER).changed[0]


def test_migrate_refuses_a_graph_of_a_newer_kgplatform(migrated):
    migrated.write("record_migration", version=99, name="V0099__later", sha256="0")
    with pytest.raises(SchemaError, match=r"V0099__later.*upgrade"):
        migrate(migrated, **EMBEDDER)


def test_migrate_applies_only_a_new_file(migrated, migration_files):
    name = _add_file(migration_files, "colours")
    assert migrate(migrated, **EMBEDDER) == [name]
    indexes = {row["name"] for row in migrated.read("show_indexes")}
    assert "kgplatform_colours" in indexes
    assert "kgplatform_document_uri" not in indexes
    assert check(migrated, **EMBEDDER).ok


def test_migrate_refuses_a_graph_with_a_migration_missing_from_the_middle(
    migrated, migration_files
):
    first, second = _add_file(migration_files, "colours"), _add_file(migration_files, "sizes")
    migrate(migrated, **EMBEDDER)
    migrated.run_text("MATCH (m:Migration {name: $name}) DELETE m", name=first)
    with pytest.raises(SchemaError, match=f"{first} was not applied, but {second} was"):
        migrate(migrated, **EMBEDDER)


def _add_file(folder, subject):
    """Write one more migration and return its name."""
    last = max(int(path.name[1:5]) for path in folder.glob("V*.cypher"))
    name = f"V{last + 1:04d}__index_{subject}"
    (folder / f"{name}.cypher").write_text(
        f"// Look documents up by {subject}.\n"
        f"CREATE INDEX kgplatform_{subject} IF NOT EXISTS "
        f"FOR (d:__KGPlatformDocument__) ON (d.{subject});\n"
        "DROP INDEX kgplatform_document_uri IF EXISTS;\n",
        encoding="utf-8",
    )
    return name


def test_migrate_goes_on_after_a_crash_within_a_file(empty_graph, monkeypatch):
    class Crash(BaseException):
        """What a killed process looks like from inside."""

    real = Graph.change_schema

    def change_or_crash(graph, commands, /, **parameters):
        if any("RANGE INDEX" in command for command in commands):  # after the constraints of V0011
            raise Crash
        return real(graph, commands, **parameters)

    with monkeypatch.context() as patch:
        patch.setattr(Graph, "change_schema", change_or_crash)
        with pytest.raises(Crash):
            migrate(empty_graph, **EMBEDDER)
    assert empty_graph.read("list_applied_migrations") == []
    assert migrate(empty_graph, **EMBEDDER) == NAMES
    assert check(empty_graph, **EMBEDDER).ok


def test_migrate_removes_the_doubles_that_writers_at_once_left(empty_graph, migration_files):
    (file,) = migration_files.glob("*__one_writer.cypher")
    text = file.read_text(encoding="utf-8")
    file.write_text("RETURN 1;\n", encoding="utf-8")
    migrate(empty_graph, **EMBEDDER)
    empty_graph.run_text(
        """
        MATCH (m:Migration {name: $name}), (later:Migration)
        WHERE later.version >= m.version DELETE later
        """,
        name=file.stem,
    )
    empty_graph.run_text("""
        CREATE (a:__KGPlatformEntityType__ {name: 'Ship'})
        CREATE (b:__KGPlatformEntityType__ {name: 'Port'})
        CREATE (p:__KGPlatformPassage__ {id: 'p'}), (e:__KGPlatformEntity__ {id: 'e'})
        FOREACH (_ IN range(1, 3) |
          CREATE (a)-[:SCHEMA {relation: 'built in', count: 4}]->(b)
          CREATE (a)-[:SCHEMA {relation: 'sailed to', count: 3}]->(b)
          CREATE (p)-[:MENTIONS {start: 0, end: 4}]->(e)
          CREATE (p)-[:MENTIONS {start: 9, end: 13}]->(e)
          CREATE (:Theirs)-[:KNOWS]->(:Theirs))
        CREATE (b)-[:SCHEMA {relation: 'built in', count: 4}]->(a)
        WITH a, b MATCH (x:Theirs), (y:Theirs) CREATE (x)-[:SCHEMA]->(y)
        """)
    file.write_text(text, encoding="utf-8")
    assert file.stem in migrate(empty_graph, **EMBEDDER)
    rows = empty_graph.run_text("""
        MATCH (a)-[r]->() WHERE NOT a:Theirs
        RETURN type(r) AS type, coalesce(r.relation, r.start) AS key, count(*) AS times
        ORDER BY type, toString(key)
        """)
    assert [(row["type"], row["key"], row["times"]) for row in rows] == [
        ("MENTIONS", 0, 1),
        ("MENTIONS", 9, 1),
        ("SCHEMA", "built in", 2),  # one each way
        ("SCHEMA", "sailed to", 1),
    ]
    theirs = empty_graph.run_text("MATCH (:Theirs)-[r]->(:Theirs) RETURN count(r) AS n")
    assert theirs == [{"n": 39}]


BEFORE_FACTS = """
CREATE (p:__KGPlatformPassage__ {id: 'p', text: 'Ada met Bo in Oslo on 3 May 1840.', index: 0,
  embedding: [x IN range(1, 64) | x / 64.0]})
CREATE (a:__KGPlatformEntity__ {id: 'a', name: 'Ada Lovelace', aliases: ['Ada']})
CREATE (b:__KGPlatformEntity__ {id: 'b', name: 'Bo', aliases: []})
CREATE (o:__KGPlatformEntity__ {id: 'o', name: 'Oslo'})
CREATE (l:__KGPlatformLiteral__ {id: 'l', value: '3 May 1840', datatype: 'date'})
CREATE (s:__KGPlatformStatement__ {id: 's', relation: 'met', text: 'Ada met Bo'})
CREATE (s)-[:SUBJECT]->(a) CREATE (s)-[:OBJECT]->(b)
CREATE (s)-[:QUALIFIER {relation: 'time'}]->(l) CREATE (s)-[:QUALIFIER {relation: 'place'}]->(o)
CREATE (s)-[:STATED_IN {start: 0, end: 33, spans: [0, 3, 8, 10, 14, 18, 22, 32]}]->(p)
CREATE (t:__KGPlatformStatement__ {id: 't', relation: 'met', text: 'Bo met Ada'})
CREATE (t)-[:SUBJECT]->(b) CREATE (t)-[:OBJECT]->(a)
CREATE (t)-[:STATED_IN {start: 0, end: 33, spans: [8, 10, 0, 3]}]->(p)
"""


def test_migrate_brings_the_statements_of_before_forward(empty_graph, migration_files):
    later = sorted(migration_files.glob("V*.cypher"))[NAMES.index("V0016__facts") :]
    texts = {file: file.read_text(encoding="utf-8") for file in later}
    for file in later:
        file.unlink()
    migrate(empty_graph, **EMBEDDER)
    empty_graph.run_text(BEFORE_FACTS)
    for file, text in texts.items():
        file.write_text(text, encoding="utf-8")
    assert migrate(empty_graph, **EMBEDDER) == [file.stem for file in later]
    rows = empty_graph.run_text("""
        MATCH (t:RelationType)<-[:HAS_RELATION]-(s)-[r:STATED_IN]->()
        RETURN s.id AS id, [t.name, s.polarity, s.modality, s.isPlain] AS kind,
               properties(r) AS stated ORDER BY id
        """)
    assert [row["kind"] for row in rows] == [["met", "affirmed", "asserted", True]] * 2
    assert [row["stated"] for row in rows] == [
        {
            "start": 0,
            "end": 33,
            "subjectStart": 0,
            "subjectEnd": 3,
            "objectStart": 8,
            "objectEnd": 10,
            "qualifierRelations": ["place", "time"],
            "qualifierStarts": [14, 22],
            "qualifierEnds": [18, 32],
        },
        {
            "start": 0,
            "end": 33,
            "subjectStart": 8,
            "subjectEnd": 10,
            "objectStart": 0,
            "objectEnd": 3,
        },
    ]
    (literal,) = empty_graph.run_text(
        "MATCH (l:Literal|__KGPlatformLiteral__) RETURN l.from AS day"
    )
    assert str(literal["day"]) == "1840-05-03"
    vector = [(number + 1) / 64 for number in range(64)]
    assert empty_graph.read("search_vectors", vector=vector, documents=None, limit=3) == [
        {"ids": ["p"], "scores": [pytest.approx(1.0)]}
    ]
    (left,) = empty_graph.run_text("MATCH (n) WHERE n.embedding IS NOT NULL RETURN count(n) AS n")
    assert left == {"n": 0}


def test_migrate_may_run_twice_at_once(empty_graph):
    def migrate_apart(_):
        with Graph.connect(empty_graph.address) as graph:
            return migrate(graph, **EMBEDDER)

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(migrate_apart, range(4)))
    assert check(empty_graph, **EMBEDDER).ok
    assert [row["name"] for row in empty_graph.read("list_applied_migrations")] == NAMES


def test_migrate_at_once_with_two_embedders_lets_one_win(empty_graph):
    def migrate_apart(embedder):
        with Graph.connect(empty_graph.address) as graph:
            try:
                migrate(graph, embedder=embedder, dimension=64)
            except SchemaError:
                return None
            return embedder

    with ThreadPoolExecutor(2) as pool:
        winners = [name for name in pool.map(migrate_apart, ["one", "two"]) if name]
    assert len(winners) == 1
    assert check(empty_graph, embedder=winners[0], dimension=64).ok
