"""Instruction data: question and facts so far, to the next fact, as the agent asks for it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from kgplatform.cli import main
from kgplatform.errors import EvaluationError
from kgplatform.evaluate.datasets import load_dataset
from kgplatform.evaluate.instructions import make_instructions, write_instructions
from kgplatform.retrieve.kgp.agents import ask_for_evidence
from tests.unit.evaluate.made_files import (
    BAMBOOGLE,
    HOTPOTQA_OFFICIAL,
    HOTPOTQA_PACK,
    MUSIQUE_OFFICIAL,
    write_lines,
)

pytestmark = pytest.mark.unit

DUNE = "Dune: Dune is a novel. It is by Frank Herbert."
HERBERT = "Frank Herbert: He was born in Tacoma."


def write(folder: Path, *records: dict[str, object]) -> Path:
    return write_lines(folder / "data.jsonl", list(records))


def test_a_fact_is_asked_for_as_the_agent_asks(tmp_path: Path) -> None:
    dataset = load_dataset(write(tmp_path, HOTPOTQA_OFFICIAL))
    [conversation] = make_instructions(dataset)
    *asked, reply = conversation
    assert asked == ask_for_evidence(str(HOTPOTQA_OFFICIAL["question"]), [DUNE])
    assert reply == {"role": "assistant", "content": HERBERT}
    assert [turn["role"] for turn in conversation] == ["system", "user", "assistant"]


def test_bridge_facts_come_in_the_order_of_reasoning(tmp_path: Path) -> None:
    context = HOTPOTQA_OFFICIAL["context"]
    assert isinstance(context, list)
    turned = {**HOTPOTQA_OFFICIAL, "context": [context[1], context[0]]}
    [conversation] = make_instructions(load_dataset(write(tmp_path, turned)))
    assert conversation[-1]["content"] == HERBERT  # it holds the answer


def _with_types(kind: str, first: str, second: str) -> dict[str, object]:
    """Return a question whose two facts are `first` and `second`, in the record's order."""
    return {
        **HOTPOTQA_OFFICIAL, "type": kind, "answer": "nowhere",
        "context": [["Bee", [first]], ["Cee (ship)", [second]]],
        "supporting_facts": [["Bee", 0], ["Cee (ship)", 0]],
    }  # fmt: skip


def test_a_passage_comes_before_the_one_that_it_names(tmp_path: Path) -> None:
    record = _with_types("bridge", "She was old.", "The Cee was led by Bee.")
    [conversation] = make_instructions(load_dataset(write(tmp_path, record)))
    assert conversation[-1]["content"] == "Bee: She was old."


def test_an_order_that_nothing_tells_is_taught_of_comparisons_alone(tmp_path: Path) -> None:
    for kind, count in (("bridge", 0), ("comparison", 1)):
        for texts in (("Old.", "New."), ("Cee saw Bee.", "Bee saw Cee.")):
            record = _with_types(kind, *texts)
            made = list(make_instructions(load_dataset(write(tmp_path, record))))
            assert len(made) == count


def test_a_chain_of_three_gives_two_conversations(tmp_path: Path) -> None:
    steps = [
        {"question": "Where is A?", "answer": "B", "paragraph_support_idx": 1},
        {"question": "Who leads #1?", "answer": "Ann", "paragraph_support_idx": 0},
        {"question": "Where was #2 born?", "answer": "D", "paragraph_support_idx": 2},
    ]
    paragraphs = [
        {"idx": n, "title": title, "paragraph_text": text, "is_supporting": True}
        for n, (title, text) in enumerate([("B", "Led by Ann."), ("A", "In B."), ("Ann", "Of D.")])
    ]
    record = {**MUSIQUE_OFFICIAL, "question_decomposition": steps, "paragraphs": paragraphs}
    first, second = make_instructions(load_dataset(write(tmp_path, record)))
    assert (first[-1]["content"], second[-1]["content"]) == ("B: Led by Ann.", "Ann: Of D.")
    assert "A: In B.\nB: Led by Ann." in second[-2]["content"]


def test_a_question_of_one_fact_teaches_no_step(tmp_path: Path) -> None:
    assert list(make_instructions(load_dataset(write(tmp_path, HOTPOTQA_PACK)))) == []


def test_a_file_without_facts_is_refused(tmp_path: Path) -> None:
    dataset = load_dataset(write(tmp_path, BAMBOOGLE))
    with pytest.raises(EvaluationError, match="two facts"):
        write_instructions([dataset], tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()


def test_command_writes_a_conversation_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    other = {**HOTPOTQA_OFFICIAL, "_id": "h2", "question": "Où est né l'auteur de Dune ?"}
    data, out = write(tmp_path, HOTPOTQA_OFFICIAL, other), tmp_path / "out.jsonl"
    words = ["kgplatform", "evaluate", "instructions", str(data), "--out", str(out), "--json"]
    monkeypatch.setattr(sys, "argv", words)
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert json.loads(capsys.readouterr().out)["conversations"] == 2
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [set(line) for line in lines] == [{"messages"}] * 2
    assert "Où est né" in lines[1]["messages"][1]["content"]
