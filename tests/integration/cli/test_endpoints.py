"""Commands with chat endpoints of odd manners: an answer with its evidence, or why not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.chat_server import ChatServer, HttpReply, Rule, completion, error
from tests.integration.cli.conftest import Run

pytestmark = pytest.mark.integration

QUESTION = "Where did Umberto Nobile die?"
AWAY = "http://127.0.0.1:9/v1"


def _env(address: str, folder: Path) -> dict[str, str]:
    return {
        "KGPLATFORM_CHAT_BASE_URL": address,
        "KGPLATFORM_CHAT_MODEL": "rule-made",
        "KGPLATFORM_CHAT_CACHE": str(folder / "replies.sqlite"),
    }


def _ask(run: Run, rule: Rule, folder: Path, *options: str) -> dict[str, Any]:
    with ChatServer(rule) as server:
        env = _env(server.base_url, folder)
        done = run("ask", QUESTION, "--json", *options, env=env)
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _reply(body: dict[str, Any], answer: str = '{"answer": "Rome", "evidence": [1]}') -> HttpReply:
    del body
    return HttpReply({"choices": [{"message": {"content": [{"type": "text", "text": answer}]}}]})


def _no_system(body: dict[str, Any]) -> HttpReply:
    if body["messages"][0]["role"] == "system":
        return error(400, "System role not supported")
    return _reply(body)


@pytest.mark.parametrize(("rule", "calls"), [(_reply, 1), (_no_system, 2)])
def test_ask_reads_the_endpoint_in_its_manner(
    run: Run, tmp_path: Path, rule: Rule, calls: int
) -> None:
    answer = _ask(run, rule, tmp_path, "--reader", "llm")
    assert (answer["answer"], answer["reader"]) == ("Rome", "llm")
    assert answer["evidence"]
    assert answer["usage"]["llm_calls"] == calls


REFUSED = error(400, "The prompt triggered the content management policy.", code="content_filter")
WITHHELD = completion("", finish_reason="content_filter")


@pytest.mark.parametrize(
    ("method", "reply"),
    [
        pytest.param("auto", REFUSED, id="auto-refused"),
        pytest.param("auto", WITHHELD, id="auto-withheld"),
        pytest.param("trace", REFUSED, id="trace"),
        pytest.param("holmes", WITHHELD, id="holmes"),
        pytest.param("plan", REFUSED, id="plan"),
        pytest.param("divknow-chat", WITHHELD, id="divknow"),
    ],
)
def test_filtered_question_is_read_without_the_model(
    run: Run, tmp_path: Path, reply: HttpReply, method: str
) -> None:
    answer = _ask(run, lambda _: reply, tmp_path, "--reader", "llm", "--method", method)
    assert (answer["answer"], answer["reader"]) == ("Rome", "extractive")
    if method != "plan":  # whose steps read
        assert "withheld by the endpoint's content filter" in json.dumps(answer["steps"])


def test_endpoint_that_is_away_leaves_the_answer_of_the_other_reader(
    run: Run, tmp_path: Path
) -> None:
    done = run("ask", QUESTION, env=_env(AWAY, tmp_path))
    assert done.returncode == 0
    assert done.stdout.startswith("Rome\n")
    assert "cannot be reached" in done.stdout
    assert "Gone on without the model rule-made" in done.stderr


def test_endpoint_that_was_asked_for_and_is_away_leaves_the_evidence(
    run: Run, tmp_path: Path
) -> None:
    done = run("ask", QUESTION, "--reader", "llm", env=_env(AWAY, tmp_path))
    assert done.returncode == 3
    assert done.stdout.startswith("No answer: http://127.0.0.1:9/v1 cannot be reached")
    assert "nearest: Umberto Nobile" in done.stdout


def test_passage_that_a_filter_keeps_back_is_read_by_the_next_run(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "documents"
    folder.mkdir()
    for name in ("Skade", "Brage"):
        (folder / f"{name}.md").write_text(f"# {name}\n\n{name} was built by Ola Sunde.\n")

    def read(body: dict[str, Any]) -> str:
        name = "Skade" if "Skade was" in json.dumps(body) else "Brage"
        fact = {"subject": name, "relation": "built by", "object": "Ola Sunde", "qualifiers": []}
        return json.dumps({"entities": [], "facts": [fact]})

    def filtered(body: dict[str, Any]) -> str | HttpReply:
        is_kept_back = "Skade was" in json.dumps(body)
        return error(400, "no", code="content_filter") if is_kept_back else read(body)

    with ChatServer(filtered) as server:
        command = ("ingest", str(folder), "--extractor", "llm")
        env = _env(server.base_url, tmp_path)
        first = run(*command, env=env)
        assert "'Skade' could not be read: There is no reply: it was withheld" in first.stderr
        assert "1 passages that no model could read" in first.stdout
        server.rule = read
        second = run(*command, env=env)
        third = run(*command, env=env)
    assert "1 changed, 1 unchanged" in second.stdout
    assert "no model could read" not in second.stdout
    assert "0 changed, 2 unchanged" in third.stdout
