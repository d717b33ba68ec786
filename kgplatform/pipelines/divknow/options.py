"""The options of `divknow`: DetLLM, and the ablations of its paper's table 3.

`divknow` is the whole method. `divknow-unified-nosparql` is the
paper's "w/o SPARQL, Text-KB(Sparse)", whose figures are those of DSP in table 2: texts and
linearised triples are one source, as for all of the paper's baselines (section 4.1).
`divknow-text-nosparql`, which searches text alone, is not in the paper.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kgplatform.retrieve.options import MethodOptions, Shaping

__all__ = [
    "DEFAULT_OPTIONS",
    "DENSE",
    "DIVKNOW",
    "SOURCES",
    "SPARSE",
    "UNUSED",
    "DivKnowOptions",
    "Sources",
]

DIVKNOW = "divknow"
DENSE, SPARSE, UNUSED = "dense", "sparse", ""
SHAPING = Shaping(
    settings=("cross_encoder", "sparql_endpoint"),
    code=("answer", "pipelines/divknow", "plan", "wikidata"),
    queries=(".cypher", ".rq"),
)


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


class DivKnowOptions(MethodOptions):
    """The sources that are searched, and who decomposes and ranks.

    The decomposer `auto` is the chat model where there is one and syntax sees no chain of hops; the
    ranker `auto` is the cross-encoder where one is set, else the bi-encoder, which is the graph's
    embedder.
    """

    sources: Literal["separate", "sparse", "unified", "unified_dense", "text"] = "separate"
    sparql: Literal["sparql", "nosparql"] = "sparql"
    decomposer: Literal["auto", "chat", "syntax"] = "auto"
    ranker: Literal["auto", "cross", "chat", "bi"] = "auto"

    @property
    def needs_chat(self) -> bool:
        """Whether the method cannot do without a chat model."""
        return "chat" in (self.decomposer, self.ranker)

    @property
    def asks_chat(self) -> bool:
        """Whether a chat model is asked where there is one."""
        return self.needs_chat or self.decomposer != "syntax"

    @property
    def shaping(self) -> Shaping:
        """What shapes the evidence: what `Dependencies` bring as well."""
        return SHAPING


DEFAULT_OPTIONS = DivKnowOptions()
