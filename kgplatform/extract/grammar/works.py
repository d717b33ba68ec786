"""Reads who made the parts of a work: its music, its screenplay.

"The music was composed by A", "A composed the score", "with music by A": it is the work, not its
music, that has a composer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kgplatform.extract.grammar.arguments import Argument, Arguments
from kgplatform.extract.grammar.found import Found
from kgplatform.extract.grammar.subjects import subjects_of
from kgplatform.extract.grammar.verbs import Verb

__all__ = ["MUSIC", "read_music_by", "read_part_made"]

MUSIC = {"music", "score", "soundtrack"}
SCRIPT = {"screenplay", "script", "teleplay"}
MAKING = ("composed", "written", "scored", "penned", "created")
MAKERS = ("Person", "Organization", "Thing", "Group")
COPULAS = {"is", "was", "are", "were"}


def read_part_made(head: Verb, children: list[Any], arguments: Arguments) -> list[Found] | None:
    """Return what a verb says of a work's part; None where it is about something else."""
    if head.key in ("compose", "score", "write"):
        return _music_made(head, children, arguments)
    part = next((child for child in children if child.dep_ == "nsubjpass"), None)
    if part is None or part.lower_ not in MUSIC | SCRIPT or not head.passive:
        return None
    work = _whole(part, arguments)
    if work is None or head.key not in MAKING:
        return []
    relation = "composer" if part.lower_ in MUSIC else "screenwriter"
    agents = (obj for child in children if child.dep_ == "agent" for obj in child.children)
    return list(_made_by(work, relation, agents, arguments))


def read_music_by(noun: Any, arguments: Arguments) -> Iterator[Found]:
    """Yield "with music by A", "the film has a musical score by A", "The music is by A"."""
    work = arguments.title(noun) if arguments.is_about_work() else None
    head = noun.head if noun.dep_ == "nsubj" and noun.head.lower_ in COPULAS else noun
    for child in head.children:
        if work is not None and child.lower_ == "by" and child.nbor(-1).i == head.i:
            yield from _made_by(work, "composer", child.children, arguments)


def _made_by(
    work: Argument, relation: str, objects: Iterator[Any], arguments: Arguments
) -> Iterator[Found]:
    for obj in objects:
        for maker in arguments.things(obj) if obj.dep_ == "pobj" else ():
            if maker.is_entity and maker.kind in MAKERS:
                yield Found(work, relation, maker, "maker")


def _music_made(head: Verb, children: list[Any], arguments: Arguments) -> list[Found] | None:
    """Read "A composed the music"."""
    part = next((c for c in children if c.dep_ == "dobj" and c.lower_ in MUSIC), None)
    work = _whole(part, arguments) if part is not None else None
    if work is None or work.kind not in ("Work", "Thing"):
        return None
    makers = subjects_of(head.token, arguments)
    return [Found(work, "composer", maker, "maker") for maker in makers]


def _whole(part: Any, arguments: Arguments) -> Argument | None:
    """Return the work that "the film's music", "its score" or "the music" belongs to."""
    for child in part.children:
        if child.dep_ == "poss":
            return arguments.resolve(child)
        if child.dep_ == "prep":
            return next((arguments.resolve(obj) for obj in child.children), None)
    return arguments.title(part) if arguments.is_about_work() else None
