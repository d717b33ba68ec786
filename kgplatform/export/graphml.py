"""GraphML: for Gephi, yEd, networkx and others that draw or compute on graphs.

Lists stand as JSON texts, since GraphML has none. Characters that XML does not have are written as
U+FFFD, the replacement character.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lxml import etree

from kgplatform.export.exporter import ExportedStream, ExportOptions, refuse_triple_terms
from kgplatform.export.model import KINDS, TYPES, PropertyTypes

__all__ = ["export_graphml"]

NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
GRAPHML_TYPES = {"integer": "long", "float": "double", "boolean": "boolean"}
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
REPLACEMENT = "\ufffd"
LABELS, TYPE = "labels", "relationship"  # a property may be called type


def export_graphml(stream: ExportedStream, out: Path, options: ExportOptions) -> None:
    """Write the stream as GraphML; a relationship's type is its attribute `relationship`."""
    refuse_triple_terms(options, "GraphML")
    with (
        etree.xmlfile(str(out), encoding="utf-8") as xml,
        xml.element("graphml", nsmap={None: NAMESPACE}),
    ):
        for key in _list_keys():
            xml.write(key)
        with xml.element("graph", edgedefault="directed"):
            for node in stream.nodes():
                made = etree.Element("node", id=f"{node.kind}:{node.id}")
                _add(made, "node", LABELS, ":".join(node.labels))
                _add_all(made, "node", node.properties)
                xml.write(made)
            for number, item in enumerate(stream.relationships()):
                ends = {
                    "source": f"{item.start_kind}:{item.start}",
                    "target": f"{item.end_kind}:{item.end}",
                }
                made = etree.Element("edge", id=str(number), **ends)
                _add(made, "edge", TYPE, item.type)
                _add_all(made, "edge", item.properties)
                xml.write(made)


def _list_keys() -> Iterator[etree._Element]:
    """Yield the declaration of each attribute: name and type are one across all kinds."""
    for domain, schemas, first in (("node", KINDS, LABELS), ("edge", TYPES, TYPE)):
        for name, kind in ({first: "string"} | _merge(schemas)).items():
            key = etree.Element("key", id=f"{domain}.{name}")
            key.set("for", domain)
            key.set("attr.name", name)
            key.set("attr.type", GRAPHML_TYPES.get(kind, "string"))
            yield key


def _merge(schemas: Mapping[str, PropertyTypes]) -> dict[str, str]:
    return {name: kind for types in schemas.values() for name, kind in types.items()}


def _add_all(made: etree._Element, domain: str, properties: Mapping[str, Any]) -> None:
    for name, value in properties.items():
        _add(made, domain, name, value)


def _add(made: etree._Element, domain: str, name: str, value: Any) -> None:
    data = etree.SubElement(made, "data", key=f"{domain}.{name}")
    if isinstance(value, list):
        value = json.dumps(value, ensure_ascii=False)
    elif isinstance(value, bool):
        value = str(value).lower()
    data.text = NOT_XML.sub(REPLACEMENT, str(value))
