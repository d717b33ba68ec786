"""Triples made for the tests of TRACE."""

from __future__ import annotations

from kgplatform.retrieve.trace.triples import Triple

__all__ = ["make_triple"]


def make_triple(
    subject: str,
    relation: str,
    obj: str,
    *,
    passage: str = "",
    about: tuple[str, ...] = (),
    qualifiers: tuple[tuple[str, str], ...] = (),
) -> Triple:
    """Return a triple of the passage of its subject, whose things are subject and object."""
    text = f"{subject} {relation} {obj}"
    return Triple(
        id=f"s-{text}",
        subject=subject,
        relation=relation,
        object=obj,
        qualifiers=qualifiers,
        text=text,
        passage_id=passage or f"p-{subject}",
        start=0,
        end=len(text),
        things=frozenset((subject, obj, *about)),
    )
