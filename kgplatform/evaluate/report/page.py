"""The report as one Markdown page: what was found, what was measured, all figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kgplatform.evaluate.report.contents import Block, Measure, Report
from kgplatform.evaluate.report.findings import state_findings, write_overview
from kgplatform.evaluate.report.markdown import code, code_block, escape, image, table
from kgplatform.evaluate.report.sections import (
    write_abstention,
    write_answers,
    write_effort,
    write_failures,
    write_retrieval,
    write_tests,
    write_time,
)
from kgplatform.evaluate.runs import NO_READER, RunHeader

__all__ = ["write_page"]

HASH_CHARS = 12
RECOMPUTED = (
    "Every figure is computed from the run files named above: `kgplatform evaluate score` makes "
    "this page again from them, without graph or model."
)
MEANINGS = """\
- **recall@k**: the mean share of a question's gold documents among the first k retrieved.
  **all@k**: the share of questions with all of them there. **H1-R, H2-R**: recall of the documents
  of the first and the second hop among those that a reader gets. **MRR**, **nDCG@10**: how early
  the first gold document, and all of them by their relevance, come.
- **EM, F1**: exact match and token F1 after the official normalisation, the best over all accepted
  answers; a question left unanswered counts 0. **answer P, answer R**: precision and recall of the
  answer's tokens. **contains**: a gold answer stands in the answer. **list P, list R**: precision
  and recall of answers that are lists. **BERTScore**: F1 of the nearness in meaning (roberta-large,
  layer 17, not rescaled).
- **answered**: the share of questions that the reader did not abstain from. **EM answered**: EM
  among these (Self-Aware EM).
- **calls**, **tokens**: model calls, and their prompts and replies, a question, those of the search
  among them. **to reader**: prompts of the reader alone. **p50, p95**: median and 95th percentile
  of the time from question to answer.
- Shares are in percent, the best of a column in bold. In brackets: 95% intervals over questions,
  Wilson's where every question counts 0 or 1 (EM, all@k), by bootstrap elsewhere. Where a method
  chooses or reads nothing there is a dash."""


def write_page(report: Report, *, charts: Sequence[Mapping[str, str]], note: str = "") -> str:
    """Return the page.

    Args:
        report: what it shows.
        charts: file names by kind of chart, one mapping a block.
        note: a sentence on what is missing from the page, if anything is.
    """
    blocks = zip(report.blocks, charts, strict=True)
    parts = [
        _write_title(report),
        escape(note),
        "## In short",
        write_overview(report.blocks, report.measure),
        *(_write_findings(block, report) for block in report.blocks),
        "## What was measured",
        _write_datasets(report),
        _write_systems(report),
        *(_write_block(block, drawn, report.measure) for block, drawn in blocks),
        "## What the figures mean",
        MEANINGS,
        "## Made with",
        _write_origin(report),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _write_title(report: Report) -> str:
    names = dict.fromkeys(block.dataset for block in report.blocks)
    return f"# Evaluation on {escape(', '.join(names))}"


def _write_findings(block: Block, report: Report) -> str:
    found = state_findings(block, report.measure)
    return f"{_name(block)}:\n\n{found}" if found else ""


def _write_datasets(report: Report) -> str:
    rows = [
        [
            escape(block.dataset),
            block.setting,
            f"{block.n:,} of {block.questions:,}",
            f"{block.documents:,}",
            code(block.dataset_sha256[:HASH_CHARS]),
        ]
        for block in report.blocks
    ]
    return table(["data set", "setting", "questions", "documents", "SHA-256"], rows, left=2)


def _write_systems(report: Report) -> str:
    """Return what all runs were made with, then a row a run with what only it was made with."""
    runs = [system for block in report.blocks for system in block.systems]
    made = [_describe_settings(system.header) for system in runs]
    shared = [item for item in made[0] if all(item in stated for stated in made)]
    rows = [
        [
            escape(system.header.dataset),
            escape(system.label),
            escape(", ".join(item for item in stated if item not in shared)) or "–",
            code(system.file),
        ]
        for system, stated in zip(runs, made, strict=True)
    ]
    headings = ["data set", "system", "made with", "run file"]
    same = f"All runs: {escape(', '.join(shared))}.\n\n" if shared else ""
    return same + table(headings, rows, left=len(headings))


def _describe_settings(header: RunHeader) -> list[str]:
    """Return what shaped a run, but for its data set, as words: "reader llm", "retrieved 10"."""
    given = {
        "reader": header.reader,
        "retrieved": f"{header.depth:,}",
        "read": f"{header.top_k:,}" if header.reader != NO_READER else None,
        **header.settings,
        "kgplatform": header.version,
    }
    return [f"{name.replace('_', ' ')} {value}" for name, value in given.items() if value]


def _write_block(block: Block, charts: Mapping[str, str], measure: Measure) -> str:
    texts = {
        "recall": (write_retrieval(block, measure.ks), "Recall by number of documents"),
        "answers": (write_answers(block), ""),
        "tokens": (write_effort(block), "Tokens a question against EM"),
        "tests": (write_tests(block, against_best=measure.against is None), ""),
        "coverage": (write_abstention(block), "Share answered against EM among the answered"),
        "latency": (write_time(block), "Milliseconds a question"),
        "failures": (write_failures(block), ""),
    }
    parts = [f"## {_name(block)}"]
    for kind, (text, meaning) in texts.items():
        parts.append(text)
        if kind in charts:
            parts.append(image(charts[kind], text=f"{meaning}: {block.dataset}, {block.setting}"))
    return "\n\n".join(part for part in parts if part)


def _write_origin(report: Report) -> str:
    origin = report.origin
    versions = ", ".join(f"{name} {version}" for name, version in origin.versions.items())
    facts = f"{origin.date}, {escape(origin.machine)}; {escape(versions)}."
    return f"{code_block(origin.command)}\n\n{facts} {RECOMPUTED}"


def _name(block: Block) -> str:
    return f"{escape(block.dataset)}, {block.setting}"
