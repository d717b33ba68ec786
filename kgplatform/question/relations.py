"""The relations that a question asks for, without a model.

HOLMES prunes facts by them, TRACE chooses the triples that state them, and `graph` the chains that
lead by them.
"""

from __future__ import annotations

import re

from kgplatform.models.linguistics import Linguistics
from kgplatform.question.syntax import Triple, read_triples

__all__ = ["list_relations", "name_relations"]


ASKED_BY: tuple[tuple[str, tuple[Triple, ...]], ...] = (
    (
        r"born|birth\w*|younger|youngest|older|oldest|age",
        (("Person", "date of birth", "Date"), ("Person", "place of birth", "Place")),
    ),
    (
        r"die[ds]?|death|lived longer",
        (("Person", "date of death", "Date"), ("Person", "place of death", "Place")),
    ),
    (
        r"country|countries|nationality|nationalities|citizen\w*",
        (
            ("Person", "country of citizenship", "Group"),
            ("Work", "country of origin", "Group"),
            ("Thing", "country", "Place"),
        ),
    ),
    (r"director|directors|directed", (("Work", "director", "Person"),)),
    (r"released?|came out|published|recent\w*", (("Work", "publication date", "Date"),)),
    (
        r"father|mother|parents?|sons?|daughters?|child\w*|grand\w+",
        (("Person", "parent", "Person"), ("Person", "child", "Person")),
    ),
    (r"wife|husband|spouse|married", (("Person", "spouse", "Person"),)),
    (
        r"founded|established|created|formed|earlier|started|first(?=\W.* or )",
        (("Organization", "inception", "Date"),),
    ),
    (r"stars?|starred|starring|actor|actress|cast|played", (("Work", "cast member", "Person"),)),
    (r"singer|band|perform\w*|sung|song|album", (("Work", "performer", "Person"),)),
    (r"occupation|profession|(?:are|were)\b.* both", (("Person", "occupation", "Thing"),)),
    (
        r"located|location|city|county|state|where|place",
        (("Thing", "located in", "Place"), ("Thing", "headquarters location", "Place")),
    ),
    (r"wrote|writer|author|written|book|novel", (("Work", "author", "Person"),)),
)
"""Words that ask for a relation whatever the syntax around them: pattern, and what it may mean.

"first" does where two entities are compared ("Which came first, A or B?"), "both" where they are
asked to be the same ("Were A and B both painters?")."""

PATTERNS = tuple((re.compile(rf"\b(?:{words})\b"), triples) for words, triples in ASKED_BY)


def list_relations(question: str, linguistics: Linguistics | None) -> tuple[Triple, ...]:
    """Return what the syntax and the words of a question ask for, each once.

    Args:
        question: in plain English.
        linguistics: parses it; None: only its words give the relations.

    Returns:
        (subject type, relation, object type) of each.
    """
    read: list[Triple] = []
    if linguistics is not None:
        [tree] = linguistics.parse([question])
        read += sorted(read_triples(tree, linguistics.lemmatize))
    folded = question.casefold()
    for pattern, triples in PATTERNS:
        if pattern.search(folded):
            read += triples
    return tuple(dict.fromkeys(read))


def name_relations(question: str, linguistics: Linguistics | None) -> list[str]:
    """Return the names of what a question asks for (`list_relations`), each once."""
    return list(dict.fromkeys(name for _, name, _ in list_relations(question, linguistics)))
