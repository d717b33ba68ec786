"""Gives a model in ONNX's format more outputs, so that one run shows what its layers hold.

A protocol buffer that is appended to another is merged with it, and a list grows: so the names of
the outputs, put behind the file, are outputs of its graph, and no library for the format is needed.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["hidden_state_name", "with_outputs"]

GRAPH, OUTPUT, NAME = 7, 12, 1
"""Numbers of fields: ModelProto.graph, GraphProto.output, ValueInfoProto.name."""
LENGTH_DELIMITED = 2


def with_outputs(model: bytes, names: Iterable[str]) -> bytes:
    """Return a model with more outputs.

    Args:
        model: an ONNX file.
        names: of values in its graph that are no outputs yet.
    """
    outputs = b"".join(_field(OUTPUT, _field(NAME, name.encode())) for name in names)
    return model + _field(GRAPH, outputs)


def hidden_state_name(layer: int, *, layers: int, last: str) -> str:
    """Return what exports of the BERT family from PyTorch call a layer's hidden states.

    Args:
        layer: 0 is the input of the first one.
        layers: how many there are.
        last: name of the model's own output, that of the last layer.
    """
    if layer == layers:
        return last
    place = "embeddings" if layer == 0 else f"encoder/layer.{layer - 1}/output"
    return f"/{place}/LayerNorm/Add_1_output_0"


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | LENGTH_DELIMITED) + _varint(len(content)) + content


def _varint(value: int) -> bytes:
    encoded = bytearray()
    while value > 0x7F:
        encoded.append(value & 0x7F | 0x80)
        value >>= 7
    encoded.append(value)
    return bytes(encoded)
