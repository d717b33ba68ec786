"""Looks a question's answer up in the "Key: value" lines of the evidence.

A line of a form or a profile is no sentence: what it says is about the entity that the document,
the heading or another line of the block names. So a line answers only where the question has the
words of its key, and all else that the question says is about that entity.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from kgplatform.answer.citations import cite
from kgplatform.answer.reading import Reading
from kgplatform.answer.structured.blocks import Block, find_blocks
from kgplatform.answer.structured.grids import view_grid
from kgplatform.question.analysis import SPAN, Asked
from kgplatform.question.synonyms import filed_under, filed_word
from kgplatform.question.values_asked import Wanted, find_answer_type
from kgplatform.records import Evidence, ScoredPassage, Step
from kgplatform.text.amounts import find_values
from kgplatform.text.dates import find_dates
from kgplatform.text.fields import Field
from kgplatform.text.words import fold, split_words

__all__ = ["FILLS", "KINDS_OF_THINGS", "LEADS_ON", "is_stated_by_field", "read_field"]

_SAID_BY_QUESTION = {
    "when": "date day time start",
    "where": "location address site city office room country town",
    "how much": "price amount total sum value",
    "why": "reason cause",
}
"""Words of keys that a question word says by itself."""

FILLS = frozenset(
    filed_word(word)
    for word in "number name date day time year amount value address people person work works "
    "working happen happened happens take takes took place occur occurred get give given told "
    "listed list according much many called id code currently current there please tell kind type "
    "must may should need us our we you your i me my long all which one".split()
)
"""Words of a question that ask for nothing that a document would have to name."""

KINDS_OF_THINGS = frozenset(
    filed_word(word)
    for word in "site office location branch company firm business organisation organization unit "
    "project programme program product item model type device machine unit incident outage event "
    "accident problem case ticket order contract agreement deal document report form record sheet "
    "profile meeting minutes session supplier customer building facility plant team department "
    "service system series".split()
)
"""What a document's entity may be called by a question that names it."""

LENGTHS_OF_INITIALS = (2, 3, 4, 5)
NAMES_THING = frozenset(
    filed_word(word)
    for word in "name title subject id number no project product customer supplier site location "
    "incident ticket order contract date company client employee person model type item event "
    "start object re service case department team city".split()
)
"""Keys of the fields that name what a block is about."""

NUMBER_WORD = re.compile(
    r"\b(?:no|none|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen)\b",
    re.IGNORECASE,
)
PERSONAL_NAME = re.compile(r"(?:[^\W\d_a-z][\w.’'-]*|(?:de|van|von|der|den|la|di|da|al|of|and))")
HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
WHO = re.compile(r"^(?:[\w ]{0,20} )?who(?:m|se)?\b", re.IGNORECASE)
LEADS_ON = re.compile(r"\w.*\b(?:that|which|who|whose|whom|where)\b", re.IGNORECASE)
"""A relative clause: the question goes on from what it names to something else."""
LONGEST_VALUE = 12
"""In words: a longer one is a sentence, and read as such."""
SHORT_DATE = 8
"""In words: what gives a date and no more than what belongs to it."""


@dataclass(frozen=True, slots=True)
class _Match:
    """A field that may answer; `said` orders matches, better ones larger."""

    block: Block
    field: Field
    said: tuple[int, int, int, int]


def read_field(asked: Asked, evidence: Evidence) -> Reading | None:
    """Return the value of the line that a question asks for; None where none or several would do.

    Args:
        asked: the question.
        evidence: its passages are read, and no statement.
    """
    if asked.kind != SPAN or evidence.reads != "passages":
        return None
    wanted = find_answer_type(asked)
    found = [
        match
        for passage in evidence.passages
        for block in find_blocks(passage)
        for match in _match_block(asked, wanted, block)
    ]
    best = [match for match in found if match.said == max(other.said for other in found)]
    values = {fold(match.field.value) for match in best}
    return _answer(asked, wanted, best[0]) if len(values) == 1 else None


def is_stated_by_field(asked: Asked, passage: ScoredPassage, start: int, end: int) -> bool:
    """Return whether a span may answer as far as the fields of its passage say.

    No key answers. A short value is about what its key says, so that the question has to share
    a word with that; and of what its block names, so that this has to hold the question's names
    where the question leads from them to nothing else.
    """
    found = [
        (block, field)
        for block in find_blocks(passage)
        for field in block.fields
        if start < field.end and field.key_start < end
    ]
    if not found:
        return True
    block, field = found[0]
    if start < field.start:
        return False
    if len(field.value.split()) > LONGEST_VALUE:
        return True
    named = _named_words(asked)
    words = frozenset(filed_under(asked.text)) - named
    implied = _implied(asked, find_answer_type(asked))
    key = frozenset(filed_under(field.key))
    is_short = bool(_initials(asked.text) & key)
    if not is_short and not (words | implied) & key:
        return False
    if LEADS_ON.search(asked.text):
        return True
    stated = _names_of(block, field) | frozenset(filed_under(field.value))
    asking = words - FILLS - KINDS_OF_THINGS
    held = asking & (stated | frozenset(filed_under(passage.text)))
    return named <= stated and (is_short or 2 * len(held) > len(asking))


def _initials(text: str) -> frozenset[str]:
    """Return the first letters of words side by side, "cfo" for "chief financial officer"."""
    words = fold(text).split()
    runs = (words[at : at + size] for size in LENGTHS_OF_INITIALS for at in range(len(words)))
    return frozenset("".join(word[0] for word in run) for run in runs)


