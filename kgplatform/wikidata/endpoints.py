"""Which endpoint is asked: the one that the settings name, or the local server over a dump."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kgplatform.progress import NOTICES
from kgplatform.wikidata.client import Client, ClientOptions
from kgplatform.wikidata.server import LocalStore

__all__ = ["open_endpoint"]


def open_endpoint(address: str | None, *, home: Path, options: ClientOptions) -> Client:
    """Return the client of an endpoint.

    Args:
        address: the endpoint's address; None is the local server, which is started where it does
            not run, and people are informed. Its results are not remembered, since it is quicker
            than the disk.
        home: the platform's data folder.
        options: how it is asked.

    Raises:
        WikidataError: there is no address, and nothing is loaded or can be started.
        UsageError: the address is none.
    """
    folder = home / "cache"
    if address is not None:
        return Client(address, folder=folder, options=options)
    store = LocalStore(home)
    running = store.status()
    local = running or store.start()
    if running is None:
        NOTICES.info(
            "The local SPARQL server is started (%s) and stays: kgplatform wikidata stop stops it.",
            local.address,
        )
    return Client(local.address, folder=folder, options=replace(options, cache_age_s=0.0))
