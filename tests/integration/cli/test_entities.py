from __future__ import annotations

import json
from collections.abc import Callable
from subprocess import CompletedProcess

import pytest

pytestmark = pytest.mark.integration

Run = Callable[..., CompletedProcess[str]]


def test_entities_are_listed_merged_and_split(run: Run) -> None:
    rows = json.loads(run("entities", "list", "--limit", "3", "--json").stdout)
    assert [row["mentions"] for row in rows] == sorted((r["mentions"] for r in rows), reverse=True)
    a, b = rows[0], rows[1]

    merged = run("entities", "merge", a["id"], b["id"])
    assert merged.returncode == 0, merged.stderr
    assert merged.stdout.startswith("Decided. ")
    [row] = json.loads(run("entities", "list", a["id"], "--json").stdout)
    assert row["mentions"] >= a["mentions"] + b["mentions"]
    assert "user" in {member["method"] for member in row["members"]}
    shown = run("entities", "list", "--merged")
    assert f"is also  {b['id']}" in shown.stdout or f"is also  {a['id']}" in shown.stdout

    split = json.loads(run("entities", "split", a["id"], b["id"], "--json").stdout)
    assert split["methods"].get("user", 0) == 0
    [alone] = json.loads(run("entities", "list", a["id"], "--json").stdout)
    assert [other["id"] for other in alone["different_from"]] == [b["id"]]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("merge", "No Such Name", "Nor This"), 1, "No entity is called 'No Such Name'"),
        (("split", "No Such Name"), 1, "No entity is called 'No Such Name'"),
        (("list", "No Such Name"), 1, "No such entity is in the graph."),
        (("merge",), 2, "Missing argument"),
    ],
)
def test_what_is_wrong_is_said(
    run: Run, arguments: tuple[str, ...], code: int, message: str
) -> None:
    done = run("entities", *arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    assert "Traceback" not in done.stderr
