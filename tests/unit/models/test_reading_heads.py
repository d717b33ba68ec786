from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper, save_model
from tokenizers import Tokenizer, normalizers, pre_tokenizers
from tokenizers.models import WordLevel

from kgplatform.errors import ModelUnavailable
from kgplatform.models.reading_heads.heads import ReadingHeads, Support, load
from kgplatform.models.reading_heads.merging import merge_encoder, read_weights
from kgplatform.models.reading_heads.windows import WINDOW, encode_pair, load_tokenizer

pytestmark = pytest.mark.unit

WORDS = ("[UNK]", "[CLS]", "[SEP]", "where", "oslo", "in", "norway", "not", "bergen")
MATRIX = "encoder.layer.0.output.dense"


@pytest.fixture
def tokenizer_file(tmp_path: Path) -> Path:
    tokenizer = Tokenizer(WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(tmp_path / "tokenizer.json"))
    return tmp_path / "tokenizer.json"


@pytest.fixture
def encoder(tmp_path: Path) -> Path:
    """An encoder whose state of a token is its row of the unit matrix, times another one."""
    size = len(WORDS)
    unit = np.eye(size, dtype=np.float32)
    inputs = ("input_ids", "attention_mask", "token_type_ids")
    graph = helper.make_graph(
        [
            helper.make_node("Gather", ["words", "input_ids"], ["rows"], name="/embeddings/Gather"),
            helper.make_node(
                "MatMul", ["rows", "anonymous"], ["states"],
                name="/encoder/layer.0/output/dense/MatMul",
            ),
        ],
        "encoder",
        [helper.make_tensor_value_info(n, TensorProto.INT64, ["texts", "tokens"]) for n in inputs],
        [helper.make_tensor_value_info("states", TensorProto.FLOAT, ["texts", "tokens", size])],
        [numpy_helper.from_array(unit, "words"), numpy_helper.from_array(unit, "anonymous")],
    )  # fmt: skip
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    save_model(model, tmp_path / "encoder.onnx")
    return tmp_path / "encoder.onnx"


def make_heads(encoder: Path, tokenizer: Path, **scores: dict[str, float]) -> ReadingHeads:
    """Return heads that give words these scores; span is of a first and a last token alike."""
    weights = {"version": np.array("1")}
    for head, rows in (("span", 2), ("support", 3), ("relevance", 1)):
        weights[f"{head}.weight"] = np.zeros((rows, len(WORDS)), dtype=np.float16)
        weights[f"{head}.bias"] = np.zeros(rows, dtype=np.float16)
        for word, score in scores.get(head, {}).items():
            weights[f"{head}.weight"][:, WORDS.index(word)] = score
    return ReadingHeads(encoder, tokenizer, weights)


def test_windows_cover_a_long_passage_and_share_tokens(tokenizer_file: Path) -> None:
    passage = " ".join(["oslo"] * 400)
    pair = encode_pair(load_tokenizer(tokenizer_file), "where", passage)
    windows = list(pair.windows())
    assert all(len(window.ids) == len(window.types) == WINDOW for window in windows)
    assert {span for window in windows for span in window.spans} == set(pair.spans)
    assert set(windows[0].spans) & set(windows[1].spans)
    assert windows[-1].spans[-1] == (len(passage) - 4, len(passage))


def test_a_short_passage_is_one_window(tokenizer_file: Path) -> None:
    (window,) = encode_pair(load_tokenizer(tokenizer_file), "where", "Oslo in").windows()
    assert window.ids == [1, 3, 2, 4, 5, 2]
    assert window.types == [0, 0, 0, 1, 1, 1]
    assert (window.first, window.spans) == (3, [(0, 4), (5, 7)])


def test_the_answer_is_the_span_with_the_highest_sum(encoder: Path, tokenizer_file: Path) -> None:
    heads = make_heads(encoder, tokenizer_file, span={"norway": 6, "oslo": 4, "[CLS]": 3})
    (reading,) = heads.read("where", ["Oslo not in Norway"])
    assert [(span.start, span.end) for span in reading.spans[:1]] == [(12, 18)]
    assert reading.spans[0].probability > 0.5 > reading.no_answer
    spans = sorted((span.start, span.end) for span in reading.spans)
    assert all(end <= start for (_, end), (start, _) in pairwise(spans))


def test_a_passage_without_an_answer(encoder: Path, tokenizer_file: Path) -> None:
    heads = make_heads(encoder, tokenizer_file, span={"oslo": 4, "[CLS]": 5})
    found, none, empty = heads.read("where", ["Oslo", "in Bergen", ""])
    assert none.no_answer > found.no_answer
    assert (empty.spans, empty.no_answer) == ((), 1.0)


