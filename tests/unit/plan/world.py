"""A small world of films as N-Triples with Wikidata's identifiers; chance says who played where."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from kgplatform.sources.facts.rdf_store import RdfStore

ENTITY = "http://www.wikidata.org/entity/"
DIRECT = "http://www.wikidata.org/prop/direct/"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
DECIMAL = "http://www.w3.org/2001/XMLSchema#decimal"
RELATIONS = {
    "P31": "instance of",
    "P57": "director",
    "P161": "cast member",
    "P19": "place of birth",
    "P106": "occupation",
    "P17": "country",
    "P1082": "population",
}
FILMS, PEOPLE, PLACES, JOBS, COUNTRIES = 40, 60, 20, 12, 6
CATEGORY = 900  # which is no thing to ask about, though a film has it
KINDS = (
    ("Film", 100, FILMS),
    ("Person", 200, PEOPLE),
    ("Town", 300, PLACES),
    ("Job", 400, JOBS),
    ("Land", 500, COUNTRIES),
)


def make_world(folder: Path) -> RdfStore:
    """Return the world as a store; the same each time."""
    path = folder / "world.nt"
    path.write_text("\n".join(_lines()) + "\n", encoding="utf-8")
    return RdfStore(path)


def _lines() -> list[str]:
    lines = [_label(relation, name) for relation, name in RELATIONS.items()]
    lines.append(_label("Q5", "human"))
    for kind, first, count in KINDS:
        lines += [_label(f"Q{first + n}", f"{kind} {_name(n)}") for n in range(count)]
    lines += [_label(f"Q{CATEGORY}", "Category:Films"), _fact(101, "P57", CATEGORY)]
    return [*lines, *_facts(random.Random(7))]


def _facts(draw: random.Random) -> Iterator[str]:
    for film in range(100, 100 + FILMS):
        yield _fact(film, "P57", 200 + draw.randrange(PEOPLE))
        for person in draw.sample(range(PEOPLE), 5):
            yield _fact(film, "P161", 200 + person)
    for person in range(200, 200 + PEOPLE):
        yield _fact(person, "P31", 5)
        yield _fact(person, "P19", 300 + draw.randrange(PLACES))
        for job in draw.sample(range(JOBS), 3):
            yield _fact(person, "P106", 400 + job)
    for place in range(300, 300 + PLACES):
        yield _fact(place, "P17", 500 + draw.randrange(COUNTRIES))
        value = f'"+{1000 * (place - 299)}"^^<{DECIMAL}>'
        yield f"<{ENTITY}Q{place}> <{DIRECT}P1082> {value} ."


def _label(thing: str, text: str) -> str:
    return f'<{ENTITY}{thing}> <{LABEL}> "{text}"@en .'


def _fact(subject: int, relation: str, target: int) -> str:
    return f"<{ENTITY}Q{subject}> <{DIRECT}{relation}> <{ENTITY}Q{target}> ."


def _name(number: int) -> str:
    """Return a name of letters alone: Aa, Ab, …"""
    return chr(ord("A") + number // 26) + chr(ord("a") + number % 26)
