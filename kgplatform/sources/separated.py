"""Records of a CSV file as people and programs write them: its delimiter, quotes and comments.

Python's csv reads one dialect. Which one a file is in is found out here by whole records: the
delimiter, and the way of writing quotation marks within quotes, are those by which most records
have the same number of cells. A quotation mark that is never closed would swallow the lines after
it; where these are records by themselves, it is left out, and its line is named.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, islice

from kgplatform.sources.headers import has_header
from kgplatform.sources.limits import PassedLimit

__all__ = ["Records", "read_records"]

DELIMITERS = ",;\t|"
SAMPLE_LINES = 500
SEP_LINE = re.compile(r'"?sep=(?P<delimiter>[^"\n])"?\s*', re.I)
ESCAPED = re.compile(r'\\([\\"])')
COMMENTED_NAME = re.compile(r"#\s*(?=\w)")
AT_THE_END = "unexpected end of data"  # how csv says that a quotation mark was never closed
MAX_UNCLOSED = 100
MAX_MARKS = 20  # of a line, from its end, that may be the one without an end
MAX_NAMED = 5  # lines that are named; of more, the rest are counted


@dataclass(slots=True)
class Records:
    """What a CSV file holds.

    Attributes:
        cells: of each record; none of one that is blank.
        above: comments, without their marks.
        unread: what was not read as it stands, each in a few words.
    """

    cells: list[list[str]] = field(default_factory=list)
    above: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)


def read_records(text: str) -> Records:
    """Return the records of a CSV file's text.

    Raises:
        PassedLimit: it has more unclosed quotation marks than are looked for.
        csv.Error: it is no CSV file.
    """
    usual = csv.field_size_limit(max(csv.field_size_limit(), len(text)))
    try:
        return _read_text(text)
    finally:
        csv.field_size_limit(usual)


def _read_text(text: str) -> Records:
    given = SEP_LINE.fullmatch(text.partition("\n")[0])
    first = 1 if given else 0
    delimiter = given["delimiter"] if given else _find_delimiter(text.split("\n", SAMPLE_LINES))
    if r"\"" in text:
        text = _plain_quotes(text, delimiter)
    lines = text.split("\n")
    width = _usual_width(lines[first:], delimiter)[1]
    cells, numbers, unclosed = list[list[str]](), list[int](), list[int]()
    for at, record, is_unclosed in _read(lines, first, delimiter, width):
        cells.append(record)
        numbers.append(at + 1)
        if is_unclosed:
            unclosed.append(at + 1)
    cells, above = _take_comments(cells, delimiter)
    numbers = numbers[len(numbers) - len(cells) :]
    _align_header(cells, width)
    return Records(cells, above, [*_report_unclosed(unclosed), *_report_widths(cells, numbers)])


def _find_delimiter(sample: Sequence[str]) -> str:
    """Return the character between the cells; a comma where that is unclear."""
    sample = sample[:SAMPLE_LINES]

    def rate(delimiter: str) -> tuple[float, int, int]:
        share, width = _usual_width(sample, delimiter)
        runs = groupby(_parse(sample, delimiter), len)
        longest = max((len(list(run)) for count, run in runs if count == width), default=0)
        return share, longest, width

    return max(DELIMITERS, key=rate)


def _usual_width(lines: Sequence[str], delimiter: str) -> tuple[float, int]:
    """Return the share of the records that have the number of cells that most have, and it.

    Records of one cell are no evidence for a delimiter: where there are no others, lines are
    looked at by themselves, as a quotation mark without end may hold them together.
    """
    lines = lines[:SAMPLE_LINES]
    widths = Counter(filter(None, map(len, _parse(lines, delimiter))))
    if not any(width > 1 for width in widths):
        widths = Counter(filter(None, (_width(line, delimiter) for line in lines)))
    several = {width: count for width, count in widths.items() if width > 1}
    if not several:
        return 0.0, 0
    width = max(several, key=lambda width: (several[width], width))
    return several[width] / widths.total(), width


def _plain_quotes(text: str, delimiter: str) -> str:
    r"""Return a text with \" written as "" where its records are more of one width so."""
    plain = ESCAPED.sub(lambda match: '""' if match[1] == '"' else match[1], text)
    before, after = (_usual_width(one.split("\n"), delimiter) for one in (text, plain))
    has_strays = any(
        '"' in cell for record in _parse(text.split("\n"), delimiter) for cell in record
    )
    return plain if after > before or (after == before and has_strays) else text


def _parse(lines: Iterable[str], delimiter: str, *, strict: bool = False) -> Iterator[list[str]]:
    return (record for _, record in _number(lines, delimiter, strict=strict))


def _number(
    lines: Iterable[str], delimiter: str, *, strict: bool = False
) -> Iterator[tuple[int, list[str]]]:
    """Yield how many lines were read up to the end of each record, and its cells."""
    ended = (f"{line}\n" for line in lines)
    reader = csv.reader(ended, delimiter=delimiter, skipinitialspace=True, strict=strict)
    for record in reader:
        yield reader.line_num, record


def _width(line: str, delimiter: str) -> int:
    return len(next(_parse([line], delimiter), []))


