"""How many cores the models of this process may use, and how they share them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import onnxruntime

__all__ = ["session_options", "usable_cores"]


def usable_cores() -> int:
    """Return the cores this process may use, which in a container are fewer than there are."""
    affinity = getattr(os, "sched_getaffinity", None)  # absent on macOS and Windows
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def session_options() -> onnxruntime.SessionOptions:
    """Return the options of a model of which several runs are made at the same time."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    # One thread a run and one run a core: threads that share each small matrix product spend
    # their time waiting for each other, the more so when spaCy or Neo4j wants a core too.
    options.intra_op_num_threads = 1
    options.enable_mem_pattern = False  # it plans memory per shape, and shapes vary here
    return options
