"""From files to Documents with pages, sections, tables or facts; later rooms see only Documents."""

from kgplatform.sources.files import list_sources, read_sources
from kgplatform.sources.listing import Listing
from kgplatform.sources.passages import split_passages

__all__ = ["Listing", "list_sources", "read_sources", "split_passages"]
