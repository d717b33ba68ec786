"""Makes a question that leans on those before it one that stands alone, by the names in them.

"Where was he born?" is asked of the latest person that was named, "When was it built?" of the
latest thing; "and in 2023?" and "What about Larvik?" ask the question before again, with another
part of its kind. The latest answer is looked at first, then its question, then the turns before.
Where nothing fits, a question is left as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgplatform.records.question import Turn

if TYPE_CHECKING:
    from kgplatform.models.linguistics import Linguistics

__all__ = ["resolve_follow_up"]

PERSONS = frozenset({"PERSON", "NORP"})
TIMES = frozenset({"DATE", "TIME"})
OF_NO_THING = frozenset({"CARDINAL", "ORDINAL", "PERCENT", "QUANTITY", "MONEY", *TIMES})
OF_A_PERSON = frozenset({"he", "she", "him", "her", "his", "hers", "himself", "herself"})
OF_A_THING = frozenset({"it", "its", "itself"})
OF_ANY = frozenset({"they", "them", "their", "theirs", "themselves"})
OF_A_PLACE = frozenset({"there"})
EXISTENTIAL = "EX"  # the tag of "there" in "is there a …"
POSSESSIVE = "PRP$"
VERBS = frozenset({"VERB", "AUX"})
LEAD = re.compile(r"^(?:(?:and|but|or|so|then|ok|okay)\b[\s,]*|(?:what|how) about\b\s*)+", re.I)
YEAR = re.compile(r"\b[12]\d{3}\b")
UNKNOWN = ""
MOST_TURNS = 5


@dataclass(frozen=True, slots=True)
class _Name:
    """A name or a date in a text; its label is what the recogniser takes it for."""

    text: str
    label: str
    start: int
    end: int

    @property
    def is_person(self) -> bool:
        return self.label in PERSONS

    @property
    def is_thing(self) -> bool:
        return self.label not in PERSONS and self.label not in OF_NO_THING


def resolve_follow_up(question: str, turns: Sequence[Turn], linguistics: Linguistics) -> str:
    """Return a question that stands alone: the same, where it does or nothing fits.

    Args:
        question: as it is asked.
        turns: of the conversation before it, in order; the questions as they were understood.
        linguistics: finds names, pronouns and verbs.
    """
    if not turns:
        return question
    recent = list(reversed(turns[-MOST_TURNS:]))
    texts = [text for turn in recent for text in (turn.answer, turn.question)]
    asked, *parsed = linguistics.parse([question, *texts])
    if not any(token.pos_ in VERBS for token in asked):
        return _ask_again(question, asked, recent[0].question, parsed[1]) or question
    named = [name for doc in parsed for name in _read_names(doc)]
    return _replace_pronouns(question, asked, named)


def _replace_pronouns(question: str, asked: Any, named: Sequence[_Name]) -> str:
    """Return the question with names in place of pronouns that stand for none of its own."""
    own = _read_names(asked)
    pieces, done = [], 0
    for token in asked:
        if any(name.start < token.idx and _fits(token, name) for name in own):
            continue
        found = next((name for name in named if _fits(token, name)), None)
        if found is None:
            continue
        pieces += [question[done : token.idx], _write(token, found.text)]
        done = token.idx + len(token.text)
    return "".join([*pieces, question[done:]])


def _fits(token: Any, name: _Name) -> bool:
    """Return whether a word stands for what goes by a name, as far as its kind tells."""
    word = token.lower_
    if word in OF_A_PERSON:
        return name.is_person
    if word in OF_A_THING:
        return name.is_thing
    if word in OF_ANY:
        return name.is_person or name.is_thing
    return word in OF_A_PLACE and token.tag_ != EXISTENTIAL and name.is_thing


def _write(token: Any, name: str) -> str:
    """Return a name in the form that a word has it in."""
    if token.lower_ in OF_A_PLACE:
        return f"in {name}"
    if token.tag_ != POSSESSIVE:
        return name
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def _ask_again(question: str, asked: Any, before: str, parsed: Any) -> str | None:
    """Return the question before with what this one names in place of its like.

    Without a like of its own kind it is put behind: "and in 2023?".
    """
    lead = LEAD.match(question)
    rest = question[lead.end() if lead else 0 :].strip(" ?.!,")
    new = [name for name in _read_names(asked) if name.text in rest]
    if not rest or not new:
        return None
    head, names = before.rstrip(" ?.!"), _read_names(parsed)
    like = [name for name in names if _are_alike(name, new[0])]
    if like:
        old = like[-1]
        return f"{before[: old.start]}{new[0].text}{before[old.end :]}"
    if new[0].label in TIMES:
        return f"{head} {rest if ' ' in rest else f'in {rest}'}?"
    return None


def _are_alike(one: _Name, other: _Name) -> bool:
    """Return whether two names are of one kind; the recogniser often errs in short questions."""
    if TIMES & {one.label, other.label}:
        return {one.label, other.label} <= TIMES
    return (
        one.label == other.label
        or (one.is_thing and other.is_thing)
        or UNKNOWN
        in (
            one.label,
            other.label,
        )
    )


def _read_names(doc: Any) -> list[_Name]:
    """Return the names and dates of a text in order, each once, runs of proper nouns among them."""
    found = [_Name(e.text, e.label_, e.start_char, e.end_char) for e in doc.ents]
    taken = [(name.start, name.end) for name in found]
    for start, end in _runs(doc):
        if not any(start < b and a < end for a, b in taken):
            found.append(_Name(doc.text[start:end], UNKNOWN, start, end))
    for year in YEAR.finditer(doc.text):
        if not any(a <= year.start() < b for a, b in taken):
            found.append(_Name(year[0], "DATE", *year.span()))
    kept = [_without_article(name) for name in found]
    return sorted(kept, key=lambda name: name.start)


def _runs(doc: Any) -> Iterator[tuple[int, int]]:
    """Yield where proper nouns stand, those that follow one another as one."""
    run: list[Any] = []
    for token in (*doc, None):
        if token is not None and token.pos_ == "PROPN":
            run.append(token)
        elif run:
            yield run[0].idx, run[-1].idx + len(run[-1].text)
            run = []


def _without_article(name: _Name) -> _Name:
    """Return a name as another sentence can take it; the article belongs to its own."""
    words: Iterable[str] = ("the ", "The ") if name.label in TIMES else ()
    for word in words:
        if name.text.startswith(word):
            return _Name(name.text[len(word) :], name.label, name.start + len(word), name.end)
    return name
