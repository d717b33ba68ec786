"""Plans on the command line: shown, saved, edited, run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kgplatform.plan.items import read_items
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.patterns import PATTERNS
from kgplatform.plan.shapes import pattern_of
from tests.chat_server import ChatServer
from tests.integration.cli.conftest import Run

pytestmark = pytest.mark.integration

QUESTION = "Where did the designer of the airship Norge die?"
DESIGNED = "Which engineer designed the airship Norge?"
EDITED = f"""Original_Question: str = "{QUESTION}"
Sub_Question_1 = "Which engineer designed the airship Norge?"
Info_1 = search(query = Sub_Question_1)
Ans_1 = Get_Answer(query = Sub_Question_1, info = Info_1)
Sub_Question_2 = "Where did {{Ans_1}} die?"
Info_2 = Search(query = Sub_Question_2)
Ans_2 = Get_Answer(query = Sub_Question_2, info = Info_2)
Final_Answer = Finish_The_Plan(Answer = Ans_2)
"""


def test_plan_is_shown_in_a_form_that_runs(run: Run, tmp_path: Path) -> None:
    shown = run("plan", "show", QUESTION, "--out", "plan.txt")
    assert shown.returncode == 0, shown.stderr
    assert "Finish_The_Plan" in shown.stdout
    assert "planner: syntactic" in shown.stderr
    assert (tmp_path / "plan.txt").read_text(encoding="utf-8") == shown.stdout
    done = run("plan", "run", "plan.txt", "--explain")
    assert done.returncode == 0, done.stderr
    assert "Get_Answer" in done.stdout


def test_edited_plan_is_repaired_and_answers_step_by_step(run: Run, tmp_path: Path) -> None:
    (tmp_path / "plan.txt").write_text(EDITED, encoding="utf-8")
    done = run("plan", "run", "plan.txt", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["question"] == QUESTION
    assert answer["method"] == "plan"
    assert answer["answer"] == "Rome"
    steps = [step["step"] for step in answer["steps"]]
    assert steps == ["plan", "Get_Answer", "Get_Answer", "Finish_The_Plan"]
    slips = {repair["slip"] for repair in answer["steps"][0]["repairs"]}
    assert slips == {"wrong case", "missing f"}
    assert answer["steps"][1]["answers"] == ["Umberto Nobile"]
    assert answer["evidence"]


def test_ask_by_plan_is_recorded_as_any_question(run: Run) -> None:
    done = run("ask", QUESTION, "--method", "plan", "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["steps"][0]["planner"] == "syntactic"
    exported = run("export", "--question", answer["question_id"], "--format", "json", "--out", "-")
    assert exported.returncode == 0, exported.stderr
    assert json.loads(exported.stdout)


def test_plan_that_cannot_be_run_is_one_sentence(run: Run) -> None:
    done = run("plan", "run", "-", text='A = "Who?"\nB = Foo(A)\n')
    assert done.returncode == 2
    assert "there is no function 'Foo'" in done.stderr
    assert "Traceback" not in done.stderr


def test_file_with_a_mark_of_byte_order_is_read_whole(run: Run, tmp_path: Path) -> None:
    (tmp_path / "plan.txt").write_text(EDITED, encoding="utf-8-sig")
    done = run("plan", "run", "plan.txt", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["question"] == QUESTION


def test_file_that_is_not_utf8_is_told_in_one_sentence(run: Run, tmp_path: Path) -> None:
    (tmp_path / "plan.txt").write_bytes(EDITED.replace("Norge", "Norgé").encode("latin-1"))
    done = run("plan", "run", "plan.txt")
    assert done.returncode == 2
    assert "is not UTF-8" in done.stderr
    assert "Traceback" not in done.stderr


def test_reply_that_is_no_plan_is_told(run: Run) -> None:
    with ChatServer(lambda body: "I cannot.") as server:
        env = {"KGPLATFORM_CHAT_BASE_URL": server.base_url, "KGPLATFORM_CHAT_MODEL": "rule-made"}
        shown = run("plan", "show", QUESTION, env=env)
    assert shown.returncode == 0, shown.stderr
    assert "planner: syntactic" in shown.stderr
    assert "reply could not be used: rule-made" in shown.stderr


def test_a_plan_that_leads_nowhere_leaves_the_question_to_be_asked(run: Run) -> None:
    astray = EDITED.replace("Which engineer designed the airship Norge?", "Who is Zyx Qwv?")
    with ChatServer(lambda body: astray.replace(QUESTION, DESIGNED)) as server:
        env = {"KGPLATFORM_CHAT_BASE_URL": server.base_url, "KGPLATFORM_CHAT_MODEL": "rule-made"}
        done = run(
            "ask", DESIGNED, "--method", "plan", "--reader", "extractive", "--json", env=env
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["answer"] == "Umberto Nobile"
    assert answer["evidence"]
    steps = {step["step"]: step for step in answer["steps"]}
    assert steps["whole_question"]["answers"] == ["Umberto Nobile"]
    assert "Ans_2: not asked, because Ans_1 has no answer" in steps["partial_answer"]["missing"]


def test_questions_are_worded_by_the_chat_model(run: Run, tmp_path: Path) -> None:
    def reword(body: dict[str, Any]) -> str:
        return str(body["messages"][-1]["content"]).partition("\n")[2].replace("?", ", please?")

    with ChatServer(reword) as server:
        env = {"KGPLATFORM_CHAT_BASE_URL": server.base_url, "KGPLATFORM_CHAT_MODEL": "rule-made"}
        done = run(
            "plan", "dataset", "--out", "plans.jsonl", "--per-pattern", "2", "--pattern", "1p",
            "--verbalise", "chat", "--json", env=env,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    items = list(read_items(tmp_path / "plans.jsonl"))
    assert items
    assert all(item.question.endswith(", please?") for item in items)
    assert json.loads(done.stdout)["verbalised"] == {"worded by the model": len(items)}


def test_questions_are_not_worded_by_a_model_that_is_not_there(run: Run) -> None:
    done = run("plan", "dataset", "--out", "plans.jsonl", "--verbalise", "chat")
    assert done.returncode == 2
    assert "no chat model" in done.stderr


def test_data_set_is_made_of_the_graph_and_every_plan_executed(run: Run, tmp_path: Path) -> None:
    done = run("plan", "dataset", "--out", "plans.jsonl", "--per-pattern", "4", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    items = list(read_items(tmp_path / "plans.jsonl"))
    assert sum(told["written"].values()) == len(items) > 4
    written = {pattern for pattern, count in told["written"].items() if count}
    assert {pattern_of(parse_plan(item.plan)) for item in items} == written
    assert set(told["written"]) == set(PATTERNS)  # those without any too
    assert {"1p", "2p"} <= set(told["written"])
