"""Corrects entity types by the roles that facts give: who directs, stars or marries is a person.

A name recogniser guesses a type from a name and its neighbours; a relation that only a person can
have says more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgplatform.records import Entity, Literal, Mention, Phrase, Statement

__all__ = ["retype"]

PEOPLE_ONLY = frozenset(
    "director screenwriter composer spouse father mother parent child sibling".split()
) | {"cast member"}
BOTH_ENDS = frozenset("spouse father mother parent child sibling".split())


def retype(
    mentions: Sequence[Mention], statements: Sequence[Statement], *, known: Entity | None
) -> tuple[tuple[Mention, ...], tuple[Statement, ...]]:
    """Return mentions and statements with the people among their entities typed as Person.

    Args:
        known: the title's entity, whose type the text itself says.
    """
    people = {entity.id for statement in statements for entity in _people(statement)}
    people.discard(known.id if known is not None else "")
    if not people:
        return tuple(mentions), tuple(statements)

    def typed(entity: Entity) -> Entity:
        return replace(entity, type="Person") if entity.id in people else entity

    return (
        tuple(
            replace(mention, entity=typed(mention.entity), evidence="context")
            if mention.entity.id in people
            else mention
            for mention in mentions
        ),
        tuple(
            replace(
                statement,
                subject=typed(subject) if isinstance(subject, Entity) else subject,
                object=typed(obj) if isinstance(obj, Entity) else obj,
            )
            for statement in statements
            for subject, obj in [(statement.subject, statement.object)]
        ),
    )


def _people(statement: Statement) -> list[Entity]:
    """Return the ends of a fact that are people but not typed so."""
    ends: list[Entity | Phrase | Literal] = []
    if statement.relation in PEOPLE_ONLY:
        ends.append(statement.object)
    if statement.relation in BOTH_ENDS:
        ends.append(statement.subject)
    return [one for one in ends if isinstance(one, Entity) and one.type != "Person"]
