"""A PDF that the pages are asked about: a page of text, a page with a table."""

from __future__ import annotations

from pathlib import Path

from tests.unit.sources.pdf_files import Text, grid, write_pdf

KEEPERS = [["Keeper", "From", "Salary"], ["Tom Pascoe", "1886", "90"], ["Mary Lowe", "1901", "110"]]


def write_lighthouse(folder: Path, name: str, designer: str) -> Path:
    """Write a PDF about a lighthouse: a page of text, a page with a table."""
    words = f"The lighthouse at {name} was designed by {designer} in 1884."
    table = grid([72, 220, 340, 460], [100, 124, 148, 172], KEEPERS)
    pages = [[Text(72, 120, words)], [Text(72, 80, f"Table 1. Keepers of {name}"), *table]]
    return write_pdf(folder / f"{name}.pdf", *pages, title=name)
