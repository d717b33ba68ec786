"""The command `kgplatform serve`."""

from __future__ import annotations

import logging
import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from kgplatform.cli.options import open_platform, with_settings
from kgplatform.cli.output import ShownLines, echo
from kgplatform.cli.progress_bars import Bars

if TYPE_CHECKING:
    from kgplatform.settings import Settings

__all__ = ["serve"]

DEFAULT_PORT = 8765


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=DEFAULT_PORT,
    show_default=True,
    help="Port there; 0: any that is free.",
)
@click.option("--open", "opens", is_flag=True, help="Open it in a browser, logged in.")
@click.option("--no-token", is_flag=True, help="Ask for no token; on the loopback alone.")
@click.option("--allow-host", "hosts", multiple=True, metavar="NAME", help="Also known as NAME.")
@click.option(
    "--allow-origin", "origins", multiple=True, metavar="ORIGIN", help="Pages that may ask it."
)
@click.option("--max-upload-mb", type=click.IntRange(min=1), default=200, show_default=True)
@click.option(
    "--max-questions",
    type=click.IntRange(min=1),
    default=16,
    show_default=True,
    help="Most questions at work or waiting.",
)
@with_settings
def serve(
    *,
    host: str,
    port: int,
    opens: bool,
    no_token: bool,
    hosts: tuple[str, ...],
    origins: tuple[str, ...],
    max_upload_mb: int,
    max_questions: int,
    settings: Settings,
) -> None:
    """Answer browsers, programs, chat clients and agents over HTTP, until Ctrl-C or SIGTERM."""
    from kgplatform.web.options import ServeOptions
    from kgplatform.web.serving import Server

    options = ServeOptions(
        host=host,
        port=port,
        needs_token=not no_token,
        hosts=hosts,
        origins=origins,
        max_upload_mb=max_upload_mb,
        max_questions=max_questions,
    )
    _log_requests()
    with Bars() as bars, open_platform(settings, progress=bars) as platform:
        server = Server(platform, options)
        server.warm_up()
        bars.close()
        server.run(partial(_announce, server.url, server.make_link(), opens=opens))


def _announce(url: str, link: str, *, opens: bool) -> None:
    echo(f"kgplatform answers at {url} (API: {url}/api/v1, chat: {url}/v1, MCP: {url}/mcp)")
    if link != url:
        echo(f"Log in once, within ten minutes: {link}")
        echo("Programs send the token in the file serve/token of the data folder.")
    sys.stdout.flush()
    if opens:
        click.launch(link)


def _log_requests() -> None:
    """Log what is asked and answered on stderr, unless --debug logs all there is."""
    logger = logging.getLogger("kgplatform")
    if logger.isEnabledFor(logging.DEBUG):
        return
    handler = logging.StreamHandler()
    handler.setFormatter(ShownLines("%(asctime)s %(levelname)s %(name)s %(message)s"))
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
