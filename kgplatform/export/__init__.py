"""Writes parts of the graph as files that others can read and check: one module a format."""

from kgplatform.export.question import EXPORT_FORMATS, export_question, render_question

__all__ = ["EXPORT_FORMATS", "export_question", "render_question"]
