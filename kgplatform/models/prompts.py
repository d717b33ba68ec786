"""Reads the prompts, which are Markdown files, one a model task, for people to read and change.

A file has a section "## system" and a section "## user" (or "## assistant", for an example
turn), sent in their order; what stands before the first is for the reader. {{name}} is a
placeholder.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import cast

from kgplatform.errors import UsageError
from kgplatform.models.conversation import Message, Role
from kgplatform.packaged import resource_dir

__all__ = ["Prompt", "disarm", "load_prompt", "prompt_names", "read_prompt"]

_SECTION = re.compile(r"^## (system|user|assistant)[ \t]*$", re.MULTILINE)
_PLACEHOLDER = re.compile(r"\{\{([a-z][a-z0-9_]*)\}\}")


@dataclass(frozen=True)
class Prompt:
    """A conversation with placeholders; `turns` holds (role, text) pairs."""

    name: str
    turns: tuple[tuple[str, str], ...]

    @cached_property
    def placeholders(self) -> frozenset[str]:
        """The names that `render` needs."""
        return frozenset(name for _, text in self.turns for name in _PLACEHOLDER.findall(text))

    @cached_property
    def version(self) -> str:
        """Twelve hex digits that change when the words sent to the model change."""
        text = "\0".join(part for turn in self.turns for part in turn)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def render(self, **values: str) -> list[Message]:
        """Return the messages with every placeholder filled; values are taken as they are.

        Raises:
            UsageError: a placeholder is not given, or a value has no placeholder.
        """
        unfilled = sorted(self.placeholders - values.keys())
        unknown = sorted(values.keys() - self.placeholders)
        if unfilled or unknown:
            raise UsageError(
                f"The prompt '{self.name}' needs values for {sorted(self.placeholders)}: "
                f"missing {unfilled}, unknown {unknown}."
            )
        return [
            {
                "role": cast("Role", role),
                "content": _PLACEHOLDER.sub(lambda match: values[match[1]], text),
            }
            for role, text in self.turns
        ]


@cache
def load_prompt(name: str) -> Prompt:
    """Return the prompt of that name that ships with the package.

    Raises:
        UsageError: there is none, or its file is malformed.
    """
    path = resource_dir("prompts") / f"{name}.md"
    if name not in prompt_names():
        raise UsageError(f"There is no prompt '{name}': there are {', '.join(prompt_names())}.")
    return read_prompt(path)


def prompt_names() -> list[str]:
    """Return the names of the shipped prompts, sorted."""
    return sorted(path.stem for path in resource_dir("prompts").glob("*.md"))


def read_prompt(path: Path) -> Prompt:
    """Return the prompt in a file.

    Raises:
        UsageError: the file has no user section, or braces that are not a placeholder.
    """
    parts = _SECTION.split(path.read_text(encoding="utf-8"))[1:]
    turns = tuple((role, text.strip()) for role, text in zip(parts[::2], parts[1::2], strict=True))
    if not turns or turns[-1][0] != "user":
        raise UsageError(f"The prompt file {path.name} must end with a section '## user'.")
    leftover = "".join(_PLACEHOLDER.sub("", text) for _, text in turns)
    if "{{" in leftover or "}}" in leftover:
        raise UsageError(
            f"The prompt file {path.name} holds braces that are not a {{{{placeholder}}}}."
        )
    return Prompt(name=path.stem, turns=turns)


def disarm(text: str, tag: str) -> str:
    """Return a text that cannot open or close a tag of the prompt that it is put into.

    A document, question or triple must not be able to end the material and speak as the user.
    """
    return re.sub(rf"<(?=\s*/?\s*{re.escape(tag)})", "< ", text, flags=re.IGNORECASE)