def _read(
    lines: Sequence[str], at: int, delimiter: str, width: int
) -> Iterator[tuple[int, list[str], bool]]:
    """Yield where each record begins, its cells, and whether a quotation mark in it has no end."""
    unclosed = 0
    while at < len(lines):
        start = at
        for count, record in _number(islice(lines, start, None), delimiter):
            held = lines[at : start + count]
            is_last = start + count == len(lines)
            is_open = _has_no_end(held, len(record), delimiter, width, is_last=is_last)
            mended = _mend(held, delimiter, width) if is_open else None
            yield at, mended or record, is_open
            at += 1 if mended else len(held)
            unclosed += is_open
            if unclosed > MAX_UNCLOSED:
                raise PassedLimit(f"has more than {MAX_UNCLOSED} quotation marks without an end")
            if mended:
                break


def _has_no_end(
    held: Sequence[str], count: int, delimiter: str, width: int, *, is_last: bool
) -> bool:
    """Return whether a quotation mark swallowed lines that do not belong to its record.

    Args:
        held: the lines of the record.
        count: of its cells.
        width: of most records.
        is_last: whether no line follows.
    """
    if len(held) == 1 and not is_last:
        return False
    wrong = ""
    try:
        list(_parse(held, delimiter, strict=True))
    except csv.Error as exc:
        wrong = str(exc)
    if is_last and wrong == AT_THE_END:
        return True
    is_odd = len(held) > 1 and (bool(wrong) or count != width)
    return is_odd and _are_records(held, delimiter, width)


def _are_records(held: Sequence[str], delimiter: str, width: int) -> bool:
    """Return whether most lines behind the first one have the usual number of cells themselves."""
    inner = [line for line in held[1 : 1 + SAMPLE_LINES] if line.strip()]
    return 2 * sum(_width(line, delimiter) == width for line in inner) >= len(inner)


def _mend(held: Sequence[str], delimiter: str, width: int) -> list[str] | None:
    """Return the first line's cells without its last quotation mark that has no end.

    None where what follows is no record by itself: then the text was cut off within a cell.
    """
    if not _are_records(held, delimiter, width):
        return None
    line, place, other = held[0], len(held[0]), None
    for _ in range(MAX_MARKS):
        place = line.rfind('"', 0, place)
        if place < 0:
            break
        try:
            [cells] = _parse([line[:place] + line[place + 1 :]], delimiter, strict=True)
        except csv.Error:
            continue
        if len(cells) == width:
            return cells
        other = other or cells
    return other


def _take_comments(cells: list[list[str]], delimiter: str) -> tuple[list[list[str]], list[str]]:
    """Return the records behind the comments at the beginning, and the comments.

    The last one may be the header ("# Item, Weight"), without which the records have none.
    """
    filled = (n for n, record in enumerate(cells) if record)
    first = next((n for n in filled if not cells[n][0].startswith("#")), 0)
    comments = [record for record in cells[:first] if record]
    if not comments:
        return cells, []
    header = comments[-1]
    below = [r for r in cells[first : first + SAMPLE_LINES] if len(r) == len(cells[first])]
    if len(header) == len(cells[first]) > 1 and not has_header(below):
        comments = comments[:-1]
        named = COMMENTED_NAME.sub("", header[0], count=1)
        cells = [*cells[:first], [named, *header[1:]], *cells[first:]]
    above = [f"{delimiter} ".join(record).lstrip("# ") for record in comments]
    return cells[first:], [line for line in above if line]


def _align_header(cells: list[list[str]], width: int) -> None:
    """Put an empty name before those of a header that has one less than all its rows have cells.

    The first column is then one of names of rows, or numbers, as some programs write it.
    """
    filled = [record for record in cells if record]
    if len(filled) < 2 or len(filled[0]) != width - 1:
        return
    rows = filled[1:]
    if all(len(record) == width for record in rows) and any(row[-1].strip() for row in rows):
        filled[0].insert(0, "")


def _report_unclosed(lines: Sequence[int]) -> list[str]:
    if not lines:
        return []
    marks = "1 quotation mark" if len(lines) == 1 else f"{len(lines)} quotation marks"
    return [f"{marks} without an end ({_name_lines(lines)})"]


def _report_widths(cells: Sequence[Sequence[str]], numbers: Sequence[int]) -> list[str]:
    """Return how many lines have more cells than most next to them, or fewer."""
    more: list[int] = []
    fewer: list[int] = []
    for is_filled, run in groupby(zip(cells, numbers, strict=True), lambda one: bool(one[0])):
        block = [(record, number) for record, number in run if len(record) > 1] if is_filled else []
        widths = Counter(len(record) for record, _ in block)
        usual = max(widths, key=lambda width: (widths[width], width), default=0)
        whole = [number for record, number in block if len(record) >= usual]
        for record, number in block:
            if len(record) < usual and number > whole[0]:
                fewer.append(number)
            elif any(cell.strip() for cell in record[usual:]):
                more.append(number)
    return [
        f"{len(lines)} line{'s' if len(lines) > 1 else ''} with {what} cells than the others "
        f"({_name_lines(lines)})"
        for what, lines in (("more", more), ("fewer", fewer))
        if lines
    ]


def _name_lines(lines: Sequence[int]) -> str:
    named = ", ".join(map(str, lines[:MAX_NAMED]))
    more = f" and {len(lines) - MAX_NAMED} more" if len(lines) > MAX_NAMED else ""
    return f"line{'s' if len(lines) > 1 else ''} {named}{more}"
