from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer, pre_tokenizers
from tokenizers.models import WordLevel

from kgplatform.models.reading_heads.windows import WINDOW
from kgplatform.training.heads.batches import cut_batches, encode, gather
from kgplatform.training.heads.data import SOURCES, Item, mix, read_items

pytestmark = pytest.mark.unit

LONG = " ".join(["word"] * 2 * WINDOW)


@pytest.fixture
def tokenizer() -> Tokenizer:
    words = ("[UNK]", "[CLS]", "[SEP]", "word", "answer", "asked")
    made = Tokenizer(WordLevel({word: n for n, word in enumerate(words)}, unk_token="[UNK]"))
    made.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    return made


def write(folder: Path, name: str, *rows: dict[str, Any]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with gzip.open(folder / f"{name}.jsonl.gz", "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


def span_row(question: str, context: str, *answers: str, title: str = "t") -> dict[str, Any]:
    found = [{"text": answer, "start": context.index(answer)} for answer in answers]
    return {
        "split": "train", "title": title, "question": question, "context": context,
        "answers": found,
    }  # fmt: skip


def test_spans_no_answers_and_clauses(tmp_path: Path) -> None:
    clause = " ".join(["so"] * 31)
    write(
        tmp_path / "reading",
        "tatqa",
        span_row("who", "Ann came", "Ann"),
        span_row("when", "Ann came"),
        span_row("how", clause, clause, title="u"),
    )
    (items,) = read_items(tmp_path, sources=["tatqa"]).values()
    by_question = {item.question: item for item in items if item.passage == "Ann came"}
    assert (by_question["who"].span, by_question["who"].relevance) == ((0, 3), 1)
    assert (by_question["when"].span, by_question["when"].relevance) == ((), -1)
    assert "how" not in {item.question for item in items}


def test_another_passage_of_the_document_holds_no_answer(tmp_path: Path) -> None:
    rows = [span_row(f"who {n}", f"Person{n} came here", f"Person{n}") for n in range(100)]
    write(tmp_path / "reading", "tatqa", *rows)
    (items,) = read_items(tmp_path, sources=["tatqa"]).values()
    others = [item for item in items if item.span == ()]
    assert others
    for item in others:
        assert item.question.removeprefix("who ") not in item.passage.removeprefix("Person").split()
        assert item.relevance == 0


def test_packed_sentences_keep_the_answer_in_its_place(tmp_path: Path) -> None:
    rows = [span_row("q", f"Fact{n} is so", f"Fact{n}", title=f"a:1:{n}:0") for n in range(50)]
    write(tmp_path / "reading", "qamr", *rows)
    (items,) = read_items(tmp_path, sources=["qamr"]).values()
    answered = [item for item in items if item.span]
    assert len({len(item.passage.split("Fact")) for item in answered}) > 2
    for item in answered:
        assert item.passage[slice(*item.span)].startswith("Fact")


@pytest.mark.parametrize(
    ("label", "place"),
    [("entailment", 2), ("yes", 2), ("neutral", 1), ("contradiction", 0), ("no", 0)],
)
def test_labels_of_claims(tmp_path: Path, label: str, place: int) -> None:
    row = {"split": "train", "premise": "p", "hypothesis": "h", "label": label}
    write(tmp_path / "reading", "nli_fm2", row)
    (items,) = read_items(tmp_path, sources=["nli_fm2"]).values()
    assert items == [Item("nli_fm2", "h", "p", support=place)]


def test_hops_of_the_training_half_alone(tmp_path: Path) -> None:
    rows = [
        {
            "question": str(n), "answer": "12", "type": "bridge",
            "paragraphs": [
                {"title": "A", "text": "in 2012 it was 12", "is_supporting": True},
                {"title": "B", "text": "a bridge", "is_supporting": True},
                {"title": "C", "text": "also 12", "is_supporting": False},
                {"title": "D", "text": "nothing", "is_supporting": False},
            ],
        }
        for n in range(8)
    ]  # fmt: skip
    write(tmp_path, "hotpotqa", *rows)
    (every,) = read_items(tmp_path, sources=["hotpotqa"]).values()
    items = [item for item in every if item.passage.count("\n") == 1]
    assert Counter(item.question for item in items) == {"0": 4, "2": 4}  # of the first half, even
    joined = [item for item in every if item.passage.count("\n") > 1 and item.span]
    assert {item.passage[0] for item in joined} == {"A", "B"}  # in either order
    assert {item.passage[slice(*item.span)] for item in joined} == {"12"}
    found = {item.passage[0]: item for item in items}
    assert found["A"].passage[slice(*found["A"].span)] == "12"
    assert found["A"].span[0] == len("A\nin 2012 it was ")
    assert (found["B"].span, found["B"].relevance) == ((), 1)
    assert (found["C"].span, found["C"].relevance) == (None, 0)
    assert found["D"].span == ()
    assert read_items(tmp_path, "valid", sources=["hotpotqa"]) == {"hotpotqa": []}


def test_questions_of_two_hops_are_made_of_two(tmp_path: Path) -> None:
    archer = "Colin Archer was born in Larvik. He built boats."
    rows = [
        span_row("Who designed the Fram?", "Colin Archer designed the Fram.", "Colin Archer"),
        span_row("Where was Colin Archer born?", archer, "Larvik", title="u"),
    ]
    write(tmp_path / "reading", "tatqa", *rows)
    for name, source in SOURCES.items():
        if source.kind == "span" and name != "tatqa":
            write(tmp_path / "reading", name)
    (items,) = read_items(tmp_path, sources=["composed"]).values()
    (item,) = (item for item in items if item.span)
    assert item.question == "Where was the person who designed the Fram born?"
    assert item.passage[slice(*item.span)] == "Larvik"
    assert "Colin Archer designed the Fram." in item.passage


def test_any_beginning_has_each_sets_share() -> None:
    items = {
        name: [Item(name, str(n), "p") for n in range(count)]
        for name, count in (("squad_dev", 600), ("nli_mnli", 300), ("tatqa", 50))
    }
    mixed = mix(items)
    counts = Counter(item.source for item in mixed[:100])
    assert len(mixed) == 600 + 300 + 2 * 50  # organisations twice
    assert counts == pytest.approx({"squad_dev": 60, "nli_mnli": 30, "tatqa": 10}, abs=2)
    assert mixed == mix(items) != mix(items, seed=1)


def test_a_window_holds_the_answer_or_says_that_there_is_none(tokenizer: Tokenizer) -> None:
    passage = f"{LONG} answer {LONG}"
    start = passage.index("answer")
    item = Item("tatqa", "asked", passage, (start, start + 6), relevance=1)
    examples = [encode(tokenizer, item, random.Random(n)) for n in range(60)]
    held = [e for e in examples if e.start]
    assert 0 < len(examples) - len(held) < len(held)
    for example in examples:
        assert len(example.window.ids) == WINDOW
        if example.start:
            assert example.start == example.end
            assert example.window.ids[example.start] == tokenizer.token_to_id("answer")
            assert example.relevance == 1
        else:
            assert tokenizer.token_to_id("answer") not in example.window.ids
            assert example.relevance == -1
    assert len({example.start for example in held}) > 10


def test_a_window_with_a_part_of_the_answer_is_no_item_for_spans(tokenizer: Tokenizer) -> None:
    long_answer = " ".join(["answer"] * WINDOW)
    item = Item("covidqa", "asked", f"word {long_answer} word", (5, 5 + len(long_answer)))
    examples = [encode(tokenizer, item, random.Random(n)) for n in range(20)]
    assert {(example.start, example.end) for example in examples} == {(-1, -1)}


def test_claims_are_read_from_the_beginning(tokenizer: Tokenizer) -> None:
    item = Item("nli_mnli", "asked", f"answer {LONG}", support=2)
    example = encode(tokenizer, item, random.Random(0))
    assert example.window.ids[3] == tokenizer.token_to_id("answer")
    assert (example.start, example.end, example.support, example.relevance) == (-1, -1, 2, -1)


def test_batches_go_on_where_they_ended(tokenizer: Tokenizer) -> None:
    items = [Item("qamr", "asked", "word " * (n % 90), ()) for n in range(1100)]
    every = list(cut_batches(tokenizer, items, size=16, seed=3))
    assert list(cut_batches(tokenizer, items, size=16, seed=3, first=40)) == every[40:]
    assert sum(map(len, every)) == len(items)
    # a chunk of 512 items has each of 90 lengths five or six times
    assert all(len({len(e.window.ids) for e in batch}) <= 5 for batch in every[:64])


def test_a_batch_shows_spans_in_the_passage_alone(tokenizer: Tokenizer) -> None:
    items = [Item("qamr", "asked", "answer", (0, 6)), Item("qamr", "asked asked", "word word", ())]
    batch = gather([encode(tokenizer, item, random.Random(0)) for item in items])
    assert batch["ids"].shape == (2, 8)
    np.testing.assert_array_equal(batch["spannable"][0].nonzero()[0], [0, 3])
    np.testing.assert_array_equal(batch["spannable"][1].nonzero()[0], [0, 4, 5])
    np.testing.assert_array_equal(batch["mask"].sum(axis=1), [5, 7])
    assert (batch["start"].tolist(), batch["end"].tolist()) == ([3, 0], [3, 0])
