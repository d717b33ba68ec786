"""Writes parts of the graph as files that others can read and check: one module a format."""

from kgplatform.export.question import Exporter, export_question, render_question

__all__ = ["Exporter", "export_question", "render_question"]
