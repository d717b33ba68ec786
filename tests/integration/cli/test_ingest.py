"""`kgplatform ingest` and `documents` as users run them: formats, jobs, estimates, mistakes."""

from __future__ import annotations

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from kgplatform.graph.connection import Graph
from tests.integration.cli.conftest import Run, run_command
from tests.unit.sources.pdf_files import Text, lines, write_pdf

pytestmark = pytest.mark.integration

TEXT = ["The Gjoa was the first ship to sail the Northwest Passage.", "Amundsen led the voyage."]


def _ingest(run: Run, *arguments: str, code: int = 0) -> dict[str, object]:
    done = run("ingest", *arguments, "--json")
    assert done.returncode == code, done.stderr
    report: dict[str, object] = json.loads(done.stdout)
    return report


def test_pdf_is_read_with_its_pages_and_a_span_is_found_on_its_page(
    run: Run, tmp_path: Path
) -> None:
    pages = [Text(72, 80, "The Gjoa", 20, bold=True), *lines(72, 120, TEXT)]
    write_pdf(tmp_path / "gjoa.pdf", pages)
    report = _ingest(run, "gjoa.pdf")
    assert report["documents"]["new"] == 1  # type: ignore[index]
    listed = json.loads(run("documents", "list", "--json").stdout)
    (document,) = [row for row in listed if row["uri"].endswith("gjoa.pdf")]
    shown = json.loads(run("documents", "show", document["id"], "--json").stdout)
    assert [page["number"] for page in shown["pages"]] == [1]
    passage = shown["passages"][0]
    assert passage["page"] == 1
    start = passage["text"].index("first ship")
    places = run("documents", "locate", passage["id"], str(start), str(start + 10), "--json")
    ((place),) = json.loads(places.stdout)
    left, top, right, bottom = place["box"]
    assert place["page"] == 1
    length = len(passage["text"])
    for first, last in ((8, 4), (0, length + 1)):
        wrong = run("documents", "locate", passage["id"], str(first), str(last))
        assert wrong.returncode == 2
        assert f"no span of the passage, which has {length} characters" in wrong.stderr
    assert 72 < left < right < 400
    assert 100 < top < bottom < 125


FILES = {
    "note.txt": "The Pelican\n\nThe Pelican sailed in 1577.\n",
    "log.md": "# Pelican log\n\nThe Pelican was **renamed** at sea.\n",
    "page.html": "<title>Pelican page</title><h1>Ship</h1><p>The Pelican <b>leaked</b>.</p>",
    "crew.csv": "sailor,ship\nFrancis Drake,Pelican\nJohn Winter,Elizabeth\n",
}


