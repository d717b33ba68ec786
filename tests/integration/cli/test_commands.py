"""The commands as contracts: exit codes, stdout for data, stderr for the rest, JSON forms."""

from __future__ import annotations

import json
from pathlib import Path

import pyoxigraph
import pytest
from lxml import html

from tests.integration.cli.conftest import DOCUMENTS, REPOSITORY, Run

pytestmark = pytest.mark.integration

QUESTIONS = REPOSITORY / "ingest/demo/questions.jsonl"
ANSWER_KEYS = [
    "question_id", "question", "answer", "abstained", "method", "reader", "evidence", "statements",
    "steps", "usage", "timings_ms", "abstention", "nearest",
]  # fmt: skip
BRIDGE, DATED, ABSTAINED, *OTHERS = map(json.loads, QUESTIONS.read_text().splitlines())
COMPARED = next(row for row in OTHERS if row["question"].startswith("Who was born first"))


def _ask(run: Run, question: str, *options: str) -> dict[str, object]:
    done = run("ask", question, "--json", *options)
    assert done.returncode == 0, done.stderr
    answer: dict[str, object] = json.loads(done.stdout)
    return answer


def _passages(run: Run, document_id: str) -> dict[str, str]:
    shown = json.loads(run("documents", "show", document_id, "--json").stdout)
    return {passage["id"]: passage["text"] for passage in shown["passages"]}


def test_ask_answers_a_question_that_needs_two_documents(run: Run) -> None:
    answer = _ask(run, BRIDGE["question"])
    assert list(answer) == ANSWER_KEYS
    assert answer["abstained"] is False
    assert answer["answer"] in BRIDGE["answer"]
    assert answer["usage"]["llm_calls"] == 0


def test_ask_answers_a_question_for_a_qualifier(run: Run) -> None:
    assert _ask(run, DATED["question"])["answer"] == DATED["answer"]


def test_lists_and_questions_are_of_the_documents_of_a_filter(run: Run) -> None:
    def names(*arguments: str, field: str) -> set[str]:
        done = run(*arguments, "--json")
        assert done.returncode == 0, done.stderr
        return {row[field] for row in json.loads(done.stdout)}

    only = ("--media-type", "txt", "--folder", str(DOCUMENTS))
    uris = names("documents", "list", *only, field="uri")
    assert uris
    assert all(uri.endswith(".txt") for uri in uris)
    everybody = names("entities", "list", "--limit", "1000", field="name")
    assert {"Tom Crean"} < names("entities", "list", *only, field="name") < everybody
    assert names("statements", *only, field="id") < names(
        "statements", "--limit", "10000", field="id"
    )
    assert names("retrieve", "Who was Tom Crean?", *only, field="title") <= {
        row["title"] for row in json.loads(run("documents", "list", *only, "--json").stdout)
    }


def test_a_conversation_is_gone_on_with_listed_exported_and_deleted(
    run: Run, tmp_path: Path
) -> None:
    first = _ask(run, "Who built the Fram?", "--conversation", "ships")
    assert first["answer"] == "Colin Archer"
    assert _ask(run, "Where was he born?", "--conversation", "ships")["answer"] == "Larvik"
    assert run("conversations", "rename", "ships", "Ships and builders").returncode == 0
    [listed] = json.loads(run("conversations", "list", "--json").stdout)
    assert (listed["id"], listed["name"], listed["questions"]) == ("ships", "Ships and builders", 2)
    assert (
        "understood as: Where was Colin Archer born?"
        in run("conversations", "show", "ships").stdout
    )
    out = tmp_path / "ships.md"
    assert run("conversations", "export", "ships", "--out", str(out)).returncode == 0
    assert "## Where was he born?" in out.read_text(encoding="utf-8")
    check_exports(run, tmp_path)
    assert run("conversations", "delete", "ships").stdout == "Deleted 2 questions.\n"
    gone = run("conversations", "show", "ships")
    assert (gone.returncode, "kgplatform conversations list" in gone.stderr) == (1, True)


def check_exports(run: Run, folder: Path) -> None:
    """Export the conversation in forms that a program, a triple store and people read."""

    def export(format: str) -> str:
        out = folder / f"ships.{format}"
        options = ("--conversation", "ships", "--format", format, "--out", str(out))
        assert run("export", *options).returncode == 0
        return out.read_text(encoding="utf-8")

    asked = ["Who built the Fram?", "Where was he born?"]
    read = json.loads(export("json"))["manifest"]["questions"]
    assert [(question["text"], question["answer"]) for question in read] == [
        (asked[0], "Colin Archer"),
        (asked[1], "Larvik"),
    ]
    answers = {
        triple.object.value
        for triple in pyoxigraph.parse(export("turtle"), pyoxigraph.RdfFormat.TURTLE)
        if triple.predicate.value == "http://www.w3.org/ns/prov#value"
    }
    assert {"Colin Archer", "Larvik"} <= answers
    receipt = html.document_fromstring(export("html"))
    assert [heading.text for heading in receipt.iter("h1")] == asked
    verified = run("verify", str(folder / "ships.html"), "--sources", str(DOCUMENTS))
    assert (verified.returncode, "Everything holds." in verified.stdout) == (0, True)


