"""Rules that keep a statistical sentence recogniser from its plain mistakes.

The recogniser proposes where sentences start; the layout of the text adds starts (a blank line,
a list item) and the rules take some away (after "Dr.", within brackets or a short quotation).
Pure text in, spans out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from kgplatform.records.document import trim_span

__all__ = ["block_starts", "blocks_of", "sentence_spans", "split_by_punctuation"]

MAX_BLOCK_CHARS = 20_000
"""A longer block is cut, so that the recogniser's memory stays bounded."""

MAX_ENCLOSED_CHARS = 300
"""Brackets or quotation marks further apart than this do not hold a sentence together."""

_AFTER_STOP = re.compile(r"(?<=[.!?])[\"'”’)\]]*\s+")

# A blank line, or a line that starts a list item or a Markdown heading.
_BLOCK_START = re.compile(r"\n[ \t]*(?:\n\s*|(?=(?:[-*+•#]+|\d{1,3}[.)])[ \t]))")
_LINE = re.compile(r"[^\n]+")
_MIN_WIDTH = 40  # of a wrapped paragraph: narrower lines are lines by themselves
_SENTENCE_END = re.compile(r"[.!?…:;。！？][\"'”’»)\]]*$")
_ABBREVIATION = re.compile(
    r"(?:^|[\s(\[\"“])(?:"
    r"Dr|Mr|Mrs|Ms|Prof|Rev|Hon|Fr|Sr|St|Ste|Mt|Ft|Gen|Col|Maj|Capt|Cpt|Cmdr|Lt|Sgt|Adm|Brig"
    r"|Gov|Sen|Rep|Pres|vs|cf|e\.g|i\.e|viz|approx|ca|c|b|d|r|fl|No|Nos|Op|Vol|pp|p|v|Fig|Eq|Sec"
    r")\.$"
)
# "J." or "J.R." after a capitalised word or at the start; "World War I." does end a sentence.
_INITIAL = re.compile(r"(?:^|[\s(\[\"“]|(?<=[A-Z]\.))(?!I\.)[A-Z]\.$")
_NAME_BEFORE_INITIAL = re.compile(r"(?:^|[^\w\s])\s*\S\.$|[A-Z][\w.'’-]*\s+(?:[A-Z]\.\s?)+$")
# "by G." goes on with a name, as no sentence opens with one of them often; "of type A. The" ends.
_WORD_BEFORE_NAME = re.compile(r"\b(?:after|and|by|for|from|of|to|under|with)\s+(?:[A-Z]\.\s?)+$")
_OPENS_SENTENCE = re.compile(
    r"(?:After|All|Also|An?|And|As|At|Before|Both|But|By|During|For|From|He|Her|His|However|I|If|In"
    r"|Its?|Many|Most|On|One|Other|She|Since|Some|That|The|Their|There|These|They|This|Those|To|We"
    r"|When|While|With|You)\b"
)
_OPENING_QUOTE_LEFT_BEHIND = re.compile(r"(?<=\s)[\"“«]\s*$")
_CLOSERS = {")": "(", "]": "[", "”": "“", "»": "«"}
_OPENERS = set(_CLOSERS.values())


