"""What two spellings of a name have in common.

A name is taken apart into base, title after a comma ("2nd Baron Aberconway"), words in brackets
("director") and marks (Jr., III, 1984) that separate namesakes. Marks are never dropped: father
and son, or the first and the second film, are what a resolution must not merge.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from rapidfuzz import fuzz

from kgplatform.text.names import iterate_tokens, strip_disambiguation

__all__ = [
    "NameForm",
    "abbreviation_letters",
    "are_person_variants",
    "iterate_initials",
    "name_likeness",
    "parse_name",
]

WORD = re.compile(r"\w+")
PARENTHESIS = re.compile(r"\(([^()]*)\)\s*$")
LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
"""Letters that Unicode does not decompose into a plain letter and an accent."""
HONORIFICS = frozenset(
    "sir dame dr doctor prof professor mr mrs ms miss rev reverend hon honourable".split()
)
CORPORATE = frozenset(
    "inc incorporated ltd limited llc corp corporation co company plc gmbh ag nv bv oy spa srl "
    "pty".split()
)
CORPORATE_TYPES = ("Organization", "Thing")
PERSON_TYPES = ("Person", "Thing")
GENERATIONS = {"jr": "jr", "junior": "jr", "sr": "sr", "senior": "sr"}
ROMAN = re.compile(r"(?=[ivx])(?:x{0,2})(?:ix|iv|v?i{0,3})")
SMALL_WORDS = frozenset("and the of a an for in on at to de la le du des der von van di".split())
MIN_ABBREVIATION_CHARS = 2
MAX_ABBREVIATION_CHARS = 8
MAX_SMALL_WORDS = 3
MIN_PERSON_WORDS = 2


@dataclass(frozen=True, slots=True)
class NameForm:
    """A name taken apart.

    Attributes:
        base: folded words without honorific, corporate ending, marks, "and"; initials stand alone.
        appendix: folded words after the first comma, as one text.
        detail: folded words in the closing parenthesis, as one text.
        marks: generation, Roman numerals and whatever has a digit; namesakes differ in these.
    """

    base: tuple[str, ...]
    appendix: str = ""
    detail: str = ""
    marks: frozenset[str] = frozenset()

    @property
    def key(self) -> str:
        """The base as one text: equal for U.S. and US, Rock & Roll and Rock and Roll."""
        return _join_initials(self.base)


def parse_name(name: str, entity_type: str = "Thing") -> NameForm:
    """Take a name apart; honorifics are a person's, endings like Ltd. an organisation's."""
    detail = PARENTHESIS.search(name)
    plain = strip_disambiguation(name)
    head, _, tail = plain.partition(",")
    words, marks = _split_marks(_words(head))
    tail_words = _words(tail)
    if all(word in GENERATIONS for word in tail_words):  # "Henderson, Jr.": a mark, no title
        marks += [GENERATIONS[word] for word in tail_words]
        tail_words = []
    if entity_type in PERSON_TYPES:
        words = _drop_honorifics(words)
    if entity_type in CORPORATE_TYPES:
        words = _drop_corporate(words)
        tail_words = [word for word in tail_words if word not in CORPORATE]
    return NameForm(
        base=tuple(words),
        appendix=" ".join(tail_words),
        detail=" ".join(_words(detail.group(1))) if detail else "",
        marks=frozenset(marks),
    )


def are_person_variants(a: NameForm, b: NameForm) -> bool:
    """Return whether two names can be one person's: same family name, given names that agree.

    Given names agree if the shorter run is found in the longer one in order, an initial standing
    for any name it begins, and the first one in first place: "Barack H. Obama" is "Barack Hussein
    Obama" and "Barack Obama", and not "H. Obama".
    """
    if min(len(a.base), len(b.base)) < MIN_PERSON_WORDS or a.marks != b.marks:
        return False
    if a.base[-1] != b.base[-1] or len(a.base[-1]) == 1:
        return False
    if a.appendix and b.appendix and a.appendix != b.appendix:
        return False
    shorter, longer = sorted((a.base[:-1], b.base[:-1]), key=len)
    if not _stands_for(shorter[0], longer[0]):
        return False
    rest = iter(longer[1:])
    return all(any(_stands_for(word, other) for other in rest) for word in shorter[1:])


def abbreviation_letters(name: str) -> str | None:
    """Return the letters of a name that is written as an abbreviation (BBC, U.S.), or None."""
    letters = "".join(char for char in name if char.isalnum())
    if not MIN_ABBREVIATION_CHARS <= len(letters) <= MAX_ABBREVIATION_CHARS:
        return None
    return letters.casefold() if letters.isupper() else None


def iterate_initials(name: str) -> Iterator[str]:
    """Yield the abbreviations a name of several words can have.

    Small words (of, and) give a letter or none; one with many of them gives none.
    """
    words = WORD.findall(strip_disambiguation(name))
    if not 1 < len(words) <= 2 * MAX_ABBREVIATION_CHARS:
        return
    small = [word.casefold() in SMALL_WORDS for word in words]
    if sum(small) > MAX_SMALL_WORDS:
        return
    choices = [("", w[0]) if s else (w[0],) for w, s in zip(words, small, strict=True)]
    seen = {"".join(letters).casefold() for letters in product(*choices)}
    yield from sorted(letters for letters in seen if len(letters) >= MIN_ABBREVIATION_CHARS)


def name_likeness(a: NameForm, b: NameForm) -> float:
    """Return how alike two names are written, 0..1; word order does not count, 1 is equal."""
    left, right = _full(a), _full(b)
    return fuzz.token_sort_ratio(left, right) / 100


def _full(form: NameForm) -> str:
    return " ".join([*form.base, form.appendix]).strip()


def _words(text: str) -> list[str]:
    words = [token.form.translate(LETTERS) for token in iterate_tokens(text)]
    if len(words) > 1 and words[0] == "the":
        del words[0]
    return [word for word in words if word != "and"]


def _split_marks(words: list[str]) -> tuple[list[str], list[str]]:
    """Separate the words that distinguish namesakes from the others; a first word is no mark."""
    kept, marks = words[:1], []
    for at, word in enumerate(words[1:], start=2):
        is_last = at == len(words)  # an "I" elsewhere is an initial
        if word in GENERATIONS:
            marks.append(GENERATIONS[word])
        elif any(map(str.isdigit, word)) or (ROMAN.fullmatch(word) and (is_last or len(word) > 1)):
            marks.append(word)
        else:
            kept.append(word)
    if words and any(map(str.isdigit, words[0])):
        marks.append(words[0])
    return kept, marks


def _drop_honorifics(words: list[str]) -> list[str]:
    while len(words) > MIN_PERSON_WORDS and words[0] in HONORIFICS:
        words = words[1:]
    return words


def _drop_corporate(words: list[str]) -> list[str]:
    while len(words) > 1 and words[-1] in CORPORATE:
        words = words[:-1]
    return words


def _join_initials(words: tuple[str, ...]) -> str:
    joined: list[str] = []
    after_initial = False
    for word in words:
        if len(word) == 1 and after_initial:
            joined[-1] += word
        else:
            joined.append(word)
        after_initial = len(word) == 1
    return " ".join(joined)


def _stands_for(a: str, b: str) -> bool:
    """Return whether two given names agree: equal, or one is the other's initial."""
    return a == b or (min(len(a), len(b)) == 1 and a[0] == b[0])
