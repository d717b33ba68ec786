"""The unit that a table's header gives for the figures below it, "Weight (kg)", "Price [EUR]"."""

from __future__ import annotations

import re

from kgplatform.text.amounts import CURRENCY
from kgplatform.text.dimensions import dimension_of_unit

__all__ = ["unit_of_header", "with_unit"]

BARE_FIGURE = re.compile(r"[-−+]?\d[\d,.’' ]*")
UNIT_OF_HEADER = re.compile(r"(?:\(|\[| in )(?P<unit>[^()\[\]]+?)[)\]]?$")
UNITS_BESIDE = frozenset(("kg/m³", "g/l", "mg/l", "kWh/a", "pcs", "l/100 km", "Nm", "rpm", "A"))
"""Units that headers have and no dimension of a question."""


def with_unit(cell: str, header: str) -> str:
    """Return a figure with the currency or unit that its header gives, else the cell as it is."""
    unit = unit_of_header(header)
    if not unit or not BARE_FIGURE.fullmatch(cell):
        return cell
    if CURRENCY.fullmatch(unit):
        return f"{unit}{'' if len(unit) == 1 else ' '}{cell}"
    return f"{cell} {unit}"


def unit_of_header(header: str) -> str:
    """Return the unit or currency of a header; empty where what it has at its end is none."""
    given = UNIT_OF_HEADER.search(header.strip())
    unit = given["unit"].strip() if given else ""
    is_known = CURRENCY.fullmatch(unit) or unit in UNITS_BESIDE or dimension_of_unit(unit)
    return unit if is_known else ""
