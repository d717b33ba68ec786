"""The command `kgplatform browser`: opens Neo4j Browser, and a page of the named queries."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from kgplatform.cli.options import with_settings
from kgplatform.cli.output import echo
from kgplatform.cli.progress_bars import Bars

if TYPE_CHECKING:
    from kgplatform.graph.address import Address
    from kgplatform.runtime.resources import Resources
    from kgplatform.settings import Settings

__all__ = ["browser"]

PAGE = "queries.html"
HTTP_PORTS = {False: 7474, True: 7473}
"""Neo4j's own, without and with TLS."""


@click.command()
@click.option("--url", "given_url", help="Where the Browser of another Neo4j is.")
@click.option("--no-open", is_flag=True, help="Print the addresses; open nothing.")
@with_settings
def browser(*, given_url: str | None, no_open: bool, settings: Settings) -> None:
    """Open Neo4j Browser on the graph, and a page of the named queries.

    The page stands in the data folder. The password is in neither, and on no command line: the
    Browser asks for it, and this says where it is.
    """
    from kgplatform.graph.query_page import browser_link, render_query_page
    from kgplatform.runtime.resources import Resources
    from kgplatform.storage.permissions import private_file

    with Bars() as bars, Resources(settings, progress=bars) as resources:
        address = resources.graph().address
        url, password = _find_browser(resources, address, given_url)
    scheme, _, place = address.uri.partition("://")
    named = {"db": address.database} if address.database else {}
    link = browser_link(url, dbms=f"{scheme}://{address.user}@{place}", **named)
    login = f"User {address.user}; {password}."
    page = private_file(settings.home / "browser" / PAGE)
    page.write_text(render_query_page(url, login=login), encoding="utf-8")
    echo(f"Browser  {link}")
    echo(f"Queries  {page.as_uri()}")
    echo(login)
    if not no_open:
        click.launch(link)
        click.launch(page.as_uri())


def _find_browser(resources: Resources, address: Address, given_url: str | None) -> tuple[str, str]:
    """Return where the Browser is, and where the password for it."""
    if resources.settings.neo4j_uri is None and (running := resources.server.status()):
        return given_url or running.browser_url, f"the password is in {running.password_file}"
    parts = urlsplit(address.uri)
    is_tls = "+s" in parts.scheme
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    guessed = f"http{'s' * is_tls}://{host}:{HTTP_PORTS[is_tls]}/browser/"
    return given_url or guessed, "the password is the one that KGPLATFORM_NEO4J_PASSWORD has"
