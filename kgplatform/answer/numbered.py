"""The evidence as a model reads it: a numbered list, of passages, statements, or chosen lines.

Passages say all that the statements taken from them say, so statements are listed only where a
method says so, or hands no passages (HOLMES, section 4.2.3; TRACE-Triple, section 3.4).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby

from kgplatform.models.prompts import disarm
from kgplatform.records import Evidence, EvidenceLine, ScoredPassage, ScoredStatement
from kgplatform.text.table_rows import is_table

__all__ = [
    "NumberedItem",
    "SentenceSplitter",
    "list_units",
    "number_evidence",
    "write_items",
]

SentenceSplitter = Callable[[str], list[tuple[int, int]]]
"""Text to the half-open character spans of its sentences, in order."""

LINE = re.compile(r".+")
_NUMBER_AT_START = re.compile(r"^[ \t]*\[(\d+)\]", re.MULTILINE)


def list_units(text: str, split_sentences: SentenceSplitter) -> list[tuple[int, int]]:
    """Return the spans of a text's sentences, or of a table's lines."""
    if not is_table(text):
        return split_sentences(text)
    return [match.span() for match in LINE.finditer(text)]


@dataclass(frozen=True, slots=True)
class NumberedItem:
    """One numbered piece of evidence; `sentences` are spans of `text`.

    `places` are the spans of the source that these stand for; empty where they are the same.
    """

    source: ScoredPassage | ScoredStatement
    title: str
    text: str
    sentences: tuple[tuple[int, int], ...]
    places: tuple[tuple[int, int], ...] = ()

    @property
    def about(self) -> str:
        """The title, or of a statement what it is about."""
        return self.title if isinstance(self.source, ScoredPassage) else self.source.subject

    def locate(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the source that one of the sentences stands for."""
        return self.places[self.sentences.index((start, end))] if self.places else (start, end)


def number_evidence(
    evidence: Evidence, *, split_sentences: SentenceSplitter
) -> tuple[NumberedItem, ...]:
    """Return the passages in their order, or the statements or lines where these are to be read.

    The item with the number n is the (n - 1)th. Lines of one passage are one item.
    """
    if evidence.reads == "lines":
        groups = groupby(evidence.lines, key=lambda line: line.source)
        return tuple(_number_lines(source, tuple(lines)) for source, lines in groups)
    if evidence.passages and evidence.reads == "passages":
        return tuple(
            NumberedItem(passage, passage.title, passage.text, tuple(split_sentences(passage.text)))
            for passage in evidence.passages
        )
    return tuple(_number_statement(statement) for statement in evidence.statements)


def write_items(items: Sequence[NumberedItem]) -> str:
    """Return the list as text in which no item can pass for another, or for its end."""
    texts = ("\n".join(filter(None, _list_parts(item))) for item in items)
    return "\n\n".join(
        f"[{number}] {_stay_item(text)}" for number, text in enumerate(texts, start=1)
    )


def _list_parts(item: NumberedItem) -> tuple[str, ...]:
    """Return the title, the header of a table that began in another passage, and the text."""
    header = item.source.header if isinstance(item.source, ScoredPassage) else ""
    return _write_title(item), header, item.text


def _write_title(item: NumberedItem) -> str:
    """Return the title with headings and page, which a question may speak of."""
    source = item.source
    if not isinstance(source, ScoredPassage):
        return item.title
    return source.head if source.page is None else f"{source.head}, page {source.page}"


def _number_statement(statement: ScoredStatement) -> NumberedItem:
    fact = f"{statement.subject} | {statement.relation} | {statement.object}"
    notes = "; ".join(statement.notes)
    text = f"{fact} ({notes})" if notes else fact
    return NumberedItem(statement, "", text, ((0, len(text)),))


def _number_lines(source: ScoredPassage, lines: Sequence[EvidenceLine]) -> NumberedItem:
    starts = list(accumulate((len(line.text) + 1 for line in lines), initial=0))
    return NumberedItem(
        source,
        source.title,
        "\n".join(line.text for line in lines),
        tuple((at, at + len(line.text)) for at, line in zip(starts, lines, strict=False)),
        tuple((line.start, line.end) for line in lines),
    )


def _stay_item(text: str) -> str:
    # A document must not be able to pass for another item.
    return _NUMBER_AT_START.sub(r"(\1)", disarm(text, "evidence"))
