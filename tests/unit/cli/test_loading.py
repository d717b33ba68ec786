"""A command loads what it uses, and its help text nothing that takes long."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kgplatform.cli import COMMANDS

pytestmark = pytest.mark.unit

MOST_MODULES = 260
"""Python's own, click's and those of the command line: 190 to 240 of them now."""
HEAVY = {
    "bm25s", "charset_normalizer", "httpx", "jinja2", "kgplatform.platform", "kgplatform.settings",
    "lark", "lxml", "mammoth", "neo4j", "numpy", "onnxruntime", "openai", "openpyxl", "pandas",
    "pptx", "psutil", "pydantic", "pyoxigraph", "pypdfium2", "ray", "rdflib", "rich", "scipy",
    "sklearn", "spacy", "SPARQLWrapper", "tenacity", "tokenizers", "torch",
}  # fmt: skip
SUB_COMMANDS = (
    ["db", "start"], ["documents", "list"], ["entities", "merge"], ["evaluate", "score"],
    ["plan", "dataset"], ["plan", "train"], ["wikidata", "link"],
)  # fmt: skip
TELL_MODULES = """
import sys
sys.argv[0] = "kgplatform"
import kgplatform.entry
from kgplatform.cli import main
try:
    main()
except SystemExit:
    print(*sys.modules, file=sys.stderr)
"""


def loaded_for(*words: str) -> set[str]:
    """Return the modules that a command has loaded when it ends."""
    command = [sys.executable, "-c", TELL_MODULES, *words]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stderr.split())


@pytest.mark.parametrize("words", [[name] for name in COMMANDS] + list(SUB_COMMANDS), ids=" ".join)
def test_a_help_text_loads_little(words: list[str]) -> None:
    loaded = loaded_for(*words, "--help")
    assert loaded & HEAVY == set()
    assert len(loaded) <= MOST_MODULES


def test_a_mistake_is_told_before_the_platform_is_loaded() -> None:
    loaded = loaded_for("ask")
    assert "kgplatform.cli.ask" in loaded
    assert loaded & HEAVY == set()