def test_documents_are_checked_as_the_manifest_says(run: Run, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    _ingest(run, *FILES, "--extractor", "none")
    listed = json.loads(run("documents", "list", "--json").stdout)
    ids = [row["id"] for row in listed if row["uri"].startswith(tmp_path.as_uri())]
    assert len(ids) == len(FILES)
    for document_id in ids:
        shown = json.loads(run("documents", "show", document_id, "--json").stdout)
        hashed = run("documents", "show", document_id, "--hashed").stdout
        assert hashlib.sha256(hashed.encode()).hexdigest() == shown["sha256"]
        text = run("documents", "show", document_id, "--text").stdout
        for passage in shown["passages"]:
            assert text[passage["start"] : passage["end"]] == passage["text"]
    (tmp_path / "note.txt").write_text("Another text.")
    changed = [run("documents", "show", document_id, "--text") for document_id in ids]
    assert sorted(done.returncode for done in changed) == [0, 0, 0, 2]
    assert "has changed since" in "".join(done.stderr for done in changed)


def test_answers_are_tests_of_what_is_ingested(run: Run, tmp_path: Path) -> None:
    note, options = tmp_path / "hut.md", ("--extractor", "none")
    note.write_text("# Cape Hut\n\nCape Hut was built by Alda Brekke in 1911.\n")
    _ingest(run, "hut.md", *options)
    question = "Who built Cape Hut?"
    asked = json.loads(run("ask", question, "--method", "passages", "--json").stdout)
    unknown = json.loads(run("ask", "When was Cape Hut insured?", "--json").stdout)
    assert (asked["answer"], unknown["abstained"]) == ("Alda Brekke", True)
    named = run("questions", "rename", asked["question_id"], "  The  builder ")
    assert named.returncode == 0, named.stderr
    assert "The builder  Alda Brekke" in run("questions", "list", "cape hut").stdout
    assert question in run("questions", "show", asked["question_id"]).stdout

    note.write_text("# Cape Hut\n\nIn 1911 Cape Hut was built by Alda Brekke.\n")
    _ingest(run, "hut.md", *options)
    verdicts = _verdicts(json.loads(run("questions", "check", "--json").stdout))
    assert verdicts[asked["question_id"]] == "span lost"
    note.write_text("# Cape Hut\n\nCape Hut was insured in May 1950. It is red.\n")
    done = run("ingest", "hut.md", *options, "--check", "--json")
    assert done.returncode == 1
    verdicts = _verdicts(json.loads(done.stdout)["questions"])
    assert verdicts[asked["question_id"]] == "lost"
    assert verdicts[unknown["question_id"]] == "answerable"
    shown = run("questions", "check")
    assert shown.returncode == 1
    assert f"lost: {question}" in shown.stdout
    later = json.loads(run("ask", "Where is the hut?", "--json").stdout)["question_id"]
    since = _verdicts(json.loads(run("questions", "check", "--since", "latest", "--json").stdout))
    assert since.keys() == verdicts.keys()
    verdicts = _verdicts(json.loads(run("questions", "check", "--json").stdout))
    assert verdicts.keys() == {*since, later}

    for question_id in verdicts:
        assert run("questions", "delete", question_id).returncode == 0
    assert run("questions", "show", asked["question_id"]).returncode == 1
    assert run("questions", "check", "--since", "none").returncode == 1
    assert "No question is recorded." in run("questions", "check").stdout


def _verdicts(report: dict[str, Any]) -> dict[str, str]:
    return {row["question_id"]: row["verdict"] for row in report["questions"]}


def test_standard_input_is_a_document(run: Run) -> None:
    done = run("ingest", "-", "--extractor", "none", text="Maud\n\nMaud drifted for years.\n")
    assert done.returncode == 0, done.stderr
    assert "Maud" in run("documents", "list").stdout


def test_job_is_done_and_its_limits_hold(run: Run, tmp_path: Path) -> None:
    rows = [f'{{"_id": "{n}", "title": "Log {n}", "text": "On day {n} it snowed."}}' for n in "12"]
    (tmp_path / "logs.jsonl").write_text("\n".join(rows))
    job = tmp_path / "logs.toml"
    job.write_text(
        'name = "logs"\n[[sources]]\npath = "logs.jsonl"\n[extraction]\nextractor = "none"\n'
        "[links]\nkeyword = true\n[limits]\nmax_files = 3\n"
    )
    report = _ingest(run, "logs.toml")
    assert report["passages"] == 2
    runs = json.loads(run("query", "show_ingest_runs", "-p", "limit=1", "--json").stdout)
    assert (runs[0]["job"], runs[0]["state"], runs[0]["passages"]) == ("logs", "done", 2)
    job.write_text(job.read_text().replace("max_files = 3", "max_flies = 3"))
    done = run("ingest", "logs.toml")
    assert done.returncode == 2
    assert "line 9" in done.stderr
    assert "max_files" in done.stderr


def test_dry_run_tells_what_would_be_done_and_writes_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("# Belgica\n\nThe Belgica wintered in the ice.\n")
    before = run("query", "count_nodes", "--json").stdout
    done = run("ingest", "note.md", "--dry-run", "--json")
    estimate = json.loads(done.stdout)
    assert (estimate["files"], estimate["passages"], estimate["model_calls"]) == (1, 1, 0)
    assert estimate["passages_per_s"] > 0
    assert "Nothing was written." in run("ingest", "note.md", "--dry-run").stdout
    assert run("query", "count_nodes", "--json").stdout == before


def test_dry_run_of_a_job_tells_of_its_wikidata_items(run: Run, tmp_path: Path) -> None:
    (tmp_path / "note.md").write_text("# Belgica\n\nThe Belgica wintered in the ice.\n")
    (tmp_path / "job.toml").write_text(
        '[[sources]]\npath = "note.md"\n[wikidata]\nitems = ["Q1", "Q2"]\nlink = true\n'
    )
    told = json.loads(run("ingest", "job.toml", "--dry-run", "--json").stdout)["wikidata"]
    assert (told["items"], told["linked"], told["brought"]) == (2, 0, 2)
    assert told["looked_up"] > 0
    shown = " ".join(run("ingest", "job.toml", "--dry-run").stdout.split())
    assert "2 items would be brought (2 listed, 0 of linked items" in shown


def test_llm_extractor_without_a_model_says_what_to_set(run: Run, tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text("A note.")
    done = run("ingest", "note.txt", "--extractor", "llm")
    assert done.returncode == 2
    assert "KGPLATFORM_CHAT_BASE_URL" in done.stderr


def test_broken_files_are_told_and_the_rest_is_read(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "good.txt").write_text("Nimrod reached the ice in 1908.")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.4 nothing more")
    (folder / "empty.md").write_text("")
    write_pdf(folder / "locked.pdf", lines(72, 80, TEXT), encrypted=True)
    (folder / "picture.gif").write_bytes(b"GIF89a")
    report = _ingest(run, "mixed", "--extractor", "none", code=1)
    assert (report["documents"]["new"], report["documents"]["failed"]) == (1, 3)  # type: ignore[index]
    assert report["skipped"] == {".gif": 1}
    told = " ".join(report["failures"])  # type: ignore[arg-type]
    for name in ("broken.pdf", "empty.md", "locked.pdf"):
        assert name in told


def test_facts_are_read_and_cited(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ships.csv").write_text(
        "subject,relation,object,qualifier:time\nBelgica,captain,Adrien de Gerlache,1897\n"
    )
    report = _ingest(run, "ships.csv")
    assert report["statements"] == 1
    rows = run(
        "query", "list_statements_about_entity", "-p", "name=Belgica", "-p", "limit=9", "--json"
    )
    assert "Adrien de Gerlache" in rows.stdout


def test_two_commands_at_once_wait_for_each_other_and_write_everything_once(
    home: Path, connection: Graph, tmp_path: Path
) -> None:
    (tmp_path / "ships").mkdir()
    for number in range(4):
        text = f"# Brig {number}\n\nBrig {number} was built by Ada Holm in {1700 + number}.\n"
        (tmp_path / "ships" / f"{number}.md").write_text(text)
    with ThreadPoolExecutor(2) as pool:
        running = [
            pool.submit(run_command, "ingest", "ships", home=home, cwd=tmp_path) for _ in range(2)
        ]
        done = [each.result() for each in running]
    assert [each.returncode for each in done] == [0, 0], done
    told = [line for each in done for line in each.stderr.splitlines() if "waiting for it" in line]
    assert [line.startswith("Another kgplatform (process ") for line in told] == [True]
    doubles = "MATCH (a)-[s:SCHEMA]->(b) WITH a, b, s.relation AS r, count(*) AS n WHERE n > 1"
    assert connection.run_text(f"{doubles} RETURN r") == []
