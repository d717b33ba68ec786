"""Finds where a passage says some words: exactly, but for spelling, or nearly.

The three grades are tried in this order and the first that finds anything stands. Numbers must
always agree exactly; "nearly" tolerates misspelt words, left-out small words and, in
descriptions, another order, all within one sentence.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz, process

from kgplatform.text.dates import find_calendar_dates, parse_date
from kgplatform.text.numbers import NUMBER_WORDS

__all__ = ["Found", "PassageWords", "Word", "split_words"]

MIN_WORD_SIMILARITY = 88.0
"""Of a misspelt word, 0..100: "Bhubaneswar" is "Bhubaneshwar" (96), "Austria" is not "Australia"
(87.5); judged on the sample of benchmarks/proof.py."""

MIN_FUZZY_WORD_CHARS = 5  # shorter words are other words when a letter differs
MAX_OCCURRENCES = 12
MAX_NAME_GAP = 2  # words that may stand inside a name: a middle name, a title
MAX_PHRASE_STRETCH = 1.5  # a description may be spread over this many times its words
MISSING_WORDS_FROM = 5  # of five distinctive words or more one may be missing

ARTICLES = {"the", "a", "an"}
SMALL_WORDS = ARTICLES | set(
    "of in on at to by for from with as and or its his her their is was are were be been has had "
    "have that which who this these those into about over it".split()
)
EDGE_WORDS = set(
    "in on at to by for from with as of since until about is was are were located based born "
    "held".split()
)
COUNTS = {word: str(number) for word, number in NUMBER_WORDS.items() if number > 1}
"""Of entities; "one" is as often a pronoun."""

_WORD = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?(?!\w)|\d+\.\d+(?!\w)|[^\W_]+|&")
_EDGES = " \t\r\n\"'“”‘’.,;:()[]"


class Word(NamedTuple):
    """A word of a text as it is compared, and its span; `raw` is as written."""

    form: str
    start: int
    end: int
    raw: str


class Found(NamedTuple):
    """text[start:end] says the words looked for, as `alignment` (ALIGNMENTS) says."""

    start: int
    end: int
    alignment: str


def split_words(text: str) -> list[Word]:
    """Return the words to compare: no possessive s, no articles unless there is nothing else."""
    words = []
    for match in _WORD.finditer(text):
        raw, start = match.group(), match.start()
        if raw in ("s", "S") and start and text[start - 1] in "'’":
            continue
        words.append(Word(_form(raw), start, match.end(), raw))
    distinctive = [word for word in words if word.form not in ARTICLES]
    return distinctive or words


class PassageWords:
    """A passage's text, ready to be searched many times.

    Args:
        sentences: their spans in order, as `Linguistics.split_sentences` gives them.
    """

    def __init__(self, text: str, sentences: Sequence[tuple[int, int]]) -> None:
        self.text = text
        self.words = split_words(text)
        self._starts = [start for start, _ in sentences] or [0]
        self._ends = [end for _, end in sentences] or [len(text)]
        self._sentence = [self.sentence_at(word.start) for word in self.words]
        self._at: dict[str, list[int]] = {}
        for index, word in enumerate(self.words):
            self._at.setdefault(word.form, []).append(index)
        self._dates = find_calendar_dates(text)
        self._found: dict[str, list[Found]] = {}

    def sentence_at(self, position: int) -> int:
        """Return the index of the sentence that a position is in."""
        return max(bisect_right(self._starts, position) - 1, 0)

    def sentence_run(self, spans: Sequence[tuple[int, int]]) -> tuple[int, int]:
        """Return the shortest run of sentences that covers all spans."""
        start = min(start for start, _ in spans)
        end = max(end for _, end in spans)
        first, last = self.sentence_at(start), self.sentence_at(end - 1)
        return min(self._starts[first], start), max(self._ends[last], end)

    def find(self, part: str) -> list[Found]:
        """Return where the text says a part of a fact, in order, all of one grade."""
        if part not in self._found:
            wanted = part.strip(_EDGES)
            found = self._exact(wanted) or self._normalised(wanted) or self._fuzzy(wanted)
            self._found[part] = found[:MAX_OCCURRENCES]
        return self._found[part]

    def _exact(self, wanted: str) -> list[Found]:
        text, at = self.text, -1
        found: list[Found] = []
        if wanted in ARTICLES or not wanted:
            return []
        while (at := text.find(wanted, at + 1)) >= 0 and len(found) < MAX_OCCURRENCES:
            end = at + len(wanted)
            if not _cuts_word(text, at) and not _cuts_word(text, end):
                found.append(Found(at, end, "exact"))
        return found

    def _normalised(self, wanted: str) -> list[Found]:
        date = parse_date(wanted)
        if date is not None:
            same = [found for found in self._dates if _agrees(date, found.date)]
            if same:
                return [Found(found.start, found.end, "normalised") for found in same]
        forms = [word.form for word in split_words(wanted)]
        return self._sequence(forms) or self._sequence(_without_edges(forms))

    def _sequence(self, forms: list[str], alignment: str = "normalised") -> list[Found]:
        """Return where exactly these words stand one after the other."""
        found: list[Found] = []
        for first in self._at.get(forms[0], ()) if forms else ():
            last = first + len(forms) - 1
            if last >= len(self.words):
                break
            is_one_sentence = self._sentence[first] == self._sentence[last]
            same = (self.words[first + i].form == form for i, form in enumerate(forms))
            if is_one_sentence and all(same):
                found.append(self._span(first, last, alignment))
        return found

    def _fuzzy(self, wanted: str) -> list[Found]:
        words = split_words(wanted)
        forms = _without_edges([self._nearest(word) for word in words])
        if (found := self._sequence(forms, "fuzzy")) or not forms:
            return found
        is_name = all(
            w.raw[0].isupper() or w.raw[0].isdigit() or w.form in SMALL_WORDS for w in words
        )
        distinctive = [form for form in forms if form not in SMALL_WORDS]
        if is_name:  # an initial may stand for a name that is written out
            distinctive = [form for form in distinctive if len(form) > 1 or form in self._at]
        present = [form for form in distinctive if form in self._at]
        missing = [form for form in distinctive if form not in self._at]
        if missing and (is_name or not _may_miss(missing, distinctive, words)):
            return []
        if len(present) < 2 and (len(words) > 2 or is_name or not present or len(present[0]) < 4):
            return []
        limit = len(forms) + MAX_NAME_GAP if is_name else round(len(forms) * MAX_PHRASE_STRETCH) + 2
        return self._spread(present, limit) or ([] if is_name else self._anyhow(present, limit))

    def _nearest(self, word: Word) -> str:
        """Return the word's form, or that of the text's word which it misspells."""
        form = word.form
        if form in self._at or len(form) < MIN_FUZZY_WORD_CHARS or _has_digit(form):
            return form
        best = process.extractOne(
            form, self._at.keys(), scorer=fuzz.ratio, score_cutoff=MIN_WORD_SIMILARITY
        )
        return form if best is None or _has_digit(best[0]) else best[0]

    def _spread(self, forms: list[str], limit: int) -> list[Found]:
        """Return where the words stand in this order, with others among them, in one sentence."""
        found = []
        for first in self._at[forms[0]]:
            at: int | None = first
            for form in forms[1:]:
                at = next((i for i in self._at[form] if at is not None and i > at), None)
                if at is None:
                    break
            if (
                at is not None
                and at - first < limit
                and self._sentence[at] == self._sentence[first]
            ):
                found.append(self._span(first, at, "fuzzy"))
        return found

    def _anyhow(self, forms: list[str], limit: int) -> list[Found]:
        """Return the closest place where the words stand in any order in one sentence."""
        wanted = set(forms)
        places = sorted((i, form) for form in wanted for i in self._at[form])
        best: tuple[int, int] | None = None
        latest: dict[str, int] = {}
        for index, form in places:
            latest[form] = index
            first = min(latest.values())
            if len(latest) < len(wanted) or self._sentence[first] != self._sentence[index]:
                continue
            if index - first < limit and (best is None or index - first < best[1] - best[0]):
                best = first, index
        return [self._span(*best, "fuzzy")] if best else []

    def _span(self, first: int, last: int, alignment: str) -> Found:
        return Found(self.words[first].start, self.words[last].end, alignment)


def _may_miss(missing: list[str], distinctive: list[str], words: list[Word]) -> bool:
    """Return whether a description may do without its missing word: no name, no number."""
    plain = {word.form for word in words if word.raw.islower()}
    return len(missing) == 1 and len(distinctive) >= MISSING_WORDS_FROM and missing[0] in plain


def _without_edges(forms: list[str]) -> list[str]:
    """Leave out what relations spill into a part: "in 1963", "Rank Organisation in"."""
    first, last = 0, len(forms)
    while first < last and forms[first] in EDGE_WORDS:
        first += 1
    while last > first and forms[last - 1] in EDGE_WORDS:
        last -= 1
    return forms[first:last]


def _agrees(wanted: tuple[int, ...], found: tuple[int, ...]) -> bool:
    """Return whether a date says all that is asked for: 4 February 1997 says February 4."""
    return all(a in (0, b) for a, b in zip(wanted, found, strict=True))


def _cuts_word(text: str, at: int) -> bool:
    """Return whether a place is inside a word, or inside a number such as 1,000 or 1.355."""
    if not 0 < at < len(text):
        return False
    before, after = text[at - 1], text[at]
    if before.isalnum() and after.isalnum():
        return True
    if before in ".," and after.isdigit():
        return at > 1 and text[at - 2].isdigit()
    return before.isdigit() and after in ".," and text[at + 1 : at + 2].isdigit()


def _has_digit(form: str) -> bool:
    return any(char.isdigit() for char in form)


@lru_cache(maxsize=65536)
def _form(word: str) -> str:
    """Return a word without case, accents and plural; number words and 1,000 as digits."""
    if word == "&":
        return "and"
    if word[0].isdigit():
        return word.replace(",", "").casefold()
    form = word.casefold()
    if not form.isascii():
        decomposed = unicodedata.normalize("NFKD", form)
        form = "".join(char for char in decomposed if not unicodedata.combining(char)) or form
    return COUNTS.get(form) or _singular(form)


def _singular(form: str) -> str:
    if len(form) < 4 or form[-1] != "s" or form[-2] in "siu" or _has_digit(form):
        return form
    if form.endswith("ies") and len(form) > 4:
        return form[:-3] + "y"
    if form.endswith(("ches", "shes", "xes", "sses")):
        return form[:-2]
    return form[:-1]
