"""The command line: one thin file a command, loaded when it is called.

Errors that the library raises on purpose become one sentence on stderr and an exit code here, and
only here; anything else is a fault of the program and shows its traceback.
"""

from __future__ import annotations

import importlib
import logging
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click

from kgplatform.cli.odd_texts import take_texts_only
from kgplatform.cli.output import ShownLines, echo, print_exception, print_usage_error
from kgplatform.ending import Signals, choose_code, is_signalled
from kgplatform.errors import KgPlatformError
from kgplatform.progress import NOTICES
from kgplatform.storage.disk import disk_full, is_disk_full

__all__ = ["cli", "main"]

COMMANDS = {
    "ask": "Answer a question, with evidence.",
    "browser": "Open Neo4j Browser on the graph, and a page of the named queries.",
    "check": "Check a claim: what states it, what contradicts it.",
    "conversations": "List, show, rename, export and delete conversations.",
    "cypher": "Run Cypher of your own, reading only.",
    "db": "Start, stop and look after Neo4j.",
    "demo": "Start, read a small corpus, answer three questions.",
    "doctor": "Show what is set up and what is missing.",
    "documents": "List, show and remove documents.",
    "entities": "List, merge and split what goes by one name or several.",
    "evaluate": "Measure methods on question data sets.",
    "export": "Write a part of the graph to a file, with proofs.",
    "ingest": "Read files and folders into the graph.",
    "mcp": "Offer the graph to an agent as tools (MCP).",
    "model": "Keep a language model on this machine, and serve it.",
    "pack": "Take the graph away in one file, and bring it into another.",
    "plan": "Take questions apart into plans, and run them.",
    "query": "Run one of the named queries.",
    "questions": "List, show, rename, delete and ask again what was asked.",
    "retrieve": "Find the passages for a question.",
    "serve": "Answer browsers, programs, chat clients and agents over HTTP.",
    "verify": "Check an export against its sources.",
    "statements": "List the plain statements of the graph.",
    "wikidata": "Ask Wikidata: SPARQL, items, links to them.",
}
EXIT_CODES = (
    "Exit codes: 0 done; 1 nothing found, abstained with --strict, an answer lost, ingested but "
    "for files that cannot be read, or not everything verified; 2 bad usage or input; "
    "3 a service is unreachable; 129, 130, 143 ended by SIGHUP, Ctrl-C, SIGTERM; 141 whoever read "
    "the output closed it."
)
PROGRAM = "kgplatform"
INTERRUPTED = 130  # as shells report Ctrl-C
UNREAD = 141  # as shells report a program that SIGPIPE ended


@contextmanager
def _ending_unread() -> Iterator[None]:
    """End where the output was closed, before click does with 1, which means nothing found."""
    try:
        yield
    except BrokenPipeError:
        sys.exit(UNREAD)


class _LazyGroup(click.Group):
    """Imports a command's module when it is called: `--help` need not wait for spaCy."""

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the command line, and print help."""
        with _ending_unread():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command."""
        with _ending_unread():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"kgplatform.cli.{cmd_name}")
        command: click.Command = getattr(module, cmd_name)
        return take_texts_only(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table above, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(
    cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]}, epilog=EXIT_CODES
)
@click.version_option(version("kgplatform"), prog_name=PROGRAM)
@click.option("--debug", is_flag=True, help="Show tracebacks, and each query and model call.")
def cli(*, debug: bool) -> None:
    """Documents to a graph of proven facts on Neo4j; answers with evidence."""
    level = logging.DEBUG if debug else logging.CRITICAL
    shown = logging.StreamHandler()
    shown.setLevel(level)  # of the handler too: some libraries set the levels of their own loggers
    shown.setFormatter(ShownLines("%(levelname)s %(name)s %(message)s"))
    # The driver logs every message with the texts in it, which nobody who looks for events wants.
    logging.basicConfig(level=max(level, logging.WARNING), handlers=[shown])
    if shown in logging.root.handlers:  # where nobody had set others before
        logging.getLogger("kgplatform").setLevel(level)
    NOTICES.handlers, NOTICES.propagate = [_Notices()], False
    NOTICES.setLevel(logging.INFO)


class _Notices(logging.Handler):
    """Prints on stderr what people must know."""

    def emit(self, record: logging.LogRecord) -> None:
        echo(record.getMessage(), err=True)


def main() -> None:
    """Run the command line and end the process with its exit code."""
    sys.excepthook = print_exception
    with Signals():
        sys.exit(choose_code(_run(debug="--debug" in sys.argv[1:])))


def _run(*, debug: bool) -> int:
    """Run the command line; return its exit code, and say what went wrong."""
    try:
        code = cli.main(prog_name=PROGRAM, standalone_mode=False)
    except KgPlatformError as exc:
        if debug:
            raise
        if not is_signalled():
            echo(f"Error: {exc}", err=True)
        return exc.exit_code
    except click.ClickException as exc:
        print_usage_error(exc)
        return exc.exit_code
    except SystemExit as exc:
        return exc.code if isinstance(exc.code, int) else 0
    except (click.Abort, KeyboardInterrupt):
        if not is_signalled():  # at a prompt
            echo("Stopped.", err=True)
        return INTERRUPTED
    except (OSError, sqlite3.Error) as exc:
        if debug or not is_disk_full(exc):
            raise
        full = disk_full(_fullest_disk(exc))
        echo(f"Error: {full}", err=True)
        return full.exit_code
    return code if isinstance(code, int) else 0


def _fullest_disk(exc: Exception) -> Path:
    """Return the folder of the file that an error names, or that with least room of those used."""
    name = getattr(exc, "filename", None)
    if isinstance(name, str):
        return Path(name).absolute().parent
    from kgplatform.settings import Settings  # not needed by --help

    settings = Settings.load()
    folders = (settings.home, settings.cache, Path(tempfile.gettempdir()), Path.cwd())
    return min(filter(Path.exists, folders), key=lambda folder: shutil.disk_usage(folder).free)
