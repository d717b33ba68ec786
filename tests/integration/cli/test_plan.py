"""Plans on the command line: shown, saved, edited, run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kgplatform.plan.data.files import read_items
from kgplatform.plan.parser import parse_plan
from kgplatform.plan.shapes import pattern_of
from tests.integration.cli.conftest import Run

pytestmark = pytest.mark.integration

QUESTION = "Where did the designer of the airship Norge die?"
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


def test_data_set_is_made_of_the_graph_and_every_plan_executed(run: Run, tmp_path: Path) -> None:
    done = run("plan", "dataset", "--out", "plans.jsonl", "--per-pattern", "4", "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    items = list(read_items(tmp_path / "plans.jsonl"))
    assert sum(told["written"].values()) == len(items) > 4
    assert {pattern_of(parse_plan(item.plan)) for item in items} == set(told["written"])
    assert {"1p", "2p"} <= set(told["written"])