def test_ask_abstains_where_the_corpus_does_not_say(run: Run) -> None:
    answer = _ask(run, ABSTAINED["question"])
    assert answer["abstained"] is True
    assert answer["answer"] == ""
    assert run("ask", ABSTAINED["question"], "--strict").returncode == 1


def test_two_things_are_compared_where_one_passage_is_read(run: Run) -> None:
    answer = _ask(run, COMPARED["question"], "--top-k", "1")
    assert answer["answer"] == COMPARED["answer"]
    assert {citation["title"] for citation in answer["evidence"]} == set(COMPARED["documents"])


def test_every_citation_is_a_span_that_exists(run: Run) -> None:
    for row in (BRIDGE, DATED):
        evidence = _ask(run, row["question"])["evidence"]
        assert evidence
        for citation in evidence:
            text = _passages(run, citation["document_id"])[citation["passage_id"]]
            assert text[citation["start"] : citation["end"]] == citation["quote"]


def test_retrieve_json_has_the_contract_form(run: Run) -> None:
    rows = json.loads(run("retrieve", BRIDGE["question"], "--json", "--top-k", "3").stdout)
    assert len(rows) == 3
    assert list(rows[0]) == ["passage_id", "document_id", "title", "text", "score"]
    assert rows[0]["score"] >= rows[-1]["score"]


def test_second_ingest_says_that_nothing_is_new(run: Run) -> None:
    run("ingest", str(DOCUMENTS))  # derives anew, where a document was removed since the last one
    done = run("ingest", str(DOCUMENTS), "--json")
    report = json.loads(done.stdout)
    assert report["rows_written"] == 0
    assert report["documents"]["new"] == 0
    assert "Nothing new" in run("ingest", str(DOCUMENTS)).stdout


def test_count_nodes_is_ordered_by_label(run: Run) -> None:
    rows = json.loads(run("query", "count_nodes", "--json").stdout)
    assert [row["label"] for row in rows] == sorted(row["label"] for row in rows)
    assert {"Document", "Passage", "Entity", "Statement"} <= {row["label"] for row in rows}


def test_query_takes_a_parameter_called_name(run: Run) -> None:
    done = run(
        "query", "list_statements_about_entity", "-p", "name=Fram", "-p", "limit=3", "--json"
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)


def test_ingest_that_read_nothing_is_an_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "picture.txt").write_bytes(bytes(range(256)))
    done = run("ingest", "picture.txt")
    assert done.returncode == 2
    assert "picture.txt" in done.stderr
    assert "Nothing new" not in done.stdout


def test_export_of_an_answer_parses_again(run: Run, tmp_path: Path) -> None:
    question_id = str(_ask(run, BRIDGE["question"])["question_id"])
    for form, name in (("turtle", "a.ttl"), ("json", "a.json")):
        done = run("export", "--question", question_id, "--format", form, "--out", name)
        assert done.returncode == 0, done.stderr
        assert (tmp_path / name).stat().st_size > 1000
    [asked] = json.loads((tmp_path / "a.json").read_text())["manifest"]["questions"]
    models = {model["role"]: model for model in asked["models"]}
    assert len(models["reading"]["sha256"]) == 64
    assert models["linguistics"]["version"]


def test_documents_can_be_removed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "extra.md").write_text("# Extra\n\nThe Extra sailed to Bergen.\n")
    run("ingest", "extra.md")
    listed = json.loads(run("documents", "list", "--json").stdout)
    (extra,) = [row["id"] for row in listed if row["title"] == "Extra"]
    assert json.loads(run("documents", "remove", extra, "--json").stdout)["passages"] == 1
    assert run("documents", "show", extra).returncode == 1


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["ingest", "missing.txt"], 2, "missing.txt"),
        (["ask", " "], 2, "empty"),
        (["ask", "?"], 2, "empty"),
        (["ask", "Who?", "--method", "magic"], 2, "magic"),
        (["query", "count_node"], 2, "count_nodes"),
        (["query", "count_nodes", "-p", "nonsense"], 2, "KEY=VALUE"),
        (["documents", "show", "nothing"], 1, "nothing"),
        (["export", "--question", "nothing", "--format", "json", "--out", "x.json"], 1, "nothing"),
        (["ask", "Who?", "--uri", "bolt://127.0.0.1:1"], 3, "127.0.0.1:1"),
        (["ask", "Who?", "--uri", "http://127.0.0.1:1"], 2, "bolt"),
        (["documents", "list", "--database", "other"], 2, "--uri"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_error_is_one_sentence_with_its_exit_code(
    run: Run, arguments: list[str], code: int, words: str
) -> None:
    done = run(*arguments)
    assert done.returncode == code
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_doctor_finds_everything_in_order(run: Run) -> None:
    done = run("doctor", "--json")
    states = {row["part"]: row["state"] for row in json.loads(done.stdout)}
    assert done.returncode == 0
    assert states.pop("local model") in ("ok", "absent")  # whether its extra is installed
    assert states == {
        "kgplatform": "ok", "home": "ok", "settings": "ok", "neo4j": "ok", "schema": "ok",
        "reading": "ok", "embedder": "ok",
        "spacy": "ok", "chat": "absent", "planner": "absent", "sparql": "absent",
    }  # fmt: skip
