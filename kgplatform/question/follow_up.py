"""Makes a question that leans on those before it one that stands alone, by the names in them.

"Where was he born?" is asked of the latest person that was named, "When was it built?" of the
latest thing; "and in 2023?" and "What about Larvik?" ask the question before again, with another
part of its kind. The latest answer is looked at first, then its question, then the turns before.
Where nothing fits, a question is left as it is; a pronoun that nothing explains can be found in it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from kgplatform.question.answer_types import kind_of_noun
from kgplatform.records.question import Turn

if TYPE_CHECKING:
    from kgplatform.models.linguistics import Linguistics

__all__ = ["PRONOUN", "find_unexplained", "resolve_follow_up"]

PERSONS = frozenset({"PERSON", "NORP"})
PLACES = frozenset({"GPE", "LOC", "FAC"})
TIMES = frozenset({"DATE", "TIME"})
OF_NO_THING = frozenset({"CARDINAL", "ORDINAL", "PERCENT", "QUANTITY", "MONEY", *TIMES})
OF_A_PERSON = frozenset({"he", "she", "him", "her", "his", "hers", "himself", "herself"})
OF_A_THING = frozenset({"it", "its", "itself"})
OF_ANY = frozenset({"they", "them", "their", "theirs", "themselves"})
OF_A_PLACE = frozenset({"there"})
EXISTENTIAL = "EX"  # the tag of "there" in "is there a …"
POSSESSIVE = "PRP$"
REFLEXIVE = ("self", "selves")
VERBS = frozenset({"VERB", "AUX"})
NOUNS = frozenset({"NOUN", "PROPN"})
COMPLEMENTS = frozenset({"ccomp", "xcomp"})
SUBJECTS = frozenset({"nsubj", "nsubjpass"})
ASKS_WHO = frozenset({"who", "whom", "whose"})
PRONOUN = re.compile(rf"\b(?:{'|'.join(OF_A_PERSON | OF_A_THING | OF_ANY | OF_A_PLACE)})\b", re.I)
LEAD = re.compile(r"^(?:(?:and|but|or|so|then|ok|okay)\b[\s,]*|(?:what|how) about\b\s*)+", re.I)
YEAR = re.compile(r"\b[12]\d{3}\b")
UNKNOWN = ""
PERSON_TYPE = "Person"
NO_TYPES: Mapping[str, str] = MappingProxyType({})
MOST_TURNS = 5
MOST_WORDS_OF_A_NAME = 4


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


def resolve_follow_up(
    question: str,
    turns: Sequence[Turn],
    linguistics: Linguistics,
    types: Mapping[str, str] = NO_TYPES,
) -> str:
    """Return a question that stands alone: the same, where it does or nothing fits.

    Args:
        question: as it is asked.
        turns: of the conversation before it, in order; the questions as they were understood.
        linguistics: finds names, pronouns and verbs.
        types: of what names stand for, where they are known; the names are in lower case.
    """
    if not turns:
        return question
    recent = list(reversed(turns[-MOST_TURNS:]))
    texts = [text for turn in recent for text in (turn.answer, turn.question)]
    asked, *parsed = linguistics.parse([question, *texts])
    if not any(token.pos_ in VERBS for token in asked):
        return _ask_again(question, asked, recent[0].question, parsed[1]) or question
    named = [
        name
        for turn, answer, before in zip(recent, parsed[::2], parsed[1::2], strict=True)
        for name in (*_read_answer(turn, answer, before, types), *_read_names(before, types))
    ]
    return _replace_pronouns(question, asked, named)


def find_unexplained(question: str, linguistics: Linguistics) -> str | None:
    """Return the first pronoun that nothing in its own question can stand for; None: there is none.

    Args:
        question: as it was understood.
        linguistics: finds names, pronouns and nouns.
    """
    if not PRONOUN.search(question):
        return None
    (asked,) = linguistics.parse([question])
    names = _read_names(asked)
    for token in asked:
        if _is_pronoun(token) and not any(_explains(word, token, names) for word in asked):
            return str(token.text)
    return None


def _is_pronoun(token: Any) -> bool:
    """Return whether a word stands for something named elsewhere; in a title or a quote it doesn't.

    Nor does "it" of a clause or a time ("How long did it take to build the Fram?", "What time is
    it in Oslo?"), "there" of what is there, or "they" of people in general ("do they grow hops").
    """
    word, verb = token.lower_, token.head
    before = token.doc[: token.i].text
    is_quoted = before.count('"') % 2 or before.count("“") > before.count("”")
    if is_quoted or (before and token.text[0].isupper()):
        return False
    if word in OF_A_PLACE:
        return bool(token.tag_ != EXISTENTIAL and verb.lemma_ != "be")
    if word == "it":
        is_time = verb.lemma_ == "be" and any(kind_of_noun(t.lower_) == "DATE" for t in verb.lefts)
        return not (is_time or any(_is_complement(t) for t in verb.subtree if t.i > token.i))
    if word == "they":
        return bool(token.dep_ != "nsubj")
    return word in OF_A_PERSON | OF_A_THING | OF_ANY and not word.endswith(REFLEXIVE)


def _is_complement(verb: Any) -> bool:
    """Return whether a verb is of a clause that "it" may announce."""
    return verb.dep_ in COMPLEMENTS or (
        verb.dep_ == "advcl" and any(t.tag_ == "TO" for t in verb.lefts)
    )


def _explains(word: Any, pronoun: Any, names: Sequence[_Name]) -> bool:
    """Return whether a pronoun may stand for a word of its question.

    That is one before it, or the subject. Only a possessive one stands for another part of its own
    clause ("Which king did he serve?" asks for somebody else).
    """
    is_subject = word.dep_ in SUBJECTS and word != pronoun.head
    is_own = pronoun.tag_ == POSSESSIVE
    if word.i >= pronoun.i and not (is_subject and word.head.dep_ == "ROOT" and word != pronoun):
        return False
    of_a_person = pronoun.lower_ in OF_A_PERSON
    name = next((n for n in names if n.start <= word.idx < n.end), None)
    is_person = of_a_person and name is not None and name.is_person
    is_apart = is_own or word.dep_ == "poss" or _clause(word) != _clause(pronoun)
    if is_person or not is_apart:
        return is_person and (is_apart or not is_subject)
    if word.lower_ in ASKS_WHO:
        return is_subject and word.head.lemma_ != "be"
    if name:
        return name.label not in OF_NO_THING and (is_subject or _may_be(pronoun, name))
    kinds = (None, "PERSON") if of_a_person else (kind_of_noun(word.lower_),)
    is_noun = word.pos_ in NOUNS or (is_subject and word.pos_ != "PRON")
    return is_noun and kind_of_noun(word.lower_) in kinds


def _clause(token: Any) -> Any:
    """Return the verb of the clause that a word is in."""
    return next((t for t in (token, *token.ancestors) if t.pos_ in VERBS), None)


def _may_be(pronoun: Any, name: _Name) -> bool:
    """Return whether a pronoun may stand for a name, whose label is wrong at times."""
    if pronoun.lower_ in OF_A_PERSON:
        return name.label not in PLACES
    return not name.label or _fits(pronoun, name)


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


def _read_answer(turn: Turn, answer: Any, asked: Any, types: Mapping[str, str]) -> list[_Name]:
    """Return the names of an answer; one to "who" of an unknown kind is a person's."""
    names = _read_names(answer, types)
    asks_who = any(token.lower_ in ASKS_WHO for token in asked)
    if not asks_who or any(name.label for name in names) or not turn.answer.strip():
        return names
    if not names and len(answer) <= MOST_WORDS_OF_A_NAME:
        names = [_Name(turn.answer.strip(), UNKNOWN, 0, len(turn.answer))]
    return [replace(name, label="PERSON") for name in names]


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


def _read_names(doc: Any, types: Mapping[str, str] = NO_TYPES) -> list[_Name]:
    """Return the names and dates of a text in order, each once, runs of proper nouns among them."""
    found = [_Name(e.text, e.label_, e.start_char, e.end_char) for e in doc.ents]
    taken = [(name.start, name.end) for name in found]
    for start, end in _runs(doc):
        if not any(start < b and a < end for a, b in taken):
            found.append(_Name(doc.text[start:end], UNKNOWN, start, end))
    for year in YEAR.finditer(doc.text):
        if not any(a <= year.start() < b for a, b in taken):
            found.append(_Name(year[0], "DATE", *year.span()))
    kept = [_retype(_without_article(name), types) for name in found]
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


def _retype(name: _Name, types: Mapping[str, str]) -> _Name:
    """Return a name as that of a person where it is known to be one, and else not as one's."""
    known = types.get(name.text.removeprefix("the ").lower())
    if known is None or (known == PERSON_TYPE) == name.is_person:
        return name
    return replace(name, label="PERSON" if known == PERSON_TYPE else UNKNOWN)


def _without_article(name: _Name) -> _Name:
    """Return a name as another sentence can take it; the article belongs to its own."""
    words: Iterable[str] = ("the ", "The ") if name.label in TIMES else ()
    for word in words:
        if name.text.startswith(word):
            return _Name(name.text[len(word) :], name.label, name.start + len(word), name.end)
    return name
