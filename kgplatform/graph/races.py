"""Schema commands that several processes may run at the same moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tenacity import Retrying, retry_if_exception, stop_after_attempt, wait_random_exponential

from kgplatform.errors import QueryError, Retryable

__all__ = ["ATTEMPTS", "run_despite_races"]

ATTEMPTS = 6
RACE_CODES = ("AlreadyExists", "ConstraintValidationFailed")
"""What a statement with IF NOT EXISTS may still say when another process runs it just then."""


def run_despite_races(
    run: Callable[..., Any], statements: str | Sequence[str], **parameters: Any
) -> None:
    """Run a statement or several, again when another process got in their way.

    Args:
        run: `run_text` of a `Graph` for one statement, its `change_schema` for several.
        statements: what changes nothing where it has run already.
        parameters: their values.

    Raises:
        GraphError: it fails for another reason, or again and again.
    """
    retrying = Retrying(
        retry=retry_if_exception(_may_be_a_race),
        stop=stop_after_attempt(ATTEMPTS),
        wait=wait_random_exponential(multiplier=0.1, max=2),
        reraise=True,
    )
    retrying(run, statements, **parameters)


def _may_be_a_race(error: BaseException) -> bool:
    if isinstance(error, QueryError):
        return any(code in (error.code or "") for code in RACE_CODES)
    return isinstance(error, Retryable)
