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


def test_an_entity_is_shown_renamed_retyped_ignored_and_all_is_undone(run: Run) -> None:
    [row] = json.loads(run("entities", "list", "--limit", "1", "--json").stdout)
    shown = json.loads(run("entities", "show", row["id"], "--json").stdout)
    assert shown["name"] == row["name"]
    sources = [source for fact in shown["facts"] for source in fact["sources"]]
    assert sources
    assert all(source["quote"] for source in sources)
    printed = run("entities", "show", row["name"])
    assert printed.returncode == 0, printed.stderr
    assert sources[0]["quote"].splitlines()[0] in printed.stdout

    assert run("entities", "rename", row["id"], "Quite Another").returncode == 0
    assert run("entities", "retype", "quite another", "group").returncode == 0
    assert run("entities", "ignore", "Quite Another").returncode == 0
    assert run("entities", "show", "Quite Another").returncode == 1
    listed = json.loads(run("entities", "decisions", "--json").stdout)
    assert [item["kind"] for item in listed[:3]] == ["ignored", "type", "name"]
    assert "is no entity" in run("entities", "undo").stdout
    changed = json.loads(run("entities", "show", row["id"], "--json").stdout)
    assert (changed["name"], changed["type"]) == ("Quite Another", "Group")
    for item in listed[1:3]:
        assert run("entities", "undo", item["id"]).returncode == 0
    again = json.loads(run("entities", "show", row["id"], "--json").stdout)
    assert (again["name"], again["type"], again["facts"]) == (
        shown["name"],
        shown["type"],
        shown["facts"],
    )


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("merge", "No Such Name", "Nor This"), 1, "No entity is called 'No Such Name'"),
        (("split", "No Such Name"), 1, "No entity is called 'No Such Name'"),
        (("list", "No Such Name"), 1, "No such entity is in the graph."),
        (("show", "No Such Name"), 1, "No entity is called 'No Such Name'"),
        (("rename", "No Such Name", "x"), 1, "No entity is called 'No Such Name'"),
        (("retype", "No Such Name", "Place"), 1, "No entity is called 'No Such Name'"),
        (("ignore", "No Such Name"), 1, "No entity is called 'No Such Name'"),
        (("undo", "none"), 1, "There is no decision 'none'"),
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
