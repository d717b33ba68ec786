"""Reads a chat model's JSON reply into a typed value, or says why it cannot be used.

A reply is never repaired: a code fence or prose around one JSON document is set aside, and
everything else that does not validate is a BadReply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from kgplatform.errors import BadReply

__all__ = ["extract_json", "parse_reply", "strict_schema"]

ReplyModel = TypeVar("ReplyModel", bound=BaseModel)

_FENCE = re.compile(r"```(?:json)?[ \t]*\n(.*?)\n?[ \t]*```", re.DOTALL | re.IGNORECASE)
_DECODER = json.JSONDecoder()


def parse_reply(text: str, model: type[ReplyModel], *, task: str) -> ReplyModel:
    """Return the reply as an instance of `model`.

    Args:
        text: the reply; one JSON object, alone, in a code fence, or with prose around it.
        model: the type it must validate as.
        task: what was asked, named in the error.

    Raises:
        BadReply: there is no JSON object, more than one, or one that does not validate.
    """
    try:
        return model.model_validate_json(extract_json(text, task=task))
    except ValidationError as exc:
        first = exc.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the object"
        raise BadReply(f"{place}: {first['msg']}", task=task, raw=text) from exc


def extract_json(text: str, *, task: str) -> str:
    """Return the one JSON object in a reply, as its text.

    Raises:
        BadReply: there is no JSON object or more than one.
    """
    for candidate in (text, _unquote(text), *_only(_FENCE.findall(text))):
        if _is_object(candidate):
            return str(candidate).strip()
    found = _objects_in(text)
    if len(found) > 1:
        raise BadReply("it holds more than one JSON object", task=task, raw=text)
    if not found:
        raise BadReply("it holds no complete JSON object", task=task, raw=text)
    return found[0]


def strict_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema with every property required and no others allowed.

    Endpoints that guarantee a schema accept no other kind; a property that may be left out in
    the type is then merely always given.
    """
    return cast("dict[str, Any]", _strict(schema))


def _strict(node: Any, *, names: bool = False) -> Any:
    """Copy a schema node; `names` says that the keys are the user's own, not JSON Schema's."""
    if isinstance(node, list):
        return [_strict(item) for item in node]
    if not isinstance(node, Mapping):
        return node
    if names:
        return {key: _strict(value) for key, value in node.items()}
    copy = {
        key: value if key in _LITERAL_KEYS else _strict(value, names=key in _NAME_KEYS)
        for key, value in node.items()
        if key != "default"
    }
    if "properties" in copy:
        copy["additionalProperties"] = False
        copy["required"] = list(copy["properties"])
    return copy


_NAME_KEYS = ("properties", "$defs", "definitions")
_LITERAL_KEYS = ("enum", "const", "examples")


def _only(items: list[str]) -> list[str]:
    return items if len(items) == 1 else []


def _unquote(text: str) -> str:
    """Return the text that a reply is the JSON of: some quote their document once more."""
    value = _parse(text)
    return value if isinstance(value, str) else ""


def _is_object(text: str) -> bool:
    return isinstance(_parse(text), dict)


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _objects_in(text: str) -> list[str]:
    """Return the outermost JSON objects that stand in the text."""
    found = []
    index = text.find("{")
    while index >= 0:
        try:
            _, end = _DECODER.raw_decode(text, index)
        except ValueError:
            end = index + 1
        except RecursionError:  # so will be all that it is nested in
            break
        else:
            found.append(text[index:end])
        index = text.find("{", end)
    return found
