"""Decides which documents a structural question means, and which of their parts.

A document that is named decides it. Otherwise every document is a candidate that has what is
asked for, and the question's own words decide among several; where they say nothing, none is
chosen, since any would be a guess.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgplatform.models.embedding import Embedder
from kgplatform.question.document_parts.references import Reference
from kgplatform.retrieve.kgp.structural.likeness import content_words
from kgplatform.retrieve.kgp.structural.matching import Match, match_reference
from kgplatform.retrieve.kgp.structural.outlines import Outline
from kgplatform.retrieve.kgp.structural.reading import Named

__all__ = ["Choice", "choose_parts"]

NAMED_IN_PROBLEM = 5  # documents that a message lists


@dataclass(frozen=True, slots=True)
class Choice:
    """The parts that a reference means, or why there are none.

    `is_open`: the reference means a part of a document, but the graph does not say which, or does
    not have it; otherwise a reference without parts is a figure of speech.
    """

    reference: Reference
    matches: tuple[Match, ...] = ()
    problem: str = ""
    is_open: bool = False

    @property
    def documents(self) -> frozenset[str]:
        """The ids of the documents that the parts are of."""
        return frozenset(match.outline.document_id for match in self.matches)


def choose_parts(
    named: Named,
    outlines: Sequence[Outline],
    *,
    nearest: Sequence[str],
    embedder: Embedder,
    is_only: bool = False,
) -> list[Choice]:
    """Return for each reference of a question the parts it means.

    Args:
        named: the question with the documents it names.
        outlines: of the documents that come into question.
        nearest: ids of documents, those first that the question's words fit best.
        is_only: whether the person chose one document to ask, which is as good as naming it.
    """
    rest = named.parsed.rest
    choices = [
        _choose(reference, named, outlines, embedder=embedder, is_only=is_only)
        for reference in named.parsed.references
    ]
    unnamed = [c.documents for c in choices if c.matches and not c.reference.documents]
    shared = frozenset.intersection(*unnamed) if unnamed else frozenset()
    clues = nearest if content_words(rest) else ()
    return [
        choice
        if choice.reference.documents or len(choice.documents) < 2
        else _resolve(choice, shared or choice.documents, clues)
        for choice in choices
    ]


def _choose(
    reference: Reference,
    named: Named,
    outlines: Sequence[Outline],
    *,
    embedder: Embedder,
    is_only: bool,
) -> Choice:
    """Return what the reference means in the documents named with it, or in any of them."""
    if reference.owner:
        return Choice(reference, problem=f"no document is named '{reference.owner}'")
    rest = named.parsed.rest
    wanted = {key for index in reference.documents for key in named.ids[index]}
    scope = [o for o in outlines if not wanted or o.document_id in wanted]
    is_named = is_only or not named.words.issuperset(reference.documents)
    matches = match_reference(reference, scope, rest=rest, embedder=embedder, is_named=is_named)
    if not wanted:  # "Table 5" is rather one that is called so than the fifth of another document
        matches = [match for match in matches if match.by == "number"] or matches
    choice = Choice(reference, tuple(matches))
    if not matches:
        titles = ", ".join(o.title for o in scope[:NAMED_IN_PROBLEM])
        problem = f"no such {reference.kind} in {titles}"
        return replace(choice, problem=problem, is_open=bool(wanted) and reference.is_exact)
    if wanted or reference.is_exact or any(match.by == "topic" for match in matches):
        return choice
    # "the table", and nothing that says which: no part of a document at all, perhaps
    if content_words(rest) or len(choice.documents) > 1:
        return Choice(reference, problem=f"nothing says which {reference.kind} is meant")
    return choice


def _resolve(choice: Choice, shared: frozenset[str], nearest: Sequence[str]) -> Choice:
    """Keep the parts of one document where several have them: the one nearest to the question."""
    only = next(iter(shared)) if len(shared) == 1 else None
    best = only or next((key for key in nearest if key in shared), None)
    if best is not None:
        kept = tuple(m for m in choice.matches if m.outline.document_id == best)
        return replace(choice, matches=kept)
    titles = sorted({m.outline.title for m in choice.matches if m.outline.document_id in shared})
    shown = ", ".join(titles[:NAMED_IN_PROBLEM])
    problem = f"{len(titles)} documents have such a {choice.reference.kind}, name one: {shown}"
    return Choice(choice.reference, problem=problem, is_open=True)
