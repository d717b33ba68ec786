"""kgplatform: documents to a graph of proven facts on Neo4j, and answers with evidence.

The public names are loaded when they are first used, so that `kgplatform --help` and
`import kgplatform.records` do not wait for spaCy.
"""

from __future__ import annotations

import importlib

TYPE_CHECKING = False  # that of typing, which takes longer to load than all that is here
if TYPE_CHECKING:
    from typing import Any

    from kgplatform.platform import Platform
    from kgplatform.records import Answer, Citation, Evidence, ScoredPassage, ScoredStatement
    from kgplatform.settings import Settings

__all__ = [
    "Answer",
    "Citation",
    "Evidence",
    "Platform",
    "ScoredPassage",
    "ScoredStatement",
    "Settings",
]

_MODULES = {"Platform": "kgplatform.platform", "Settings": "kgplatform.settings"}


def __getattr__(name: str) -> Any:
    """Load a public name from its module."""
    if name not in __all__:
        raise AttributeError(f"module 'kgplatform' has no attribute '{name}'")
    return getattr(importlib.import_module(_MODULES.get(name, "kgplatform.records")), name)
