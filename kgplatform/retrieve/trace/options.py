"""The options of `trace`: what the reader gets, who selects, whether chains end, how many.

`trace-triple` is TRACE-Triple and `trace-doc` is TRACE-Doc (Fang et al. 2024, section 3.4).
`trace`, in full `trace-sentence`, gives each triple as the sentence that states it.
trace-doc-embedding-fixed-10 names all of them.
"""

from __future__ import annotations

from typing import Literal

from kgplatform.retrieve.options import MethodOptions, Shaping

__all__ = ["DEFAULT_OPTIONS", "TraceOptions"]


class TraceOptions(MethodOptions):
    """Context of the reader, selector of triples, and length and number of chains.

    The selector `auto` is the chat model where there is one. Chains of the length `fixed` never
    end before their last triple (appendix D.7). `chains` is the paper's R, 5 in it.
    """

    context: Literal["sentence", "triple", "doc"] = "sentence"
    selector: Literal["auto", "chat", "embedding"] = "auto"
    length: Literal["adaptive", "fixed"] = "adaptive"
    chains: Literal["5", "10", "20"] = "5"

    @property
    def needs_chat(self) -> bool:
        """Whether the method cannot do without a chat model."""
        return self.selector == "chat"

    @property
    def asks_chat(self) -> bool:
        """Whether a chat model is asked where there is one."""
        return self.selector != "embedding"

    @property
    def shaping(self) -> Shaping:
        """What shapes the evidence: a chat model writes the triples of what was not read."""
        return Shaping(writes=self.asks_chat)


DEFAULT_OPTIONS = TraceOptions()
