"""A planner is tuned for real, on a network of two small layers; needs the extra `train`."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

import pytest

from kgplatform.errors import MissingExtra, UsageError
from kgplatform.plan.in_context import DEMONSTRATIONS
from kgplatform.plan.items import PlanItem, read_items
from kgplatform.training.adapter import GGUF_ADAPTER
from kgplatform.training.train import Tuning, choose_items, prepare_examples, train_planner

pytestmark = pytest.mark.unit

TEMPLATE = "{% for m in messages %}{{ m['role'] + ' ' + m['content'] + ' <end> ' }}{% endfor %}"
SHORT = Tuning(items=3, batch=1, max_tokens=1000, rank=2)


@pytest.fixture(scope="module")
def items() -> list[PlanItem]:
    return list(read_items(DEMONSTRATIONS))


@pytest.mark.skipif(find_spec("trl") is not None, reason="the extra train is installed")
def test_without_the_extra_what_to_install_is_told(items: list[PlanItem], tmp_path: Path) -> None:
    with pytest.raises(MissingExtra, match="train"):
        train_planner(items, "no-model", tmp_path)


@pytest.mark.filterwarnings("ignore")  # of the libraries, about one another
def test_a_network_is_tuned_and_its_training_can_go_on(
    items: list[PlanItem], tmp_path: Path
) -> None:
    pytest.importorskip("trl", reason="needs the extra train")
    model, out = _make_model(tmp_path / "model", items), tmp_path / "out"
    told = train_planner(items, str(model), out, tuning=SHORT)
    assert (told["examples"], told["too_long"], told["steps"]) == (3, 0, 3)
    assert 0 < told["loss"] < 20
    assert (out / "adapter_model.safetensors").stat().st_size > 0
    assert (out / "checkpoint-3").is_dir()
    assert told["gguf"] == str(out / GGUF_ADAPTER)
    assert (out / GGUF_ADAPTER).stat().st_size > 0
    again = train_planner(items, str(model), out, tuning=SHORT)
    assert again["steps"] == 3  # from the checkpoint: nothing is left to do
    with pytest.raises(UsageError, match="another training"):
        train_planner(items, str(model), out, tuning=Tuning(items=4))
    with pytest.raises(UsageError, match="at most 10 tokens"):
        train_planner(items, str(model), tmp_path / "none", tuning=Tuning(max_tokens=10))


def _make_model(folder: Path, items: list[PlanItem]) -> Path:
    """Write an untrained network whose words are those of the plans."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast, Qwen2Config, Qwen2ForCausalLM

    split = pre_tokenizers.Whitespace()
    texts = json.dumps(prepare_examples(choose_items(items, None)))
    words = {word for word, _ in split.pre_tokenize_str(texts)} | {"<end>", "<unk>"}
    raw = Tokenizer(models.WordLevel({w: n for n, w in enumerate(sorted(words))}, "<unk>"))
    raw.pre_tokenizer = split
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=raw, eos_token="<end>", pad_token="<end>", unk_token="<unk>"
    )
    tokenizer.chat_template = TEMPLATE
    tokenizer.save_pretrained(folder)
    sizes = {"hidden_size": 16, "intermediate_size": 32, "num_hidden_layers": 2}
    heads = {"num_attention_heads": 2, "num_key_value_heads": 2}
    Qwen2ForCausalLM(Qwen2Config(vocab_size=len(words), **sizes, **heads)).save_pretrained(folder)
    return folder
