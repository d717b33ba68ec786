"""The reply stands after the thinking, whatever marks a family of models puts around that."""

from __future__ import annotations

import pytest

from kgplatform.models.thinking import cut_thinking

pytestmark = pytest.mark.unit


@pytest.mark.parametrize(
    ("text", "reply"),
    [
        ("<think>\nLet me see.\n</think>\n\nOslo", "Oslo"),
        ('so {"answer": ""} hm</think>{"answer": "Oslo"}', '{"answer": "Oslo"}'),
        ("<think>a</think> no, <think>b</think>Oslo", "Oslo"),
        ("<reasoning>a</reasoning>Oslo", "Oslo"),
        ("[THINK]a[/THINK]Oslo", "Oslo"),
        (
            "<|channel|>analysis<|message|>a<|end|><|start|>assistant"
            "<|channel|>final<|message|>Oslo<|return|>",
            "Oslo",
        ),
        ("<think>Let me see", ""),
        ("<|channel|>analysis<|message|>Let me", ""),
        ("a</think>", ""),
    ],
)
def test_thinking_is_cut(text: str, reply: str) -> None:
    shown, thought = cut_thinking(text)
    assert shown.strip() == reply
    assert thought


@pytest.mark.parametrize("text", ["Oslo", '{"answer": "the mark </think> ends it"}', ""])
def test_reply_without_thinking_stays(text: str) -> None:
    assert cut_thinking(text) == (text, False)


def test_marks_of_the_template_at_the_end_are_left_out() -> None:
    assert cut_thinking("Oslo<|im_end|>\n<|endoftext|>") == ("Oslo", False)
