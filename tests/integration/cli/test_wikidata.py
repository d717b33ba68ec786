"""The commands `kgplatform wikidata`, run as users do, over the small dump."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.integration.cli.conftest import Run, run_here
from tests.sparql_server import SparqlReply, SparqlServer, results, uri
from tests.wikidata_dump import write_dump

pytestmark = pytest.mark.integration


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("cli-wikidata")
    done = run_here("wikidata", "load", str(write_dump(home / "d.nt")), home=home, cwd=home)
    assert done.returncode == 0, done.stderr
    yield home
    assert run_here("wikidata", "stop", home=home, cwd=home).returncode == 0


@pytest.fixture
def wikidata(loaded: Path, tmp_path: Path) -> Run:
    return lambda *words, **options: run_here(
        "wikidata", *words, **{"home": loaded, "cwd": tmp_path, **options}
    )


def test_a_file_is_run_and_rows_are_json(wikidata: Run, tmp_path: Path) -> None:
    (tmp_path / "who.rq").write_text("SELECT ?who { ?who wdt:P27 wd:Q20 } ORDER BY ?who")
    done = wikidata("sparql", "who.rq", "--limit", "2", "--json")
    assert json.loads(done.stdout) == [{"who": "Q101"}, {"who": "Q102"}]
    assert "more than 2 rows" in done.stderr


def test_a_load_tells_its_size_and_a_dump_without_a_triple_is_refused(tmp_path: Path) -> None:
    (tmp_path / "cut.nt").write_text('<http://a> <http://b> "cut .\n')
    dump = write_dump(tmp_path / "d.nt")
    try:
        done = run_here("wikidata", "load", str(dump), home=tmp_path, cwd=tmp_path)
        triples = len(dump.read_text().splitlines())
        assert f"Loaded {triples} triples in" in done.stdout
        assert "17 items and 12 properties have 29 names." in done.stdout
        done = run_here("wikidata", "load", "cut.nt", home=tmp_path, cwd=tmp_path)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.count("\n") <= 2  # the stage's line, and one sentence
        assert "holds no valid triple" in done.stderr
        done = run_here("wikidata", "entity", "Q101", home=tmp_path, cwd=tmp_path)
        assert "Colin Archer" in done.stdout
    finally:
        run_here("wikidata", "stop", home=tmp_path, cwd=tmp_path)


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("DROP ALL", "only SELECT and ASK"),
        ("INSERT DATA { <http://a> <http://b> <http://c> }", "only SELECT and ASK"),
        ("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }", "only SELECT and ASK"),
        ("SELECT ?x { SERVICE SILENT <http://127.0.0.1:9/> { ?x ?p ?o } }", "a SERVICE"),
    ],
)
def test_what_is_no_plain_question_is_refused(
    wikidata: Run, tmp_path: Path, query: str, reason: str
) -> None:
    (tmp_path / "other.rq").write_text(query)
    done = wikidata("sparql", "other.rq")
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr


def test_entity_link_and_ask(wikidata: Run) -> None:
    item = json.loads(wikidata("entity", "Q100", "--json").stdout)
    assert item["label"] == "Fram"
    assert {s["relation"] for s in item["statements"]} == {"instance of", "designed by", "captain"}
    links = json.loads(wikidata("link", "Oslo", "--json").stdout)
    assert [link["qid"] for link in links] == ["Q585", "Q1300"]
    answer = json.loads(wikidata("ask", "Who was captain of the Fram?", "--json").stdout)
    assert {row["answer"] for row in answer["result"]} == {"Q102", "Q103"}
    assert {row["label"] for row in answer["result"]} == {"Roald Amundsen", "Otto Sverdrup"}
    assert "P634" in answer["query"]


def test_ask_shows_its_query_and_what_the_answers_are_called(wikidata: Run) -> None:
    born = wikidata("ask", "Where was Colin Archer born?")
    assert "Larvik (Q104)" in born.stdout
    assert "SELECT DISTINCT ?answer" in born.stderr
    assert "P19" in born.stderr


def test_no_is_an_answer_and_a_type_tells_names_apart(wikidata: Run) -> None:
    denied = wikidata("ask", "Is Cambridge the place of birth of Colin Archer?")
    assert (denied.returncode, denied.stdout) == (0, "no\n")
    links = json.loads(wikidata("link", "Fram", "--type", "Person", "--json").stdout)
    assert links[0]["type_agreement"] < 1
    assert wikidata("link", "Fram", "--type", "Ship").returncode == 2


def test_nothing_found_is_exit_code_1(wikidata: Run) -> None:
    assert wikidata("link", "Zanzibar").returncode == 1
    assert wikidata("entity", "Q999").returncode == 1


def test_another_endpoint_by_flag_and_one_that_is_down(wikidata: Run) -> None:
    with SparqlServer(lambda query: results([{"item": uri("Q7")}])) as server:
        done = wikidata("sparql", "show_item", "-p", "item=Q7", "--endpoint", server.address)
        assert "Q7" in done.stdout
    busy = SparqlReply("", status=429, headers={"Retry-After": "600"})
    with SparqlServer(lambda query: busy) as server:
        done = wikidata("entity", "Q7", "--endpoint", server.address)
    assert (done.returncode, done.stdout) == (3, "")
    assert "asks to wait 600 s" in done.stderr


def test_without_anything_loaded_it_says_what_to_do(tmp_path: Path) -> None:
    done = run_here("wikidata", "entity", "Q42", home=tmp_path, cwd=tmp_path)
    assert done.returncode == 3
    assert "wikidata load" in done.stderr


def test_questions_are_made_of_a_graph(wikidata: Run, tmp_path: Path) -> None:
    done = wikidata("questions", "made.jsonl", "--no-start")
    assert (done.returncode, done.stdout) == (3, "")
    assert "kgplatform db start" in done.stderr
    assert not (tmp_path / "made.jsonl").exists()
    assert "--count" in wikidata("questions", "--help").stdout


def test_doctor_tells_of_the_endpoint(wikidata: Run) -> None:
    def sparql(*environment: str) -> dict[str, str]:
        env = dict(zip(environment[::2], environment[1::2], strict=True))
        done = wikidata_doctor(env)
        return next(row for row in json.loads(done.stdout) if row["part"] == "sparql")

    def wikidata_doctor(env: dict[str, str]):
        home = Path(wikidata("status").stdout.splitlines()[1].split()[1]).parent
        return run_here("doctor", "--json", home=home, cwd=home, env=env)

    local = sparql()
    assert local["state"] == "ok"
    assert "ms, without label service" in local["detail"]
    with SparqlServer(lambda query: SparqlReply("hello")) as server:
        broken = sparql("KGPLATFORM_SPARQL_ENDPOINT", server.address)
    assert broken["state"] == "broken"
    assert "no result of a query" in broken["detail"]
