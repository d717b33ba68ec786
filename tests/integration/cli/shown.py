"""The commands and the Python that the README and the how-to pages show."""

from __future__ import annotations

import re

from tests.integration.cli.conftest import REPOSITORY

__all__ = ["README", "list_blocks", "list_commands"]

README = REPOSITORY / "README.md"
PAGES = [README, REPOSITORY / "docs/index.md", *sorted(REPOSITORY.glob("docs/how-to/*.md"))]
# Commands stand in fences without a language (those that need what no test has are in fences of
# `sh`); every fence is matched, so that none is taken for the end of another.
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def list_blocks(page: str, language: str) -> list[str]:
    """Return the fenced texts of a page in a language."""
    text = (REPOSITORY / page).read_text(encoding="utf-8")
    return [content for found, content in FENCE.findall(text) if found == language]


def list_commands() -> list[str]:
    """Return the commands of all pages in their order, each once."""
    blocks = [block for page in PAGES for block in list_blocks(str(page), "")]
    lines = [line for block in blocks for line in block.splitlines()]
    parts = [part.strip() for line in lines for part in line.split("&&")]
    return [part for part in dict.fromkeys(parts) if part.startswith("kgplatform ")]
