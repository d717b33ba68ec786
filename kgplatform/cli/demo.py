"""The command `kgplatform demo`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from kgplatform.cli.ask import print_answer
from kgplatform.cli.options import open_platform, with_own_server
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars

if TYPE_CHECKING:
    from kgplatform.platform import Platform
    from kgplatform.settings import Settings

__all__ = ["demo"]

BROWSER_QUERY = "MATCH path = (:Question)-[:CITES]->(:Passage)-[:MENTIONS]->(:Entity) RETURN path"


@click.command()
@click.option("--keep", is_flag=True, help="Leave the server running and the demo in the graph.")
@with_own_server
def demo(*, keep: bool, settings: Settings) -> None:
    """Start Neo4j, read a small corpus, answer three questions, show where to look."""
    from kgplatform.cli.ingest import print_report
    from kgplatform.demo import demo_graph, demo_questions, forget

    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        with demo_graph(platform, keep=keep) as report:
            bars.close()
            print_report(report)
            answers = [platform.ask(item.question) for item in demo_questions()]
            for answer in answers:
                echo()
                echo(answer.question, fg="cyan")
                print_answer(answer)
            if keep or sys.stdin.isatty():
                _show_browser(platform)
            if not keep:
                _wait()
                forget(platform, answers)
        if not keep:
            echo("The demo is cleared away: kgplatform demo --keep leaves it running.")


def _show_browser(platform: Platform) -> None:
    if platform.settings.neo4j_uri is not None:
        return
    info = platform.server.status()
    if info is not None:
        echo()
        echo(f"Neo4j Browser: {info.browser_url}  user neo4j, password in {info.password_file}")
        echo(f"Paste there: {BROWSER_QUERY}")


def _wait() -> None:
    """Let a person look around; a script goes on."""
    if sys.stdin.isatty():
        click.prompt("Press Enter to finish", default="", show_default=False, err=True)
