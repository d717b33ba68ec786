"""Questions about parts of documents: pages, tables, sections."""