def blocks_of(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of what no name, sentence or clause crosses the ends of.

    They are paragraphs, list items, headings, and lines that end before their paragraph's edge, as
    in addresses and signatures.
    """
    blocks = [0, *(match.end() for match in _BLOCK_START.finditer(text)), len(text)]
    lines = (start for pair in pairwise(blocks) for start in _line_starts(text, *pair))
    starts = [*sorted({*blocks[:-1], *lines}), len(text)]
    for block_start, end in pairwise(starts):
        start = block_start
        while end - start > MAX_BLOCK_CHARS:
            cut = _best_cut(text, start, start + MAX_BLOCK_CHARS)
            yield start, cut
            start = cut
        if end > start:
            yield start, end


def block_starts(text: str) -> list[int]:
    """Return where each block but the first begins."""
    return [start for start, _ in blocks_of(text)][1:]


def sentence_spans(block: str, proposed_starts: Sequence[int]) -> list[tuple[int, int]]:
    """Return the sentences of one block, white space around them left out.

    Args:
        block: the text.
        proposed_starts: where the recogniser lets sentences start, ascending.
    """
    enclosed = _enclosed_spans(block)
    starts = [0]
    for proposed in proposed_starts:
        start = _before_opening_quote(block, proposed)
        if start > starts[-1] and _is_boundary(block, starts[-1], start, enclosed):
            starts.append(start)
    spans = (trim_span(block, a, b) for a, b in pairwise([*starts, len(block)]))
    return [(a, b) for a, b in spans if a < b]


def split_by_punctuation(text: str) -> list[tuple[int, int]]:
    """Return the spans of the sentences of a text without any model: every full stop is proposed.

    For rooms that have no pipeline at hand; `Linguistics.split_sentences` knows more.
    """
    spans = []
    for start, end in blocks_of(text):
        block = text[start:end]
        proposed = [match.end() for match in _AFTER_STOP.finditer(block)]
        spans += [(start + a, start + b) for a, b in sentence_spans(block, proposed)]
    return spans


def _line_starts(text: str, start: int, end: int) -> Iterator[int]:
    """Yield where a line of a paragraph begins that is none of its wrapping.

    The line before had room for its first word, and it does not go on in small letters.
    """
    lines = [match for match in _LINE.finditer(text, start, end) if match.group().strip()]
    width = max([_MIN_WIDTH, *(len(line.group().rstrip()) for line in lines)])
    for line, other in pairwise(lines):
        first = other.group().split()[0]
        room = width - len(line.group().rstrip())
        if not first[0].islower() and len(first) < room:
            yield other.start()


def _is_boundary(
    block: str, start: int, boundary: int, enclosed: Sequence[tuple[int, int]]
) -> bool:
    before, after = block[start:boundary].rstrip(), block[boundary:].lstrip()
    if not before or not after:
        return False
    if any(a < boundary < b for a, b in enclosed) or after[0].islower():
        return False
    if "\n" in block[start + len(before) : boundary]:
        return True  # a line of its own, as in verses and tables
    if not _SENTENCE_END.search(before):
        return False
    return not (_ends_in_initial(before, after) or _ABBREVIATION.search(before))


def _ends_in_initial(before: str, after: str) -> bool:
    if not _INITIAL.search(before):
        return False
    if _NAME_BEFORE_INITIAL.search(before):
        return True
    return bool(_WORD_BEFORE_NAME.search(before)) and not _OPENS_SENTENCE.match(after)


def _before_opening_quote(block: str, boundary: int) -> int:
    """Move a boundary from behind a quotation mark that opens the next sentence to before it."""
    match = _OPENING_QUOTE_LEFT_BEHIND.search(block, max(0, boundary - 4), boundary)
    return match.start() if match else boundary


def _enclosed_spans(block: str) -> list[tuple[int, int]]:
    """Return the insides of matched brackets and quotation marks that stand close together."""
    spans: list[tuple[int, int]] = []
    open_at: list[tuple[str, int]] = []
    for index, character in enumerate(block):
        if character in _OPENERS:
            open_at.append((character, index))
        elif character in _CLOSERS and open_at and open_at[-1][0] == _CLOSERS[character]:
            spans.append((open_at.pop()[1], index))
    straight = [match.start() for match in re.finditer('"', block)]
    if len(straight) % 2 == 0:  # an odd one would turn insides into outsides
        spans.extend(zip(straight[::2], straight[1::2], strict=True))
    return [(a, b) for a, b in spans if b - a <= MAX_ENCLOSED_CHARS]


def _best_cut(text: str, start: int, limit: int) -> int:
    """Return where to cut before `limit`: behind a sentence, else behind a word, else anywhere."""
    for separator in (". ", "\n", " "):
        found = text.rfind(separator, start + 1, limit)
        if found > start:
            return found + len(separator)
    return limit
