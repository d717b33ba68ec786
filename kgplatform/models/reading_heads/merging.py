"""Adds the trained change to the encoder and makes 8-bit numbers of it, once, in the cache.

What ships is a few MB: for each changed matrix two narrow ones whose product is added, and biases
and norms as they are. The merged file is made again where it is not what was made before.
"""

from __future__ import annotations

import hashlib
import logging
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from filelock import FileLock

from kgplatform.errors import ModelUnavailable
from kgplatform.records.ids import file_sha256

__all__ = ["merge_encoder", "read_weights"]

MATRIX = "/MatMul"
"""How the nodes of matrices end in exports from PyTorch; their initializers have no names."""
RECIPE = "1"
"""Raised when the way from the same weights to the merged file changes."""

Array = npt.NDArray[Any]


def read_weights(model: Path) -> dict[str, Array]:
    """Return an encoder's weights by their names in PyTorch; matrices of shape (input, output).

    Args:
        model: an ONNX file, exported from PyTorch, of the BERT family.
    """
    from onnx import load_model, numpy_helper

    graph = load_model(model).graph
    names = _names(graph)
    return {
        names.get(stored.name, stored.name): numpy_helper.to_array(stored)
        for stored in graph.initializer
    }


def merge_encoder(model: Path, delta: Mapping[str, Array], *, into: Path) -> Path:
    """Return the encoder with the change added, as 8-bit ONNX; made where it is not there whole.

    Several processes may ask at the same time: one makes it, the others wait.

    Args:
        model: the encoder, verified.
        delta: by name in PyTorch: `NAME.down` and `NAME.up` of a matrix, or what takes its place.
        into: a folder of the cache.

    Raises:
        ModelUnavailable: the change is not of this encoder, or the file cannot be written.
    """
    target = into / f"{_key(model, delta)}.onnx"
    noted = target.with_suffix(".sha256")
    if _is_whole(target, noted):
        return target
    try:
        into.mkdir(parents=True, exist_ok=True)
        with FileLock(into / ".lock"):
            if _is_whole(target, noted):  # made by another process in the meantime
                return target
            with tempfile.TemporaryDirectory(dir=into, prefix=".merging-") as folder:
                made = Path(folder) / target.name
                _write_merged(model, delta, made)
                noted.write_text(file_sha256(made), encoding="ascii")
                made.replace(target)
    except OSError as exc:
        raise ModelUnavailable(
            f"The reading model cannot be made in {into} ({exc}): free space there, make the "
            "folder writable, or set KGPLATFORM_CACHE to another one."
        ) from exc
    return target


def _write_merged(model: Path, delta: Mapping[str, Array], out: Path) -> None:
    from onnx import load_model, numpy_helper, save_model

    loaded = load_model(model)
    names = _names(loaded.graph)
    left = set(delta)
    for stored in loaded.graph.initializer:
        name = names.get(stored.name, stored.name)
        matrix = name.removesuffix(".weight")
        narrow = {f"{matrix}.down", f"{matrix}.up"}
        if not left & {name, *narrow}:
            continue
        weight = numpy_helper.to_array(stored)
        if name in left:
            new = delta[name].astype(weight.dtype)
        else:
            down, up = (delta[part].astype(weight.dtype) for part in sorted(narrow))
            new = weight + down @ up
        if new.shape != weight.shape:
            raise ModelUnavailable(f"The weights of the reading heads do not fit {model.name}.")
        stored.CopyFrom(numpy_helper.from_array(new, stored.name))
        left -= {name, *narrow}
    if left:
        raise ModelUnavailable(
            f"The weights of the reading heads are not of {model.name}, which has no {min(left)}."
        )
    merged = out.with_name("merged.onnx")
    save_model(loaded, merged)
    _quantise(merged, out)


def _quantise(model: Path, out: Path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    root = logging.getLogger()
    level = root.level
    root.setLevel(logging.ERROR)  # it advises a preparation that changes nothing here
    try:
        quantize_dynamic(
            model,
            out,
            op_types_to_quantize=["MatMul", "Gather"],
            weight_type=QuantType.QInt8,
            per_channel=True,
            # 7 bits of weight: sums of 8-bit products overflow on processors without VNNI
            reduce_range=True,
        )
    finally:
        root.setLevel(level)


def _names(graph: Any) -> dict[str, str]:
    """Return the name in PyTorch of each matrix that the export left without one."""
    stored = {initializer.name for initializer in graph.initializer}
    return {
        name: f"{node.name.removesuffix(MATRIX).strip('/').replace('/', '.')}.weight"
        for node in graph.node
        if node.op_type == "MatMul" and node.name.endswith(MATRIX)
        for name in node.input
        if name in stored
    }


def _key(model: Path, delta: Mapping[str, Array]) -> str:
    """Return a name that follows from all that the merged file is made of."""
    digest = hashlib.sha256(f"{RECIPE} {file_sha256(model)}".encode())
    for name in sorted(delta):
        digest.update(name.encode())
        digest.update(np.ascontiguousarray(delta[name]).tobytes())
    return digest.hexdigest()[:24]


def _is_whole(path: Path, noted: Path) -> bool:
    if not path.is_file() or not noted.is_file():
        return False
    return file_sha256(path) == noted.read_text(encoding="ascii")
