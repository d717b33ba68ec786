"""The command `kgplatform mcp`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kgplatform.cli.options import open_platform, with_settings

if TYPE_CHECKING:
    from kgplatform.settings import Settings

__all__ = ["mcp"]


@click.command()
@with_settings
def mcp(*, settings: Settings) -> None:
    """Offer the graph to an agent as tools that read, over standard input and output (MCP).

    The agent's program starts this command; what it says is for that program alone.
    """
    from kgplatform.mcp.tools import make_server

    with open_platform(settings) as platform:
        make_server(lambda: platform).run("stdio")
