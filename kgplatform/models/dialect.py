"""What one OpenAI-compatible endpoint has been found to refuse, and how to ask it instead.

Endpoints differ in four things: whether they take a JSON schema, how the reply's limit is
called, whether the temperature may be set, and whether they tell the probabilities of tokens. The
refusal itself tells which.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kgplatform.models.cache import request_key
from kgplatform.models.conversation import Message
from kgplatform.models.replies import strict_schema

__all__ = ["Dialect"]

_LIMIT_NAMES = ("max_tokens", "max_completion_tokens")
_SCHEMA_REQUEST = (
    "Reply with one JSON object and nothing else: no code fence, no text before or after it. "
    "It must be valid under this JSON schema:\n"
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """How to word a request; `adapted` returns the next wording to try after a refusal."""

    limit_name: str = _LIMIT_NAMES[0]
    takes_temperature: bool = True
    tells_logprobs: bool = True
    refused_schemas: frozenset[str] = field(default_factory=frozenset)

    def body(
        self,
        messages: Sequence[Message],
        *,
        task: str,
        schema: Mapping[str, Any] | None,
        max_tokens: int,
        temperature: float,
        logprobs: int = 0,
    ) -> dict[str, Any]:
        """Return the request's fields that differ among endpoints, messages included."""
        fields: dict[str, Any] = {"messages": list(messages), self.limit_name: max_tokens}
        if self.takes_temperature:
            fields["temperature"] = temperature
        if logprobs and self.tells_logprobs:
            fields |= {"logprobs": True, "top_logprobs": logprobs}
        if schema is not None and request_key(schema) in self.refused_schemas:
            fields["messages"] = _with_schema_in_words(messages, schema)
        elif schema is not None:
            fields["response_format"] = {
                "type": "json_schema",
                "json_schema": {
                    "name": re.sub(r"[^A-Za-z0-9_-]", "_", task)[:64],
                    "schema": strict_schema(schema),
                    "strict": True,
                },
            }
        return fields

    def adapted(self, refusal: str, *, schema: Mapping[str, Any] | None) -> Dialect | None:
        """Return the dialect to try after the endpoint called a request bad, or None.

        Args:
            refusal: the endpoint's own words.
            schema: the schema that was asked for.
        """
        if _LIMIT_NAMES[1] in refusal and self.limit_name != _LIMIT_NAMES[1]:
            return replace(self, limit_name=_LIMIT_NAMES[1])
        if "temperature" in refusal and self.takes_temperature:
            return replace(self, takes_temperature=False)
        if "logprobs" in refusal.casefold() and self.tells_logprobs:
            return replace(self, tells_logprobs=False)
        # Endpoints word the refusal of a schema in too many ways to recognise: any refusal of a
        # request that held one is answered by asking once without.
        if schema is not None and request_key(schema) not in self.refused_schemas:
            return replace(self, refused_schemas=self.refused_schemas | {request_key(schema)})
        return None


def _with_schema_in_words(messages: Sequence[Message], schema: Mapping[str, Any]) -> list[Message]:
    """Add the schema to the system message, the place every chat template has."""
    words = _SCHEMA_REQUEST + json.dumps(schema, ensure_ascii=False)
    if messages and messages[0]["role"] == "system":
        first = messages[0]["content"] + "\n\n" + words
        return [{"role": "system", "content": first}, *messages[1:]]
    return [{"role": "system", "content": words}, *messages]