def test_an_answer_behind_the_first_window_is_found(encoder: Path, tokenizer_file: Path) -> None:
    heads = make_heads(encoder, tokenizer_file, span={"norway": 9, "[CLS]": 4})
    passage = " ".join([*["in"] * 300, "Norway", *["not"] * 40])
    (reading,) = heads.read("where", [passage])
    assert passage[reading.spans[0].start : reading.spans[0].end] == "Norway"


def test_support_and_relevance_are_probabilities(encoder: Path, tokenizer_file: Path) -> None:
    heads = make_heads(encoder, tokenizer_file, relevance={"[CLS]": 2})
    (reading,) = heads.read("oslo", ["in norway"])
    assert reading.support == pytest.approx(Support(1 / 3, 1 / 3, 1 / 3))
    # 1 / (1 + e^-2), with weights of 7 bits in the encoder
    assert reading.relevance == pytest.approx(0.8808, abs=0.01)


def test_what_a_passage_gives_depends_on_no_other(encoder: Path, tokenizer_file: Path) -> None:
    heads = make_heads(encoder, tokenizer_file, span={"norway": 6, "[CLS]": 3})
    passages = ["Oslo in Norway", "Bergen not in Oslo " * 80, "Norway"]
    assert heads.read("where", passages)[::-1] == heads.read("where", passages[::-1])
    assert heads.read("where", []) == []


def test_the_change_is_added_to_the_matrix_of_its_node(encoder: Path, tmp_path: Path) -> None:
    weights = read_weights(encoder)
    assert set(weights) == {"words", f"{MATRIX}.weight"}
    down, up = np.zeros((9, 1), dtype=np.float16), np.zeros((1, 9), dtype=np.float16)
    down[4], up[0, 6] = 2, 3  # the state of "oslo" gets 2 * 3 where "norway" has its 1
    merged = merge_encoder(encoder, {f"{MATRIX}.down": down, f"{MATRIX}.up": up}, into=tmp_path)
    import onnxruntime

    session = onnxruntime.InferenceSession(merged, providers=["CPUExecutionProvider"])
    ids = np.array([[4]], dtype=np.int64)
    (states,) = session.run(None, {node.name: ids for node in session.get_inputs()})
    expected = np.eye(9)[4] + 6 * np.eye(9)[6]
    np.testing.assert_allclose(states[0, 0], expected, atol=0.1)


def test_the_merged_encoder_is_made_once_and_again_when_damaged(
    encoder: Path, tmp_path: Path
) -> None:
    delta = {f"{MATRIX}.weight": np.ones((9, 9), dtype=np.float16)}
    merged = merge_encoder(encoder, delta, into=tmp_path / "made")
    whole, made_at = merged.read_bytes(), merged.stat().st_mtime_ns
    assert merge_encoder(encoder, delta, into=tmp_path / "made") == merged
    assert merged.stat().st_mtime_ns == made_at
    merged.write_bytes(whole[:-1] + b"?")
    assert merge_encoder(encoder, delta, into=tmp_path / "made").read_bytes() == whole
    other = {f"{MATRIX}.weight": np.zeros((9, 9), dtype=np.float16)}
    assert merge_encoder(encoder, other, into=tmp_path / "made") != merged


@pytest.mark.parametrize(
    "delta",
    [
        {"encoder.layer.7.output.dense.bias": np.zeros(9, dtype=np.float16)},
        {f"{MATRIX}.weight": np.zeros((9, 8), dtype=np.float16)},
    ],
    ids=["another layer", "another shape"],
)
def test_a_change_of_another_encoder_is_refused(
    encoder: Path, tmp_path: Path, delta: dict[str, np.ndarray]
) -> None:
    with pytest.raises(ModelUnavailable, match="reading heads"):
        merge_encoder(encoder, delta, into=tmp_path)


def test_without_weights_there_are_no_heads(tmp_path: Path) -> None:
    assert load(cache=tmp_path, weights=tmp_path / "weights.npz") is None


def test_a_file_that_is_no_model_is_refused(tokenizer_file: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"no model")
    with pytest.raises(ModelUnavailable, match="delete that folder"):
        ReadingHeads(broken, tokenizer_file, {"version": np.array("1")})


def test_what_was_read_is_read_once(
    encoder: Path, tokenizer_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heads = make_heads(encoder, tokenizer_file, span={"oslo": 4})
    read = heads.read("where", ["Oslo", "in Bergen", "Oslo"])
    assert read[0] == read[2] != read[1]
    monkeypatch.setattr(heads, "_session", None)
    assert heads.read("where", ["in Bergen", "Oslo"]) == [read[1], read[0]]
    with pytest.raises(AttributeError):
        heads.read("who", ["Oslo"])
