"""BERTScore tells which extra it needs, and with it compares meanings by a real model."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kgplatform.errors import EvaluationError, MissingExtra, ModelUnavailable
from kgplatform.evaluate.bertscore import compute_bert_scores, score_bert
from tests.unit.evaluate.asked import make_dataset, make_question, make_result, make_run

# warnings of PyTorch and transformers are not ours to mend
pytestmark = [pytest.mark.unit, pytest.mark.filterwarnings("default")]

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "york", "rome", "new", "in"]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Write a BERT of two small layers with random weights."""
    torch = pytest.importorskip("torch", reason="the extra bertscore is not installed")
    pytest.importorskip("torchmetrics", reason="the extra bertscore is not installed")
    transformers = pytest.importorskip(
        "transformers", reason="the extra bertscore is not installed"
    )
    folder = tmp_path_factory.mktemp("bert")
    words = folder / "vocab.txt"
    words.write_text("\n".join(WORDS), encoding="utf-8")
    torch.manual_seed(1)
    shape = transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=16,
    )
    transformers.BertModel(shape).save_pretrained(folder)
    transformers.BertTokenizer(str(words)).save_pretrained(folder)
    return str(folder)


def test_extra_is_named_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    with pytest.raises(MissingExtra, match=r"kgplatform\[bertscore\]"):
        compute_bert_scores(["York"], [["York"]])


def test_questions_without_answers_cannot_be_compared() -> None:
    dataset = make_dataset(make_question("q1"))
    with pytest.raises(EvaluationError, match="without answers"):
        score_bert(make_run(dataset, make_result("q1", "", "York")), dataset)


def test_best_answer_counts_in_the_order_of_questions(model: str) -> None:
    dataset = make_dataset(
        make_question("q1", ["rome", "new york"]),
        make_question("q2", ["york"]),
        make_question("q3", ["york"]),
    )
    run = make_run(
        dataset,
        make_result("q1", "", "new york"),
        make_result("q2", "", ""),
        make_result("q3", "", "in rome"),
    )
    same, nothing, other = score_bert(run, dataset, model=model, layer=2)
    assert same == pytest.approx(1, abs=1e-5)
    assert same <= 1
    assert nothing == 0
    assert 0 < other < 0.999


def test_answers_of_any_lengths_stay_with_their_predictions(model: str) -> None:
    texts = ["new york", "in new york", "rome", "in rome new york"]
    alone = [compute_bert_scores([text], [["york"]], model=model, layer=2) for text in texts]
    together = compute_bert_scores(texts, [["york"]] * len(texts), model=model, layer=2)
    assert together == pytest.approx([score for [score] in alone], abs=1e-5)
    same = compute_bert_scores(texts, [[text] for text in texts], model=model, layer=2)
    assert same == pytest.approx([1] * len(texts), abs=1e-5)


def test_model_that_is_not_there_is_told(model: str, tmp_path: Path) -> None:
    with pytest.raises(ModelUnavailable, match="absent"):
        compute_bert_scores(["york"], [["york"]], model=str(tmp_path / "absent"))


def test_layer_that_the_model_lacks_is_told(model: str) -> None:
    with pytest.raises(EvaluationError, match="layer 3"):
        compute_bert_scores(["york"], [["york"]], model=model, layer=3)
