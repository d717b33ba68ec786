"""Which parts of documents a question names: the rule form of KGP's question classifier.

KGP (section 4) asks a language model whether a question is about structure or content and which
structures it names. The rules read the same from the order of a few kinds of words (`lexicon`):
page 4, pages 3 to 5, the last page, Table 2.1, the second table on page 3, the table about
prices, section 6.2, the introduction. They see the question alone; whether a document has such
a part is found later.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgplatform.question.document_parts.lexicon import WORD
from kgplatform.question.document_parts.references import Found, Reference, find_references
from kgplatform.question.document_parts.tokens import OF_A_DOCUMENT, Span, Token, read_tokens
from kgplatform.question.document_parts.topics import name_topics

__all__ = ["StructuralQuestion", "parse_structure"]

LYING_IN = re.compile(r"[wVBW]{0,3}(?:X|L(?:D?[Ow]{1,4}L)?)D?")
"""Between a part and the one it lies in: "table [that is at the bottom of the] third page"."""

STARTS_ANEW = frozenset("AB")
"""Between a page and a table that does not lie on it: "page 3 and Table 2", "page 3 about …"."""

DOCUMENTS_IN_A_ROW = re.compile(r"F(?:(?:XA|[AX])L?F)*")
OWNER = re.compile(r"LD?(?P<name>w+)(?![wG])")
PLACED = re.compile(r"LD?(?=[^X])")
WARES = frozenset("part parts article articles".split())
WARE_NUMBER = re.compile(r"[A-Z]{2,}-?\d{2,}[\w-]*|[A-Z]+-\d{2,}[\w-]*|\d{5,}")
PLACINGS = frozenset("of in from within inside".split())
"""Between a part and its document: "page 2 of [the] …"."""


@dataclass(frozen=True, slots=True)
class StructuralQuestion:
    """A question about structure; `rest` is what it says in addition to parts and documents.

    `document_names` are the documents it names, where a model has named them; `places` are the
    offsets in the question where the name of one should begin, as behind "page 2 of".
    """

    references: tuple[Reference, ...]
    rest: str = ""
    document_names: tuple[str, ...] = ()
    places: frozenset[int] = frozenset()


def parse_structure(question: str, *, documents: Sequence[Span] = ()) -> StructuralQuestion | None:
    """Return the parts of documents that a question names, or None where it names none.

    Args:
        documents: where the question names documents, in order; their words mean nothing else.
    """
    tokens = read_tokens(question, documents=documents)
    named = [item for item in find_references(tokens) if not _is_ware(item.reference)]
    found = name_topics(named, tokens)
    if not found:
        return None
    references = tuple(_assign_documents(item, tokens) for item in _nest(found, tokens))
    places = frozenset(_places(named, tokens))
    return StructuralQuestion(references, _rest(found, tokens), places=places)


def _is_ware(reference: Reference) -> bool:
    """Return whether "part VX-300" is an article to buy, and no part of a document."""
    return reference.word in WARES and any(map(WARE_NUMBER.fullmatch, reference.numbers))


def _places(found: Sequence[Found], tokens: Sequence[Token]) -> Iterator[int]:
    """Yield where a word follows a part that is given by number or position: "page 2 of [fram]".

    A word of the grammar must be written as a name: "page 2 of Tables", not "page 2 of the report".
    """
    symbols = "".join(token.symbol for token in tokens)
    for item in found:
        placed = PLACED.match(symbols, item.last) if item.form != "bare" else None
        if placed is None or tokens[item.last].form not in PLACINGS:
            continue
        after = tokens[placed.end()]
        if after.symbol == WORD or after.text[0].isupper():
            yield after.start


def _nest(found: Sequence[Found], tokens: Sequence[Token]) -> list[Found]:
    """Put parts into the page or section they lie in: "the table on page 3"."""
    symbols = "".join(token.symbol for token in tokens)
    nested: list[Found] = []
    for item in found:
        last = nested[-1] if nested else None
        between = OF_A_DOCUMENT.sub("", symbols[last.last : item.first]) if last else ""
        if last and _can_hold(item, last) and LYING_IN.fullmatch(between):
            reference = replace(last.reference, within=item.reference)
            nested[-1] = replace(last, reference=reference, last=item.last)
        elif last and _can_open(last, item) and not STARTS_ANEW & set(between):
            nested[-1] = replace(item, reference=replace(item.reference, within=last.reference))
        else:
            nested.append(item)
    return nested


def _can_hold(outer: Found, inner: Found) -> bool:
    """Return whether what a part lies in can identify it: a table, or one of its kind, cannot."""
    is_free = inner.reference.within is None and outer.reference.kind != inner.reference.kind
    is_named = outer.reference.is_exact or bool(outer.reference.topic)
    return is_free and is_named and outer.reference.kind != "table"


def _can_open(outer: Found, inner: Found) -> bool:
    """Whether a part may be named before the table that lies in it: "on page 3, the table"."""
    is_stated = bool(inner.reference.numbers) and outer.reference.kind == "section"
    return inner.reference.kind == "table" and _can_hold(outer, inner) and not is_stated


def _assign_documents(item: Found, tokens: Sequence[Token]) -> Reference:
    """Return the reference with the documents named after it, else those named before it."""
    groups = list(_document_groups(tokens))
    after = [indexes for at, indexes in groups if at >= item.first]
    before = [indexes for at, indexes in groups if at < item.first]
    chosen = after[0] if after else before[-1] if before else ()
    return replace(item.reference, documents=chosen, owner="" if chosen else _owner(item, tokens))


def _owner(item: Found, tokens: Sequence[Token]) -> str:
    """Return the name in "Section 230 of the Communications Decency Act", if one stands there."""
    symbols = "".join(token.symbol for token in tokens)
    found = OWNER.match(symbols, item.last)
    if found is None or tokens[item.last].form != "of":
        return ""
    words = [token.text for token in tokens[found.start("name") : found.end("name")]]
    return " ".join(words) if words[0][0].isupper() else ""


def _document_groups(tokens: Sequence[Token]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield where documents are named and which; "A, B and C" is one group."""
    symbols = "".join(token.symbol for token in tokens)
    index = 0
    for match in DOCUMENTS_IN_A_ROW.finditer(symbols):
        count = match.group().count("F")
        yield match.start(), tuple(range(index, index + count))
        index += count


def _rest(found: Sequence[Found], tokens: Sequence[Token]) -> str:
    """Return the question's words that name neither a part nor a document."""
    taken = {i for item in found for i in range(item.first, item.last)}
    return " ".join(
        token.text for i, token in enumerate(tokens) if i not in taken and token.symbol not in "FX"
    )
