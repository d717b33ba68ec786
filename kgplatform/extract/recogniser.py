"""The one place where recognisers meet: which spans of a passage may be names, and of what type.

With the scores of the platform's own head, its names are taken, what spaCy sees being part of
its decision, and spaCy's for kinds that the head has not (groups of people, laws, products) and
for what lies behind the text that the encoder reads. Without them spaCy is alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kgplatform.extract.plausible import NamedSpan
from kgplatform.models.entity_head.head import WordScores, load

__all__ = ["ENTITY_TYPE_OF_LABEL", "propose_names"]

ENTITY_TYPE_OF_LABEL = {
    "PERSON": "Person",
    "PER": "Person",  # of pipelines for other languages than English, as MISC is
    "MISC": "Thing",
    "ORG": "Organization",
    "GPE": "Place",
    "LOC": "Place",
    "FAC": "Place",
    "WORK_OF_ART": "Work",
    "LAW": "Work",
    "EVENT": "Event",
    "NORP": "Group",
    "PRODUCT": "Product",
}
TYPE_OF_KIND = {
    "PER": "Person",
    "ORG": "Organization",
    "LOC": "Place",
    "WORK": "Work",
    "EVENT": "Event",
    "OTHER": "Thing",
}
SPACY_ALONE = ("NORP", "LAW", "PRODUCT")
"""Labels of kinds that no set the head was trained on marks."""


def propose_names(parsed: Any, scores: WordScores | None = None) -> Iterator[NamedSpan]:
    """Yield the spans that recognisers take for names, in no order, none overlapping.

    Args:
        parsed: the spaCy Doc of a passage.
        scores: of the head, for the same passage; None where the encoder did not read it.
    """
    head = load() if scores is not None and len(scores.spans) else None
    if head is None or scores is None:
        for found in parsed.ents:
            if kind := ENTITY_TYPE_OF_LABEL.get(found.label_):
                yield NamedSpan(found.start_char, found.end_char, kind)
        return
    tokens = _tokens_at(parsed, scores)
    names = head.decode(scores, _labels(tokens), [token.tag_ for token in tokens])
    own = [NamedSpan(name.start, name.end, TYPE_OF_KIND[name.kind]) for name in names]
    last = int(scores.spans[-1, 1])
    others = (
        NamedSpan(found.start_char, found.end_char, kind)
        for found in parsed.ents
        if (kind := ENTITY_TYPE_OF_LABEL.get(found.label_))
        and (found.label_ in SPACY_ALONE or found.start_char >= last)
    )
    yield from _join(own, list(others))


def _join(own: list[NamedSpan], others: list[NamedSpan]) -> Iterator[NamedSpan]:
    """Yield the head's names; spaCy's where they lie apart, and its type for a Thing's span."""
    for name in own:
        same = [other for other in others if _overlap(name, other)]
        is_typed = name.type == "Thing" and bool(same)
        yield name._replace(type=same[0].type) if is_typed else name
    for other in others:
        if not any(_overlap(name, other) for name in own):
            yield other


def _overlap(one: NamedSpan, other: NamedSpan) -> bool:
    return one.start < other.end and other.start < one.end


def _tokens_at(parsed: Any, scores: WordScores) -> list[Any]:
    """Return the token of the parse that each of the head's words begins in."""
    tokens, at = [], 0
    for start in scores.spans[:, 0]:
        while at + 1 < len(parsed) and parsed[at + 1].idx <= start:
            at += 1
        tokens.append(parsed[at])
    return tokens


def _labels(tokens: list[Any]) -> list[str]:
    """Return spaCy's label at each word; a token's second word goes on with its name."""
    labels, last = [], -1
    for token in tokens:
        mark = "I" if token.i == last else token.ent_iob_
        labels.append(f"{mark}-{token.ent_type_}" if token.ent_type_ else "")
        last = token.i
    return labels
