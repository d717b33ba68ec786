"""An adapter in peft's form becomes one that llama.cpp's servers lay over the base model."""

from __future__ import annotations

import json
from pathlib import Path

import gguf
import numpy as np
import pytest
from safetensors.numpy import save_file

from kgplatform.errors import UsageError
from kgplatform.training.adapter import GGUF_ADAPTER, can_be_gguf, write_gguf_adapter

pytestmark = pytest.mark.unit

RANK, WIDTH, KEYS = 2, 8, 4
QUERY = "base_model.model.model.layers.0.self_attn.q_proj"
DOWN = "base_model.model.model.layers.1.mlp.down_proj"


def test_weights_keep_their_values_under_the_names_of_gguf(tmp_path: Path) -> None:
    drawn = np.random.default_rng(0)
    weights = {
        f"{QUERY}.lora_A.weight": drawn.normal(size=(RANK, WIDTH)).astype(np.float32),
        f"{QUERY}.lora_B.weight": drawn.normal(size=(KEYS, RANK)).astype(np.float32),
        f"{DOWN}.lora_A.weight": drawn.normal(size=(RANK, 2 * WIDTH)).astype(np.float32),
        f"{DOWN}.lora_B.weight": drawn.normal(size=(WIDTH, RANK)).astype(np.float32),
    }
    written = gguf.GGUFReader(_write(tmp_path, weights))
    told = {name: field.contents() for name, field in written.fields.items()}
    assert told["general.architecture"] == "qwen2"
    assert (told["general.type"], told["adapter.type"]) == ("adapter", "lora")
    assert told["adapter.lora.alpha"] == 2 * RANK
    found = {tensor.name: tensor.data for tensor in written.tensors}
    names = {
        "blk.0.attn_q.weight.lora_a": f"{QUERY}.lora_A.weight",
        "blk.0.attn_q.weight.lora_b": f"{QUERY}.lora_B.weight",
        "blk.1.ffn_down.weight.lora_a": f"{DOWN}.lora_A.weight",
        "blk.1.ffn_down.weight.lora_b": f"{DOWN}.lora_B.weight",
    }
    assert set(found) == set(names)
    for name, before in names.items():
        np.testing.assert_array_equal(found[name], weights[before])


@pytest.mark.parametrize(
    "name",
    [
        "base_model.model.model.layers.0.self_attn.q_proj.weight",  # of no adapter
        "base_model.model.model.layers.0.self_attn.sideways.lora_A.weight",
        "base_model.model.model.layers.7.mlp.down_proj.lora_A.weight",  # there are two layers
    ],
)
def test_a_weight_without_a_name_is_refused_and_no_file_is_left(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="has no name there"):
        _write(tmp_path, {name: np.zeros((RANK, WIDTH), np.float32)})
    assert not list(tmp_path.glob("*.gguf"))
    assert not list(tmp_path.glob("*.partial"))


def test_only_models_whose_rows_keep_their_order_can_be_written() -> None:
    assert can_be_gguf("qwen2")
    assert not can_be_gguf("llama")


def _write(folder: Path, weights: dict[str, np.ndarray]) -> Path:
    save_file(weights, folder / "adapter_model.safetensors")
    settings = json.dumps({"lora_alpha": 2 * RANK})
    (folder / "adapter_config.json").write_text(settings, encoding="utf-8")
    path = write_gguf_adapter(folder, architecture="qwen2", layers=2)
    assert path == folder / GGUF_ADAPTER
    return path
