"""A page of the named queries: each opens in Neo4j Browser's editor with a click.

The page holds addresses and a user's name, never a password.
"""

from __future__ import annotations

import html
import json
from itertools import groupby
from urllib.parse import quote, urlencode

from kgplatform.graph.library import Query, people_queries

__all__ = ["browser_link", "render_query_page"]

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h3 { margin: 1.5rem 0 0; font-family: ui-monospace, monospace; font-size: 1rem; }
p { margin: .2rem 0; }
table { border-collapse: collapse; font-size: .9rem; }
td { padding: 0 1rem 0 0; vertical-align: top; }
pre { overflow-x: auto; background: #f4f5f7; padding: .75rem; font-size: .8rem; }
@media (prefers-color-scheme: dark) {
  body { background: #16181d; color: #e6e6e6; } pre { background: #22252c; } a { color: #8ab4ff; }
}
"""


def browser_link(browser_url: str, **parameters: str) -> str:
    """Return the address of Neo4j Browser with parameters of its own.

    Args:
        browser_url: where it is.
        parameters: `dbms`: what to connect to; `cmd` and `arg`: what stands in the editor.
    """
    return f"{browser_url}?{urlencode(parameters, quote_via=quote)}"


def render_query_page(browser_url: str, *, login: str) -> str:
    """Return the page as HTML.

    Args:
        browser_url: where Neo4j Browser is.
        login: how to log in, for people.
    """
    parts = []
    for group, queries in groupby(people_queries(), key=lambda query: query.group):
        parts.append(f"<h2>{html.escape(group)}</h2>")
        parts += [_render_query(query, browser_url) for query in queries]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Named queries</title><style>{STYLE}</style></head><body>\n"
        f"<h1>Named queries</h1>\n<p>{html.escape(login)}</p>\n"
        "<p>Log in to Neo4j Browser first. Then set the parameters of a query there, and open it: "
        "both stand in the editor, to be changed and run.</p>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _render_query(query: Query, browser_url: str) -> str:
    rows = "".join(
        f"<tr><td><code>{html.escape(given.name)}</code></td><td>{html.escape(given.type)}</td>"
        f"<td>{html.escape(given.meaning)}</td></tr>"
        for given in query.parameters
    )
    links = {"open the query": browser_link(browser_url, cmd="edit", arg=query.text)}
    if query.parameters:
        arg = ", ".join(f"{p.name}: {p.default or json.dumps('')}" for p in query.parameters)
        links = {
            "set parameters": browser_link(browser_url, cmd="params", arg=f"{{{arg}}}"),
            **links,
        }
    shown = " · ".join(
        f'<a href="{html.escape(link)}" target="neo4j-browser">{name}</a>'
        for name, link in links.items()
    )
    return (
        f'<h3 id="{query.name}">{query.name}</h3>\n<p>{html.escape(query.purpose)}</p>\n'
        f"<table>{rows}</table>\n<p>{shown}</p>\n"
        f"<details><summary>Cypher</summary><pre>{html.escape(query.text)}</pre></details>"
    )
