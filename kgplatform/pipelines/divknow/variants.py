"""The variants of `divknow` by name: DetLLM, and the ablations of its paper's table 3.

`divknow` is the whole method; what a name leaves out is as in it. `divknow-unified-nosparql` is the
paper's "w/o SPARQL, Text-KB(Sparse)", whose figures are those of DSP in table 2: texts and
linearised triples are one source, as for all of the paper's baselines (section 4.1).
`divknow-text-nosparql`, which searches text alone, is not in the paper.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "DECOMPOSERS",
    "DEFAULT_VARIANT",
    "DENSE",
    "DIVKNOW",
    "FORM",
    "RANKERS",
    "SOURCES",
    "SPARQL",
    "SPARSE",
    "Sources",
    "Variant",
    "find_variant",
]

DIVKNOW = "divknow"
FORM = "divknow-SOURCES-SPARQL-DECOMPOSER-RANKER"
DENSE, SPARSE, UNUSED = "dense", "sparse", ""


@dataclass(frozen=True, slots=True)
class Sources:
    """How text and linearised triples are searched, each DENSE, SPARSE or UNUSED.

    `is_unified`: as one source, whose best are taken whatever they are.
    """

    text: str
    triples: str
    is_unified: bool = False


SOURCES = {
    "separate": Sources(DENSE, SPARSE),
    "sparse": Sources(SPARSE, SPARSE),
    "unified": Sources(SPARSE, SPARSE, is_unified=True),
    "unified_dense": Sources(DENSE, DENSE, is_unified=True),
    "text": Sources(DENSE, UNUSED),
}
"""Text(Dense)-KB(Sparse), Text(Sparse)-KB(Sparse), Text-KB(Sparse), Text-KB(Dense) of table 3; and
text alone, which is not in it."""
SPARQL = ("sparql", "nosparql")
DECOMPOSERS = ("auto", "chat", "syntax")
RANKERS = ("auto", "cross", "chat", "bi")


@dataclass(frozen=True, slots=True)
class Variant:
    """One of SOURCES, of SPARQL, of DECOMPOSERS and of RANKERS.

    The decomposer `auto` is the chat model where there is one and syntax sees no chain of hops; the
    ranker `auto` is the
    cross-encoder where one is set, else the bi-encoder, which is the graph's embedder.
    """

    sources: str = "separate"
    sparql: str = SPARQL[0]
    decomposer: str = DECOMPOSERS[0]
    ranker: str = RANKERS[0]

    @property
    def needs_chat(self) -> bool:
        """Whether it cannot do without a chat model."""
        return "chat" in (self.decomposer, self.ranker)

    @property
    def asks_chat(self) -> bool:
        """Whether it asks a chat model where there is one."""
        return self.needs_chat or self.decomposer != "syntax"


DEFAULT_VARIANT = Variant()


def find_variant(name: str) -> Variant | None:
    """Return the variant of a method's name, None where it names none.

    Parts stand in the order of FORM, and any of them may be left out.
    """
    method, *parts = name.split("-")
    if method != DIVKNOW:
        return None
    chosen: list[str] = []
    for allowed in (tuple(SOURCES), SPARQL, DECOMPOSERS, RANKERS):
        chosen.append(parts.pop(0) if parts and parts[0] in allowed else allowed[0])
    return None if parts else Variant(*chosen)
