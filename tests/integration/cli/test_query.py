"""Queries of a real graph as CSV, and what the platform returns as DataFrames."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kgplatform import Platform, Settings
from kgplatform.errors import QueryError
from kgplatform.frames import to_frame
from kgplatform.graph.library import people_queries
from tests.integration.cli.conftest import Run

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def platform(home: Path) -> Iterator[Platform]:
    """The platform over the demo corpus."""
    pytest.importorskip("pandas")
    with Platform(Settings.load(home=home)) as platform:
        yield platform


def test_csv_says_what_json_says(run: Run) -> None:
    query = ("query", "list_statements_about_entity", "-p", "name=Colin Archer", "-p", "limit=5")
    rows = json.loads(run(*query, "--json").stdout)
    done = run(*query, "--csv")
    assert done.returncode == 0, done.stderr
    header, *cells = csv.reader(io.StringIO(done.stdout, newline=""))
    assert rows
    assert header == list(rows[0])
    for row, line in zip(rows, cells, strict=True):
        for value, cell in zip(row.values(), line, strict=True):
            assert cell == value or json.loads(cell or "null") == value


def test_csv_and_json_exclude_each_other(run: Run) -> None:
    done = run("query", "count_nodes", "--csv", "--json")
    assert done.returncode == 2
    assert "--json and --csv" in done.stderr


def test_browser_says_how_to_log_in_and_shows_the_queries_without_a_password(
    run: Run, home: Path, platform: Platform
) -> None:
    done = run("browser", "--no-open")
    assert done.returncode == 0, done.stderr
    running = platform.server.status()
    assert running is not None
    password = running.password_file.read_text().strip()
    page = (home / "browser" / "queries.html").read_text(encoding="utf-8")
    assert str(running.password_file) in done.stdout
    assert f"{running.browser_url}?dbms=bolt%3A%2F%2Fneo4j%40127.0.0.1" in done.stdout
    assert password not in done.stdout + page
    assert f"{running.browser_url}?cmd=edit&amp;arg=" in page
    for query in people_queries():
        assert f'<h3 id="{query.name}">' in page


def test_queries_have_defaults_and_merged_names_are_one(run: Run, platform: Platform) -> None:
    counts = {row["what"]: row["count"] for row in platform.query("show_overview")}
    assert counts["documents"] == len(platform.list_documents())
    ways = json.loads(
        run("query", "show_paths_between", "-p", "from=fram", "-p", "to=Larvik", "--json").stdout
    )
    assert any("Colin Archer" in step for way in ways for step in way["steps"])
    assert all(len(way["steps"]) == len(way["quotes"]) for way in ways)
    (fram,) = [row for row in platform.list_documents() if row["title"] == "Fram"]
    covered = platform.query("list_document_coverage", document=fram["id"])
    assert sum(row["statements"] for row in covered) > 0
    assert all(0 <= row["stated"] <= 1 for row in covered)
    assert {row["what"] for row in platform.query("list_changes")} >= {"document", "ingest"}
    assert platform.query("list_changes", to="2000-01-01") == []


def test_cypher_reads_with_parameters_up_to_a_limit(run: Run) -> None:
    text = "MATCH (d:Document) WHERE d.title STARTS WITH $first RETURN d.title AS title, d AS node"
    done = run("cypher", text, "-p", "first=F", "--limit", "1", "--json")
    (row,) = json.loads(done.stdout)
    assert row["title"].startswith("F")
    assert "Document" in row["node"]["labels"]
    assert "first 1 rows" in done.stderr
    assert run("cypher", "-", "--csv", text="RETURN 1 AS one").stdout == "one\r\n1\r\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("LOAD CSV FROM 'file:///etc/passwd' AS line RETURN line", "LOAD is in it"),
        ("MATCH (n) CALL apoc.load.json('x') YIELD value RETURN value", "apoc.load.json"),
        ("UNWIND range(1, 1000000000) AS x RETURN max(x * x % 7)", "longer than it was given"),
        ("MATCH (n RETURN n", "Neo4j refused"),
    ],
)
def test_cypher_that_is_not_run_says_why(run: Run, text: str, said: str) -> None:
    done = run("cypher", text, "--timeout", "0.3")
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr


def test_server_keeps_what_passes_for_reading_from_writing(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words of a text are one guard, the read transaction is another."""
    monkeypatch.setattr("kgplatform.graph.connection.check_read_only", lambda text: None)
    with pytest.raises(QueryError, match="writes"):
        platform.cypher("CREATE (n:Written) RETURN n")


def test_rows_of_a_query_are_a_frame(platform: Platform) -> None:
    frame = platform.query("count_nodes").to_frame().set_index("label")
    assert frame["count"]["Document"] == len(platform.list_documents())
    nobody = platform.query("list_statements_about_entity", name="Nobody", limit=5).to_frame()
    assert nobody.empty
    assert "relation" in nobody.columns


def test_ingest_runs_are_a_frame_with_times(platform: Platform) -> None:
    frame = platform.query("show_ingest_runs", limit=10).to_frame()
    assert frame["state"].tolist() == ["done"]
    assert frame["started_at"].dt.year.iloc[0] >= 2026
    assert frame["passages"].dtype.kind == "i"
    assert frame["seconds"].iloc[0] > 0


def test_evidence_and_citations_are_frames(platform: Platform) -> None:
    question = "Where did the designer of the Fram die?"
    evidence = platform.retrieve(question, method="graph", top_k=4)
    passages = to_frame(evidence.passages)
    assert len(passages) == 4
    assert passages["score"].is_monotonic_decreasing
    answer = platform.ask(question)
    cited = to_frame(answer.evidence)
    assert set(cited["document_id"]) <= {row["id"] for row in platform.list_documents()}
    (row,) = to_frame([answer], flat=True).to_dict("records")
    assert row["answer"] == "Larvik"
    assert row["usage.llm_calls"] == 0
