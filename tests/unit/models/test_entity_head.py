from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from kgplatform.models.entity_head.head import LABELS, EntityHead, WordScores, best_path, load
from kgplatform.models.entity_head.words import describe_words
from kgplatform.models.onnx_outputs import hidden_state_name, with_outputs
from kgplatform.training.entity_head.data import pack_sentences
from kgplatform.training.entity_head.features import SpacyLabels
from kgplatform.training.entity_head.forms import FORMS, make_forms
from kgplatform.training.entity_head.network import Size, export_weights, make_network
from kgplatform.training.entity_head.trainer import exact

pytestmark = pytest.mark.unit

NONE = SpacyLabels(("", "B-ORG", "I-ORG"), ("", "NNP"))
needs_torch = pytest.mark.skipif(find_spec("torch") is None, reason="the extra train is missing")


def spans(*pairs: tuple[int, int]) -> np.ndarray:
    return np.array(pairs, dtype=np.int32).reshape(-1, 2)


def test_shape_and_place_say_what_an_uncased_encoder_does_not() -> None:
    text = "Ann-1\nIBM x2."
    words = spans((0, 3), (3, 4), (4, 5), (6, 9), (10, 12), (12, 13))
    shapes, places = describe_words(text, words).T.tolist()
    assert shapes == [4, 17, 10, 6, 2, 15]
    # begins a line (1 + 8) and is joined (4); joined on both sides; joined before; a new line
    assert places == [13, 6, 2, 9, 4, 2]


def test_best_path_begins_no_name_with_its_inside() -> None:
    inside, begin = LABELS.index("I-PER"), LABELS.index("B-PER")
    scores = np.zeros((2, len(LABELS)), dtype=np.float32)
    scores[:, inside] = 5
    scores[0, begin] = 4
    assert best_path(scores) == [begin, inside]
    scores[0, begin] = -9
    assert best_path(scores)[0] != inside


def test_scores_of_a_later_part_count_from_it() -> None:
    scores = WordScores(spans((0, 3), (4, 6), (7, 9)), np.eye(3, 13, dtype=np.float16))
    behind = scores.behind(4)
    assert behind.spans.tolist() == [[0, 2], [3, 5]]
    assert behind.scores[:, 1].tolist() == [1, 0]


def test_more_outputs_are_put_behind_the_model() -> None:
    # field 7 (graph), 5 bytes; field 12 (output), 3 bytes; field 1 (name), 1 byte: "a"
    assert with_outputs(b"model", ["a"]) == b"model" + bytes([58, 5, 98, 3, 10, 1]) + b"a"
    assert hidden_state_name(2, layers=2, last="end") == "end"
    assert hidden_state_name(0, layers=2, last="end").startswith("/embeddings/")
    assert hidden_state_name(1, layers=2, last="end").startswith("/encoder/layer.0/")


def test_exact_counts_spans_of_the_wanted_kinds() -> None:
    found = [frozenset({(0, 1, "PER"), (2, 3, "ORG"), (4, 5, "WORK")})]
    gold = [frozenset({(0, 1, "PER"), (2, 4, "ORG")})]
    # one of two proposed is right, one of two marked is found
    assert exact(found, gold, ("PER", "ORG")) == {"precision": 0.5, "recall": 0.5, "f1": 0.5}


def sentences() -> list[dict[str, list[str]]]:
    """Sentences of a source, half of them with a person."""
    marks = ["PER", "ORG", "LOC"]
    named = {"words": ["Ann", "Lee", "sleeps"], "tags": ["B-PER", "I-PER", "O"]}
    plain = {"words": ["it", "rains", "today"], "tags": ["O", "O", "O"]}
    return [{"source": "ewt-dev", "marks": marks, **row} for row in (named, plain) * 20]


def test_packs_keep_all_sentences_in_order() -> None:
    items = list(pack_sentences(sentences(), seed=0))
    assert [word for item in items for word in item.words] == [
        word for row in sentences() for word in row["words"]
    ]
    assert sum(len(item.names()) for item in items) == 20
    first = items[0]
    assert first.labels(spans(*first.spans))[:2] == [LABELS.index("B-PER"), LABELS.index("I-PER")]


def test_forms_are_made_of_the_names_of_one_group() -> None:
    rows = sentences()
    for row in rows:
        is_named = row["tags"][0] == "B-PER"
        more = ("Umber", "Ferro") if is_named else ("was", "late")
        row["words"] = [*row["words"], "board", *more]
        row["tags"] = [*row["tags"], "O", *(("B-LOC", "B-ORG") if is_named else ("O", "O"))]
    items = list(pack_sentences(rows, seed=0))
    tags = [["NN" if word == "board" else "JJ" for word in item.words] for item in items]
    made = make_forms(items, tags, each=30)
    assert {item.source for item in made} == {f"{FORMS}ewt"}
    names = {" ".join(item.words[a:b]) for item in made for a, b, k in item.names() if k == "LOC"}
    assert names == {"Umber"}
    assert make_forms(items, tags, each=30) == made


@needs_torch
def test_numpy_computes_what_the_network_does() -> None:
    import torch

    network = make_network(NONE, Size(width=8), dimension=6).eval()
    chance = np.random.default_rng(0)
    states = chance.normal(size=(4, 6)).astype(np.float32)
    shapes = chance.integers(0, 16, size=(4, 2))
    batch = {
        "states": torch.from_numpy(states)[None],
        "shapes": torch.from_numpy(shapes)[None],
        "mask": torch.ones(1, 4),
        "entities": torch.zeros(1, 4, dtype=torch.long),
        "tags": torch.zeros(1, 4, dtype=torch.long),
    }
    head = EntityHead(export_weights(network, NONE, version="t"))
    with torch.no_grad():
        expected = network(batch)[0].numpy()
    found = head.score_described(spans((0, 1), (1, 2), (2, 3), (3, 4)), shapes, states)
    assert np.abs(found.scores - expected).max() < 0.02


def test_without_weights_there_is_no_head(tmp_path: Path) -> None:
    assert load(tmp_path / "none.npz") is None
