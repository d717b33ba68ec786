"""Parts what a model thinks aloud from what it replies: the answer stands after the thinking.

Models that reason write their thinking before the reply, between marks that differ from one family
to the next; some servers take it out, others leave all of it or only the closing mark.
"""

from __future__ import annotations

import json
import re

__all__ = ["cut_thinking"]

_NAMES = "think(?:ing)?|thoughts?|reason(?:ing)?|reflection|analysis|scratchpad"
_CLOSING = re.compile(
    rf"</(?:{_NAMES})>|\[/THINK\]|◁/think▷|<\|(?:end_of_thinking|END_THINKING)\|>"
    r"|<\|channel\|>\s*final\b[^<]*<\|message\|>",
    re.IGNORECASE,
)
_OPENING = re.compile(
    rf"<(?:{_NAMES})>|\[THINK\]|◁think▷|<\|START_THINKING\|>|<\|channel\|>\s*(?!final)\w+",
    re.IGNORECASE,
)
_LAST_MARKS = re.compile(r"(?:\s*(?:<\|[A-Za-z_]+\|>|</s>|<end_of_turn>))+\s*\Z")
"""Marks of a chat template that ended the turn, and were handed on as text."""


def cut_thinking(text: str) -> tuple[str, bool]:
    """Return a reply without what was thought before it, and whether there was any.

    Thinking that was begun and not ended is no part of the reply, nor is what follows it.
    """
    if _is_json(text):  # such a mark may stand in a value
        return text, False
    ends = [found.end() for found in _CLOSING.finditer(text)]
    rest = text[ends[-1] :] if ends else text
    begun = _OPENING.search(rest)
    if begun:
        rest = rest[: begun.start()]
    return _LAST_MARKS.sub("", rest), bool(ends or begun)


def _is_json(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict | list)
    except (ValueError, RecursionError):
        return False
