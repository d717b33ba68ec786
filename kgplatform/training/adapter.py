"""Writes a LoRA adapter as a GGUF file, which llama.cpp's servers lay over the base model's.

The form is that of adapters in llama.cpp: the metadata `adapter.type` and `adapter.lora.alpha` of
the GGUF specification, and for each weight NAME the tensors NAME.lora_a (rank, in) and NAME.lora_b
(out, rank). The libraries are of the extra `train` and only imported here when a file is written.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from kgplatform.errors import UsageError

__all__ = ["GGUF_ADAPTER", "can_be_gguf", "write_gguf_adapter"]

GGUF_ADAPTER = "adapter.gguf"
ARCHITECTURES = ("qwen2", "qwen3")
"""Those whose weights have the same order in GGUF; llama's rows of queries and keys have not."""

_WEIGHT = re.compile(r"base_model\.model\.(?P<module>.+)\.lora_(?P<side>[AB])\.weight")


def can_be_gguf(architecture: str) -> bool:
    """Return whether adapters of such models (`model_type` of transformers) can be written."""
    return architecture in ARCHITECTURES


def write_gguf_adapter(folder: Path, *, architecture: str, layers: int) -> Path:
    """Write the adapter that peft saved in a folder as the file GGUF_ADAPTER next to it.

    Args:
        folder: with adapter_config.json and adapter_model.safetensors.
        architecture: `model_type` of the base model, one that `can_be_gguf`.
        layers: of the base model.

    Returns:
        The file; it is only there once it is complete.

    Raises:
        UsageError: the adapter has a weight that is no LoRA weight of such a model.
    """
    import gguf
    from safetensors.numpy import load_file

    alpha = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))["lora_alpha"]
    kind = {name: number for number, name in gguf.MODEL_ARCH_NAMES.items()}[architecture]
    names = gguf.get_tensor_name_map(kind, layers)
    path = folder / GGUF_ADAPTER
    unfinished = path.with_suffix(".partial")
    writer = gguf.GGUFWriter(unfinished, architecture)
    writer.add_type(gguf.GGUFType.ADAPTER)
    writer.add_string(gguf.Keys.Adapter.TYPE, "lora")
    writer.add_float32(gguf.Keys.Adapter.LORA_ALPHA, float(alpha))
    for name, tensor in load_file(folder / "adapter_model.safetensors").items():
        writer.add_tensor(_rename(name, names), tensor)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return unfinished.replace(path)


def _rename(name: str, names: Any) -> str:
    """Return the name in GGUF of a weight of peft's adapter."""
    weight = _WEIGHT.fullmatch(name)
    module = weight and names.get_name(weight["module"])
    if not weight or not module:
        raise UsageError(f"The adapter cannot be written as GGUF: {name} has no name there.")
    return f"{module}.weight.lora_{weight['side'].lower()}"
