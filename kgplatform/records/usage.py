"""What asking a language model cost; a word of the vocabulary (`records`) in a file of its own."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Usage"]


@dataclass(frozen=True, slots=True)
class Usage:
    """What the language model was asked for, and what was remembered of earlier calls.

    Remembered replies cost nothing now; what they cost when they were made is kept apart, since
    the tokens that a method puts before a reader do not depend on who asked before. `cached_ms`
    is the milliseconds that they took then, one after another; None where one was stored before
    times were.
    """

    llm_calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cached_calls: int = 0
    cached_prompt_tokens: int = 0
    cached_completion_tokens: int = 0
    cached_ms: float | None = 0.0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.llm_calls + other.llm_calls,
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            self.cached_calls + other.cached_calls,
            self.cached_prompt_tokens + other.cached_prompt_tokens,
            self.cached_completion_tokens + other.cached_completion_tokens,
            None
            if self.cached_ms is None or other.cached_ms is None
            else self.cached_ms + other.cached_ms,
        )
