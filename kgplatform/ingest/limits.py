"""How much one run may do; what is left then waits for the next run."""

from __future__ import annotations

from dataclasses import dataclass

from kgplatform.errors import UsageError
from kgplatform.ingest.report import Tally
from kgplatform.records import Usage
from kgplatform.sources.files import MAX_FILE_MB
from kgplatform.sources.limits import DEFAULT_READ_LIMITS, ReadLimits

__all__ = ["Limits", "Prices"]


@dataclass(frozen=True, slots=True)
class Prices:
    """What a chat model costs, per million tokens."""

    prompt: float
    completion: float
    currency: str = "USD"

    def cost(self, usage: Usage) -> float:
        """Return what some calls cost."""
        tokens = usage.prompt_tokens * self.prompt + usage.completion_tokens * self.completion
        return tokens / 1e6


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one run; None is no bound.

    Attributes:
        max_file_mb: a larger file that cannot be streamed is recorded and left out.
        reading: what a process that reads a file may take for it.
        max_files: a job that finds more is refused before it begins.
        max_passages, max_model_calls, max_cost: the run ends with the batch that reaches one.
        prices: what max_cost is reckoned by.
    """

    max_file_mb: float | None = MAX_FILE_MB
    reading: ReadLimits = DEFAULT_READ_LIMITS
    max_files: int | None = None
    max_passages: int | None = None
    max_model_calls: int | None = None
    max_cost: float | None = None
    prices: Prices | None = None

    def check_files(self, count: int) -> None:
        """See that there are not too many files.

        Raises:
            UsageError: there are.
        """
        if self.max_files is not None and count > self.max_files:
            raise UsageError(
                f"There are {count:,} files to read, max_files is {self.max_files:,}: give fewer, "
                "or raise the limit."
            )

    def reached(self, tally: Tally) -> str | None:
        """Return which bound a run has reached, in words, or None."""
        passages, calls = tally.counts["passages"], tally.usage.llm_calls
        if self.max_passages is not None and passages >= self.max_passages:
            return f"{passages:,} passages (max_passages {self.max_passages:,})"
        if self.max_model_calls is not None and calls >= self.max_model_calls:
            return f"{calls:,} model calls (max_model_calls {self.max_model_calls:,})"
        if self.max_cost is not None and self.prices is not None:
            cost = self.prices.cost(tally.usage)
            if cost >= self.max_cost:
                return f"{cost:.2f} {self.prices.currency} (max_cost {self.max_cost:g})"
        return None
