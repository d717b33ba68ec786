"""Reads the probabilities of a reply's tokens, in either of the two forms in use."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from kgplatform.models.conversation import Token

__all__ = ["read_tokens"]


def read_tokens(stated: Any, text: str) -> tuple[Token, ...]:
    """Return the tokens of a text with their probabilities; none where any is missing or odd.

    Args:
        stated: the choice's "logprobs".
        text: the reply without what was thought before it, whose tokens are left out.
    """
    try:
        tokens = tuple(_tokens(stated))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError, OverflowError):
        return ()
    return _of_text(tokens, text)


def _tokens(stated: Any) -> Iterator[Token]:
    """Yield what is returned; errors are those of a form that is neither."""
    if stated is None:
        return
    if stated.get("content") is not None:
        for item in stated["content"]:
            others = [
                (other["token"], other["logprob"]) for other in item.get("top_logprobs") or ()
            ]
            yield _token(item["token"], item["logprob"], others)
        return
    alternatives = stated.get("top_logprobs") or [{}] * len(stated.get("tokens") or ())
    for text, logprob, others in zip(
        stated.get("tokens") or (), stated.get("token_logprobs") or (), alternatives, strict=True
    ):
        ranked = sorted((others or {}).items(), key=lambda other: -other[1])
        yield _token(text, logprob, ranked)


def _token(text: Any, logprob: Any, others: list[tuple[Any, Any]]) -> Token:
    return Token(
        str(text),
        _logprob(logprob),
        tuple((str(other), _logprob(value)) for other, value in others),
    )


def _logprob(value: Any) -> float:
    """Return a logarithm of a probability; above 0 it is rounding."""
    number = float(value)
    if math.isnan(number):
        raise ValueError("a probability that is no number")
    return min(number, 0.0)


def _of_text(tokens: tuple[Token, ...], text: str) -> tuple[Token, ...]:
    """Leave out the tokens before a text; all stay where it is not found in what they write."""
    written = "".join(token.text for token in tokens)
    start = written.rfind(text.strip()) if text.strip() else 0
    end = 0
    for place, token in enumerate(tokens):
        end += len(token.text)
        if end > start:
            return tokens[place:]
    return tokens
