"""Every method as a function over a graph, without any model."""

from __future__ import annotations

from kgplatform.pipelines.divknow.method import retrieve_divknow
from kgplatform.pipelines.methods import choose_method
from kgplatform.plugins import RETRIEVERS
from kgplatform.retrieve.protocols import Search

__all__ = ["SEARCHES"]

SEARCHES: dict[str, Search] = {
    name: retrieve_divknow if name == "divknow" else choose_method(name)[1] for name in RETRIEVERS
}