def _match_block(asked: Asked, wanted: Wanted | None, block: Block) -> Iterator[_Match]:
    """Return the fields of a block whose keys are what the question asks for."""
    words = frozenset(filed_under(asked.text))
    said_as = wanted.said_as if wanted is not None else frozenset[str]()
    asking = {filed_word(word) for word in said_as}
    heads = [_head(field.key) for field in block.fields]
    for field, head in zip(block.fields, heads, strict=True):
        key = frozenset(filed_under(field.key))
        implied = _implied(asked, wanted)
        held = key & (words | implied)
        if not key or not _fits(asked, wanted, field):
            continue
        is_part = len(key) == 2 and head in held and heads.count(head) == 1
        if held != key and not (is_part and field.key.casefold().split()[-1].isalpha()):
            continue
        if not _is_of_thing(asked, words - key - implied - asking, block, field):
            continue
        others = frozenset(filed_under(block.heading)) - words
        of_thing = frozenset(filed_under(f"{block.passage.head} {block.heading}"))
        own = len((key & words) - of_thing)
        yield _Match(block, field, (own, len(key & words), -len(key - held), -len(others)))


def _head(key: str) -> str:
    """Return the word of a key that says what it is: the last one before "of" or "in"."""
    stated = filed_under(re.split(r" (?:of|in|for|on|at|per|to|by)\b|\(", key)[0])
    return stated[-1] if stated else ""


def _implied(asked: Asked, wanted: Wanted | None) -> frozenset[str]:
    """Return what keys may say that the question's words ask for without naming it."""
    text = asked.text.casefold()
    stated = {
        filed_word(word)
        for asking, words in _SAID_BY_QUESTION.items()
        if re.search(rf"\b{asking}\b", text)
        for word in words.split()
    }
    nouns = wanted.nouns if wanted is not None else frozenset[str]()
    return frozenset(stated | {filed_word(noun) for noun in nouns})


def _is_of_thing(asked: Asked, rest: AbstractSet[str], block: Block, field: Field) -> bool:
    """Return whether all else that the question says is about the entity that the block is about.

    A name has to stand in the title, the heading or a field that names the entity; other words may
    stand anywhere in the block, or be of those that say what kind of entity it is.
    """
    names = _names_of(block, field)
    if not _named_words(asked) & rest <= names:
        return False
    said = frozenset(filed_under(block.passage.text))
    left = rest - names - said - FILLS
    is_named = bool(_named_words(asked) & names)
    return not (left - KINDS_OF_THINGS if is_named else left)


def _names_of(block: Block, field: Field) -> frozenset[str]:
    """Return the words that name what a field is about: of the title, the heading and such."""
    stated = [block.passage.head, block.heading, field.key]
    stated += [
        other.value
        for n, other in enumerate(block.fields)
        if other is not field and (n == 0 or NAMES_THING.intersection(filed_under(other.key)))
    ]
    text = " ".join(stated)
    return frozenset(filed_under(text)) | {word.stem for word in split_words(text)}


def _named_words(asked: Asked) -> frozenset[str]:
    """Return the words of the question's names and its numbers."""
    figures = re.findall(r"\b\w*\d\w*\b", asked.text)
    return frozenset(filed_under(" ".join((*asked.names, *figures))))


def _fits(asked: Asked, wanted: Wanted | None, field: Field) -> bool:
    """Return whether a value is of the type that is asked for."""
    value = field.value
    if wanted is not None:
        return wanted.is_in(value, 0, len(value)) or (
            wanted.kind == "MONEY" and re.fullmatch(r"[\d.,]+", value) is not None
        )
    if asked.answer_type == "DATE":
        return bool(find_dates(value)) or (
            not asked.wants_year and re.search(r"\d|day\b", value) is not None
        )
    if asked.answer_type == "NUMBER" or HOW_MANY.search(asked.text):
        return bool(re.search(r"\d", value) or NUMBER_WORD.search(value))
    if WHO.search(asked.text):
        words = value.replace(",", " ").split("(")[0].split()
        return bool(words) and all(
            PERSONAL_NAME.fullmatch(word.strip(".;&")) for word in words if word != "&"
        )
    return not (value[:1].isdigit() and _asks_for_other(asked, field.key))


def _asks_for_other(asked: Asked, key: str) -> bool:
    """Return whether the noun of "which bank" is not what a key says: "Bond: 10 % asked for"."""
    return bool(asked.noun) and filed_word(asked.noun) not in filed_under(key)


def _cited_from(passage: ScoredPassage, field: Field) -> int:
    """Return where the quote starts: a line is quoted with its key, of a table only the cell."""
    return field.start if view_grid(passage) is not None else field.key_start


def _whole_or_contact(wanted: Wanted | None, value: str) -> str:
    """Return the value of a field, or the one address or code in it where such is asked for."""
    if wanted is None or wanted.kind in ("MONEY", "QUANTITY", "FREQUENCY"):
        return value
    fitting = [value[v.start : v.end] for v in find_values(value) if wanted.fits(v)]
    return fitting[0] if len(fitting) == 1 else value


def _answer(asked: Asked, wanted: Wanted | None, match: _Match) -> Reading:
    passage, field = match.block.passage, match.field
    stated = {"document": passage.title, "key": field.key, "value": field.value}
    dates = find_dates(field.value)
    answer = _whole_or_contact(wanted, field.value)
    if asked.wants_year and len(dates) == 1:
        answer = str(dates[0].value[0])
    elif asked.answer_type == "DATE" and len(dates) == 1 and len(answer.split()) > SHORT_DATE:
        answer = answer[dates[0].start : dates[0].end]
    return Reading(
        " ".join(answer.split()),
        abstained=False,
        reader="extractive",
        citations=(cite(passage, _cited_from(passage, field), field.end),),
        steps=(Step("look_up", stated), Step("answer", {"citations": 1})),
    )
