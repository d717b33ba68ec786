"""A small dump in Wikidata's form, written by hand: people, ships and places of the demo corpus."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

__all__ = ["LABELS", "write_dump"]

WD = "http://www.wikidata.org/"
LABELS = {
    "Q5": "human", "Q11446": "ship", "Q3918": "university", "Q515": "city", "Q6256": "country",
    "Q20": "Norway", "Q585": "Oslo", "Q30": "United States of America", "Q1300": "Oslo",
    "Q42": "Douglas Adams", "Q691283": "St John's College", "Q350": "Cambridge",
    "Q100": "Fram", "Q101": "Colin Archer", "Q102": "Roald Amundsen", "Q103": "Otto Sverdrup",
    "Q104": "Larvik",
    "P31": "instance of", "P19": "place of birth", "P69": "educated at", "P17": "country",
    "P287": "designed by", "P131": "located in the administrative territorial entity",
    "P580": "start time", "P582": "end time", "P634": "captain", "P27": "country of citizenship",
    "P1082": "population", "P569": "date of birth",
}  # fmt: skip
DIRECT = (
    "Q42 P31 Q5", "Q42 P69 Q691283", "Q42 P19 Q350", "Q101 P31 Q5", "Q101 P19 Q104",
    "Q101 P27 Q20", "Q102 P31 Q5", "Q102 P27 Q20", "Q103 P31 Q5", "Q103 P27 Q20",
    "Q100 P31 Q11446", "Q100 P287 Q101", "Q100 P634 Q103", "Q100 P634 Q102",
    "Q691283 P31 Q3918", "Q104 P31 Q515", "Q104 P17 Q20", "Q585 P31 Q515", "Q585 P17 Q20",
    "Q1300 P31 Q515", "Q1300 P17 Q30", "Q350 P31 Q515", "Q20 P31 Q6256", "Q30 P31 Q6256",
)  # fmt: skip
VALUES = (
    'Q585 P1082 "709037"^^<http://www.w3.org/2001/XMLSchema#decimal>',
    'Q104 P1082 "24208"^^<http://www.w3.org/2001/XMLSchema#decimal>',
    'Q101 P569 "1832-07-22T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>',
    'Q102 P569 "1872-07-16T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>',
)
YEAR = '"{}-01-01T00:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime>'
CAPTAINS = (("Q103", 1893, 1902), ("Q102", 1910, 1912))


def _lines() -> Iterator[str]:
    entity = f"<{WD}entity/{{}}>"
    label = f'{entity} <http://www.w3.org/2000/01/rdf-schema#label> "{{}}"@en .'
    for identifier, name in LABELS.items():
        yield label.format(identifier, name)
    for line in DIRECT:
        subject, relation, value = line.split()
        yield f"{entity} <{WD}prop/direct/{{}}> {entity} .".format(subject, relation, value)
    for line in VALUES:
        subject, relation, value = line.split(" ", 2)
        yield f"<{WD}entity/{subject}> <{WD}prop/direct/{relation}> {value} ."
    for number, (captain, start, end) in enumerate(CAPTAINS):
        node = f"<{WD}entity/statement/Q100-{number}>"
        yield f"<{WD}entity/Q100> <{WD}prop/P634> {node} ."
        yield f"{node} <{WD}prop/statement/P634> <{WD}entity/{captain}> ."
        yield f"{node} <{WD}prop/qualifier/P580> {YEAR.format(start)} ."
        yield f"{node} <{WD}prop/qualifier/P582> {YEAR.format(end)} ."


def write_dump(path: Path) -> Path:
    """Write the dump as N-Triples, and return its path."""
    path.write_text("\n".join(_lines()) + "\n", encoding="utf-8")
    return path
