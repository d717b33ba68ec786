"""Hand-made facts and documents for the tests of HOLMES."""

from __future__ import annotations

from kgplatform.question.syntax import Triple
from kgplatform.records import ScoredPassage
from kgplatform.retrieve.holmes.traversal import HyperTriple

__all__ = ["FRAM", "NANSEN", "fact_of", "passage_of"]

FRAM = "The Fram is a ship. She was built by Colin Archer. Nansen sailed her."
NANSEN = "Nansen was an explorer. He was born near Oslo."


def passage_of(title: str, text: str, *, score: float = 0.5) -> ScoredPassage:
    return ScoredPassage(f"p-{title}", f"d-{title}", title, f"file:///{title}.md", text, score)


def fact_of(
    passage: ScoredPassage,
    sentence: str,
    *parts: str,
    types: tuple[str, str] = ("Thing", "Thing"),
    level: int = 0,
    qualifiers: tuple[tuple[str, str], ...] = (),
) -> HyperTriple:
    """Return the fact that a sentence of a passage states; `parts` are its three."""
    start = passage.text.index(sentence)
    subject, relation, object_ = parts
    triple: Triple = (types[0], relation, types[1])
    return HyperTriple(
        id=f"s-{subject}-{relation}-{object_}",
        subject=subject,
        relation=relation,
        object=object_,
        qualifiers=qualifiers,
        triple=triple,
        passage_id=passage.passage_id,
        start=start,
        end=start + len(sentence),
        level=level,
    )
