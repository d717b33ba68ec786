"""What a line of Markdown says, without the marks: the words of links, emphasis, code and images.

Complements sources/markdown.py, which does the same for blocks.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kgplatform.text.raised import lower_text, raise_text

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = ["PLAIN", "describes_nothing", "plain_html", "plain_inline"]

PLAIN = re.compile(r"[^\\`*_\[\]<>&!~\uFFFC]*", re.S)
"""Text without a character that could be a mark is taken as it stands."""

FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,60}\]:?[ \t]?")
PLACEHOLDER = re.compile(
    r"(?:picture|image|img|graphic|graphik|grafik|bild|content placeholder|photo)[ _-]*\d*", re.I
)
COMMENT = re.compile(r"<!--.*?(?:-->|\Z)|<(script|style)\b.*?(?:</\1\s*>|\Z)", re.S | re.I)
BREAK = re.compile(r"<br\s*/?>|</(?:p|div|li|tr|h[1-6]|summary)\s*>", re.I)
TAG = re.compile(r"</?[A-Za-z][^<>]*>|<[!?][^<>]*>")
SHIFT_TAG = re.compile(r"<(?P<end>/?)(?P<name>su[pb])\b[^<>]*>", re.I)
BR_TAG = re.compile(r"<br\s*/?>", re.I)


def plain_inline(content: str, *, parser: MarkdownIt, env: dict[str, object]) -> str:
    """Return the words of a paragraph, heading or cell.

    Args:
        env: the parser's, in which the document's link targets are.
    """
    if PLAIN.fullmatch(content):
        return content
    content = FOOTNOTE.sub("", content)
    children: list[Token] = []
    parser.inline.parse(content, parser, env, children)
    return "".join(_words(children))


def plain_html(source: str) -> str:
    """Return the text of a piece of HTML in a Markdown file, without tags, scripts and comments."""
    text = TAG.sub("", BREAK.sub("\n", COMMENT.sub("", source)))
    lines = (" ".join(line.split()) for line in html.unescape(text).split("\n"))
    return "\n".join(line for line in lines if line)


def describes_nothing(description: str) -> bool:
    """Return whether an image's description is none, or a name that a program gave it."""
    text = description.strip()
    return not text or PLACEHOLDER.fullmatch(text) is not None


def _words(tokens: Sequence[Token]) -> list[str]:
    words: list[str] = []
    shifts: list[int] = []  # where raised or lowered words begin
    for token in tokens:
        if token.type in {"softbreak", "hardbreak"}:
            words.append("\n")
        elif token.type == "image":
            words.append(_description(token))
        elif token.type == "html_inline":
            _take_tag(token.content, words, shifts)
        else:  # text and code say their content, the ends of emphasis and links have none
            words.append(token.content)
    return words


def _take_tag(tag: str, words: list[str], shifts: list[int]) -> None:
    """Deal with a tag: a line break, or raised and lowered words, which are written as such."""
    shift = SHIFT_TAG.fullmatch(tag)
    if shift is None:
        words.append("\n" if BR_TAG.fullmatch(tag) else "")
    elif not shift["end"]:
        shifts.append(len(words))
    elif shifts:
        start = shifts.pop()
        text, behind = "".join(words[start:]), "".join(words[:start])[-1:]
        is_raised = shift["name"].lower() == "sup"
        words[start:] = [raise_text(text) if is_raised else lower_text(text, behind=behind)]


def _description(image: Token) -> str:
    """Return an image's description; the names that programs give to pictures say nothing."""
    description = "".join(_words(image.children or [])).strip() or image.content.strip()
    return "" if describes_nothing(description) else description
