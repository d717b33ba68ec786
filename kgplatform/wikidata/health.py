"""Whether a SPARQL endpoint answers, how fast, and whether it has the label service."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, replace
from pathlib import Path

from kgplatform.errors import WikidataError
from kgplatform.wikidata.client import Client, ClientOptions
from kgplatform.wikidata.results import read_results

__all__ = ["EndpointState", "probe_endpoint"]

PLAIN = "ASK { }"
"""The shortest query; true of any data (SPARQL 1.1, section 18.6)."""
WITH_SERVICE = """
PREFIX bd: <http://www.bigdata.com/rdf#>
PREFIX wd: <http://www.wikidata.org/entity/>
PREFIX wikibase: <http://wikiba.se/ontology#>
SELECT ?itemLabel WHERE {
  VALUES ?item { wd:Q2 }
  SERVICE wikibase:label { bd:serviceParam wikibase:language "en" }
}
"""
"""None of queries/, which anyone may run by name: a SERVICE is refused there."""
MS_PER_S = 1000
TIMEOUT_S = 10.0
"""Nobody waits longer to know whether something answers."""


@dataclass(frozen=True, slots=True)
class EndpointState:
    """An endpoint that answered: how long it took, in milliseconds, and what it has."""

    address: str
    milliseconds: float
    has_label_service: bool


def probe_endpoint(address: str, *, folder: Path, options: ClientOptions) -> EndpointState:
    """Ask an endpoint three short queries, past what is remembered.

    Args:
        address: the endpoint's.
        folder: where its host's turn is kept.
        options: how it is asked; at most TIMEOUT_S a query.

    Raises:
        WikidataError: it does not answer as an endpoint does.
    """
    timeout_s = min(options.timeout_s, TIMEOUT_S)
    own = replace(options, timeout_s=timeout_s, cache_age_s=0.0)
    client = Client(address, folder=folder, options=own)
    client.run(PLAIN)  # the first one waits for the client's own code to load
    started = time.perf_counter()
    client.run(PLAIN)
    taken = (time.perf_counter() - started) * MS_PER_S
    return EndpointState(address, taken, _has_label_service(client))


def _has_label_service(client: Client) -> bool:
    try:
        body = client.send(WITH_SERVICE)
        rows = read_results(json.loads(body), form="SELECT").rows
    except (WikidataError, ValueError):
        return False
    return any("itemLabel" in row for row in rows)
