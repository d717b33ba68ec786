"""What a question wants of a table's rows: an operation, and limits that a row has to keep.

Rules over the words alone, with no table in sight. "Which parts cost more than 100 euros?" lists,
within a limit; "Who has been with us longest?" wants the smallest of the dates of starting.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kgplatform.question.analysis import YES_NO_START
from kgplatform.question.conditions import DATE, NUMBER, Limit, take_limits
from kgplatform.text.words import STOP_WORDS, fold

__all__ = [
    "COUNT",
    "LEAST",
    "LIST",
    "MEAN",
    "MOST",
    "NEGATION",
    "ROWS",
    "SUM",
    "RowQuestion",
    "adds_up_rows",
    "asks_of_rows",
    "computes_over_rows",
    "parse_row_question",
]

COUNT, SUM, MEAN, MOST, LEAST, LIST = "count", "sum", "mean", "largest", "smallest", "list"

ROWS = "rows"
"""What "the most" is about where no column is named: "the most employees"."""

STARTED = "start started hired joined employed since"
"""Words of headers under which it stands since when somebody is there."""

UNREAD = re.compile(
    r"\b(?:nor|except|excluding|other than|apart from|besides|neither|why|"
    r"how (?!many\b|much\b)\w+|per (?!unit\b)|each|every(?! day)|rank|"
    r"(?:second|third|fourth|fifth|2nd|3rd|next)[- ](?:most|least|best|\w+est)|differ\w*|"
    r"ratio|fraction|median|change[ds]?)\b",
    re.IGNORECASE,
)
"""Words by which a question wants something else than rows, their count or a sum."""

NEGATION = frozenset("not no non never without lack lacks lacking".split())
REWORDED = (
    (re.compile(r"n[’']t\b", re.IGNORECASE), " not"),
    (re.compile(r"\bout of\b", re.IGNORECASE), "not in"),
    (re.compile(r"\bnot any\b", re.IGNORECASE), "no"),
    (re.compile(r"\b(?:an?|per) (?:day|week|month|year|hour)\b", re.IGNORECASE), ""),
    (re.compile(r"\b(?:per unit|apiece|a piece)\b", re.IGNORECASE), "unit"),
)
"""What is said in another way: without contractions, and with the words of headers."""

COUNTS = re.compile(
    r"\bhow many\b|\b(?:total )?number of\b|\bcount(?: of| up)?(?: all)?(?: the)?\b", re.IGNORECASE
)
MEANS = re.compile(r"\b(?:on average|average|mean)\b", re.IGNORECASE)
SUMS = re.compile(
    r"\b(?:in (?:total|all)|all together|altogether|together|combined|summed up|sum of|sum|overall"
    r"|totals?|over the (?:whole|entire) (?:year|month|period)|adds? up(?: to)?|comes? to"
    r"|amounts? to)\b",
    re.IGNORECASE,
)
SPENDS = re.compile(
    r"\b(?:how much|what did we) "
    r"(?=.*\b(?:spend|spent|pay|paid|invoiced?|billed|ordered|bring|raised?|earn(?:ed)?|collected)\b)",
    re.IGNORECASE,
)
LISTS = re.compile(
    r"^(?:(?:in|at|on|from|for|of|by|to) )?"
    r"(?P<word>which|what|who|whose|list|show|name|give|tell)\b(?: (?:me|us))?(?: all)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Adjective:
    """What a superlative or comparative wants: the operation, by which words of a header.

    `about` is DATE where the column must hold dates, ROWS where rows are counted if no column is
    named; `headers` is empty where any figure will do.
    """

    pattern: re.Pattern[str]
    operation: str
    headers: frozenset[str] = frozenset()
    about: str = NUMBER


def _adjective(pattern: str, operation: str, headers: str = "", about: str = NUMBER) -> Adjective:
    compiled = re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)
    return Adjective(compiled, operation, frozenset(headers.split()), about)


PRICED = "price cost fee amount charge value"
AGED = "born birth birthday built year founded opened commissioned installed made constructed"
LASTING = "duration length time term period days hours minutes months weeks years runtime"
HEAVY = "weight mass load payload kg"
ADJECTIVES = (
    _adjective(
        "least expensive|cheapest|cheaper|less expensive|costs? (?:the )?least", LEAST, PRICED
    ),
    _adjective(
        "most expensive|more expensive|dearest|priciest|costliest|costs? (?:the )?most",
        MOST,
        PRICED,
    ),
    _adjective(
        "(?:been )?with (?:us|the [a-z]+|our [a-z]+) (?:the )?longest|longest[- ]serving"
        "|(?:worked|been) (?:here|for us|for the [a-z]+) (?:the )?longest|most senior",
        LEAST,
        STARTED,
        DATE,
    ),
    _adjective("best[- ]paid|highest[- ]paid|best earner|top earner", MOST, "salary wage pay"),
    _adjective("worst[- ]paid|lowest[- ]paid", LEAST, "salary wage pay"),
    _adjective("most valuable", MOST, "value insured insurance worth"),
    _adjective("best[- ]attended|best[- ]visited|busiest", MOST, "visitors visits attendance"),
    _adjective("worst", LEAST, "score rating performance mark grade"),
    _adjective("best", MOST, "score rating performance mark grade"),
    _adjective("driest", LEAST, "rain rainfall precipitation"),
    _adjective("wettest|rainiest", MOST, "rain rainfall precipitation"),
    _adjective("hottest|warmest", MOST, "temperature"),
    _adjective("coldest", LEAST, "temperature"),
    _adjective("heaviest|heavier", MOST, HEAVY),
    _adjective("lightest|lighter", LEAST, HEAVY),
    _adjective("tallest|taller", MOST, "height"),
    _adjective("deepest|deeper", MOST, "depth"),
    _adjective("widest|wider", MOST, "width"),
    _adjective("fastest|faster", MOST, "speed velocity"),
    _adjective("slowest|slower", LEAST, "speed velocity"),
    _adjective("longest|longer", MOST, LASTING),
    _adjective("shortest|shorter", LEAST, LASTING),
    _adjective("most recent(?:ly)?|latest|newest|last", MOST, "", DATE),
    _adjective("earliest|first", LEAST, "", DATE),
    _adjective("oldest|older", LEAST, AGED, DATE),
    _adjective("youngest|younger", MOST, AGED, DATE),
    _adjective("highest|largest|biggest|greatest|maximum|max|larger|higher|bigger", MOST),
    _adjective("lowest|smallest|minimum|min|smaller|lower", LEAST),
    _adjective("most", MOST, "", ROWS),
    _adjective("least|fewest|fewer", LEAST, "", ROWS),
)
OF_HEADERS = frozenset(("first", "last"))
"""What stands in headers as well: "Last inspected", "First aider"."""

OF_THE = frozenset(("of", "the", "our", "your", "all", "these", "those", "different"))
"""What may stand between "how many" and what is counted."""

COMPARATIVE = re.compile(r"\b(?:\w+er|more expensive|less expensive)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class RowQuestion:
    """What is asked of a table's rows; `words` are those that a table has to account for.

    `opening` is the question word, `adjective` what the largest or smallest is measured by;
    `of_two` means that just two rows may be compared. `counted` are the places of the words right
    behind "how many", up to the verb or preposition: of what is counted.
    """

    operation: str
    words: tuple[str, ...]
    opening: str
    limits: tuple[Limit, ...] = ()
    adjective: Adjective | None = None
    of_two: bool = False
    counted: range = range(0)


def asks_of_rows(question: str) -> bool:
    """Return whether a question may be one over the rows of a table."""
    return bool(parse_row_question(question))


def computes_over_rows(question: str) -> bool:
    """Return whether a question, asked of a table, has no single cell for an answer by itself."""
    parsed = parse_row_question(question)
    return any(one.operation != LIST or one.limits for one in parsed)


def adds_up_rows(question: str) -> bool:
    """Return whether a question wants a count, a sum or a mean, which no single row has."""
    return any(one.operation in (COUNT, SUM, MEAN) for one in parse_row_question(question))


@lru_cache(maxsize=64)
def parse_row_question(question: str) -> tuple[RowQuestion, ...]:
    """Return what a question may want of a table's rows; nothing where it surely wants nothing.

    "Last cleaned before 2023" may be a header's words; whether it is, the table decides.
    """
    text = " ".join(question.split()).rstrip(" ?.!")
    for pattern, words in REWORDED:
        text = pattern.sub(words, text)
    if MEANS.search(text):  # "each museum on average": over the rows, which are museums
        text = re.sub(r"\beach\b", "", text, flags=re.IGNORECASE)
    if YES_NO_START.match(text) or UNREAD.search(text):
        return ()
    limits, text = take_limits(text)
    return tuple(
        RowQuestion(
            operation,
            tuple(fold(rest).split()),
            _find_opening(text),
            limits,
            adjective,
            of_two=bool(COMPARATIVE.search(said)),
            counted=_find_counted(text) if operation == COUNT else range(0),
        )
        for operation, rest, adjective, said in _find_operations(text)
    )


def _find_counted(text: str) -> range:
    """Return where the noun phrase behind the first "how many" stands among the words left."""
    first = COUNTS.search(text)
    at, end = first.span() if first else (len(text), len(text))
    before, after = (fold(SUMS.sub(" ", t)) for t in (text[:at], COUNTS.sub(" ", text[end:])))
    start, words = len(before.split()), after.split()
    leading = next((n for n, word in enumerate(words) if word not in OF_THE), len(words))
    end = next((n for n in range(leading, len(words)) if words[n] in STOP_WORDS), len(words))
    return range(start + leading, start + end)


def _find_opening(text: str) -> str:
    """Return the question word in small letters; "which" for "of the pumps, which one"."""
    begins = LISTS.match(text)
    later = re.search(r"\b(?:which|who)\b", text, re.IGNORECASE)
    first = fold(text).split()[:1]
    return (begins["word"] if begins else later.group() if later else "".join(first)).casefold()


def _find_operations(text: str) -> Iterator[tuple[str, str, Adjective | None, str]]:
    """Yield operations, the text without their words, and the adjective with its own words."""
    for operation, pattern in ((MEAN, MEANS), (COUNT, COUNTS), (SUM, SUMS), (SUM, SPENDS)):
        if pattern.search(text):
            rest = SUMS.sub(" ", pattern.sub(" ", text))
            yield operation, re.sub(r"\bhow much\b", " ", rest, flags=re.IGNORECASE), None, ""
            return
    begins = LISTS.match(text)
    listed = (LIST, text[begins.end() :], None, "") if begins else None
    found = next(((a, m) for a in ADJECTIVES if (m := a.pattern.search(text))), None)
    if found is None:
        yield from [listed] if listed else []
        return
    adjective, said = found
    rest = f"{text[: said.start()]} {text[said.end() :]}"
    chosen = (adjective.operation, rest, adjective, said.group())
    if listed and said.group().casefold() in OF_HEADERS:
        yield listed
    yield chosen
