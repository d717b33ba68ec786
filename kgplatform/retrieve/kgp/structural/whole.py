"""Decides whether a question asks for parts of documents as such, and what their content is.

"What is on page 4?" wants the page itself: its passages, or a table's Markdown (KGP, section 4).
"Who is named on page 4?" asks something of the page, which a reader has to find there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kgplatform.retrieve.kgp.structural.choosing import Choice
from kgplatform.retrieve.kgp.structural.likeness import content_words, share_of_words
from kgplatform.retrieve.kgp.structural.matching import Match
from kgplatform.retrieve.kgp.structural.outlines import Part
from kgplatform.text.names import iterate_tokens

__all__ = ["asks_for_content", "describe_span", "describe_whole"]

ASKS_SOMETHING = frozenset(
    "who whom whose when where why many much compare compares compared differ differs difference "
    "differences between than kind subject topic topics title titles heading headings".split()
)
"""Words that say nothing of what is asked about and yet ask for something else than a text."""


def asks_for_content(rest: str, choices: Sequence[Choice]) -> bool:
    """Return whether nothing is asked for but the parts themselves.

    Args:
        rest: what the question says in addition to the parts it names.
        choices: the parts; a topic must be what they are called, so that "the section Museums
            tell of Clara Harrow" is no name.
    """
    forms = {token.form for token in iterate_tokens(rest)}
    if forms & ASKS_SOMETHING:
        return False
    return all(_is_called(rest, choice.reference.topic, choice.matches) for choice in choices)


def _is_called(rest: str, topic: str, matches: Sequence[Match]) -> bool:
    """Whether parts are called what a question says: in full, so that nothing else is left."""
    return all(
        _holds(f"{match.part.name} {match.part.heading} {match.outline.title}", rest)
        and _holds(f"{match.part.name} {match.part.heading} {match.part.text}", topic)
        for match in matches
    )


def _holds(text: str, asked: str) -> bool:
    words = content_words(asked)
    return not words or share_of_words(words, dict.fromkeys(content_words(text), 1.0)) == 1


def describe_whole(part: Part, chars: int, spans: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return what the step "content" says of a part: how long it is, and where it stands."""
    name = part.name or part.heading or part.kind
    return {"part": name, "chars": chars, "passages": list(spans)}


def describe_span(passage_id: str, start: int, end: int) -> dict[str, Any]:
    """Return a span of a passage as a step shows it."""
    return {"passage_id": passage_id, "start": start, "end": end}
