"""From files to Documents: text, Markdown and JSON Lines; later rooms see only Documents."""

from kgplatform.sources.files import read_sources
from kgplatform.sources.passages import split_passages

__all__ = ["read_sources", "split_passages"]
