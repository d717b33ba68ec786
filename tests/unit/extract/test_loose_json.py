"""What is made of JSON as models write it: documents, and counts of every repair and loss."""

from __future__ import annotations

import json
import random

import pytest

from kgplatform.extract.proof.loose_json import MAX_REPLY_CHARS, read_loose_json

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "documents", "repaired"),
    [
        ('{"a": ["b"]}', ({"a": ["b"]},), {}),
        ('```json\n{"a": 1}\n```', ({"a": "1"},), {"code fence"}),
        ('```json\n{"a": "b"}', ({"a": "b"},), {"code fence"}),
        ('Here it is: {"a": "b"} Good luck!', ({"a": "b"},), {"prose around the JSON"}),
        ('As [1] says:\n[["x", "y", "z"]]', ([["x", "y", "z"]],), {"prose around the JSON"}),
        ('{"a": "b"}\n{"c": "d"}', ({"a": "b"}, {"c": "d"}), {"several JSON documents"}),
        ('{"a": ["b",],}', ({"a": ["b"]},), {"malformed JSON"}),
        ("{'a': 'b', 'c': None}", ({"a": "b", "c": None},), {"malformed JSON"}),
        ('{"a": "he said "no" to it"}', ({"a": 'he said "no" to it'},), {"malformed JSON"}),
        ('{"a": NaN, "b": 1.50}', ({"a": None, "b": "1.50"},), {"NaN or Infinity"}),
        ('{"a": [["x", "y", "z"]', ({"a": [["x", "y", "z"]]},), {"brackets missing"}),
        ('{"a": "line\nbreak"}', ({"a": "line\nbreak"},), {}),
    ],
)
def test_reply_is_read_and_its_repair_named(
    text: str, documents: tuple[object, ...], repaired: set[str]
) -> None:
    found = read_loose_json(text)
    assert found.documents == documents
    assert set(found.repaired) == set(repaired)
    assert not found.dropped


@pytest.mark.parametrize(
    ("text", "document"),
    [
        ('{"facts": [["A", "b", "C"], ["D", "e", "F', {"facts": [["A", "b", "C"]]}),
        ('{"facts": [["A", "b", "C"], ["D", "e", "F"', {"facts": [["A", "b", "C"]]}),
        ('{"names": ["Oslo", "Ber', {"names": ["Oslo"]}),
        ('[{"s": "A", "o": "B"}, {"s": "C", "o": "New', [{"s": "A", "o": "B"}, {"s": "C"}]),
        ('{"facts": [["New', {}),
        ("{'facts': [['A', 'b', 'C'], ['D', 'it is O", None),
    ],
)
def test_cut_reply_keeps_whole_items_only(text: str, document: object) -> None:
    found = read_loose_json(text)
    assert found.repaired["reply cut off"] == 1
    assert found.dropped["item cut off"] == 1
    if document is None:  # not JSON either: the library reads what was not cut off
        document = {"facts": [["A", "b", "C"]]}
    assert found.documents == (document,)


def test_cut_anywhere_gives_no_item_that_the_whole_does_not_have() -> None:
    facts = [[f"S{i}", "rel, [odd] {one}", f'O "{i}"'] for i in range(20)]
    whole = json.dumps({"entities": ["S1"], "facts": facts})
    for at in range(len(whole)):
        for document in read_loose_json(whole[:at]).documents:
            kept = document.get("facts", [])
            assert kept == facts[: len(kept)]


@pytest.mark.parametrize("text", ["", "  ", "I cannot do that.", '"only a text"', "12", "null"])
def test_text_without_json_is_a_counted_loss(text: str) -> None:
    found = read_loose_json(text)
    assert found.documents == ()
    assert found.dropped["reply without JSON"] == 1


@pytest.mark.parametrize(
    "text",
    [
        "[" * 50_000,
        '{"a":' * 5_000,
        "[1," * 20_000 + "]",
        '"' * 9_999,
        "\\" * 999,
        "{]" * 500,
        '{"a": "\\ud800"}',
        "\x00{\x00}",
        "}{",
        '{"n": ' + "9" * 6_000 + "}",
    ],
    ids=range(10),
)
def test_hostile_text_raises_nothing(text: str) -> None:
    read_loose_json(text)


@pytest.mark.parametrize("before", ["", "}" * 6_000])
def test_a_broken_reply_that_nests_without_end_is_dropped(before: str) -> None:
    loose = read_loose_json('{"facts": ["Fram' + before + '{"a":' * 5_000 + '"x"]}')
    assert loose.documents == ({},) or not loose.documents
    assert loose.dropped["reply beyond repair"] == 1


def test_random_text_raises_nothing() -> None:
    rng = random.Random(4)
    for _ in range(2_000):
        read_loose_json("".join(rng.choices("{}[]\",:'\\ aé1\n`", k=rng.randrange(60))))


def test_endless_reply_is_cut_and_said_to_be() -> None:
    found = read_loose_json('{"a": ["' + "x" * MAX_REPLY_CHARS)
    assert found.repaired["reply of endless length"] == 1
