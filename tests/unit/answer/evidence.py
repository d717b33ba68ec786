"""Hand-made evidence that the answer tests share."""

from __future__ import annotations

from kgplatform.records import Evidence, ScoredPassage, ScoredStatement

__all__ = ["evidence_of", "fact_of", "passage_of", "statement_of"]


def passage_of(title: str, text: str, *, score: float = 1.0) -> ScoredPassage:
    name = title.casefold().replace(" ", "-")
    return ScoredPassage(f"p-{name}", f"d-{name}", title, f"file:///{name}.md", text, score)


def evidence_of(*pairs: tuple[str, str]) -> Evidence:
    return Evidence(tuple(passage_of(title, text) for title, text in pairs))


def statement_of(passage: ScoredPassage, quote: str, *parts: str) -> ScoredStatement:
    start = passage.text.index(quote)
    subject, relation, target = parts
    return ScoredStatement(
        "s-1",
        subject,
        relation,
        target,
        (("time", "1892"),),
        passage.passage_id,
        start,
        start + len(quote),
        0.5,
    )


def fact_of(subject: str, relation: str, target: str) -> ScoredStatement:
    """Return a fact that no passage states, as Wikidata's are."""
    return ScoredStatement(f"s-{subject}-{relation}", subject, relation, target, (), "", 0, 0, 0.5)
