"""Writes a report's files: the page, the same as JSON, and the charts."""

from __future__ import annotations

import json
from pathlib import Path

from kgplatform.errors import MissingExtra, UsageError
from kgplatform.evaluate.report.charts import draw_charts
from kgplatform.evaluate.report.contents import Report
from kgplatform.evaluate.report.page import write_page
from kgplatform.export.files import write_file
from kgplatform.records.json import to_json

__all__ = ["PAGE_FILE", "write_report"]

PAGE_FILE, JSON_FILE = "report.md", "report.json"
REPORT_FORM = 1  # of the JSON file; goes up when a field changes its meaning


def write_report(report: Report, folder: Path) -> str:
    """Write report.md, report.json and the charts into a folder, replacing older ones.

    Returns:
        A sentence on what the page lacks: the charts, where matplotlib is not installed.

    Raises:
        UsageError: the folder cannot be made, or a file written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as exc:
        raise UsageError(f"{folder} cannot be made: {exc.strerror or exc}.") from exc
    note = ""
    charts: list[dict[str, str]] = [{} for _ in report.blocks]
    try:
        charts = [draw_charts(block, folder=folder) for block in report.blocks]
    except MissingExtra as exc:
        note = f"The report has no charts. {exc}"
    fields = {"kgplatform_report": REPORT_FORM, **to_json(report)}
    write_file(folder / JSON_FILE, json.dumps(fields, ensure_ascii=False, indent=1) + "\n")
    write_file(folder / PAGE_FILE, write_page(report, charts=charts, note=note))
    return note
