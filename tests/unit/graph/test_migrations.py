"""Which migration files are accepted, before any graph is touched."""

from __future__ import annotations

import pytest

from kgplatform.errors import SchemaError
from kgplatform.graph.migration_files import load_migrations
from kgplatform.graph.migrations import SchemaReport

pytestmark = pytest.mark.unit


def write_files(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.cypher").write_text(text, encoding="utf-8", newline="")


def test_load_migrations_reads_statements_in_the_order_of_the_numbers(tmp_path):
    write_files(tmp_path, V0012__second="RETURN 2;", V0011__first="// why\nRETURN 0; RETURN 1;")
    first, second = load_migrations(tmp_path)
    assert (first.version, first.name) == (11, "V0011__first")
    assert first.statements == ("RETURN 0", "RETURN 1")
    assert second.statements == ("RETURN 2",)


def test_load_migrations_hashes_the_same_with_any_line_ends(tmp_path):
    unix, windows = tmp_path / "unix", tmp_path / "windows"
    for folder, text in ((unix, "// a\nRETURN 1;\n"), (windows, "// a\r\nRETURN 1;\r\n")):
        folder.mkdir()
        write_files(folder, V0011__one=text)
    assert load_migrations(unix) == load_migrations(windows)


def test_load_migrations_hashes_differently_when_a_character_changes(tmp_path):
    before, after = tmp_path / "before", tmp_path / "after"
    for folder, text in ((before, "RETURN 1;"), (after, "RETURN 2;")):
        folder.mkdir()
        write_files(folder, V0011__one=text)
    assert load_migrations(before)[0].sha256 != load_migrations(after)[0].sha256


@pytest.mark.parametrize(
    "names",
    [
        ["V0012__starts_late"],
        ["V0011__a", "V0013__gap"],
        ["V0011__a", "V0011__b"],
        ["V0011__a", "second"],
        ["V1__a"],
        [],
    ],
)
def test_load_migrations_refuses_damaged_files(tmp_path, names):
    write_files(tmp_path, **dict.fromkeys(names, "RETURN 1;"))
    with pytest.raises(SchemaError, match="install kgplatform again"):
        load_migrations(tmp_path)


def test_load_migrations_reads_what_ships_and_each_may_be_run_again():
    for migration in load_migrations():
        for statement in migration.statements:
            again = (
                "IF NOT EXISTS",
                "IF EXISTS",
                "MERGE",
                "db.createLabel",
                "DELETE",
                "IS NULL",
                "IS NOT NULL",
            )
            assert any(words in statement for words in again), migration.name


@pytest.mark.parametrize(
    ("report", "ok"),
    [
        (SchemaReport(), True),
        (SchemaReport(extra=("theirs",)), True),
        (SchemaReport(missing=("document_id",)), False),
        (SchemaReport(changed=("document_id is FAILED",)), False),
    ],
)
def test_schema_report_is_ok_when_nothing_is_missing_or_changed(report, ok):
    assert report.ok is ok
