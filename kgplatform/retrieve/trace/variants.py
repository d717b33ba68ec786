"""The variants of `trace` by name: what the reader gets, who selects, whether chains end, how many.

`trace-triple` is TRACE-Triple and `trace-doc` is TRACE-Doc (Fang et al. 2024, section 3.4).
`trace`, in full `trace-sentence`, gives each triple as the sentence that states it. What a name
leaves out is as in `trace`: trace-doc-embedding-fixed-10 names all parts.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "CHAINS",
    "CONTEXTS",
    "DEFAULT_VARIANT",
    "FORM",
    "LENGTHS",
    "SELECTORS",
    "TRACE",
    "Variant",
    "find_variant",
]

TRACE = "trace"
FORM = "trace-CONTEXT-SELECTOR-LENGTH-CHAINS"
CONTEXTS = ("sentence", "triple", "doc")
SELECTORS = ("auto", "chat", "embedding")
LENGTHS = ("adaptive", "fixed")
CHAINS = ("5", "10", "20")  # R; the paper's first


@dataclass(frozen=True, slots=True)
class Variant:
    """One of CONTEXTS, one of SELECTORS, one of LENGTHS and one of CHAINS.

    The selector `auto` is the chat model where there is one. Chains of the length `fixed` never
    end before their last triple (appendix D.7).
    """

    context: str = CONTEXTS[0]
    selector: str = SELECTORS[0]
    length: str = LENGTHS[0]
    chains: str = CHAINS[0]

    @property
    def needs_chat(self) -> bool:
        """Whether it cannot do without a chat model."""
        return self.selector == "chat"

    @property
    def asks_chat(self) -> bool:
        """Whether it asks a chat model where there is one."""
        return self.selector != "embedding"


DEFAULT_VARIANT = Variant()


def find_variant(name: str) -> Variant | None:
    """Return the variant of a method's name, None where it names none."""
    method, *parts = name.split("-")
    allowed = (CONTEXTS, SELECTORS, LENGTHS, CHAINS)
    if method != TRACE or len(parts) > len(allowed):
        return None
    known = all(part in names for part, names in zip(parts, allowed, strict=False))
    return Variant(*parts) if known else None
